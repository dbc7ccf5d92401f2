"""Learners over many datasets: their scores, their ranks, and what is not distinguished."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee import _check, _format
from referee.core import Match, ScoreTable, Standings, TestResult, Verdict
from referee.views.numbers import metric_words, name_words, size_words
from referee.views.page import Findings, Laid, Page, Strong, Table, Text, below, caveats, lay_out, more, page_of
from referee.views.pages.comparison import decision_words, pair_words, signed_row, within
from referee.views.pages.estimate import critical_words, p_text, ranks_picture
from referee.views.picture import BACK, Dot, Dots, Picture, dot, drawable, pictures_of

MOST_DATASETS = 40
MOST_LEARNERS = 12
MOST_PAIRS = 30
_MARKS = {Verdict.BETTER: "+", Verdict.WORSE: "−", Verdict.EQUIVALENT: "=", Verdict.UNDECIDED: ""}


@page_of.register
def score_table_page(table: ScoreTable) -> Page:
    """One row per dataset, one column per learner, the best of each row marked."""
    title = f"{metric_words(table.metric)}: {size_words(table.learners, table.datasets)}, {table.better} is better"
    return lay_out(title, below(_scores(table), _notes(table)))


@page_of.register
def match_page(match: Match) -> Page:
    """Two learners: the difference, the test and what it rests on."""
    cells = signed_row(match.difference, "difference")
    adjusted = "" if match.adjusted_p is None else f", adjusted {_format.p_equals(match.adjusted_p)}"
    p = f"{match.test.name}: {_format.p_equals(match.test.p_value)}{adjusted}"
    reason = f": {match.decision.reason}" if match.decision.reason else ""
    a, b = _format.label(match.a), _format.label(match.b)
    return lay_out(
        f"{a} against {b} on {_format.plural(match.n, 'dataset')}: {match.verdict}{reason}",
        f"{match.difference.title} of the differences {cells[1]} {cells[2]}; {p}",
        f"{_count(match)}; Cliff's delta {_format.number(match.delta.value)}",
        f"without a score of both: {_format.listing(match.left_out)}" if match.left_out else "",
        caveats(match.test.warnings),
    )


@page_of.register
def standings_page(result: Standings) -> Page:
    """The sentence first, then ranks, tests, pairs, scores and what to know."""
    table = result.table
    size = size_words(result.order, table.datasets)
    return lay_out(
        f"{size} by {metric_words(table.metric)}, {table.better} is better",
        [below(result.sentence), below(_ranks(result)), below(_tests(result)), below(_pairs(result))],
        below(_over_rule(result)),
        below(_scores(table, result), _notes(table)),
        below(Findings(result.findings)),
        below(f"seed {result.seed}" if len(result.order) == 2 else ""),
    )


def _ranks(result: Standings) -> list[Laid]:
    """The learners by average rank, with a letter for each group that is not distinguished."""
    letters = _letters(result)
    ranks = result.average_ranks
    head = "not distinguished from the baseline" if result.baseline else "not distinguished: share a letter"
    rows = [["learner", "average rank", head]]
    rows += [[name_words(name), _format.number(ranks[name], 3), letters[name]] for name in result.order]
    words = f"Ranks rest on {len(result.ranked_on)} of {_format.plural(len(result.table.datasets), 'dataset')}; "
    dropped = f"{words}left out, for want of a score: {_format.listing(result.dropped)}." if result.dropped else ""
    return [Table(rows, "<><"), dropped]


def _letters(result: Standings) -> dict[str, str]:
    groups = result.groups
    if result.baseline is not None:
        (group,) = groups or ((),)
        words = {name: "not distinguished" if name in group else "" for name in result.order}
        return {**words, result.baseline: "baseline"}
    letters = [f"{chr(96 + i // 26) if i >= 26 else ''}{chr(97 + i % 26)}" for i in range(len(groups))]
    mine = {name: [a for a, group in zip(letters, groups, strict=True) if name in group] for name in result.order}
    return {name: " ".join(found) or "–" for name, found in mine.items()}


def _tests(result: Standings) -> list[Laid]:
    two = len(result.order) == 2
    tests: list[Laid] = [
        [f"{test.name}: {_numbers(test)}; null: {test.null}.{errs}", *caveats(test.warnings, deep=True)]
        for test in (result.overall, *result.beside)
        for errs in ("" if two else f" {test.errs}",)
    ]
    if two:
        return tests
    pairs, reach = result.pairwise, critical_words(result.pairwise)
    said = f"Pairs: {pairs.name}; null: {pairs.null}. {pairs.errs}"
    return [*tests, said, Text(reach, deep=True) if reach else None]


def _numbers(test: TestResult) -> str:
    """What a textbook prints of a test."""
    details, p = test.details, p_text(test)
    if test.inapplicable:
        return p
    if "p_a_better" in details:
        better, rope, worse = (_format.number(details[key]) for key in ("p_a_better", "p_rope", "p_b_better"))
        return f"probability that the first is better {better}, worse {worse}, within {details['rope']:g} {rope}"
    if "chi2" in details:
        f = _format.number(test.statistic if test.statistic is not None else math.nan, 2)
        found = f"F({details['df1']:g}, {details['df2']:g}) = {f}, chi-square {_format.number(details['chi2'], 2)}, {p}"
        if "p_f" in details:
            found += f", by F {_format.p_equals(details['p_f'])}"
        plain = details.get("chi2_uncorrected", details["chi2"])
        if abs(plain - details["chi2"]) > 1e-9:
            without = _format.number(details["f_uncorrected"], 2)
            found += f" (without the correction for ties F = {without}, chi-square {_format.number(plain, 2)})"
        return found
    if "df" in details and test.statistic is not None:
        return f"{test.statistic_name} = {_format.number(test.statistic, 2)}, df {details['df']:g}, {p}"
    if "r_plus" in details:
        return f"R+ = {details['r_plus']:g}, R- = {details['r_minus']:g}, {p}"
    return p


def _pairs(result: Standings) -> list[Laid]:
    """One row per pair; those of the leader first."""
    many, order = len(result.matches) > 1, result.order
    own = result.test.startswith(("wilcoxon", "random"))
    ps = ["p" if own else "Wilcoxon p", *(["adjusted p" if own else f"{result.test} p"] if many else [])]
    shown = sorted(result.matches, key=lambda m: sorted((order.index(m.a), order.index(m.b))))
    words = f"Advantage: {_centre(shown)} of the differences over datasets"
    ends = [m.difference.interval for m in shown if m.difference.interval is not None]
    near = any(0 not in (low, high) and 0 < min(abs(low), abs(high)) < 1e-9 for low, high in ends)
    zeros = many and any(match.test.details.get("zeros") for match in shown)
    gaps = [m for m in shown if m.left_out]
    return [
        _match_table(result, ["pair", "advantage of the first"], ps, shown),
        more(len(shown), MOST_PAIRS, ".matches", "pairs"),
        f"{words}; p of the {shown[0].test.name}." if own else f"{words}.",
        "An end of an interval shown as 0.000 lies just on the side of the verdict." if near else "",
        "Differences of 0 share their ranks between the signs." if zeros else "",
        [
            f"{pair_words(m, '-')} rests on {m.n} datasets, without {_format.listing(m.left_out, 4)}."
            for m in gaps[:5]
        ],
        more(len(gaps), 5, ".matches", "pairs with datasets left out"),
    ]


def _match_table(result: Standings, head: list[str], ps: list[str], matches: Sequence[Match]) -> Table:
    """The first pairs, one row each; with two names of p-values the second is the adjusted one."""
    level = f"{'simultaneous ' if len(ps) > 1 else ''}{_format.percent(result.level)} interval"
    rows = [[*head, level, *ps, "won/tied/lost", "Cliff's delta", "verdict"]]
    for match in matches[:MOST_PAIRS]:
        adjusted = "not adjusted" if match.adjusted_p is None else _format.p_value(match.adjusted_p)
        cells = [*signed_row(match.difference, pair_words(match, "-"))[:3]]
        cells += [_format.p_value(match.test.p_value), adjusted][: len(ps)]
        cells += [f"{match.wins}/{match.ties}/{match.losses}", _format.number(match.delta.value, 2)]
        rows.append([*cells, decision_words(match.decision)])
    return Table(rows, "<>" + "<" * (len(rows[0]) - 2))


def _centre(matches: Sequence[Match]) -> str:
    """What the advantage of a pair is, as its test estimates it."""
    return matches[0].difference.title if matches else "centre"


def _over_rule(result: Standings) -> list[Laid]:
    """Each learner against the majority rule, a family of its own."""
    if not result.over_rule:
        return []
    head, first = ["against the majority rule", "advantage"], result.over_rule[0]
    words = f"{first.test.name}, adjusted by Holm for {_format.plural(len(result.over_rule), 'learner')}"
    return [
        _match_table(result, head, ["p", "adjusted p"], result.over_rule),
        more(len(result.over_rule), MOST_PAIRS, ".over_rule", "learners"),
        f"A family of its own: {words}; advantage: {first.difference.title} of the differences.",
    ]


def _scores(table: ScoreTable, result: Standings | None = None) -> list[Laid]:
    """The scores, the best of each row with a star; of single datasets the verdicts against the reference."""
    if len(table.learners) > MOST_LEARNERS:
        return [f"The scores of {len(table.learners)} learners are in .table"]
    alone = () if result is None else result.per_dataset
    marks = {(duel.dataset, duel.a): _MARKS[duel.verdict] for duel in alone}
    added = None if result is None else result.baselines
    rows = [["dataset", *(name_words(name) for name in (*table.learners, *(added.learners if added else ())))]]
    simple = [[f"{text} " for _, text, _ in row] for _, row in score_rows(added)] if added else []
    for i, (dataset, row) in enumerate(score_rows(table)[:MOST_DATASETS]):
        cells = [name_words(dataset)]
        for name, text, best in row:
            said = f"{marks.get((dataset, name), '')} {text}".strip()
            cells.append(Strong(said) if best else f"{said} ")
        rows.append(cells + (simple[i] if simple else []))
    against = ""
    if alone:
        how = f"{alone[0].test.name} at {_format.percent(alone[0].level)}"
        than = _format.label(alone[0].b, 30)
        against = f"+ better, − worse, = equivalent, than {than} on that dataset alone ({how})"
    return [
        Table(rows, "<" + ">" * (len(rows[0]) - 1), retold=True),
        more(len(table.datasets), MOST_DATASETS, ".table", "datasets"),
        "* or bold: the best of the row, or those that share the place; – no score",
        against,
        f"Baselines, in no pair and no rank: {_format.listing(added.learners)}." if added else "",
    ]


def score_rows(table: ScoreTable) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Each dataset with its scores: the learner, the number as text, and whether it is the best or shares the place."""
    places = 3 if float(abs(table.values[table.values == table.values]).max(initial=0)) < 10 else 2
    out = []
    for dataset, values in zip(table.datasets, table.values.tolist(), strict=True):
        best, cells = table.best(dataset), zip(table.learners, values, strict=True)
        out.append((dataset, [(name, _format.number(value, places), name in best) for name, value in cells]))
    return out


def _notes(table: ScoreTable) -> list[str]:
    return [f"Scores from {_format.label(table.source, 120)}." if table.source else "", *table.notes]


MOST_ROWS = 60


@pictures_of.register
def match_pictures(match: Match) -> list[Picture]:
    """The centre of the differences over datasets, with its interval."""
    made = Dots(
        title="The difference over datasets",
        axis="advantage of the first",
        rows=(dot(match.difference, pair_words(match)),),
        marks=((0.0, "no difference"),),
        caption=f"{_count(match).capitalize()} of {_format.plural(match.n, 'dataset')}.",
    )
    return drawable(made)


@pictures_of.register
def standings_pictures(result: Standings, *, pair: tuple[str, str] | None = None) -> list[Picture]:
    """The critical-difference diagram, the leader against each, and two learners dataset by dataset.

    With `pair`, or of two learners, the datasets come first.
    """
    two = len(result.order) == 2
    ranks = ranks_picture(result.pairwise, "" if two else result.sentence)
    each = drawable(_each(result))
    match = None
    if pair is not None:
        match = result[pair]
    elif len(result.order) > 1:
        a, b = result.order[:2]
        match = next((m if m.a == a else m.swap() for m in result.matches if {m.a, m.b} == {a, b}), None)
    datasets = [] if match is None else drawable(_by_dataset(result, match))
    if pair is not None and not datasets:
        _check.fail("pair", "have scores on a dataset", f"{pair[0]} and {pair[1]}")
    return [*datasets, *each, ranks] if two or pair is not None else [ranks, *each, *datasets]


def _each(result: Standings) -> Dots:
    """The leader, or the baseline, against each other learner."""
    lead = result.baseline or result.order[0]
    place = {name: i for i, name in enumerate(result.order)}
    theirs = [m if m.a == lead else m.swap() for m in result.matches if lead in (m.a, m.b)]
    shown = sorted((m for m in theirs if m.difference.defined), key=lambda m: place.get(m.b, len(place)))
    undecided = {m.b: BACK if m.verdict is Verdict.UNDECIDED else 0 for m in shown}
    level = f"{'Simultaneous ' if len(result.matches) > 1 else ''}{_format.percent(result.level)} intervals"
    return Dots(
        title=f"{name_words(lead)} against each",
        name="each",
        axis=f"advantage of {name_words(lead)} in {metric_words(result.metric)}",
        rows=tuple(dot(m.difference, f"against {name_words(m.b)}", undecided[m.b]) for m in shown[:MOST_PAIRS]),
        marks=((0.0, "no difference"),),
        inside=within(result.margin),
        caption=f"{level} of the {_centre(shown)} of the differences over datasets; grey where undecided.",
    )


def _by_dataset(result: Standings, match: Match) -> Dots:
    """The advantage of the first learner on each dataset, sorted, with the centre and its interval."""
    gaps = (result.table.column(match.a) - result.table.column(match.b)).tolist()
    found = [(gap, name) for gap, name in zip(gaps, result.table.datasets, strict=True) if not math.isnan(gap)]
    ordered = sorted(found, key=lambda pair: -pair[0])[:MOST_ROWS]
    rows = tuple(_on_dataset(result, match, gap, name) for gap, name in ordered)
    alone = any(row.bounded and row.low * row.high != 0 for row in rows)
    own = "Lines are intervals on each dataset alone." if alone else "The scores as they stand, without intervals."
    centre = match.difference
    level = "" if centre.interval is None else f" with its {_format.percent(centre.interval.level)} interval"
    told = result.sentence if len(result.order) == 2 else f"{match.a} against {match.b}: {match.verdict}."
    said = f"{_count(match).capitalize()}. Line: {centre.title}{level}."
    a, b = name_words(match.a), name_words(match.b)
    places = [centre.value] if centre.defined else []
    places += [] if match.margin is None else [-match.margin, match.margin]
    ends, inside = centre.interval, None
    if centre.defined and ends is not None and math.isfinite(ends.low) and math.isfinite(ends.high):
        inside = (ends.low, ends.high, "interval of the centre")
    return Dots(
        title=f"{a} against {b}, dataset by dataset",
        name="datasets",
        axis=f"advantage of {a} over {b} in {metric_words(result.table.metric)}",
        rows=rows,
        marks=((0.0, "no difference"), *((place, "") for place in places)),
        inside=inside,
        says=f"{told} {said}",
        caption=f"{said} {own}",
    )


def _on_dataset(result: Standings, match: Match, gap: float, name: str) -> Dot:
    """The advantage on one dataset, with its interval where the splits are known."""
    duels = [d for d in result.per_dataset if d.dataset == name and {d.a, d.b} == {match.a, match.b}]
    for duel in duels:
        m = duel.difference
        if m.defined and m.interval is not None:
            low, high = m.interval if duel.a == match.a else (-m.interval.high, -m.interval.low)
            colour = 0 if low > 0 else 1 if high < 0 else BACK
            return Dot(name_words(name), gap, low, high, f"{gap:+z.3f} {_format.span(low, high)}", colour)
    return Dot.from_zero(name_words(name), gap, f"{gap:+z.3f}", int(gap < 0) if gap else BACK)


def _count(match: Match) -> str:
    return f"won {match.wins}, tied {match.ties}, lost {match.losses}"
