"""Are scores probabilities: the reliability curve, the calibration error of its bins, the parts of the Brier score."""

from __future__ import annotations

import numpy as np
from scipy.special import betaincinv, ndtr

from referee import _check, _rng
from referee.calibration.bins import Bins, Of, Stated, Strategy, draw_frequencies, place, sum_bins
from referee.core import Answers, BrierDecomposition, CalibrationError, Ranking, ReliabilityCurve
from referee.core.rank_scores import run_ends
from referee.core.types import Column, Floats, Rng


def reliability_curve(
    data: Answers | Ranking | Column,
    y_score: Column = None,
    *,
    bins: int = 10,
    strategy: Strategy = "width",
    level: float = 0.95,
    resamples: int = 1000,
    simultaneous: bool = False,
    rng: Rng = None,
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
    stream = _rng.stream(seed, "reliability curve")
    stated = Stated.of(data, y_score)
    starts = place(stated, bins, strategy)
    table = sum_bins(stated, starts)
    drawn = draw_frequencies(stated, starts, table, stream, size)
    tail = (1 - level) / 2
    low, high = _bars(table.observed, table.effective, tail / len(table.observed) if simultaneous else tail)
    band = _all_at_once(drawn, level) if simultaneous else np.quantile(drawn, [tail, 1 - tail], axis=0)
    band = np.clip(band, 0, 1)
    method = f"{bins} bins of equal {strategy}; Clopper-Pearson bars; band from {size} draws under calibration"
    method += ("; for all bins at once" if simultaneous else "") + stated.caution
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


def calibration_error(
    data: Answers | Ranking | Column,
    y_score: Column = None,
    *,
    bins: int = 10,
    strategy: Strategy = "width",
    of: Of = "positive",
    level: float = 0.95,
    resamples: int = 1000,
    rng: Rng = None,
) -> CalibrationError:
    """ECE and MCE: the mean and the largest gap |mean probability - observed frequency| over bins.

    ECE = sum over bins of (share of cases) |p_b - o_b|, MCE = the largest |p_b - o_b|; bins of equal width or
    equal mass; `of="top"` takes the most probable class of each case and whether it is right. Both are above 0
    for a perfectly calibrated model, so they come with their mean and `level` quantile when truth is drawn from
    the probabilities themselves (`resamples` times). They depend on the bins, and miss gaps that cancel within a
    bin. `debiased` is 2 ECE less its mean when each o_b varies about itself with normal error. References:
    naeini2015, guo2017, kumar2019.

    >>> e = calibration_error([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.4], bins=2, rng=7)
    >>> round(e.ece, 12), round(e.mce, 12), e.ece_expected > 0.1
    (0.2, 0.25, True)
    """
    level = _check.fraction("level", level)
    size = _check.whole("resamples", resamples, least=1)
    seed = _rng.seed_of(rng)
    stream = _rng.stream(seed, "calibration error")
    stated = Stated.of(data, y_score, of=of)
    starts = place(stated, bins, strategy)
    table = sum_bins(stated, starts)
    drawn = draw_frequencies(stated, starts, table, stream, size)
    gap, null = np.abs(table.predicted - table.observed), np.abs(table.predicted - drawn)
    errors, largest = null @ table.share, null.max(axis=1)
    what = "probability of the positive class" if of == "positive" else "probability of the most probable class"
    return CalibrationError(
        ece=float(table.share @ gap),
        mce=float(gap.max()),
        ece_expected=float(errors.mean()),
        mce_expected=float(largest.mean()),
        ece_high=float(np.quantile(errors, level)),
        mce_high=float(np.quantile(largest, level)),
        debiased=_debiased_error(table),
        squared=_squared_error(table),
        bins=len(gap),
        n=stated.effective,
        level=level,
        method=f"{what}, {bins} bins of equal {strategy}; calibration simulated {size} times{stated.caution}",
        seed=seed,
    )


def _debiased_error(table: Bins) -> float:
    """2 ECE - E[ECE*], with o_b* normal about o_b, and at least 0."""
    gap = np.abs(table.predicted - table.observed)
    spread = np.sqrt(table.observed * (1 - table.observed) / table.effective)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(spread > 0, gap / spread, np.inf)
    folded = spread * np.sqrt(2 / np.pi) * np.exp(-(np.minimum(ratio, 40) ** 2) / 2) + gap * (2 * ndtr(ratio) - 1)
    return max(0.0, float(table.share @ (2 * gap - folded)))


def _squared_error(table: Bins) -> float:
    """The squared calibration error less its sampling variance: unbiased, NaN when a bin has one case."""
    if (table.effective <= 1).any():
        return float("nan")
    o = table.observed
    return float(table.share @ ((table.predicted - o) ** 2 - o * (1 - o) / (table.effective - 1)))


def brier_decomposition(
    data: Answers | Ranking | Column,
    y_score: Column = None,
    *,
    bins: int | None = None,
    strategy: Strategy = "width",
) -> BrierDecomposition:
    """Reliability, resolution and uncertainty of the Brier score of the positive class.

    With shares w_g of the cases in groups g of equal probability p_g, frequencies o_g and o in all: reliability
    sum w_g (p_g - o_g)^2, resolution sum w_g (o_g - o)^2, uncertainty o (1 - o); Brier = reliability - resolution
    + uncertainty exactly. With `bins` the groups are bins with their mean probability, and `within_bins` is the
    part of the Brier score that the three terms then leave out (the spread of probabilities in a bin less twice
    their covariance with the truth). It is always defined. Groups with few cases inflate reliability and
    resolution alike: with all probabilities different the terms say nothing, so bin them. References: murphy1973,
    stephenson2008.

    >>> d = brier_decomposition([1, 0, 1, 1], [0.5, 0.5, 1.0, 1.0])
    >>> d.brier, d.reliability, d.resolution, d.uncertainty
    (0.125, 0.0, 0.0625, 0.1875)
    """
    stated = Stated.of(data, y_score)
    p, events, weight = stated.p, stated.events, stated.weight
    if bins is None:
        starts = np.append(0, run_ends(p)[:-1] + 1)
        method = "distinct probabilities"
    else:
        starts = place(stated, bins, strategy)
        method = f"{bins} bins of equal {strategy}"
    table = sum_bins(stated, starts)
    share, observed = table.share, table.observed
    rate = float((share * observed).sum())
    brier = float((events * (1 - p) ** 2 + (weight - events) * p**2).sum() / weight.sum())
    reliability = float((share * (table.predicted - observed) ** 2).sum())
    resolution = float((share * (observed - rate) ** 2).sum())
    uncertainty = rate * (1 - rate)
    lost = brier - (reliability - resolution + uncertainty) if bins is not None else 0.0
    return BrierDecomposition(
        brier, reliability, resolution, uncertainty, lost, len(share), stated.effective, method
    )
