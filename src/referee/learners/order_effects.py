"""Order effects: does the order in which cases are presented matter, beyond what refitting changes anyway?"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from referee import _check, _rng
from referee.core import Estimate, Splits, TestResult
from referee.core.types import Column, Floats, Learner, Rng, Table
from referee.inference._draws import check_resamples, monte_carlo_error, too_few
from referee.learners.data import LearnerCases
from referee.learners.per_split import Running, failure_notes, per_split
from referee.learners.random_splits import Holdout
from referee.learners.recipe import Recipe, splits_for
from referee.learners.run import ALONE, Run
from referee.metrics.metric import Metric

NAME = "permutation test of order effects"
NULL = "the order of the training cases changes the score no more than a refit does"
ERRS = "It sees the noise of refits only through random states left open."
SAME = "p is 1 because every order and refit gives the same score."
NO_NOISE = "Refits of one order agree exactly: the learner has no noise of its own, or its random state is fixed."


@dataclass(frozen=True)
class TrainingOrders:
    """The training cases of each of some `splits` in `orders` random orders, each of them `refits` times.

    The splits are one holdout when they are None. Reference: duda2001.

    >>> made = TrainingOrders(4, refits=2).make([0, 1] * 15, rng=1)
    >>> len(made), sorted(made.train(0)) == sorted(made.train(7)), list(made.train(0)) == list(made.train(7))
    (8, True, False)
    """

    orders: int = 10
    refits: int = 5
    splits: Recipe | Splits | None = None

    def __post_init__(self) -> None:
        for name in ("orders", "refits"):
            object.__setattr__(self, name, _check.whole(name, getattr(self, name), least=2))

    def make(self, y: Column, *, groups: Column = None, times: Column = None, rng: Rng = None) -> Splits:
        """The splits of cases with these labels; groups stay together, and times part training from test."""
        seed = _rng.seed_of(rng)
        base = splits_for(
            Holdout() if self.splits is None else self.splits, None, y, groups=groups, times=times, rng=seed
        )
        trains, tests = [], []
        for i in range(len(base)):
            for j in range(self.orders):
                train = _rng.stream(seed, "order effects", i, j).permutation(base.train(i))
                trains += [train] * self.refits
                tests += [base.tests[i]] * self.refits
        facts = {"orders": self.orders, "refits": self.refits}
        return Splits("presentation orders", base.n, tuple(tests), tuple(trains), parameters=facts, seed=seed)


def order_effects(
    learner: Learner,
    X: Table | LearnerCases,
    y: Column = None,
    *,
    metric: str | Metric = "accuracy",
    splits: TrainingOrders = TrainingOrders(),
    resamples: int = 999,
    rng: Rng = None,
    run: Run = ALONE,
) -> TestResult:
    """Test whether the order of the training cases matters more than the randomness of a refit.

    On each of the `splits` (one holdout by default) the same training cases are presented in several random orders,
    and the learner is fitted several times on each, with different random states. The statistic is the variance of the
    means of the orders, summed over splits; under the null all fits of a split are exchangeable, and
    p = (b + 1) / (m + 1) from `resamples` exchanges. The effect is the standard deviation between orders, that of
    refits taken off. p is 1 when no score differs. A `referee.Dataset` instead of `X` and `y` also says groups, times
    and the positive class. It errs when a fixed `random_state` hides the refit noise, which it says. Reference:
    duda2001.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(40) % 2
    >>> X = rng.normal(size=(40, 2)) + y[:, None]
    >>> result = order_effects(GaussianNB(), X, y, splits=TrainingOrders(4, refits=2), rng=1)
    >>> result.p_value, result.effect.value, result.details["fits"]
    (1.0, 0.0, 8.0)
    """
    running = Running(X, y, metric, rng, run)
    measure, seed, m = running.measure, running.seed, check_resamples(resamples)
    results = running(learner, running.splits(_check.instance("splits", splits, TrainingOrders)))
    orders, refits, trouble = splits.orders, splits.refits, failure_notes(results)
    table = per_split(results, measure).reshape(-1, orders, refits)
    effect = Estimate("standard deviation between orders", math.nan, results.n)
    details = {"orders": float(orders), "refits": float(refits), "fits": float(results.fits)}
    test = TestResult(NAME, NULL, math.nan, effect=effect, details=details, errs=ERRS)
    if not np.isfinite(table).all():
        why = trouble[0] if trouble else f"{measure.name} is undefined on some split"
        return replace(test, effect=replace(effect, undefined=why), inapplicable=why)
    between, within = _components(table)
    spread = math.sqrt(max(0.0, between - within / refits))
    details |= {"refit_sd": math.sqrt(within), "range": float(np.ptp(table.mean(axis=2), axis=1).mean())}
    test = replace(test, effect=replace(effect, value=spread, note="refit noise taken off; no interval"))
    if not np.ptp(table, axis=(1, 2)).any():
        return replace(test, p_value=1.0, details=details, warnings=(SAME,))
    p = _exchange_p(table, m, _rng.stream(seed, "order effects", "exchange"))
    return replace(
        test,
        p_value=p,
        alternative="greater",
        statistic=between,
        statistic_name="variance between orders",
        details={**details, "resamples": float(m), "monte_carlo_error": monte_carlo_error(p, m)},
        warnings=too_few(m) + ((NO_NOISE,) if within == 0 else ()),
    )


def _components(table: Floats) -> tuple[float, float]:
    """The variance of the means of orders and the variance of refits, each a mean over splits."""
    noise = np.where(np.ptp(table, axis=2) > 0, table.var(axis=2, ddof=1), 0.0)
    return float(table.mean(axis=2).var(axis=1, ddof=1).mean()), float(noise.mean())


def _exchange_p(table: Floats, m: int, rng: np.random.Generator) -> float:
    """The share of exchanges of fits within splits that spread the means of orders as much, the one seen included."""
    splits, orders, refits = table.shape
    seen, hits = _components(table)[0], 0
    flat = table.reshape(splits, orders * refits)
    for _ in range(m):
        mixed = rng.permuted(flat, axis=1).reshape(table.shape)
        hits += _components(mixed)[0] >= seen * (1 - 1e-12)
    return (hits + 1) / (m + 1)
