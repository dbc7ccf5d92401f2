"""Reliability curve with bars and a consistency band."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import betaincinv

from referee import _check, _rng
from referee.calibration.bins import Of, Strategy, binned_with_draws
from referee.core import ReliabilityCurve
from referee.core.types import Floats, Label
from referee.data.read import answers_of


def reliability_curve(
    data: Any,
    y_score: Any = None,
    *,
    bins: int = 10,
    strategy: Strategy = "width",
    of: Of = "positive",
    level: float = 0.95,
    resamples: int = 1000,
    simultaneous: bool = False,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Any = None,
    rng: Any = None,
) -> ReliabilityCurve:
    """Observed frequency against mean probability in bins, empty bins left out.

    Bars are Clopper-Pearson intervals of each frequency (on Kish's n with weights): they do not shrink to nothing
    in a pure bin. They take the cases of a bin to share one probability, which makes them a little wide. The
    band holds the middle `level` of frequencies when truth is drawn from the probabilities themselves: a point
    outside it speaks against calibration. Both hold bin by bin; with `simultaneous` they hold for all bins at once,
    the bars by Bonferroni, the band by the largest standardised deviation of the draws. Ties never part, so bins of
    equal mass can be unequal. References: clopper1934, brocker2007.

    >>> c = reliability_curve([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.4], bins=2, rng=7)
    >>> c.predicted.round(2).tolist(), c.observed.tolist(), c.cases.tolist()
    ([0.25, 0.85], [0.0, 1.0], [2.0, 2.0])
    >>> c.low.round(3).tolist(), c.high.round(3).tolist()
    ([0.0, 0.158], [0.842, 1.0])
    """
    level = _check.fraction("level", level)
    size = _check.whole("resamples", resamples, least=1)
    seed = _rng.seed_of(rng)
    answers = answers_of(data, y_score=y_score, positive=positive, labels=labels, weights=weights)
    stream = _rng.stream(seed, "reliability curve")
    cases, table, drawn = binned_with_draws(answers, of, bins, strategy, stream, size)
    tail = (1 - level) / 2
    low, high = _bars(table.observed, table.effective, tail / len(table.observed) if simultaneous else tail)
    band = _all_at_once(drawn, level) if simultaneous else np.quantile(drawn, [tail, 1 - tail], axis=0)
    band = np.clip(band, 0, 1)
    method = f"{bins} bins of equal {strategy}; Clopper-Pearson bars; band from {size} draws under calibration"
    method += ("; for all bins at once" if simultaneous else "") + cases.caution
    points = table.predicted, table.observed, table.cases.astype(float)
    return ReliabilityCurve(*points, low, high, band[0], band[1], level, method, seed)


def _all_at_once(drawn: Floats, level: float) -> Floats:
    """Limits that hold the frequencies of all bins together in a share `level` of the draws."""
    centre, spread = drawn.mean(axis=0), drawn.std(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        furthest = np.where(spread > 0, np.abs(drawn - centre) / spread, 0).max(axis=1)
    reach = np.quantile(furthest, level) * spread
    return np.stack([centre - reach, centre + reach])


def _bars(share: Floats, n: Floats, tail: float) -> tuple[Floats, Floats]:
    """Clopper-Pearson limits of many proportions at once."""
    k = np.minimum(share * n, n)
    k = np.where(np.isclose(k, np.round(k), rtol=0, atol=1e-9), np.round(k), k)
    rest = np.maximum(n - k, 0)
    low = np.where(k > 0, betaincinv(np.maximum(k, 1e-300), rest + 1, tail), 0.0)
    high = np.where(rest > 1e-9, betaincinv(k + 1, np.maximum(rest, 1e-300), 1 - tail), 1.0)
    return low, high
