"""R026 and R040 to R045: what to know before believing a ranking of learners over datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt

import numpy as np

from referee import _check, _format
from referee.checks import room_to_differ as room_to_differ  # its check belongs to standings
from referee.checks.comparing import around_zero, false_alarm, sharper_than_intervals
from referee.checks.registry import Remark, Remarks, check, findings_on, grave_first
from referee.core import Finding, ScoreTable, Standings

FEW = 10
MOST = 200


@dataclass(frozen=True, eq=False)
class Ranked:
    """What checks of standings look at: the standings, how their datasets were picked, and rules that learn nothing."""

    standings: Standings
    picked_by: str | None = None
    picked_scores: Mapping[str, float] | None = None
    baselines: tuple[str, ...] = ()

    @property
    def table(self) -> ScoreTable:
        """The scores."""
        return self.standings.table

    @property
    def full_table(self) -> ScoreTable:
        """The scores, with those of the rules that learn nothing where a study added them."""
        table, added = self.standings.table, self.standings.baselines
        if added is None:
            return table
        added = added.only([name for name in self.baselines if name in added.learners])
        values = np.concatenate([table.values, added.values], axis=1)
        return replace(table, learners=(*table.learners, *added.learners), values=values)

    @property
    def unranked(self) -> Sequence[tuple[str, str]]:
        """The learners without any score, each with the reason."""
        return self.standings.unranked


def ranking_findings(ranked: Ranked) -> list[Finding]:
    """All findings on standings, the grave ones first."""
    found, standings = findings_on(ranked, "standings"), ranked.standings
    if standings.test in ("wilcoxon-holm", "random-effects"):
        apart = [m for m in standings.matches if standings.pairwise.distinguished(m.a, m.b)]
        found += sharper_than_intervals(around_zero(apart), "holm")
    return grave_first(found)


@check("R042", "Too few datasets for the claim", about="standings")
def few_datasets(standings: Standings) -> Remarks:
    """Say so when no scores could distinguish any pair, or when the datasets are few for any test.

    With n datasets the least two-sided p of Wilcoxon's test is 2 / 2^n, times the number of pairs when adjusted; tests
    of ranks need an average gap that k learners can have. Fewer than 10 datasets are few for any of them.

    >>> from referee import rank
    >>> svm, tree = ({name: score for score, name in enumerate("abcd", start)} for start in (1, 0))
    >>> few_datasets(rank({"svm": svm, "tree": tree}, rng=0))[0].evidence
    'the least p that 4 datasets can give is 0.125'
    """
    n = min(match.n for match in standings.matches)
    sets = _format.plural(n, "dataset")
    evidence, advice = _out_of_reach(standings, n, sets)
    if evidence:
        yield Remark(evidence, advice, f"{sets} are too few to distinguish any pair", "serious")
    elif n < FEW:
        evidence, fewer = f"only a large and steady difference shows on {n}", ""
        if standings.test == "random-effects":
            evidence += f"; Wilcoxon's tests could reach no level, so the splits of {sets} are judged together"
            fewer = f" For more power on these, {_fewer(standings, n)}."
        advice = f"Add datasets before speaking of learners in general.{fewer}"
        yield Remark(evidence, advice, f"{sets} are few", "note")


def _out_of_reach(standings: Standings, n: int, sets: str) -> tuple[str, str]:
    """Why no scores could distinguish a pair, and what would help; nothing where some could."""
    alpha, k, tests = 1 - standings.level, len(standings.order), len(standings.matches)
    reach = standings.critical_difference
    if reach is not None and reach > k - 1:
        size = f"{_format.number(reach)} is more than the ranks of {k} learners can differ"
        return f"the critical difference {size}", f"Add datasets, or {_fewer(standings, n)}."
    if standings.test.startswith("wilcoxon"):
        tests = 1 if standings.test == "wilcoxon" else tests
        least = min(1.0, tests * 2.0 ** (1 - n))
        if least >= alpha:
            enough = next(m for m in range(2, MOST) if tests * 2.0 ** (1 - m) < alpha)
            pairs = f", adjusted for {tests} pairs" if tests > 1 else ""
            other = f", or {_fewer(standings, n)}" if tests > 1 else ""
            evidence = f"the least p that {sets} can give is {_format.number(least)}{pairs}"
            return evidence, f"Use at least {enough} datasets: with fewer every outcome is undecided{other}."
    elif standings.test in ("holm", "shaffer", "finner", "bergmann"):
        z = (k - 1) / sqrt(k * (k + 1) / (6 * standings.pairwise.n))
        least = min(1.0, tests * erfc(z / sqrt(2)))
        if least >= alpha:
            evidence = f"the least adjusted p that average ranks can give is {_format.number(least)}"
            return evidence, f"Add datasets, or {_fewer(standings, n)}."
    return "", ""


def _fewer(standings: Standings, n: int) -> str:
    """How to ask fewer questions of the same datasets, and how few these can answer."""
    most = next((m for m in range(MOST, 0, -1) if m * 2.0 ** (1 - n) < 1 - standings.level), 0)
    ways = "name fewer learners (--learners, `learners`)"
    if standings.baseline is None:
        ways = f"compare each with one of them only (--baseline, `baseline`) or {ways}"
    able = f"Wilcoxon's test can answer {_format.plural(most, 'pair')} on {n} datasets" if most else ""
    return f"{ways}: {able}" if able else ways


@check("R044", "Scores are missing", about="standings")
def missing_cells(table: ScoreTable, unranked: Sequence[tuple[str, str]] = ()) -> Remarks:
    """Name the cells without a score, why, and which datasets ranks do without; and learners without any score.

    >>> gaps = ScoreTable("accuracy", "higher", ("a", "b"), ("x", "y"), [[0.9, None], [0.8, 0.7]])
    >>> missing_cells(gaps)[0].evidence
    "'y' on 'a': no score"
    """
    if unranked:
        shown = "; ".join(f"{_format.quote(name)}: {_format.label(why, 90)}" for name, why in unranked[:4])
        title = f"{_format.plural(len(unranked), 'learner')} without any score {_are(len(unranked))} not ranked"
        advice = "A learner that cannot be scored is not shown to be bad."
        yield Remark(shown, advice, title)
    if not table.missing:
        return
    first = [
        f"{_format.quote(name)} on {_format.quote(d)}: {_format.label(why, 90)}"
        for d, name, why in table.missing[:4]
    ]
    count = len(table.missing)
    more = f" and {count - 4} more" if count > 4 else ""
    datasets = list(dict.fromkeys(d for d, _, _ in table.missing))
    without = f"{_format.plural(len(datasets), 'dataset')} ({_format.listing(datasets, 4)})"
    advice = f"Average ranks and Friedman's test leave out {without}; pairs use the datasets that have both."
    advice += " A learner that fails where it would do badly looks better than it is."
    title = f"{_format.plural(count, 'score')} of {table.values.size} {_are(count)} missing"
    yield Remark("; ".join(first) + more, advice, title)


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


@check(
    "R041",
    "Datasets were picked by the score of a learner",
    about="standings",
    errs="It believes what it is told.",
)
def regression_to_mean(
    table: ScoreTable, picked_by: str | None = None, picked_scores: Mapping[str, float] | None = None
) -> Remarks:
    """Say what picking datasets by a learner's score does to a comparison with it.

    A score by which a dataset was picked is partly luck, and luck does not repeat: where the old method did badly it
    does better the second time, and where it did well, worse. With the scores of the first time the move is shown, and
    when they are the ones in the table the comparison is not fair.

    >>> table = ScoreTable("accuracy", "higher", ("a", "b"), ("old", "new"), [[0.7, 0.8], [0.6, 0.7]])
    >>> regression_to_mean(table, "old", {"a": 0.6, "b": 0.5})[0].evidence
    'old scored 0.550 on average when the datasets were picked and 0.650 now, on 2 of 2 datasets'
    """
    if picked_by is None:
        if picked_scores is not None:
            _check.fail("picked_by", "name the learner that `picked_scores` belong to", "None")
        return
    name = _format.label(picked_by, 30)
    if picked_by not in table.learners:
        hint = f"They are {_format.listing(table.learners, 20)}."
        _check.fail("picked_by", "be one of the learners", _format.quote(picked_by), hint)
    title = f"The datasets were picked by the score of {name}"
    advice = f"Run {name} again on fresh splits for the comparison, or pick datasets by something else."
    if picked_scores is None:
        yield Remark("part of a score that something was picked for is luck, and does not repeat", advice, title)
        return
    now = dict(zip(table.datasets, table.values[:, table.learners.index(picked_by)].tolist(), strict=True))
    first = {str(d): _check.number("picked_scores", score) for d, score in picked_scores.items()}
    both = [d for d in table.datasets if d in first and np.isfinite(now[d])]
    if not both:
        _check.fail("picked_scores", "have the names of datasets of the table", _format.listing(first, 5))
    before, after = (np.array([scores[d] for d in both]) for scores in (first, now))
    if np.allclose(before, after, rtol=0, atol=1e-12):
        evidence = f"the scores of {name} in this table are those that the datasets were picked by"
        yield Remark(evidence, advice, title, "serious")
        return
    then = f"{_format.number(float(before.mean()))} on average when the datasets were picked"
    where = f"on {len(both)} of {_format.plural(len(table.datasets), 'dataset')}"
    evidence = f"{name} scored {then} and {_format.number(float(after.mean()))} now, {where}"
    advice = "The scores of the first time must not be compared with: they have that luck in them."
    yield Remark(evidence, advice, title)


@check(
    "R045",
    "The p-values are not adjusted for their number",
    about="standings",
    severity="serious",
    advice="Use test='wilcoxon-holm'. The verdicts rest on simultaneous intervals all the same.",
)
def unadjusted_pairs(standings: Standings) -> Remarks:
    """Say how likely a false alarm is when p-values of several pairs are read as they are.

    >>> from referee import rank
    >>> scores = {name: {"a": 0.9 - i / 10, "b": 0.8 - i / 10} for i, name in enumerate("xyz")}
    >>> unadjusted_pairs(rank(scores, test="wilcoxon"))[0].evidence
    '3 independent comparisons of equal learners would give a false alarm with a chance of 14%'
    """
    m = len(standings.matches)
    if not standings.pairwise.adjusted and m > 1:
        yield Remark(false_alarm(m, "learners", standings.level))


@check(
    "R043",
    "The winner is not distinguished from the next",
    about="standings",
    severity="note",
    advice="Do not call it best: on other datasets another may come first. Not distinguished is not equal.",
)
def close_winner(standings: Standings) -> Remarks:
    """Name the learners that the test does not distinguish from the one with the best average rank.

    >>> from referee import rank
    >>> scores = {"svm": {"a": 0.9, "b": 0.8}, "tree": {"a": 0.8, "b": 0.9}, "bayes": {"a": 0.7, "b": 0.6}}
    >>> close_winner(rank(scores))[0].evidence
    'average ranks svm 1.50; tree 1.50, bayes 3.00; the first of them has p = 1.000'
    """
    order, ranks, pairs = standings.order, standings.average_ranks, standings.pairwise
    first = order[0]
    others = [name for name in order if name != first]
    if standings.baseline in others:
        others = [standings.baseline]
    alike = [name for name in others if not pairs.distinguished(first, name)]
    if not alike or (standings.baseline is None and order[1] not in alike):
        return
    gap, *gaps = (f"{_format.label(name, 80)} {_format.number(ranks[name], 2)}" for name in (first, *alike[:4]))
    names = ", ".join(gaps)
    more = f" and {len(alike) - 4} more" if len(alike) > 4 else ""
    nearest = _format.p_equals(pairs.p(first, alike[0]))
    yield Remark(f"average ranks {gap}; {names}{more}; the first of them has {nearest}")
