"""An always-valid comparison of two models, for people who look after every batch of fresh cases."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import field, replace
from functools import cache
from typing import Any

import numpy as np
from scipy import special

from referee import _check
from referee.core import Estimate, Interval, Noun, TestResult
from referee.core.test_result import GrowingEvidence
from referee.core.types import Column, Floats
from referee.data.column import labels_column
from referee.inference._result import Wording
from referee.inference._solve import root

_WORDS = Wording(
    "always-valid comparison",
    "each case that one model alone gets right is as likely to be either model's",
    "e-value",
    "It is not valid for new candidates on a test set that is used again.",
    convention="1 / largest e-value: valid at every look",
)


class AlwaysValid(GrowingEvidence, Noun, schema="always_valid/1"):
    """The evidence so far about two fixed models on fresh cases; `update` returns the next state.

    Of n cases model a alone was right on b and model b alone on c. The e-value against equal accuracy is the beta
    mixture 2^(b+c) B(b+1, c+1): the mean wealth of all constant bets on a fair coin. p = 1 / (largest e so far)
    may be looked at after every batch and acted upon. The confidence sequence holds the differences d of accuracy
    for which the same mixture of bets, on (right a - right b) - d, has never exceeded 1 / (1 - level); at d = 0 it
    is the e-value itself, so sequence and p agree. It errs on the safe side: at any one moment it is wider than an
    interval for a planned n. It does not hold for new candidates on one reused test set.
    Reference: waudbysmith2024.

    How a team uses it: fix the two models and, with `compare`, what a difference is worth (the margin). Start from
    `AlwaysValid()`; after each batch of freshly labelled cases call `update_labels(y_true, a, b)` and keep the state
    (it travels as JSON). Look as often as you like, and stop when the interval has left 0, lies inside the margin or
    the cases run out: the chance of ever calling equal models different stays below 1 - level. Each case enters once;
    when a model changes, start again. For one look at a test set of planned size use `compare`, which decides sooner.

    >>> state = AlwaysValid()
    >>> state = state.update(only_a=9, only_b=2, n=50)
    >>> round(state.e_value, 2), round(state.p_value, 3)
    (3.1, 0.322)
    >>> state = state.update(only_a=14, only_b=2, n=60)
    >>> state.n, state.p_value < 0.05, 0 in state.interval
    (110, True, False)
    """

    only_a: int = 0
    only_b: int = 0
    n: int = 0
    level: float = 0.95
    looks: int = 0
    largest_e: float = 1.0
    low: float = -1.0
    high: float = 1.0
    note: str = field(default="")

    def __post_init__(self) -> None:
        _check.fraction("level", self.level)
        for name in ("only_a", "only_b", "n"):
            object.__setattr__(self, name, _check.whole(name, getattr(self, name)))
        if self.only_a + self.only_b > self.n:
            got = f"{self.n} with {self.only_a + self.only_b} told apart"
            _check.fail("n", "count every case, also those on which both are right or wrong", got)

    def update(self, *, only_a: int, only_b: int, n: int) -> AlwaysValid:
        """The state after a batch of n fresh cases, of which one model alone was right on so many."""
        batch = AlwaysValid(only_a, only_b, n, self.level)
        a, b, total = self.only_a + batch.only_a, self.only_b + batch.only_b, self.n + batch.n
        low, high = _confidence(a, b, total, self.level)
        low, high, note = max(low, self.low), min(high, self.high), self.note
        if low > high:
            low, high = self.low, self.high
            note = "batches contradict each other: the difference seems to change over time"
        grown = replace(self, only_a=a, only_b=b, n=total, looks=self.looks + 1, low=low, high=high, note=note)
        return replace(grown, largest_e=max(self.largest_e, grown.e_value))

    def update_labels(self, y_true: Column, a: Any, b: Any) -> AlwaysValid:
        """The state after a batch of labelled cases and the answers of both models.

        >>> AlwaysValid().update_labels([1, 0, 1], [1, 0, 1], [1, 1, 0]).only_a
        2
        """
        truth, one, two = (labels_column(k, v).values for k, v in (("y_true", y_true), ("a", a), ("b", b)))
        if not len(truth) == len(one) == len(two):
            got = f"{len(truth)}, {len(one)} and {len(two)}"
            _check.fail("y_true", "have as many cases as `a` and `b`", got)
        right, other = one == truth, two == truth
        return self.update(only_a=int((right & ~other).sum()), only_b=int((other & ~right).sum()), n=len(truth))

    @property
    def log_e(self) -> float:
        """The logarithm of the e-value of all cases so far."""
        b, c = self.only_a, self.only_b
        return (b + c) * math.log(2) + float(special.betaln(b + 1, c + 1))

    @property
    def e_value(self) -> float:
        """The e-value of all cases so far: 2^(b+c) B(b+1, c+1)."""
        return math.exp(min(700.0, self.log_e))

    @property
    def p_value(self) -> float:
        """An always-valid p: 1 / (largest e-value so far)."""
        return min(1.0, 1 / self.largest_e)

    @property
    def interval(self) -> Interval:
        """The confidence sequence of the difference of accuracy, all looks so far together."""
        return Interval(self.low, self.high, self.level, "confidence sequence by betting")

    def result(self) -> TestResult:
        """The state as a test result."""
        value = (self.only_a - self.only_b) / self.n if self.n else math.nan
        undefined = None if self.n else "no case has been seen"
        effect = Estimate("accuracy_difference", value, self.n, self.interval, undefined, self.note)
        details = {"only_a_right": float(self.only_a), "only_b_right": float(self.only_b)}
        details |= {"looks": float(self.looks), "largest_e": self.largest_e}
        return _WORDS.result(self.p_value, effect, self.e_value, details=details)


def always_valid(only_a: int, only_b: int, n: int, *, level: float = 0.95) -> TestResult:
    """The always-valid comparison after one look at n cases.

    2^(b+c) B(b+1, c+1) and its confidence sequence; see `AlwaysValid`. Never undefined for n > 0. It errs on the
    safe side when there is one look only. Reference: waudbysmith2024.

    >>> always_valid(6, 6, 40).p_value
    1.0
    """
    return AlwaysValid(level=level).update(only_a=only_a, only_b=only_b, n=n).result()


def log_wealth(only_a: int, only_b: int, n: int, difference: float) -> float:
    """Log of the mean wealth of constant bets that the mean of (right a - right b) is not `difference`.

    Bets spread evenly over all that cannot go bankrupt: from -1 / (1 - d) to 1 / (1 + d).

    >>> round(math.exp(log_wealth(9, 2, 50, 0.0)), 6) == round(AlwaysValid(9, 2, 50).e_value, 6)
    True
    """
    gains = np.array([1 - difference, -1 - difference, -difference])
    counts = np.array([only_a, only_b, n - only_a - only_b], dtype=float)
    left, right = -1 / max(1 - difference, 1e-300), 1 / max(1 + difference, 1e-300)
    left, right = max(left, -1e15), min(right, 1e15)

    def log_growth(bets: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(np.maximum(1 + bets[..., None] * gains, 0.0))
            return np.asarray(np.where(counts > 0, counts * logs, 0.0).sum(axis=-1))

    ends = _window(log_growth, left, right)
    nodes, weights = _gauss(200)
    bets = ends[0] + (ends[1] - ends[0]) * (nodes + 1) / 2
    share = (ends[1] - ends[0]) / (right - left) / 2
    return float(special.logsumexp(log_growth(bets), b=weights * share))


def _window(log_growth: Callable[[Floats], Floats], left: float, right: float) -> tuple[float, float]:
    """The part of the bets that carries the mean: where a concave log growth is within 40 of its top."""
    for _ in range(20):
        grid = np.linspace(left, right, 257)
        growth = log_growth(grid)
        near = np.flatnonzero(growth > growth.max() - 40)
        first, last = max(0, near[0] - 1), min(256, near[-1] + 1)
        left, right = float(grid[first]), float(grid[last])
        if last - first > 32:
            break
    return left, right


_gauss = cache(np.polynomial.legendre.leggauss)


def _confidence(only_a: int, only_b: int, n: int, level: float) -> tuple[float, float]:
    """The differences whose wealth does not exceed 1 / (1 - level), at this look."""
    if n == 0:
        return -1.0, 1.0
    centre = (only_a - only_b) / n
    barrier = -math.log1p(-level)

    def excess(difference: float) -> float:
        if difference == 0:
            return AlwaysValid(only_a, only_b, n, level).log_e - barrier
        return log_wealth(only_a, only_b, n, difference) - barrier

    if excess(0.0) > 0:
        low, high = (0.0, 1.0) if centre > 0 else (-1.0, 0.0)
        return root(excess, centre, low), root(excess, centre, high)
    return root(excess, min(centre, 0.0), -1.0), root(excess, max(centre, 0.0), 1.0)
