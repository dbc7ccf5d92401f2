"""Learners over many datasets: their scores, their ranks, and what is not distinguished."""

from __future__ import annotations

import math

from referee import _format
from referee.core.match import Match
from referee.core.scoretable import ScoreTable
from referee.core.standings import Standings
from referee.core.testresult import TestResult
from referee.core.verdict import Verdict
from referee.views.page import GAP, Findings, Page, Part, Strong, Table, Text
from referee.views.pages.comparison import signed_row

MOST_DATASETS = 40
MOST_LEARNERS = 12
MOST_PAIRS = 30
_MARKS = {Verdict.BETTER: "+", Verdict.WORSE: "−", Verdict.EQUIVALENT: "=", Verdict.UNDECIDED: ""}


def score_table_page(table: ScoreTable) -> Page:
    """A row a dataset, a column a learner, the best of each row marked."""
    metric = table.metric.partition(":")[0].replace("_", " ")
    size = f"{_format.plural(len(table.learners), 'learner')} on {_format.plural(len(table.datasets), 'dataset')}"
    parts: list[Part] = [GAP, *_scores(table), *_notes(table)]
    return Page(f"{metric}: {size}, {table.better} is better", parts)


def match_page(match: Match) -> Page:
    """Two learners: the difference, the test and what it rests on."""
    cells = signed_row(match.difference, "difference")
    p = _format.p_equals(match.test.p_value)
    if match.adjusted_p is not None:
        p += f", adjusted {_format.p_equals(match.adjusted_p)}"
    lines = [
        f"Hodges-Lehmann difference {cells[1]} {cells[2]}; {match.test.name}: {p}",
        f"won {match.wins}, tied {match.ties}, lost {match.losses}; Cliff's delta {_format.number(match.delta.value)}",
    ]
    if match.left_out:
        lines.append(f"without a score of both: {_format.listing(match.left_out)}")
    lines += [f"! {warning}" for warning in match.test.warnings]
    reason = f": {match.decision.reason}" if match.decision.reason else ""
    a, b = _format.label(match.a), _format.label(match.b)
    title = f"{a} against {b} on {_format.plural(match.n, 'dataset')}: {match.verdict}{reason}"
    return Page(title, [Text(line) for line in lines])


def standings_page(result: Standings) -> Page:
    """The sentence first, then ranks, tests, pairs, scores and what to know."""
    table = result.table
    metric = table.metric.partition(":")[0].replace("_", " ")
    size = f"{_format.plural(len(result.order), 'learner')} on {_format.plural(len(table.datasets), 'dataset')}"
    parts: list[Part] = [GAP, Text(result.sentence), GAP, *_ranks(result), GAP, *_tests(result), GAP]
    parts += [*_pairs(result), GAP, *_scores(table, result), *_notes(table)]
    if result.findings:
        parts += [GAP, Findings(result.findings)]
    parts += [GAP, Text(f"seed {result.seed}")] if result.beside else []
    return Page(f"{size} by {metric}, {table.better} is better", parts)


def _ranks(result: Standings) -> list[Part]:
    """The learners by average rank, with a letter for each group that is not distinguished."""
    letters = _letters(result)
    ranks = result.average_ranks
    head = "not distinguished from the control" if result.control else "not distinguished: share a letter"
    rows = [["learner", "average rank", head]]
    rows += [[_format.label(name, 40), _format.number(ranks[name], 3), letters[name]] for name in result.order]
    parts: list[Part] = [Table(rows, "<><")]
    if result.dropped:
        words = (
            f"Ranks rest on {len(result.ranked_on)} of {_format.plural(len(result.table.datasets), 'dataset')}; "
        )
        parts.append(Text(f"{words}left out, for want of a score: {_format.listing(result.dropped)}."))
    return parts


def _letters(result: Standings) -> dict[str, str]:
    groups = result.groups
    if result.control is not None:
        (group,) = groups or ((),)
        words = {name: "not distinguished" if name in group else "" for name in result.order}
        return {**words, result.control: "control"}
    out = {}
    for name in result.order:
        mine = [i for i, group in enumerate(groups) if name in group]
        out[name] = " ".join(_letter(i) for i in mine) or "–"
    return out


def _letter(i: int) -> str:
    return chr(97 + i) if i < 26 else f"{chr(97 + i // 26 - 1)}{chr(97 + i % 26)}"


def _tests(result: Standings) -> list[Part]:
    parts: list[Part] = []
    for test in (result.overall, *result.beside):
        parts.append(Text(f"{test.name}: {_numbers(test)}; null: {test.null}."))
        parts += [Text(f"! {warning}", deep=True) for warning in test.warnings]
    if len(result.order) == 2:
        return parts
    pairs = result.pairwise
    parts.append(Text(f"Pairs: {pairs.name}; null: {pairs.null}. {pairs.errs}"))
    if pairs.critical_difference is not None:
        reach = f"{_format.number(pairs.critical_difference)} of average ranks at level {1 - pairs.level:.10g}"
        parts.append(Text(f"critical difference {reach}", deep=True))
    return parts


def _numbers(test: TestResult) -> str:
    """What a textbook prints of a test."""
    if test.inapplicable:
        return f"not applicable: {test.inapplicable}"
    details = test.details
    if "p_a_better" in details:
        better, rope, worse = (_format.number(details[key]) for key in ("p_a_better", "p_rope", "p_b_better"))
        return f"probability that the first is better {better}, worse {worse}, within {details['rope']:g} {rope}"
    p = _format.p_equals(test.p_value)
    if "chi2" in details:
        f = _format.number(test.statistic if test.statistic is not None else math.nan, 2)
        found = f"F({details['df1']:g}, {details['df2']:g}) = {f}, chi-square {_format.number(details['chi2'], 2)}, {p}"
        plain = details.get("chi2_uncorrected", details["chi2"])
        if abs(plain - details["chi2"]) > 1e-9:
            without = _format.number(details["f_uncorrected"], 2)
            found += f" (without the correction for ties F = {without}, chi-square {_format.number(plain, 2)})"
        return found
    if "r_plus" in details:
        return f"R+ = {details['r_plus']:g}, R- = {details['r_minus']:g}, {p}"
    return p


def _pairs(result: Standings) -> list[Part]:
    """A row a pair; those of the leader first."""
    many = len(result.matches) > 1
    level = _format.percent(result.level)
    head = f"simultaneous {level} interval" if many else f"{level} interval"
    own = result.test.startswith("wilcoxon")
    first = "p" if own else "Wilcoxon p"
    rows = [["pair", "advantage of the first", head, first, "won/tied/lost", "Cliff's delta", "verdict"]]
    if many:
        rows[0].insert(4, "adjusted p" if own else f"{result.test} p")
    order = result.order
    shown = sorted(result.matches, key=lambda m: sorted((order.index(m.a), order.index(m.b))))
    for match in shown[:MOST_PAIRS]:
        cells = signed_row(match.difference, f"{_format.label(match.a, 24)} - {_format.label(match.b, 24)}")[:3]
        cells.append(_format.p_value(match.test.p_value))
        if many:
            cells.append("not adjusted" if match.adjusted_p is None else _format.p_value(match.adjusted_p))
        cells += [
            f"{match.wins}/{match.ties}/{match.losses}",
            _format.number(match.delta.value, 2),
            _verdict(match),
        ]
        rows.append(cells)
    parts: list[Part] = [Table(rows, "<><" + "<" * (len(rows[0]) - 3))]
    if len(shown) > MOST_PAIRS:
        parts.append(Text(f"and {len(shown) - MOST_PAIRS} more pairs: see .matches"))
    words = "Advantage: Hodges-Lehmann centre of the differences over datasets"
    parts.append(Text(f"{words}; p of Wilcoxon's signed-rank test." if own else f"{words}."))
    ends = [m.difference.interval for m in shown if m.difference.interval is not None]
    if any(0 not in (low, high) and 0 < min(abs(low), abs(high)) < 1e-9 for low, high in ends):
        parts.append(Text("An end of an interval shown as 0.000 lies just on the side of the verdict."))
    zeros = sum(match.test.details.get("zeros", 0) for match in shown)
    if many and zeros:
        parts.append(Text("Differences of 0 share their ranks between the signs."))
    gaps = [m for m in shown if m.left_out]
    for match in gaps[:5]:
        pair = f"{_format.label(match.a, 24)} - {_format.label(match.b, 24)}"
        parts.append(Text(f"{pair} rests on {match.n} datasets, without {_format.listing(match.left_out, 4)}."))
    if len(gaps) > 5:
        parts.append(Text(f"and {len(gaps) - 5} more pairs with datasets left out: see .matches"))
    return parts


def _verdict(match: Match) -> str:
    return f"{match.verdict}{', by less than the margin' if match.decision.negligible else ''}"


def _scores(table: ScoreTable, result: Standings | None = None) -> list[Part]:
    """The scores, the best of each row with a star; of single datasets the verdicts against the reference."""
    if len(table.learners) > MOST_LEARNERS:
        return [Text(f"The scores of {len(table.learners)} learners are in .table")]
    duels = {} if result is None else {(d.extras["dataset"], d.a): d for d in result.per_dataset}
    rows = [["dataset", *(_format.label(name, 20) for name in table.learners)]]
    places = 3 if float(abs(table.values[table.values == table.values]).max(initial=0)) < 10 else 2
    for dataset, row in list(zip(table.datasets, table.values.tolist(), strict=True))[:MOST_DATASETS]:
        best = table.best(dataset)
        cells = [_format.label(dataset, 30)]
        for name, value in zip(table.learners, row, strict=True):
            duel = duels.get((dataset, name))
            mark = f"{_MARKS[duel.verdict]} " if duel is not None and _MARKS[duel.verdict] else ""
            text = f"{mark}{_format.number(value, places)}"
            cells.append(Strong(text) if name in best else f"{text} ")
        rows.append(cells)
    parts: list[Part] = [Table(rows, "<" + ">" * len(table.learners))]
    if len(table.datasets) > MOST_DATASETS:
        parts.append(Text(f"and {len(table.datasets) - MOST_DATASETS} more datasets: see .table"))
    parts.append(Text("* or bold: the best of the row, or those that share the place; – no score"))
    if duels and result is not None:
        reference = result.per_dataset[0].b
        how = f"{result.per_dataset[0].test.name} at {_format.percent(result.per_dataset[0].level)}"
        words = (
            f"+ better, − worse, = equivalent, than {_format.label(reference, 30)} on that dataset alone ({how})"
        )
        parts.append(Text(words))
    return parts


def _notes(table: ScoreTable) -> list[Part]:
    source = [Text(f"Scores from {_format.label(table.source, 120)}.")] if table.source else []
    return [*source, *(Text(note) for note in table.notes)]
