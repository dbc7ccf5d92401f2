"""The page of any noun, or of several together: what each says, its pictures and tables, and how it was done."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee import _format
from referee._version import __version__
from referee.core import Comparison, Finding, Gate, Noun, ScoreTable, Skill, Standings, StudyResults
from referee.views.numbers import metric_words
from referee.views.page import Findings, Page, Table, Text
from referee.views.pages import page_of, pictures_of
from referee.views.pages.learner import estimators_picture
from referee.views.pages.standings import score_rows
from referee.views.report import provenance
from referee.views.report.page import Figure, figures, page
from referee.views.report.said import lead_sentences


@dataclass(frozen=True)
class Section:
    """One noun on the page."""

    name: str
    link: str
    title: str
    verdict: str
    sentences: Sequence[str]
    figures: list[Figure]
    parts: Sequence[Table | Text]
    scores: dict[str, Any] | None
    failures: dict[str, Any] | None
    heading: str = ""


def render_values(values: Sequence[Noun | Page], *, command: str = "") -> str:
    """One page for one noun or for several."""
    sections = [_section(value, i) for i, value in enumerate(values)]
    skills = {i: value for i, value in enumerate(values) if isinstance(value, Skill)}
    if len(skills) > 1 and len({skill.metric for skill in skills.values()}) == 1:
        sections[min(skills)].figures[:0] = figures([estimators_picture(list(skills.values()))])
    sections = _name_apart(sections)
    first = sections[0]
    several = len(sections) > 1
    kinds = ", ".join(dict.fromkeys(map(provenance.kind, values)))
    lead = f"{first.title.partition(':')[0]}: {_format.plural(len(sections), 'result')}"
    study = next((value for value in values if isinstance(value, StudyResults)), None)
    if study is not None:
        lead = f"{_capital(_format.label(study.name))}: {first.title}"
    return page(
        "general.html",
        provenance.methods_of(values),
        title=lead if several else first.title,
        subtitle=f"{_capital(kinds)}, by referee {__version__}",
        sections=sections,
        several=several,
        findings=_findings(values),
        facts=provenance.facts(values),
        notes=(),
        paragraph=provenance.general_paragraph(values),
        command=command or provenance.call_of(values),
    )


def _name_apart(sections: list[Section]) -> list[Section]:
    """Sections whose headings and links differ: those of the same name are numbered."""

    def number(section: Section, field: str) -> str:
        name = getattr(section, field)
        same = [other.name for other in sections if getattr(other, field) == name]
        return name if len(same) == 1 else f"{name} ({1 + same.index(section.name)})"

    return [replace(s, heading=number(s, "title"), link=number(s, "link")) for s in sections]


def _section(value: Noun | Page, i: int) -> Section:
    name, kind = f"s{i + 1}", provenance.kind(value)
    laid = page_of(value) or Page(repr(value))
    sentences = lead_sentences(value) or [laid.title]
    parts = [part for part in laid.parts if isinstance(part, Table | Text) and not part.retold]
    parts = [p for p in parts if isinstance(p, Table) or (p.words.strip() and p.words not in sentences)]
    verdict = ""
    if isinstance(value, Comparison):
        verdict = str(value.verdict)
    elif isinstance(value, Gate):
        verdict = "better" if value.passed else str(value.comparison.verdict)
    made = figures(pictures_of(value), f"{name}-")
    titles = _capital(kind), _capital(laid.title or kind)
    return Section(name, *titles, verdict, sentences, made, parts, _scores(value), _failures(value))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _findings(values: Sequence[Noun | Page]) -> list[Finding] | None:
    """All findings, each once; None when no noun looks for any."""
    looked = [v for v in values if hasattr(v, "findings")]
    shown: list[Finding] = [f for v in looked for f in v.findings]
    for value in values:
        laid = page_of(value)
        shown += [f for part in (laid.parts if laid else ()) if isinstance(part, Findings) for f in part.all]
    if not looked and not shown:
        return None
    rank = {"serious": 0, "warning": 1, "note": 2}
    unique = {(f.code, f.title, f.evidence): f for f in shown}
    return sorted(unique.values(), key=lambda f: rank[f.severity])


def _scores(noun: Noun | Page) -> dict[str, Any] | None:
    """The scores as cells: the text, whether it is the best of its row or shares that place, and the verdict there."""
    result = noun if isinstance(noun, Standings) else None
    table = noun if result is None else result.table
    if not isinstance(table, ScoreTable):
        return None
    duels = {} if result is None else {(d.dataset, d.a): str(d.verdict) for d in result.per_dataset}
    missing = {(d, name): why for d, name, why in table.missing}
    rows = []
    counts = dict.fromkeys(table.learners, 0.0)
    for (dataset, row), values in zip(score_rows(table), table.values.tolist(), strict=True):
        ties = sum(best for _, _, best in row)
        cells = []
        for (name, text, best), value in zip(row, values, strict=True):
            mark = "gap" if math.isnan(value) else "" if not best else "best" if ties == 1 else "tie"
            why = _format.label(missing.get((dataset, name), ""), 60) if mark == "gap" else ""
            cells.append((text, mark, duels.get((dataset, name), ""), why))
            counts[name] += 1 / ties if best else 0
        rows.append((_format.label(dataset, 40), cells))
    reference = result.per_dataset[0].b if result is not None and result.per_dataset else ""
    return {
        "learners": [_format.label(name, 24) for name in table.learners],
        "rows": rows,
        "foot": [f"{counts[name]:.3g}" for name in table.learners],
        "reference": _format.label(reference, 30) if reference else "",
        "better": table.better,
        "metric": metric_words(table.metric),
    }


def _failures(study: Noun | Page, most: int = 100) -> dict[str, Any] | None:
    """The runs of a study that failed or are not done: dataset, learner, split and why."""
    if not isinstance(study, StudyResults):
        return None
    same: dict[tuple[str, str, str], list[int]] = {}
    for dataset, learner, i, why in study.failures:
        same.setdefault((dataset, learner, why), []).append(i)
    failed = [(d, a, _splits(places), _format.label(why, 200)) for (d, a, why), places in same.items()]
    missing = [(d, a, "", f"{_format.plural(n, 'run')} not done yet") for d, a, n in study.missing]
    rows = [(_format.label(d, 40), _format.label(a, 40), *told) for d, a, *told in failed[:most] + missing[:most]]
    return {"rows": rows, "more": max(0, len(same) - most)} if rows else None


def _splits(places: list[int]) -> str:
    """Which splits, in few words."""
    if len(places) <= 6:
        return ", ".join("all cases" if i < 0 else str(i) for i in places)
    return _format.plural(len(places), "split")
