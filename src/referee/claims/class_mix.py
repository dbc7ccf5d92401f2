"""Two accuracies from test sets with other shares of positives."""

from __future__ import annotations

from referee import _check


def same_rates(a: float, share_a: float, b: float, share_b: float) -> tuple[float, float] | None:
    """The sensitivity and specificity with which one classifier has both accuracies, None when there are none.

    Solves Sn s + Sp (1 - s) = accuracy for both shares of positives s. A pair of rates between 0 and 1 says that the
    difference can be one of class mix and nothing else; None says that the mix alone cannot make it. With equal shares
    and other accuracies there is none. It errs as the accuracies do: they are taken as exact.

    >>> [round(rate, 3) for rate in same_rates(0.85, 0.5, 0.78, 0.15)]
    [0.95, 0.75]
    >>> same_rates(0.85, 0.5, 0.75, 0.45) is None
    True
    """
    a, b = _check.share("a", a), _check.share("b", b)
    s, t = _check.share("share_a", share_a), _check.share("share_b", share_b)
    if abs(s - t) < 1e-12:
        return (a, a) if a == b else None
    slope = (a - b) / (s - t)
    specificity = a - slope * s
    sensitivity = specificity + slope
    near = 1e-9
    if not all(-near <= rate <= 1 + near for rate in (sensitivity, specificity)):
        return None
    return min(1.0, max(0.0, sensitivity)), min(1.0, max(0.0, specificity))
