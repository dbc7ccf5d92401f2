"""How often tests of two learners on one dataset reject a true null: measured, in one place.

A test is named by what it computes and on which splits. The worlds have two learners of exactly equal expected error,
each seeing its own block of five features; the rates are shares of simulated datasets with p < 0.05. They were
measured once with scikit-learn 1.9.1 and SciPy 1.17.1; those of leave-one-out (400-2,000 datasets), of leave-one-out
over 50 bootstrap samples (150-1,000) and of random splits with smaller test parts (600) with NumPy learners. `make
validity` measures the default anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee import _check

WORLDS = ("lda n=100", "lda n=40", "1nn n=100", "lda n=300", "tree n=200", "lda n=200, prevalence .1")
"""The null worlds, in the order of the rates."""

RUNS = (2000, 2000, 2000, 1000, 400, 1000)
"""Simulated datasets of each world."""

BASES = {
    "k-fold": "10-fold",
    "repeated k-fold": "10 x 10-fold",
    "random splits": "30 random 2/3-1/3 splits",
    "random splits, a fifth tested": "30 random 4/5-1/5 splits",
    "random splits, a tenth tested": "30 random 9/10-1/10 splits",
    "one holdout": "one third held out",
}
"""The splits that stand for a kind of splits."""

TOLERATED = 0.10
"""A test that was measured above this rate never drives a verdict."""

_RATES: dict[str, tuple[float | None, ...]] = {
    "paired t, k-fold": (0.057, 0.068, 0.124, 0.055, 0.145, 0.053),
    "paired t, repeated k-fold": (0.554, 0.543, 0.641, 0.571, 0.667, 0.562),
    "paired t, random splits": (0.596, 0.595, 0.628, 0.613, 0.640, 0.596),
    "corrected t, k-fold": (0.011, 0.011, 0.037, 0.013, 0.033, 0.009),
    "corrected t, repeated k-fold": (0.043, 0.051, 0.114, 0.043, 0.085, 0.052),
    "corrected t, random splits": (0.036, 0.042, 0.070, 0.039, 0.035, 0.041),
    "corrected t, random splits, a fifth tested": (None, None, 0.083, None, None, None),
    "corrected t, random splits, a tenth tested": (None, None, 0.110, None, None, None),
    "5x2cv t": (0.053, 0.072, 0.122, 0.040, 0.102, 0.041),
    "5x2cv F": (0.047, 0.076, 0.144, 0.041, 0.110, 0.047),
    "McNemar exact, one holdout": (0.030, 0.007, 0.037, 0.033, 0.052, 0.015),
    "McNemar mid-p, one holdout": (0.050, 0.029, 0.057, 0.050, 0.077, 0.034),
    "McNemar exact, k-fold": (0.040, 0.035, 0.110, 0.042, 0.138, 0.036),
    "unpaired z, k-fold": (0.059, 0.066, 0.138, 0.055, 0.175, 0.013),
    "unpaired z, leave-one-out": (0.070, 0.085, 0.140, None, None, None),
    "bootstrap leave-one-out": (None, 0.007, 0.016, None, None, None),
    "Wilcoxon signed rank, k-fold": (0.035, 0.028, 0.095, 0.048, 0.110, 0.021),
}


@dataclass(frozen=True)
class MeasuredSize:
    """The false alarms of one test at a nominal 5%: least, greatest, and the world of the greatest."""

    test: str
    low: float
    high: float
    worst: str
    worlds: int = len(WORLDS)

    @property
    def tolerable(self) -> bool:
        """Whether the test may drive a verdict."""
        return self.high <= TOLERATED

    @property
    def sentence(self) -> str:
        """The figures in words.

        >>> measured_size("corrected t, random splits").sentence
        'Measured false alarms at 5% on 30 random 2/3-1/3 splits: 3.5-7.0% over 6 null worlds (most in 1nn n=100).'
        """
        low, high = f"{100 * self.low:.1f}", f"{100 * self.high:.1f}%"
        span = high if self.low == self.high else f"{low}-{high}"
        basis = BASES.get(self.test.partition(", ")[2])
        where = "one null world" if self.worlds == 1 else f"{self.worlds} null worlds"
        on = f" on {basis}" if basis else ""
        worst = f"({self.worst})" if self.worlds == 1 else f"(most in {self.worst})"
        return f"Measured false alarms at 5%{on}: {span} over {where} {worst}."


def measured_size(test: str) -> MeasuredSize | None:
    """The measured false alarms of a test of two learners, None when it was not measured. Reference: dietterich1998.

    >>> size = measured_size("5x2cv F")
    >>> size.high, size.worst, size.tolerable
    (0.144, '1nn n=100', False)
    >>> measured_size("another") is None
    True
    """
    rates = [
        (rate, world)
        for rate, world in zip(_RATES.get(_check.instance("test", test, str), ()), WORLDS, strict=False)
        if rate is not None
    ]
    if not rates:
        return None
    high, worst = max(rates)
    return MeasuredSize(test, min(rates)[0], high, worst, len(rates))
