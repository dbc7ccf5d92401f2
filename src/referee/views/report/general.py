"""The page of any noun, or of several together: what each says, its pictures and tables, and how it was done."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee import _format
from referee.core import (
    Comparison,
    Comparisons,
    Evaluation,
    Finding,
    Gate,
    Noun,
    ScoreTable,
    Skill,
    Standings,
    StudyResults,
)
from referee.views.numbers import metric_words, name_words
from referee.views.page import Findings, Page, Table, Text
from referee.views.pages import page_of, pictures_of
from referee.views.pages.learner import estimators_picture
from referee.views.pages.standings import score_rows
from referee.views.picture import Picture
from referee.views.report import provenance
from referee.views.report.comparison import lead_of_comparison, lead_of_family, lead_of_gate
from referee.views.report.evaluation_lead import lead_of_evaluation
from referee.views.report.page import Occasion, Shown, page
from referee.views.report.parts import (
    Answer,
    Block,
    Folded,
    Lead,
    Part,
    Special,
    Tables,
    Words,
    figure,
    figures,
    findings_part,
)
from referee.views.report.said import lead_sentences


def render_values(values: Sequence[Noun | Page], occasion: Occasion) -> str:
    """One page for one noun or for several: the first leads, the others are parts of their own."""
    study = next((value for value in values if isinstance(value, StudyResults)), None)
    first, *others = values
    kinds = list(dict.fromkeys(map(provenance.kind, values)))
    laid = page_of(first) or Page(repr(first))
    title = _capital(laid.title or kinds[0])
    if study is not None:
        title = f"{_capital(name_words(study.name))}: {title}"
    elif occasion.on:
        title += f" on {name_words(occasion.on)}"
    pictures = [*_together(values), *pictures_of(first)]
    hero = figure(pictures[0], f"s1-{pictures[0].name or 'p0'}") if pictures else None
    parts = [
        _part(first, 1, pictures[1:], led=True),
        *(_part(v, i, pictures_of(v)) for i, v in enumerate(others, 2)),
    ]
    findings = _findings(values)
    return page(
        Shown(
            kind=_capital(kinds[0]) if len(kinds) == 1 else "Report",
            title=title,
            below=[_format.plural(len(values), "result") if others else "", occasion.date],
            lead=lead_of(first),
            hero=hero,
            parts=[*_name_apart(parts), None if findings is None else findings_part(findings)],
            methods=provenance.methods_of(values),
            facts=provenance.facts(values),
            paragraph=provenance.general_paragraph(values),
            command=occasion.command or provenance.call_of(values),
        )
    )


def _together(values: Sequence[Noun | Page]) -> list[Picture]:
    """Several estimates of one metric side by side."""
    skills = [value for value in values if isinstance(value, Skill)]
    return [estimators_picture(skills)] if len(skills) > 1 and len({s.metric for s in skills}) == 1 else []


def lead_of(value: Noun | Page) -> Lead:
    """What a noun says: its sentences, or its title."""
    if isinstance(value, Evaluation):
        return lead_of_evaluation(value)
    if isinstance(value, Comparison):
        return lead_of_comparison(value)
    if isinstance(value, Gate):
        return lead_of_gate(value)
    if isinstance(value, Comparisons):
        return lead_of_family(value)
    laid = page_of(value)
    sentence, *more = lead_sentences(value) or [laid.title if laid and laid.title else repr(value)]
    return Lead(sentence, more=more)


def _part(value: Noun | Page, i: int, pictures: Sequence[Picture], *, led: bool = False) -> Part:
    """A noun as a part: what it says unless that leads the page, its pictures and its tables."""
    laid = page_of(value) or Page(repr(value))
    title, lead = _capital(laid.title or provenance.kind(value)), lead_of(value)
    blocks: list[Block] = [] if led else [Answer(lead)]
    blocks += figures(pictures, f"s{i}-")
    scores, failures = _scores(value), _failures(value)
    blocks += [Special("scores", scores)] if scores else []
    blocks += [failures] if failures else []
    told = {lead.sentence, *lead.more, title, laid.title}
    for k, part in enumerate(p for p in laid.parts if isinstance(p, Table | Text) and not p.retold):
        if isinstance(part, Table):
            blocks.append(Tables(f"Table {k + 1} of result {i}: {title}", part, True))
        elif part.words.strip() and part.words not in told:
            blocks.append(Words([part.words.strip()], part.deep))
    return Part(f"s{i}", "Details" if led else title, blocks, nav=_capital(provenance.kind(value)))


def _name_apart(parts: list[Part]) -> list[Part]:
    """Parts whose headings and links differ: those of the same name are numbered."""

    def numbered(part: Part, field: str) -> str:
        name = getattr(part, field)
        same = [other.name for other in parts if getattr(other, field) == name]
        return name if len(same) == 1 else f"{name} ({1 + same.index(part.name)})"

    return [replace(part, title=numbered(part, "title"), nav=numbered(part, "nav")) for part in parts]


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
    return list({(f.code, f.title, f.evidence): f for f in shown}.values())


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
            verdict = duels.get((dataset, name), "")
            said = mark if mark in ("best", "tie") else why
            cells.append((text, mark, ", ".join(filter(None, (said, "" if verdict == "undecided" else verdict)))))
            counts[name] += 1 / ties if best else 0
        rows.append((name_words(dataset), cells))
    reference = result.per_dataset[0].b if result is not None and result.per_dataset else ""
    return {
        "learners": [name_words(name) for name in table.learners],
        "rows": rows,
        "foot": [f"{counts[name]:.3g}" for name in table.learners],
        "reference": name_words(reference) if reference else "",
        "better": table.better,
        "metric": metric_words(table.metric),
    }


def _failures(study: Noun | Page, most: int = 100) -> Folded | None:
    """The runs of a study that failed or are not done: dataset, learner, split and why."""
    if not isinstance(study, StudyResults):
        return None
    same: dict[tuple[str, str, str], list[int]] = {}
    for dataset, learner, i, why in study.failures:
        same.setdefault((dataset, learner, why), []).append(i)
    failed = [(d, a, _splits(places), _format.label(why, 200)) for (d, a, why), places in same.items()]
    missing = [(d, a, "", f"{_format.plural(n, 'run')} not done yet") for d, a, n in study.missing]
    rows = [[name_words(d), name_words(a), *told] for d, a, *told in failed[:most] + missing[:most]]
    if not rows:
        return None
    more = f", {len(same) - most} more in the saved result" if len(same) > most else ""
    table = Table([["dataset", "learner", "split", "why"], *rows], "<<><")
    name = "Runs that failed or are not done"
    return Folded(name, f"{len(rows)}{more}", [Tables(name, table, True)], open=True)


def _splits(places: list[int]) -> str:
    """Which splits, in few words."""
    if len(places) <= 6:
        return ", ".join("all cases" if i < 0 else str(i) for i in places)
    return _format.plural(len(places), "split")
