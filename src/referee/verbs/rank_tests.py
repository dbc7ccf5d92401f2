"""The tests of learners over many datasets: pairs by Wilcoxon or by average ranks, adjusted or not."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Decision, Match, Pairwise, ScoreTable, Splits, StudyResults, TestResult
from referee.core.types import Bools, Floats
from referee.core.verdict import decide
from referee.inference.adjust import Adjust, adjust
from referee.inference.bayes import bayes_sign, bayes_signed_rank
from referee.inference.binomial import sign
from referee.inference.bootstrap_tests import bootstrap_paired
from referee.inference.effect_sizes import effect_sizes
from referee.inference.friedman import rank_learners
from referee.inference.mann_whitney import cliffs_delta
from referee.inference.measured_size import measured_size
from referee.inference.nemenyi import nemenyi, rank_z
from referee.inference.paired_randomization import paired_randomization
from referee.inference.random_effects import dataset_weights, random_effects
from referee.inference.t_paired import corrected_t, t_paired
from referee.inference.wilcoxon import wilcoxon
from referee.learners.per_split import per_split
from referee.metrics.registry import directed_metric
from referee.verbs.learner_tests import size_name

MeanTest = Callable[[str, str, float], TestResult]
"""The test of the mean over datasets, of two learners at a level."""

LEAST = 5
"""Datasets below which a mean over datasets is not judged."""


@dataclass(frozen=True)
class PostHoc:
    """A test of pairs by name: what it ranks, how it adjusts, and whether it is for all pairs or against a baseline.

    One that `needs_splits` reads the scores of every split, which a study has and a bare table has not.
    """

    title: str
    by_ranks: bool
    adjust: Adjust | None
    how: str = ""
    pairs: bool = True
    baseline: bool = True
    needs_splits: bool = False

    @property
    def words(self) -> str:
        """The test and how it adjusts."""
        return f"{self.title}, {self.how}" if self.how else self.title


TESTS: dict[str, PostHoc] = {
    "wilcoxon-holm": PostHoc("Wilcoxon signed-rank tests", False, "holm", "adjusted by Holm"),
    "wilcoxon": PostHoc("Wilcoxon signed-rank tests", False, None, "not adjusted"),
    "random-effects": PostHoc(
        "random effects over datasets", False, "holm", "adjusted by Holm", needs_splits=True
    ),
    "nemenyi": PostHoc("Nemenyi test", True, None, baseline=False),
    "shaffer": PostHoc("z tests of average ranks", True, "shaffer", "adjusted by Shaffer", baseline=False),
    "bergmann": PostHoc(
        "z tests of average ranks", True, "bergmann", "adjusted by Bergmann and Hommel", baseline=False
    ),
    "holm": PostHoc("z tests of average ranks", True, "holm", "adjusted by Holm"),
    "finner": PostHoc("z tests of average ranks", True, "finner", "adjusted by Finner"),
    "bonferroni-dunn": PostHoc("Bonferroni-Dunn test", True, "bonferroni", pairs=False),
}
"""Every test of pairs by name; Wilcoxon's look at the two learners alone, the others at ranks among all."""

SLOW = range(25, 41)
DRAWN = 9_999
"""So many patterns of signs are drawn for numbers of datasets where all of them take seconds."""


def least_p(datasets: int, pairs: int) -> float:
    """The least p that Wilcoxon's test of a pair can have, adjusted for the number of pairs.

    >>> least_p(9, 15)
    0.05859375
    """
    return min(1.0, pairs * 2.0 ** (1 - datasets))


def choose_test(
    test: str,
    learners: int,
    baseline: str | None,
    *,
    least: float = 0.0,
    level: float = 0.95,
    splits: bool = False,
) -> str:
    """The name of the test that is run, when it is for what is asked.

    Fixed by the numbers of datasets and pairs, before any p is seen: Wilcoxon's tests where their `least` p is below
    1 - level, else random effects over datasets where the scores of the splits are known.

    >>> choose_test("auto", 4, None), choose_test("auto", 6, None, least=0.06, splits=True)
    ('wilcoxon-holm', 'random-effects')
    """
    _check.choice("test", test, ("auto", *TESTS))
    if test == "random-effects" and not splits:
        hint = f"A study has them; at least {LEAST} datasets, and splits whose corrected t test holds its level."
        _check.fail("test", "be one for scores without their splits", "'random-effects'", hint)
    if test == "auto" and splits and least >= 1 - level:
        return "random-effects"
    if learners == 2 and test != "random-effects":
        if test not in ("auto", "wilcoxon", "wilcoxon-holm"):
            rule = "be 'auto', 'wilcoxon' or 'random-effects' for two learners"
            _check.fail("test", rule, _check.show_value(test))
        return "wilcoxon"
    if test == "auto":
        return "wilcoxon-holm"
    if baseline is None and not TESTS[test].pairs:
        _check.fail("baseline", f"be named for {test!r}", "None")
    if baseline is not None and not TESTS[test].baseline:
        others = ", ".join(repr(name) for name, kind in TESTS.items() if kind.baseline)
        _check.fail("test", "be one for a baseline", _check.show_value(test), f"They are {others}.")
    return test


def pairwise_of(
    table: ScoreTable, name: str, matches: list[Match], baseline: str | None, level: float
) -> Pairwise:
    """The test of average ranks on the datasets with a score of every learner, or the tests of each pair alone.

    The latter are adjusted for their number, beside the average ranks.
    """
    options: dict[str, Any] = {"learners": table.learners, "missing": "drop", "level": level}
    how = TESTS[name].adjust
    if name == "nemenyi":
        return nemenyi(table.oriented, **options)
    if TESTS[name].by_ranks:
        return rank_z(table.oriented, baseline=baseline, adjust=how, **options)
    found = rank_learners(table.oriented, learners=table.learners, missing="drop", least_learners=2)
    p = np.full((len(table.learners),) * 2, np.nan)
    np.fill_diagonal(p, 1.0)
    raw = [1.0 if math.isnan(m.test.p_value) else m.test.p_value for m in matches]
    final = raw if how is None or len(raw) == 1 else adjust(raw, adjust=how).adjusted
    for match, value in zip(matches, final, strict=True):
        i, j = (table.learners.index(name) for name in (match.a, match.b))
        p[i, j] = p[j, i] = value
    many = len(matches) > 1
    return Pairwise(
        TESTS[name].title + (f" ({how.title() if how else 'not adjusted'})" if many else ""),
        matches[0].test.null,
        table.learners,
        tuple(found.average.tolist()),
        tuple(tuple(row) for row in p.tolist()),
        len(found.ranks),
        adjusted=how is not None or not many,
        level=level,
        errs=matches[0].test.errs,
        baseline=baseline,
    )


def has_tested_splits(results: Any, table: ScoreTable) -> bool:
    """Whether the splits of every dataset have a corrected t test that holds its level, and the datasets are enough.

    That follows from the plan of a study and not from a score; a bare table has no splits.
    """
    if not isinstance(results, StudyResults) or len(table.datasets) < LEAST:
        return False
    for dataset in table.datasets:
        splits = results.of(dataset, table.learners[0]).splits
        size = measured_size(size_name("corrected_t", splits)) if len(splits) > 1 else None
        if size is None or not size.tolerable:
            return False
    return True


def mean_tests(results: StudyResults, table: ScoreTable, pairs: list[tuple[str, str]]) -> MeanTest:
    """The test of the mean over datasets for each pair of a family, from the differences on their splits.

    Datasets with a score of every learner have weights that all pairs share; a pair with datasets of its own has its
    own weights.
    """
    measure, gaps = directed_metric(table.metric), {cell[:2] for cell in table.missing}
    cells = [(d, name) for d in table.datasets for name in table.learners if (d, name) not in gaps]
    runs = {cell: measure.sign * per_split(results.of(*cell), measure) for cell in cells}
    found = {}
    for a, b in pairs:
        sets = [d for d in table.datasets if (d, a) in runs and (d, b) in runs]
        rows = [_split_effect(results.of(d, a).splits, runs[d, a], runs[d, b]) for d in sets]
        y, v = np.array(rows).reshape(-1, 2).T
        found[a, b] = y, v, len(sets) == len(table.datasets)
    shared = [(y, v) for y, v, every in found.values() if every]
    weights = dataset_weights(*zip(*shared, strict=True)) if shared else np.ones(0)

    def test(a: str, b: str, level: float) -> TestResult:
        y, v, every = found[a, b]
        return random_effects(y, weights=weights if every else dataset_weights([y], [v]), level=level)

    return test


def _split_effect(splits: Splits, x: Floats, y: Floats) -> tuple[float, float]:
    """The mean difference on one dataset and the variance that the corrected t test gives it."""
    both = np.isfinite(x) & np.isfinite(y)
    if both.sum() < 2:
        return float((x - y)[both].mean()), 0.0
    found = corrected_t(x[both], y[both], test_train_ratio=splits.test_train_ratio)
    assert found.effect is not None
    return found.effect.value, found.details["se"] ** 2


def match_of(
    table: ScoreTable, a: str, b: str, level: float, margin: float | None, mean_test: MeanTest | None = None
) -> Match:
    """Two learners on the datasets that have a score of both: the test, effects, and the verdict.

    The test is Wilcoxon's, or that of the mean over datasets where it is given.
    """
    x, y, both = _common_scores(table, a, b)
    left_out = tuple(name for name, kept in zip(table.datasets, both, strict=True) if not kept)
    if len(x) < 2:
        got = f"{_format.plural(len(x), 'dataset')} with a score of {_format.quote(a)} and {_format.quote(b)}"
        hint = "Leave out a learner, or on one dataset compare its splits."
        _check.fail("table", "hold at least 2 datasets for each pair", got, hint)
    test = mean_test(a, b, level) if mean_test else wilcoxon(x, y, level=level)
    assert test.effect is not None
    narrow = test.narrow(level)
    title = "weighted mean" if mean_test else "Hodges-Lehmann centre"
    difference = replace(test.effect, name=f"{table.metric}_difference", title=title)
    return Match(
        a,
        b,
        len(x),
        difference,
        test,
        decide(difference.interval, narrow, margin),
        cliffs_delta(x, y),
        wins=int((x > y).sum()),
        ties=int((x == y).sum()),
        losses=int((x < y).sum()),
        margin=margin,
        left_out=left_out,
        sizes=effect_sizes(x, y),
        _narrow=narrow,
    )


def settle(match: Match, pairs: Pairwise, kind: PostHoc, many: bool) -> Match:
    """The match with the p of the test that was run; where it contradicts the interval there is no verdict."""
    p = pairs.p(match.a, match.b)
    decision = match.decision
    interval = match.difference.interval
    if kind.by_ranks and interval is not None and (0 not in interval) != (p < 1 - pairs.level):
        words = f"{pairs.name} has {_format.p_equals(p)}, the simultaneous interval by Wilcoxon's test"
        words += " holds 0" if 0 in interval else " does not hold 0"
        decision = Decision("undecided", reason=f"two tests disagree: {words}")  # type: ignore[arg-type]
    shown = p if many and (kind.by_ranks or kind.adjust is not None) else None
    return replace(match, adjusted_p=shown, decision=decision)


def beside_of(table: ScoreTable, a: str, b: str, rope: float, level: float, seed: int) -> tuple[TestResult, ...]:
    """The other tests of two learners, on the datasets that have a score of both: the tests of location first."""
    x, y, _ = _common_scores(table, a, b)
    drawn = DRAWN if len(x) in SLOW else None
    return (
        t_paired(x, y, level=level),
        paired_randomization(x, y, level=level, resamples=drawn, rng=seed),
        bootstrap_paired(x, y, null="shift", level=level, rng=seed),
        sign(x, y, level=level),
        bayes_sign(x, y, rope=rope),
        bayes_signed_rank(x, y, rope=rope, rng=seed),
    )


def _common_scores(table: ScoreTable, a: str, b: str) -> tuple[Floats, Floats, Bools]:
    """The scores of two learners on the datasets that have both, and which datasets these are."""
    x, y = table.column(a), table.column(b)
    both = np.isfinite(x) & np.isfinite(y)
    return x[both], y[both], both
