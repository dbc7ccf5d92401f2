"""The interval of a mean of losses, which are skewed: few cases carry most of the loss."""

from __future__ import annotations

import math

from scipy.special import betaincinv, gammaincinv, ndtri, stdtrit


def mean_loss_limits(
    value: float, error: float, freedom: float, level: float, ends: tuple[float, float]
) -> tuple[float, float, str]:
    """Limits of a mean loss with a standard error, and the name of the method.

    With x the mean above the low end, t and z the quantiles of Student's t with `freedom` degrees and of the normal
    distribution, and s = error t / z: between finite ends (Brier score) the beta limits of Clopper and Pearson for the
    share p = x / h of the range h, on the p (1 - p) (h / s)^2 cases that the variance is worth. Without a high end
    (log loss) on each side the wider of Student's t and Garwood's gamma limits for the k = (x / s)^2 events that it is
    worth: x G(k, (1 - level) / 2) / k and x G(k + 1, (1 + level) / 2) / k, G the quantile of the gamma distribution.
    `python -m validity probabilities` measures both. It errs where the worst losses are rarer than the cases:
    the high limit is then too low, most for an overconfident model with 10 or 20 cases. References: clopper1934,
    garwood1936.

    >>> low, high, name = mean_loss_limits(0.2, 0.05, 19, 0.95, (0.0, 1.0))
    >>> round(low, 3), round(high, 3), name
    (0.105, 0.328, 'beta')
    >>> low, high, name = mean_loss_limits(0.2, 0.05, 19, 0.95, (0.0, math.inf))
    >>> round(low, 3), round(high, 3), name
    (0.095, 0.335, "wider of Student's t and gamma")
    """
    tail = (1 - level) / 2
    quantile = float(stdtrit(freedom, 1 - tail))
    bottom, top = ends
    low, high = value - quantile * error, value + quantile * error
    x, wide = value - bottom, quantile * error / -float(ndtri(tail))
    if not math.isfinite(bottom) or not 0 < x < top - bottom:
        return max(low, bottom), min(high, top), "Student's t"
    if math.isfinite(top):
        span = top - bottom
        share = x / span
        low, high = beta_limits(share, share * (1 - share) * (span / wide) ** 2, tail)
        return bottom + span * low, bottom + span * high, "beta"
    events = (x / wide) ** 2
    least, most = float(gammaincinv(events, tail)), float(gammaincinv(events + 1, 1 - tail))
    low, high = min(low, bottom + x * least / events), max(high, bottom + x * most / events)
    return max(bottom, low), high, "wider of Student's t and gamma"


def beta_limits(share: float, n: float, tail: float) -> tuple[float, float]:
    """Clopper-Pearson limits of a share of n cases, which need not be whole.

    >>> low, high = beta_limits(0.1, 20.0, 0.025)
    >>> round(low, 4), round(high, 4)
    (0.0123, 0.317)
    """
    k = share * n
    k = round(k) if abs(k - round(k)) < 1e-9 else k
    low = float(betaincinv(k, n - k + 1, tail)) if k > 0 else 0.0
    high = float(betaincinv(k + 1, n - k, 1 - tail)) if n - k > 0 else 1.0
    return low, high
