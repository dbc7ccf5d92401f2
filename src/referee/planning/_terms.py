"""What the questions of planning share: quantiles of a level and a power, and values that must differ."""

from __future__ import annotations

from scipy.special import ndtri

from referee import _check


def level_quantile(level: float) -> float:
    """The standard normal value that a two-sided test at this level must exceed."""
    return -float(ndtri((1 - _check.fraction("level", level)) / 2))


def power_quantile(power: float) -> float:
    """The standard normal value below which the share `power` lies."""
    return float(ndtri(_check.fraction("power", power)))


def refuse_equal(a: float, b: float, least: float) -> None:
    """Refuse two values that no number of cases tells apart."""
    if a == b:
        _check.fail("b", "differ from `a`", b)
    if abs(a - b) < least:
        _check.fail("b", f"differ from `a` by at least {least:.0e}".replace("e-0", "e-"), b)
