"""The tests of two learners from what they said on the same splits: one function a test.

Each takes the two `Results`, the metric and a level, and gives the test of A minus B in the metric's own units.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Estimate, Interval, Results, Splits, TestResult
from referee.core.types import Floats
from referee.inference._result import pivot
from referee.inference.bayes import bayes_correlated_t
from referee.inference.five_by_two import five_by_two_f, five_by_two_t
from referee.inference.mcnemar import mcnemar
from referee.inference.t_paired import corrected_t, t_paired
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import get, label_metric
from referee.resampling.bootstrap import BootstrapLeaveOneOut, counts_by_sample
from referee.resampling.cross_validation import CrossValidation, LeaveOneOut
from referee.resampling.jackknife import jackknife
from referee.resampling.per_split import per_split, seen
from referee.resampling.random_splits import RandomSplits
from referee.resampling.select_learner import by_case

Asked = tuple[Results, Results, Any, float, float]
"""Two results, the metric, the level, and the half-width of the region of practical equivalence."""


@dataclass(frozen=True)
class LearnerTest:
    """A test by name: its recipe for splits, the splits it is for, and how it is measured and computed."""

    recipe: Any
    needs: tuple[str, ...]
    size: str
    run: Callable[[Asked], TestResult]


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


def _scores(asked: Asked) -> tuple[Floats, Floats, str]:
    """The metric of both on each split, and why there is no test when it is undefined somewhere."""
    a, b, metric, _, _ = asked
    done = [i for i in a.finished if i in set(b.finished)]
    one, two = per_split(a, metric)[done], per_split(b, metric)[done]
    for word, where in (("undefined", np.isnan(one) | np.isnan(two)), ("infinite", np.isinf(one) | np.isinf(two))):
        if where.any():
            return one, two, f"{word} on {int(where.sum())} of {len(done)} splits"
    return one, two, ""


def _undefined(name: str, why: str) -> TestResult:
    effect = Estimate("mean difference", math.nan, 0, undefined=why)
    null = "the two learners, trained on this share of such data, score alike"
    return TestResult(name, null, math.nan, effect=effect, inapplicable=why)


def _corrected(asked: Asked) -> TestResult:
    one, two, why = _scores(asked)
    if why:
        return _undefined("corrected resampled t test", why)
    return corrected_t(one, two, test_train_ratio=asked[0].splits.test_train_ratio, level=asked[3])


def _paired(asked: Asked) -> TestResult:
    one, two, why = _scores(asked)
    if why:
        return _undefined("paired t test over splits", why)
    found = t_paired(one, two, level=asked[3])
    errs = "It takes splits that share training cases for independent ones."
    null = "the two learners, trained on this share of such data, score alike"
    return replace(found, name="paired t test over splits", null=null, errs=errs)


def _bayes(asked: Asked) -> TestResult:
    one, two, why = _scores(asked)
    if why:
        return _undefined("Bayesian correlated t test", why)
    ratio, metric = asked[0].splits.test_train_ratio, asked[2]
    if get(metric).better == "lower":
        one, two = -one, -two
    found = bayes_correlated_t(one, two, rho=ratio / (1 + ratio), rope=asked[4], level=asked[3])
    if found.inapplicable:
        return found
    better, same, worse = (_format.number(found.details[key]) for key in ("p_a_better", "p_rope", "p_b_better"))
    words = f"probability that the first is better {better}, worse {worse}, within {asked[4]:g} {same}."
    return replace(found, warnings=(words,), details={**found.details, "oriented": 1.0})


def _five_by_two(test: Callable[..., TestResult], with_level: bool) -> Callable[[Asked], TestResult]:
    def run(asked: Asked) -> TestResult:
        one, two, why = _scores(asked)
        if why or len(one) != 10:
            return _undefined("5x2cv test", why or f"{len(one)} of 10 fits finished")
        options = {"level": asked[3]} if with_level else {}
        return test(one.reshape(5, 2), two.reshape(5, 2), **options)

    return run


def _mcnemar(asked: Asked) -> TestResult:
    """On pooled predictions exact, on one holdout mid-p; the interval is scaled to the difference of accuracies."""
    a, b, metric, level, _ = asked
    asked_for = get(metric)
    cells = asked_for.cell_values(2) if isinstance(asked_for, LabelMetric) and not asked_for.binary else None
    if cells is None or sorted(np.unique(cells).tolist()) != [0.0, 1.0] or cells[0, 0] == cells[0, 1]:
        _check.fail("metric", "be accuracy or error_rate for McNemar's test", asked_for.name)
    right = [np.concatenate([r.truth[rows] == codes for rows, codes in map(r.test, r.finished)]) for r in (a, b)]
    table = [
        [int((right[0] & right[1]).sum()), int((right[0] & ~right[1]).sum())],
        [int((~right[0] & right[1]).sum()), int((~right[0] & ~right[1]).sum())],
    ]
    found = mcnemar(table, method="midp" if len(a.splits) == 1 else "exact", level=level)
    n, m = len(right[0]), table[0][1] + table[1][0]
    sign = asked_for.sign
    effect, interval = found.effect, None
    assert effect is not None
    if effect.interval is not None and m:
        ends = sorted(sign * end * m / n for end in (effect.interval.low, effect.interval.high))
        interval = Interval(ends[0], ends[1], level, f"{effect.interval.method} given {m} discordant cases")
    value = sign * (table[0][1] - table[1][0]) / n
    errs = "It takes predictions of models that share training cases for those of two fixed models."
    effect = Estimate("difference of pooled values", value, n, interval)
    return replace(found, effect=effect, errs=found.errs if len(a.splits) == 1 else errs)


def _jackknife(asked: Asked) -> TestResult:
    a, b, metric, level, _ = asked
    found = label_metric(metric)
    values, without = [], []
    for results in (a, b):
        cases = seen(found, by_case(results), results)
        total = cases.sum(axis=0)
        values.append(float(found.formula(total)))
        without.append(found.formula(total - cases))
    if not np.isfinite([*values, *without[0], *without[1]]).all():
        return _undefined(
            "z test on jackknife variances", f"{found.title} is undefined, with or without some case"
        )
    return jackknife(*without, value_a=values[0], value_b=values[1], level=level)


def _bootstrap_loo(asked: Asked) -> TestResult:
    a, b, metric, level, _ = asked
    found = label_metric(metric)
    name = "z test on leave-one-out over bootstrap samples"
    if not (a.complete and b.complete):
        return _undefined(name, "a fit failed")
    one, two = (found.formula(seen(found, counts_by_sample(r), r)) for r in (a, b))
    d = one - two
    if np.isnan(d).any():
        return _undefined(name, f"{found.title} is undefined in some sample")
    return pivot(
        name,
        "the two learners, trained on bootstrap samples of such data, score alike",
        "mean difference over samples",
        float(d.mean()),
        float(d.std(ddof=1)),
        n=len(d),
        errs="Its standard error is the spread over bootstrap samples of the one dataset.",
        alternative="two-sided",
        level=level,
        same="the two learners score the same in every sample",
        details={"value_a": float(one.mean()), "value_b": float(two.mean())},
    )


_MANY = ("random splits", "k-fold", "repeated k-fold", "other splits")
TESTS: dict[str, LearnerTest] = {
    "corrected_t": LearnerTest(RandomSplits(30, test=1 / 3), _MANY, "corrected t, {kind}", _corrected),
    "paired_t": LearnerTest(CrossValidation(10), _MANY, "paired t, {kind}", _paired),
    "five_by_two_t": LearnerTest(
        CrossValidation(2, repeats=5), ("repeated k-fold",), "5x2cv t", _five_by_two(five_by_two_t, True)
    ),
    "five_by_two_f": LearnerTest(
        CrossValidation(2, repeats=5), ("repeated k-fold",), "5x2cv F", _five_by_two(five_by_two_f, False)
    ),
    "mcnemar": LearnerTest(CrossValidation(10), ("k-fold", "one holdout", "leave-one-out"), "", _mcnemar),
    "jackknife": LearnerTest(
        LeaveOneOut(), ("leave-one-out", "k-fold", "one holdout"), "unpaired z, {kind}", _jackknife
    ),
    "bootstrap_loo": LearnerTest(
        BootstrapLeaveOneOut(), ("bootstrap leave-one-out",), "bootstrap leave-one-out", _bootstrap_loo
    ),
    "bayes_correlated_t": LearnerTest(RandomSplits(30, test=1 / 3), _MANY, "corrected t, {kind}", _bayes),
}
"""Every test of two learners by name."""


def size_name(method: str, splits: Splits) -> str:
    """The name under which a test on such splits was measured.

    >>> size_name("corrected_t", RandomSplits(30, test=0.1).make([0, 1] * 20, rng=0))
    'corrected t, random splits, a tenth tested'
    """
    kind = kind_of(splits)
    if method == "mcnemar":
        return f"McNemar {'mid-p' if kind == 'one holdout' else 'exact'}, {kind}"
    name, ratio = TESTS[method].size.format(kind=kind), splits.test_train_ratio
    if name == "corrected t, random splits" and ratio < 1 / 3 - 0.02:
        return f"{name}, a {'fifth' if ratio > 0.17 else 'tenth'} tested"
    return name


def check_splits(method: str, splits: Splits) -> str:
    """The kind of the splits, when the test is for them."""
    kind, known = kind_of(splits), TESTS[method].needs
    hint = f"compare_learners(..., method={method!r}) makes splits that do."
    if kind not in known:
        _check.fail("splits", f"be {_listed(known)} for {method!r}", f"{splits.kind!r}", hint)
    if method.startswith("five_by_two") and (len(splits), splits.repeats) != (10, 5):
        _check.fail("splits", f"be 2-fold, 5 times for {method!r}", f"{splits.kind!r}", hint)
    return kind


def _listed(words: tuple[str, ...]) -> str:
    return " or ".join(_format.quoted(word) for word in words)
