"""The tests of two learners from what they said on the same splits: one function a test.

Each takes what is `Asked` and a level, and gives the test of A minus B in the metric's own units.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Estimate, Interval, Results, Splits, TestResult
from referee.core.types import Floats
from referee.inference._result import Measured, Terms, Wording, pivot
from referee.inference.bayes import bayes_correlated_t
from referee.inference.five_by_two import five_by_two_f, five_by_two_t
from referee.inference.mcnemar import mcnemar
from referee.inference.t_paired import corrected_t, t_paired
from referee.learners.bootstrap import BootstrapLeaveOneOut, counts_by_sample
from referee.learners.cross_validation import CrossValidation, LeaveOneOut
from referee.learners.jackknife import jackknife
from referee.learners.per_split import metric_counts, per_split
from referee.learners.random_splits import RandomSplits
from referee.learners.select_learner import by_case
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import label_metric

NULL = "the two learners, trained on this share of such data, score alike"
CORRECTED, PAIRED, BAYES = "corrected resampled t test", "paired t test over splits", "Bayesian correlated t test"


@dataclass(frozen=True)
class Asked:
    """What two learners said on the same splits, the metric, and the half-width of practical equivalence."""

    a: Results
    b: Results
    metric: Metric
    rope: float

    @property
    def splits(self) -> Splits:
        """The splits of both."""
        return self.a.splits

    @cached_property
    def scores(self) -> tuple[Floats, Floats]:
        """The metric of both on each split that both finished."""
        done = sorted(set(self.a.finished) & set(self.b.finished))
        return per_split(self.a, self.metric)[done], per_split(self.b, self.metric)[done]

    @property
    def halves(self) -> tuple[Floats, Floats]:
        """The scores of 5 times 2 folds, as tables of 5 rows."""
        return self.scores[0].reshape(5, 2), self.scores[1].reshape(5, 2)

    def hindrance(self, fits: int | None) -> str:
        """Why the scores allow no test: one is not finite, or not just so many `fits` finished."""
        for word, amiss in (("undefined", np.isnan), ("infinite", np.isinf)):
            where = np.logical_or(*map(amiss, self.scores))
            if where.any():
                return f"{word} on {int(where.sum())} of {len(where)} splits"
        finished = len(self.scores[0])
        return "" if fits in (None, finished) else f"{finished} of {fits} fits finished"


@dataclass(frozen=True)
class LearnerTest:
    """A test by name: its recipe for splits, the splits it is for, and how it is measured and computed.

    `scored` names a test of the scores on each split, which is undefined where one of them is. `layout` is the number
    of splits and of repeats, where there must be just so many.
    """

    recipe: Any
    needs: tuple[str, ...]
    size: str
    run: Callable[[Asked, float], TestResult]
    scored: str = ""
    layout: tuple[int, int] | None = None

    def __call__(self, asked: Asked, level: float) -> TestResult:
        """The test of A minus B, in the metric's own units."""
        why = asked.hindrance(self.layout and self.layout[0]) if self.scored else ""
        return _undefined_test(self.scored, why) if why else self.run(asked, level)


def kind_of(splits: Splits) -> str:
    """What splits are, as far as a test must know.

    >>> kind_of(CrossValidation(5).make([0, 1] * 10, rng=0)), kind_of(RandomSplits(30).make([0, 1] * 10, rng=0))
    ('k-fold', 'random splits')
    """
    if "copies" in splits.parameters:
        return "bootstrap leave-one-out"
    if splits.keeps == "times":
        return "other splits"
    if len(splits) == 1:
        return "one holdout"
    if splits.partition:
        if splits.leaves_one_out:
            return "leave-one-out"
        return "k-fold" if splits.repeats == 1 else "repeated k-fold"
    return "random splits" if splits.drawn else "other splits"


def _undefined_test(name: str, why: str) -> TestResult:
    effect = Estimate("mean difference", math.nan, 0, undefined=why)
    return TestResult(name, NULL, math.nan, effect=effect, inapplicable=why)


def _corrected_t(asked: Asked, level: float) -> TestResult:
    return corrected_t(*asked.scores, test_train_ratio=asked.splits.test_train_ratio, level=level)


def _paired_t(asked: Asked, level: float) -> TestResult:
    found = t_paired(*asked.scores, level=level)
    errs = "It takes splits that share training cases for independent ones."
    return replace(found, name=PAIRED, null=NULL, errs=errs)


def _bayes(asked: Asked, level: float) -> TestResult:
    ratio = asked.splits.test_train_ratio
    one, two = (asked.metric.sign * scores for scores in asked.scores)
    found = bayes_correlated_t(one, two, rho=ratio / (1 + ratio), rope=asked.rope, level=level)
    if found.inapplicable:
        return found
    better, same, worse = (_format.number(found.details[key]) for key in ("p_a_better", "p_rope", "p_b_better"))
    words = f"probability that the first is better {better}, worse {worse}, within {asked.rope:g} {same}."
    return replace(found, warnings=(words,), details={**found.details, "oriented": 1.0})


def _mcnemar(asked: Asked, level: float) -> TestResult:
    """On pooled predictions exact, on one holdout mid-p; the interval is scaled to the difference of accuracies."""
    metric, once = asked.metric, len(asked.splits) == 1
    cells = metric.cell_values(2) if isinstance(metric, LabelMetric) and not metric.binary else None
    if cells is None or sorted(np.unique(cells).tolist()) != [0.0, 1.0] or cells[0, 0] == cells[0, 1]:
        _check.fail("metric", "be accuracy or error_rate for McNemar's test", metric.name)
    one, two = (
        np.concatenate([r.truth[rows] == codes for rows, codes in map(r.test, r.finished)])
        for r in (asked.a, asked.b)
    )
    table = [[int((x & y).sum()) for y in (two, ~two)] for x in (one, ~one)]
    found = mcnemar(table, method="midp" if once else "exact", level=level)
    n, m, sign = len(one), table[0][1] + table[1][0], metric.sign
    effect, interval = found.effect, None
    assert effect is not None
    if effect.interval is not None and m:
        ends = sorted(sign * end * m / n for end in (effect.interval.low, effect.interval.high))
        interval = Interval(ends[0], ends[1], level, f"{effect.interval.method} given {m} discordant cases")
    value = sign * (table[0][1] - table[1][0]) / n
    errs = "It takes predictions of models that share training cases for those of two fixed models."
    effect = Estimate("difference of pooled values", value, n, interval)
    return replace(found, effect=effect, errs=found.errs if once else errs)


def _jackknife(asked: Asked, level: float) -> TestResult:
    found = label_metric(asked.metric)
    values, without = [], []
    for results in (asked.a, asked.b):
        cases = metric_counts(found, by_case(results), results)
        total = cases.sum(axis=0)
        values.append(float(found.formula(total)))
        without.append(found.formula(total - cases))
    if not np.isfinite([*values, *without[0], *without[1]]).all():
        why = f"{found.title} is undefined, with or without some case"
        return _undefined_test("z test on jackknife variances", why)
    return jackknife(*without, value_a=values[0], value_b=values[1], level=level)


def _bootstrap_loo(asked: Asked, level: float) -> TestResult:
    found = label_metric(asked.metric)
    name = "z test on leave-one-out over bootstrap samples"
    if not (asked.a.complete and asked.b.complete):
        return _undefined_test(name, "a fit failed")
    one, two = (found.formula(metric_counts(found, counts_by_sample(r), r)) for r in (asked.a, asked.b))
    d = one - two
    if np.isnan(d).any():
        return _undefined_test(name, f"{found.title} is undefined in some sample")
    words = Wording(
        name,
        "the two learners, trained on bootstrap samples of such data, score alike",
        "z",
        "Its standard error is the spread over bootstrap samples of the one dataset.",
        "mean difference over samples",
        same="the two learners score the same in every sample",
    )
    measured = Measured(float(d.mean()), float(d.std(ddof=1)), len(d))
    details = {"value_a": float(one.mean()), "value_b": float(two.mean())}
    return pivot(words, measured, Terms("two-sided", level), details=details)


_MANY = ("random splits", "k-fold", "repeated k-fold", "other splits")


def _five_by_two(size: str, run: Callable[[Asked, float], TestResult]) -> LearnerTest:
    return LearnerTest(CrossValidation(2, repeats=5), ("repeated k-fold",), size, run, "5x2cv test", (10, 5))


TESTS: dict[str, LearnerTest] = {
    "corrected_t": LearnerTest(
        RandomSplits(30, test=1 / 3), _MANY, "corrected t, {kind}", _corrected_t, CORRECTED
    ),
    "paired_t": LearnerTest(CrossValidation(10), _MANY, "paired t, {kind}", _paired_t, PAIRED),
    "five_by_two_t": _five_by_two("5x2cv t", lambda asked, level: five_by_two_t(*asked.halves, level=level)),
    "five_by_two_f": _five_by_two("5x2cv F", lambda asked, level: five_by_two_f(*asked.halves)),
    "mcnemar": LearnerTest(
        CrossValidation(10), ("k-fold", "one holdout", "leave-one-out"), "McNemar {how}, {kind}", _mcnemar
    ),
    "jackknife": LearnerTest(
        LeaveOneOut(), ("leave-one-out", "k-fold", "one holdout"), "unpaired z, {kind}", _jackknife
    ),
    "bootstrap_loo": LearnerTest(
        BootstrapLeaveOneOut(), ("bootstrap leave-one-out",), "bootstrap leave-one-out", _bootstrap_loo
    ),
    "bayes_correlated_t": LearnerTest(RandomSplits(30, test=1 / 3), _MANY, "corrected t, {kind}", _bayes, BAYES),
}
"""Every test of two learners by name."""


def size_name(method: str, splits: Splits) -> str:
    """The name under which a test on such splits was measured.

    >>> size_name("corrected_t", RandomSplits(30, test=0.1).make([0, 1] * 20, rng=0))
    'corrected t, random splits, a tenth tested'
    """
    kind, ratio = kind_of(splits), splits.test_train_ratio
    name = TESTS[method].size.format(kind=kind, how="mid-p" if kind == "one holdout" else "exact")
    if name == "corrected t, random splits" and ratio < 1 / 3 - 0.02:
        return f"{name}, a {'fifth' if ratio > 0.17 else 'tenth'} tested"
    return name


def check_splits(method: str, splits: Splits) -> None:
    """Refuse splits that the test is not for."""
    test = TESTS[method]
    hint = f"compare_learners(..., method={method!r}) makes splits that do."
    if kind_of(splits) not in test.needs:
        known = " or ".join(_format.quote(word) for word in test.needs)
        _check.fail("splits", f"be {known} for {method!r}", f"{splits.kind!r}", hint)
    if test.layout is not None and (len(splits), splits.repeats) != test.layout:
        _check.fail("splits", f"be 2-fold, 5 times for {method!r}", f"{splits.kind!r}", hint)
