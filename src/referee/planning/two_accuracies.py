"""Cases and power to compare two models on different test sets."""

from __future__ import annotations

from bisect import bisect_left

from referee import _check
from referee.planning._terms import cases_needed, level_quantile, normal_power, refuse_equal


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
    return normal_power(abs(a - b), null, true, level_quantile(level))


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
