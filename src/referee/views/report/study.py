"""The page of a study: who leads and whether that is shown, dataset by dataset, the table, what failed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from referee import _format
from referee.core import Noun, ScoreTable, Standings, StudyResults
from referee.views.numbers import metric_words, name_words, size_words
from referee.views.page import Page, Table, Text
from referee.views.pages import pictures_of
from referee.views.pages.standings import score_rows, standings_page, standings_pictures
from referee.views.picture import Picture, Ranks
from referee.views.report import page as report
from referee.views.report.lead import lead_of, lead_sentences
from referee.views.report.provenance import how_of

MOST_FOLDED, MOST_FAILED = 8, 100
"""Learners beyond the second that the leader is shown against, and failed runs that are listed."""


def render_study(result: Standings, study: StudyResults | None, occasion: report.Occasion) -> str:
    """One page: the standings with their diagram, the datasets, the table that people print, the tests."""
    made = list(pictures_of(result))
    ranks = next(p for p in made if isinstance(p, Ranks))
    values: list[Noun] = [result, *([] if study is None else [study])]
    size = size_words(result.order, result.table.datasets)
    name = occasion.on or ("" if study is None else study.name)
    table: list[report.Block] = [*score_cells(result)]
    table += [] if study is None else [*report.small_print(lead_sentences(study)), *failed_runs(study)]
    return report.Shown(
        kind="Study",
        title=f"{size}, by {metric_words(result.metric)}" + (f": {name_words(name)}" if name else ""),
        below=[
            f"{result.table.better} is better",
            f"{len(result.ranked_on)} of {len(result.table.datasets)} datasets have a score of every learner",
            occasion.date,
            f"{_format.percent(result.level)} level",
        ],
        lead=lead_of_standings(result),
        hero=report.figure(ranks),
        parts=[
            report.Section("pictures", "Dataset by dataset", _by_dataset(result, ranks, made), nav="Explore"),
            report.Section("table", "The table", table, nav="Table"),
            report.findings_part(result.findings),
            report.details_part(_tables(result), result.findings),
        ],
        how=how_of(values, occasion),
    ).html()


def _by_dataset(result: Standings, ranks: Picture, made: Sequence[Picture]) -> list[report.Block]:
    """The leader against the second dataset by dataset, and folded against others that were ranked with it."""
    lead, others = result.baseline or result.order[0], result.order[2 : 2 + MOST_FOLDED]
    met = {frozenset((m.a, m.b)) for m in result.matches if m.n}
    pairs = [(lead, other) for other in others if frozenset((lead, other)) in met]
    blocks: list[report.Block] = [*report.figures([p for p in made if p is not ranks])]
    if pairs:
        charts = [
            report.figure(standings_pictures(result, pair=pair)[0], f"pair{i}") for i, pair in enumerate(pairs)
        ]
        note = _format.plural(len(pairs), "more pair")
        blocks.append(
            report.Folded(f"{name_words(lead)} against others, dataset by dataset", note, [report.Figures(charts)])
        )
    return blocks


@lead_of.register
def lead_of_standings(result: Standings) -> report.Lead:
    """Who leads, and whether that is shown."""
    first = result.order[0]
    alone = not any(first in group and len(group) > 1 for group in result.groups)
    word = "told apart" if alone else "first, not yet best"
    if result.baseline is not None:
        rest = {name for group in result.groups for name in group} - {result.baseline}
        word, alone = ("some not told apart", False) if rest else ("all told apart", True)
    more = [result.sentence]
    if len(result.order) > 1:
        second = result.order[1]
        match = next((m for m in result.matches if {m.a, m.b} == {first, second}), None)
        if match is not None:
            match = match if match.a == first else match.swap()
            more.append(
                f"Against {name_words(second)} {name_words(first)} won {match.wins}, tied {match.ties} and lost "
                f"{match.losses} of {_format.plural(match.n, 'dataset')}."
            )
    changes = []
    if result.needed_datasets:
        needed = f"About {_format.count(result.needed_datasets)} like these"
        changes = [report.Caution("More datasets.", f"{needed} would be needed to tell the first two apart.")]
    sets = _format.plural(len(result.ranked_on), "dataset")
    words = f"{sets} speak for datasets like them, not for all that there are."
    distrust = [*report.cautions(result.findings), report.Caution("“Best in general”.", words)]
    return report.Lead(_short(result), word, alone, more, changes, distrust)


def _short(result: Standings) -> str:
    """Who ranks first, and from how many it is not told apart."""
    first, others = result.order[0], result.order[1:]
    sets = _format.plural(len(result.ranked_on), "dataset")
    if result.baseline is not None:
        open_ = {name for group in result.groups for name in group} - {result.baseline}
        told = f"{len(open_)} of {len(others)} are not told apart from {name_words(result.baseline)}"
        return f"{name_words(first)} ranks first on {sets}; {told}."
    near = {name for group in result.groups if first in group for name in group} - {first}
    if not near:
        return f"{name_words(first)} ranks first on {sets}, told apart from every other."
    told = next(iter(near)) if len(near) == 1 else ""
    if len(near) == len(others) > 1:
        return f"{name_words(first)} ranks first, but {sets} do not tell it apart from any other."
    who = name_words(told) if told else f"{len(near)} of the {len(others)} others"
    return f"{name_words(first)} ranks first, but {sets} do not tell it apart from {who}."


def _tables(result: Standings) -> list[report.Block]:
    """Ranks, tests and pairs, folded."""
    blocks: list[report.Block] = []
    for part in standings_page(result).parts:
        if isinstance(part, Text) and part.words.strip() and not part.retold and part.words != result.sentence:
            blocks.append(replace(part, deep=True))
        elif isinstance(part, Table) and not part.retold:
            blocks.append(replace(part, caption=f"{part.rows[0][0] or 'name'}: {part.rows[0][1]}"))
    return [report.Folded("Ranks, tests and pairs", _format.plural(len(result.matches), "pair"), blocks)]


def score_cells(noun: Noun | Page) -> list[report.Special]:
    """The scores as cells: the text, whether it is the best of its row or shares that place, and the verdict there."""
    result = noun if isinstance(noun, Standings) else None
    table = noun if result is None else result.table
    if not isinstance(table, ScoreTable):
        return []
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
            cells.append((text, mark, ", ".join(filter(None, (why, "" if verdict == "undecided" else verdict)))))
            counts[name] += 1 / ties if best else 0
        rows.append((name_words(dataset), cells + _beside(result, dataset)))
    reference = result.per_dataset[0].b if result is not None and result.per_dataset else ""
    simple = result.baselines.learners if result is not None and result.baselines is not None else ()
    shown = {
        "learners": [name_words(name) for name in (*table.learners, *simple)],
        "rows": rows,
        "foot": [*(f"{counts[name]:.3g}" for name in table.learners), *("" for _ in simple)],
        "reference": name_words(reference) if reference else "",
        "better": table.better,
        "metric": metric_words(table.metric),
        "simple": bool(simple),
    }
    return [report.Special("scores", shown)]


def _beside(result: Standings | None, dataset: str) -> list[tuple[str, str, str]]:
    """The scores of the simple learners on a dataset, which are in no pair."""
    table = None if result is None else result.baselines
    if table is None:
        return []
    rows = dict(score_rows(table))
    found = rows.get(dataset, [(name, "–", False) for name in table.learners])
    return [(text, "simple", "") for _, text, _ in found]


def failed_runs(study: Noun | Page) -> list[report.Folded]:
    """The runs of a study that failed or are not done: dataset, learner, split and why."""
    if not isinstance(study, StudyResults):
        return []
    same: dict[tuple[str, str, str], list[str]] = {}
    for dataset, learner, i, why in study.failures:
        same.setdefault((dataset, learner, why), []).append("all cases" if i < 0 else str(i))
    failed = []
    for (d, a, why), found in same.items():
        splits = ", ".join(found) if len(found) <= 6 else _format.plural(len(found), "split")
        failed.append((d, a, splits, _format.label(why, 200)))
    missing = [(d, a, "", f"{_format.plural(n, 'run')} not done yet") for d, a, n in study.missing]
    rows = [[name_words(d), name_words(a), *told] for d, a, *told in failed[:MOST_FAILED] + missing[:MOST_FAILED]]
    more = f", {len(same) - MOST_FAILED} more in the saved result" if len(same) > MOST_FAILED else ""
    table = Table([["dataset", "learner", "split", "why"], *rows], "<<><")
    name = "Runs that failed or are not done"
    return [report.folded_table(name, f"{len(rows)}{more}", table, open=True)] if rows else []
