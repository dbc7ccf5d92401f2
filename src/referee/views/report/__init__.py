"""Results as one page of HTML that a person reads: self-contained, without a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee import _format, core
from referee.core.hull import ThresholdTable
from referee.views.numbers import capital, name_words
from referee.views.page import Findings, Page, Table, Text
from referee.views.pages import page_of, pictures_of
from referee.views.pages.learner import estimators_picture
from referee.views.picture import Picture, Ranks
from referee.views.report.audit import render_audit, tally_picture
from referee.views.report.comparison import render_comparison, render_comparisons
from referee.views.report.describe_work import kind
from referee.views.report.evaluation import evaluation_hero, render_evaluation
from referee.views.report.lead import lead_of
from referee.views.report.page import Block, Figure, Occasion, Section, Shown, figure, figures, findings_part
from referee.views.report.provenance import how_of
from referee.views.report.study import failed_runs, render_study, score_cells


def render(
    value: core.Noun | Page | Sequence[core.Noun],
    *,
    table: ThresholdTable | None = None,
    occasion: Occasion | None = None,
) -> str:
    """A result as a page, or several; `table` feeds the threshold explorer, `occasion` the title and the end."""
    values: list[core.Noun | Page] = [value] if isinstance(value, core.Noun | Page) else list(value)
    occasion = occasion or Occasion()
    match values:
        case [core.Evaluation() as result]:
            return render_evaluation(result, occasion, table)
        case [core.Comparison() | core.Gate() as duel]:
            return render_comparison(duel, occasion)
        case [core.Comparisons() as family]:
            return render_comparisons(family, occasion)
        case [core.Audit() as audit]:
            return render_audit(audit, occasion)
        case [core.Standings() as standings]:
            return render_study(standings, None, occasion)
        case [core.Standings() as standings, core.StudyResults() as study]:
            return render_study(standings, study, occasion)
    return render_values(values, occasion)


def render_values(values: Sequence[core.Noun | Page], occasion: Occasion) -> str:
    """One page for one noun or for several: the first leads, the others are parts of their own."""
    study = next((value for value in values if isinstance(value, core.StudyResults)), None)
    first, *others = values
    kinds = list(dict.fromkeys(map(kind, values)))
    laid = page_of(first) or Page(repr(first))
    title = capital(laid.title or kinds[0])
    if study is not None and study is not first:  # its own page begins with its name
        title = f"{capital(name_words(study.name))}: {title}"
    elif occasion.on:
        title += f" on {name_words(occasion.on)}"
    skills = [value for value in values if isinstance(value, core.Skill)]
    several = len(skills) > 1 and len({skill.metric for skill in skills}) == 1
    pictures = [*([estimators_picture(skills)] if several else []), *pictures_of(first)]
    hero = figure(pictures[0], f"s1-{pictures[0].name or 'p0'}") if pictures else None
    parts = [_part(first, 1, pictures[1:], led=True)]
    parts += [_part(v, i, pictures_of(v)) for i, v in enumerate(others, 2)]
    findings = _findings(values)
    return Shown(
        kind=capital(kinds[0]) if len(kinds) == 1 else "Report",
        title=title,
        below=[_format.plural(len(values), "result") if others else "", occasion.date],
        lead=lead_of(first),
        hero=hero,
        parts=[*_name_apart(parts), None if findings is None else findings_part(findings)],
        how=how_of(values, occasion),
    ).html()


def hero_of(value: core.Noun | Page) -> Figure | None:
    """The picture that stands beside what a noun says."""
    if isinstance(value, core.Evaluation):
        return evaluation_hero(value)
    pictures = [tally_picture(value)] if isinstance(value, core.Audit) else list(pictures_of(value))
    ranks = [p for p in pictures if isinstance(p, Ranks)]
    return figure((ranks or pictures)[0]) if pictures else None


def _part(value: core.Noun | Page, i: int, pictures: Sequence[Picture], *, led: bool = False) -> Section:
    """A noun as a part: what it says unless that leads the page, its pictures and its tables."""
    laid = page_of(value) or Page(repr(value))
    title, lead = capital(laid.title or kind(value)), lead_of(value)
    blocks: list[Block] = [] if led else [lead]
    blocks += figures(pictures, f"s{i}-")
    blocks += [*score_cells(value), *failed_runs(value)]
    told = {lead.sentence, *lead.more, title, laid.title}
    for k, part in enumerate(p for p in laid.parts if isinstance(p, Table | Text) and not p.retold):
        if isinstance(part, Table):
            blocks.append(replace(part, caption=f"Table {k + 1} of result {i}: {title}", told=False))
        elif part.words.strip() and part.words not in told:
            blocks.append(part)
    return Section(f"s{i}", "Details" if led else title, blocks, nav=capital(kind(value)))


def _name_apart(parts: list[Section]) -> list[Section]:
    """Parts whose headings and links differ: those of the same name are numbered."""

    def number_twins(part: Section, field: str) -> str:
        name = getattr(part, field)
        same = [other.name for other in parts if getattr(other, field) == name]
        return name if len(same) == 1 else f"{name} ({1 + same.index(part.name)})"

    return [replace(part, title=number_twins(part, "title"), nav=number_twins(part, "nav")) for part in parts]


def _findings(values: Sequence[core.Noun | Page]) -> list[core.Finding] | None:
    """All findings, each once; None when no noun looks for any."""
    looked = [v for v in values if hasattr(v, "findings")]
    shown: list[core.Finding] = [f for v in looked for f in v.findings]
    for value in values:
        laid = page_of(value)
        shown += [f for part in (laid.parts if laid else ()) if isinstance(part, Findings) for f in part.all]
    if not looked and not shown:
        return None
    return list({(f.code, f.title, f.evidence): f for f in shown}.values())
