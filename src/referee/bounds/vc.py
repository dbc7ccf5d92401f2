"""The Vapnik-Chervonenkis bound on the error of a learner."""

from __future__ import annotations

import math

from referee import _check


def vc(*, h: float, n: int, error: float, eta: float = 0.05, base: float = math.e) -> float:
    """A bound that the true error exceeds with probability at most `eta`, whatever the distribution.

    error + sqrt((h (log(2 n / h) + 1) - log(eta / 4)) / n), `h` the VC dimension of the learner, `error` its error on
    the n training cases. The log is natural (`base` 10 or 2 is for reading books that mean another one). A bound
    above 1 says nothing. Refused for h >= n. It errs on the side of saying nothing: it is loose by a wide factor.
    Reference: vapnik1995.

    >>> round(vc(h=10, n=100, error=0.3), 3)
    0.966
    """
    n = _check.whole("n", n, least=1)
    h = _check.positive_number("h", h)
    if h >= n:
        _check.fail("h", f"be below the number of cases ({n})", h, "The bound does not hold there.")
    error, eta = _check.share("error", error), _check.fraction("eta", eta)
    if _check.number("base", base) <= 1:
        _check.fail("base", "be greater than 1", base)
    scale = math.log(base)
    return error + math.sqrt((h * (math.log(2 * n / h) / scale + 1) - (math.log(eta) - math.log(4)) / scale) / n)


def vc_limit(*, n: int, error: float, eta: float = 0.05, base: float = math.e) -> float:
    """The VC dimension at which the bound passes 1 and says nothing any more; NaN when it never does below n.

    Found by bisection: the bound grows with h. It errs as the bound does. Reference: vapnik1995.

    >>> round(vc_limit(n=100, error=0.3), 1)         # a seed document says 40
    11.6
    """
    n = _check.whole("n", n, least=2)
    low, high = 1e-9, n * (1 - 1e-12)
    if vc(h=high, n=n, error=error, eta=eta, base=base) < 1:
        return math.nan
    for _ in range(200):
        middle = (low + high) / 2
        if vc(h=middle, n=n, error=error, eta=eta, base=base) < 1:
            low = middle
        else:
            high = middle
    return (low + high) / 2
