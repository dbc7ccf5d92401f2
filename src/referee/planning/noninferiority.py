"""Cases and power to show that a candidate is not worse than a margin, on the same cases."""

from __future__ import annotations

import math

from scipy.special import ndtr, ndtri

from referee import _check


def cases_for_noninferiority(
    margin: float, discordance: float, *, effect: float = 0.0, power: float = 0.8, level: float = 0.95
) -> int:
    """Cases needed to show that accuracy is not lower by `margin` or more, two models on the same cases.

    n = ((z_a + z_b)^2 (psi - d^2)) / (d + margin)^2, d the true difference (`effect`, 0 for equally good models), psi
    the share of cases that just one model has right; one-sided at alpha/2, as `gate` decides. Reference: lu1995.

    >>> cases_for_noninferiority(0.02, 0.06)
    1178
    """
    spread, gain = _terms(margin, discordance, effect)
    z = -float(ndtri((1 - _check.fraction("level", level)) / 2)) + float(ndtri(_check.fraction("power", power)))
    return math.ceil(z * z * spread / (gain * gain))


def power_of_noninferiority(
    n: int, margin: float, discordance: float, *, effect: float = 0.0, level: float = 0.95
) -> float:
    """Chance to show non-inferiority with n cases.

    >>> round(power_of_noninferiority(1178, 0.02, 0.06), 2)
    0.8
    """
    n = _check.whole("n", n, least=1)
    spread, gain = _terms(margin, discordance, effect)
    za = -float(ndtri((1 - _check.fraction("level", level)) / 2))
    return float(ndtr(gain * math.sqrt(n / spread) - za)) if spread else 1.0


def _terms(margin: float, discordance: float, effect: float) -> tuple[float, float]:
    m, d, psi = (
        _check.fraction("margin", margin),
        _check.number("effect", effect),
        _check.share("discordance", discordance),
    )
    if psi < abs(d):
        _check.fail("discordance", f"be at least the size of the effect ({abs(d):g})", discordance)
    if d <= -m:
        _check.fail(
            "effect", f"be above minus the margin ({-m:g})", effect, "Otherwise no number of cases will do."
        )
    return psi - d * d, d + m
