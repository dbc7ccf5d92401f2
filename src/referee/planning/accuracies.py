"""How many cases a share needs for its width, and two accuracies for a difference or for being no worse."""

from __future__ import annotations

import math
from bisect import bisect_left

import numpy as np
from scipy.special import bdtrc, gammaln, ndtr, ndtri, xlog1py, xlogy

from referee import _check
from referee.inference.mcnemar import midp_of_discordant
from referee.inference.proportion import proportion_interval
from referee.inference.tables import z_critical
from referee.inference.tango import tango_error


def power_quantile(power: float) -> float:
    """The standard normal value below which the share `power` lies."""
    return float(ndtri(_check.fraction("power", power)))


def cases_needed(gap: float, null: float, true: float, *, level: float, power: float) -> int:
    """Cases at which a gap shows: (z_a sqrt(null) + z_b sqrt(true))^2 / gap^2, rounded up.

    `null` and `true` are the variances of one case's part in the gap: without a true gap, and with this one.
    """
    shown = z_critical(level) * math.sqrt(null) + power_quantile(power) * math.sqrt(true)
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


def cases_for_width(value: float, width: float, *, level: float = 0.95, method: str = "midp") -> int:
    """The least number of cases at which the interval of a measured proportion is no wider than `width`.

    Found by bisection on n, the proportion taken as it is. It errs when the proportion turns out to be nearer to
    one half than `value`: plan with the value nearest to one half that is plausible.

    >>> cases_for_width(0.8, 0.1)
    246
    """
    value = _check.share("value", value)
    width = _check.fraction("width", width)

    def enough(n: int) -> bool:
        return proportion_interval(value * n, n, level, method=method, fractional=True).width <= width

    high = 1
    while not enough(high):
        high *= 2
        if high > 10**12:
            _check.fail("width", "be reachable with fewer than 1e12 cases", width)
    low = high // 2 + 1
    return low + bisect_left(range(low, high), True, key=enough)


def cases_for_independent(
    a: float, b: float, *, power: float = 0.8, level: float = 0.95, ratio: float = 1.0
) -> int:
    """Cases needed in the first test set, `ratio` times as many in the second, to tell accuracy a from b.

    n = (z_a sqrt((1 + 1/r) p q) + z_b sqrt(a (1-a) + b (1-b) / r))^2 / (a - b)^2, p the pooled accuracy, two-sided.
    Two test sets need several times the cases of one shared set: pair when you can. Reference: fleiss1981.

    >>> cases_for_independent(0.85, 0.75)
    250
    """
    a, b = _check.share("a", a), _check.share("b", b)
    ratio = _check.positive_number("ratio", ratio)
    refuse_equal(a, b, 1e-7)
    pooled = (a + ratio * b) / (1 + ratio)
    null, true = (1 + 1 / ratio) * pooled * (1 - pooled), a * (1 - a) + b * (1 - b) / ratio
    return cases_needed(a - b, null, true, level=level, power=power)


def power_of_independent(n_a: int, n_b: int, a: float, b: float, *, level: float = 0.95) -> float:
    """Chance that a pooled z test shows the difference of two accuracies measured on n_a and n_b cases.

    >>> round(power_of_independent(250, 250, 0.85, 0.75), 2)
    0.8
    """
    n_a, n_b = _check.whole("n_a", n_a, least=1), _check.whole("n_b", n_b, least=1)
    a, b = _check.share("a", a), _check.share("b", b)
    pooled = (n_a * a + n_b * b) / (n_a + n_b)
    null = pooled * (1 - pooled) * (1 / n_a + 1 / n_b)
    true = a * (1 - a) / n_a + b * (1 - b) / n_b
    return normal_power(abs(a - b), null, true, z_critical(level))


def cases_beside(
    a: float, b: float, n_b: int, *, power: float = 0.8, level: float = 0.95, most: int = 10**9
) -> int | None:
    """Cases needed in the first test set to tell accuracy a from b, the second set having n_b cases and no more.

    The least n_a at which `power_of_independent` reaches the power; None when not even `most` cases do, because the
    second set is too small. It errs as the rates do. Reference: fleiss1981.

    >>> cases_beside(0.85, 0.75, 5000)
    136
    >>> cases_beside(0.85, 0.84, 500) is None
    True
    """
    power, most = _check.fraction("power", power), _check.whole("most", most, least=1)

    def enough(n: int) -> bool:
        return power_of_independent(n, n_b, a, b, level=level) >= power

    a, b = _check.share("a", a), _check.share("b", b)
    if a == b or not enough(most):
        return None
    return 1 + bisect_left(range(1, most), True, key=enough)


EXACT = 2000


def cases_for_paired(effect: float, discordance: float, *, power: float = 0.8, level: float = 0.95) -> int:
    """Cases needed to show a difference in accuracy between two models on the same cases.

    `effect` is the difference of the accuracies, `discordance` the share of cases that just one of the models has
    right (at least |effect|). n = (z_a sqrt(psi) + z_b sqrt(psi - d^2))^2 / d^2, two-sided. It errs by what the
    normal form errs, a few cases; everything hangs on the guess of the discordance. Reference: connor1987.

    >>> cases_for_paired(0.05, 0.15)
    469
    """
    d, psi = _effect(effect, discordance)
    return cases_needed(d, psi, psi - d * d, level=level, power=power)


def power_of_paired(n: int, effect: float, discordance: float, *, level: float = 0.95) -> float:
    """Chance that the mid-p McNemar test shows a true difference of `effect` with n cases.

    Exact up to 2000 cases (the sum over all numbers of discordant cases), beyond by the normal form.

    >>> round(power_of_paired(469, 0.05, 0.15), 2)
    0.81
    """
    n = _check.whole("n", n, least=1)
    alpha = 1 - _check.fraction("level", level)
    d, psi = _effect(effect, discordance)
    if n > EXACT:
        return normal_power(d, psi / n, (psi - d * d) / n, z_critical(level))
    share = (psi + d) / (2 * psi)
    m = np.arange(n + 1)
    log = gammaln(n + 1) - gammaln(m + 1) - gammaln(n - m + 1) + xlogy(m, psi) + xlog1py(n - m, -psi)
    few, total = 0, 0.0
    for count, chance in enumerate(np.exp(log).tolist()):
        while few <= count / 2 and midp_of_discordant(few, count - few) < alpha:
            few += 1  # mid-p rejects with fewer than `few` on either side; that number only grows
        if few and chance > 1e-12:
            tails = float(bdtrc(count - few, count, share)) + float(1 - bdtrc(few - 1, count, share))
            total += chance * tails
    return min(1.0, total)


def _effect(effect: float, discordance: float) -> tuple[float, float]:
    d = abs(_check.number("effect", effect))
    psi = _check.share("discordance", discordance)
    if not 1e-7 <= d < 1:
        _check.fail("effect", "be a difference other than 0, between -1 and 1 and at least 1e-7 in size", effect)
    if psi < d:
        _check.fail("discordance", f"be at least the effect ({d:g})", discordance)
    return d, psi


FEW_DISCORDANT = 300
"""Expected number of discordant cases up to which all their numbers are summed over."""


def cases_for_noninferiority(
    margin: float, discordance: float, *, effect: float = 0.0, power: float = 0.8, level: float = 0.95
) -> int:
    """Cases needed to show that accuracy is not lower by `margin` or more, two models on the same cases.

    n = (z_a sqrt(V0) + z_b sqrt(V1))^2 / (d + margin)^2, d the true difference (`effect`, 0 for equally good models),
    psi the share of cases that just one model has right (`discordance`), V1 = psi - d^2 and V0 the variance that fits
    best at a difference of -margin, as in Tango's score; from there up to the first n whose power suffices. One-sided
    at alpha/2, as `gate` decides. Everything hangs on the guess of the discordance. References: lu1995,
    nam1997.

    >>> cases_for_noninferiority(0.02, 0.06)
    1250
    """
    m, d, psi = _terms(margin, discordance, effect)
    wanted = _check.fraction("power", power)
    za, zb = z_critical(level), power_quantile(wanted)
    null, true = _variances(m, d, psi)
    n = max(1, math.ceil((max(0.0, za * math.sqrt(null) + zb * math.sqrt(true)) / (d + m)) ** 2))
    while _power(n, m, d, psi, za) < wanted:
        n += max(1, n // 200)
    return n


def power_of_noninferiority(
    n: int, margin: float, discordance: float, *, effect: float = 0.0, level: float = 0.95
) -> float:
    """Chance that Tango's lower limit is above -margin with n cases, so that `gate` opens.

    The sum over all numbers of discordant cases while 300 or fewer are expected, beyond by the normal form.

    >>> round(power_of_noninferiority(1250, 0.02, 0.06), 2)
    0.81
    """
    return _power(_check.whole("n", n, least=1), *_terms(margin, discordance, effect), z_critical(level))


def _power(n: int, m: float, d: float, psi: float, za: float) -> float:
    null, true = _variances(m, d, psi)
    if n * psi > FEW_DISCORDANT:
        return normal_power(d + m, null / n, true / n, za)
    up, down = (psi + d) / 2, (psi - d) / 2
    b, c = (np.arange(min(n, math.ceil(n * p + 8 * math.sqrt(n * p) + 20)) + 1.0) for p in (up, down))
    b, c = b[:, None], c[None, :]
    rest = n - b - c
    kept = rest >= 0
    rest = np.where(kept, rest, 0)
    log = gammaln(n + 1) - gammaln(b + 1) - gammaln(c + 1) - gammaln(rest + 1)
    chance = np.where(kept, np.exp(log + xlogy(b, up) + xlogy(c, down) + xlog1py(rest, -psi)), 0.0)
    shown = (b - c) + n * m > za * tango_error(b, c, n, -m)
    return min(1.0, float(chance[np.broadcast_to(shown, chance.shape)].sum()))


def _variances(m: float, d: float, psi: float) -> tuple[float, float]:
    """Variance of one case's difference at the best fit to a difference of -m, and as assumed."""
    return float(tango_error((psi + d) / 2, (psi - d) / 2, 1.0, -m)) ** 2, max(0.0, psi - d * d)


def _terms(margin: float, discordance: float, effect: float) -> tuple[float, float, float]:
    m, d = _check.fraction("margin", margin), _check.number("effect", effect)
    psi = _check.share("discordance", discordance)
    if psi < abs(d):
        _check.fail("discordance", f"be at least the size of the effect ({abs(d):g})", discordance)
    if d - 1e-7 <= -m:
        hint = "Otherwise no number of cases will do."
        _check.fail("effect", f"be above minus the margin ({-m:g})", effect, hint)
    return m, d, psi
