"""What the questions of planning share: the normal forms of cases and power, and values that must differ."""

from __future__ import annotations

import math

from scipy.special import ndtr, ndtri

from referee import _check


def level_quantile(level: float) -> float:
    """The standard normal value that a two-sided test at this level must exceed."""
    return -float(ndtri((1 - _check.fraction("level", level)) / 2))


def power_quantile(power: float) -> float:
    """The standard normal value below which the share `power` lies."""
    return float(ndtri(_check.fraction("power", power)))


def cases_needed(gap: float, null: float, true: float, *, level: float, power: float) -> int:
    """Cases at which a gap shows: (z_a sqrt(null) + z_b sqrt(true))^2 / gap^2, rounded up.

    `null` and `true` are the variances of one case's part in the gap: without a true gap, and with this one.
    """
    shown = level_quantile(level) * math.sqrt(null) + power_quantile(power) * math.sqrt(true)
    return math.ceil(shown**2 / gap**2)


def normal_power(gap: float, null: float, true: float, za: float) -> float:
    """Chance that a gap is seen to exceed z_a standard errors, with its variances without and with a true gap."""
    return float(ndtr((gap - za * math.sqrt(null)) / math.sqrt(true))) if true else float(gap != 0)


def refuse_equal(a: float, b: float, least: float) -> None:
    """Refuse two values that no number of cases tells apart."""
    if a == b:
        _check.fail("b", "differ from `a`", b)
    if abs(a - b) < least:
        _check.fail("b", f"differ from `a` by at least {least:.0e}".replace("e-0", "e-"), b)
