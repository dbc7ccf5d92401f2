"""The Vapnik-Chervonenkis bound on the error of a learner: its value, what it says, and its curve."""

from __future__ import annotations

import math

import numpy as np

from referee import _check, _format
from referee.core import Curve, ErrorLimits, Estimate
from referee.inference._solve import root


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

    The bound grows with h. It errs as the bound does. Reference: vapnik1995.

    >>> round(vc_limit(n=100, error=0.3), 1)         # a lecture says 40
    11.6
    """
    n = _check.whole("n", n, least=2)
    high = n * (1 - 1e-12)
    if vc(h=high, n=n, error=error, eta=eta, base=base) < 1:
        return math.nan
    return root(lambda h: vc(h=h, n=n, error=error, eta=eta, base=base) - 1, 1e-9, high)


def vc_bound(*, h: float, n: int, error: float, eta: float = 0.05) -> ErrorLimits:
    """The bound of `vc` in a sentence: what it promises, or that it says nothing, and from which h on it does not.

    It errs as `vc` does. Reference: vapnik1995.

    >>> vc_bound(h=40, n=100, error=0.3).sentence        # a lecture calls it useless beyond 40
    'It is above 1 and says nothing; it passes 1 at a VC dimension of 11.6.'
    """
    value, limit = vc(h=h, n=n, error=error, eta=eta), vc_limit(n=n, error=error, eta=eta)
    says = f"The true error exceeds it with a chance of at most {eta:g}"
    if value >= 1:
        says = "It is above 1 and says nothing"
    ends = "it stays below 1" if math.isnan(limit) else f"it passes 1 at a VC dimension of {limit:.1f}"
    estimate = Estimate("vc_bound", value, n, note="an upper bound", title="VC bound")
    title = f"VC dimension {h:g}, {_format.plural(n, 'training case')}, training error {error:g}"
    return ErrorLimits(title, f"{says}; {ends}.", (estimate,))


def vc_curve(*, n: int, error: float, eta: float = 0.05, base: float = math.e, points: int = 200) -> Curve:
    """The bound on the true error for every VC dimension h below n, and where it passes 1 (`facts["limit"]`).

    Beyond the limit it says nothing; `facts["error"]` is the training error it starts from. It errs as `vc` does.
    Reference: vapnik1995.

    >>> curve = vc_curve(n=100, error=0.3)
    >>> round(curve.facts["limit"], 1), round(float(curve.y[-1]), 2)
    (11.6, 1.62)
    """
    n, points = _check.whole("n", n, least=2), _check.whole("points", points, least=2)
    limit = vc_limit(n=n, error=error, eta=eta, base=base)
    h = np.linspace(1.0, n * (1 - 1e-9), points)
    if not math.isnan(limit):
        h = np.unique(np.append(h, limit))
    y = np.array([vc(h=float(x), n=n, error=error, eta=eta, base=base) for x in h])
    says = "stays below 1" if math.isnan(limit) else f"passes 1 at h = {limit:.1f} and says nothing beyond"
    return Curve(
        "vc", h, y, x_name="VC dimension", y_name="bound on the error", plane="VC bound",
        facts={"limit": limit, "error": float(error)}, note=f"the bound {says}",
        title=f"VC bound, {n:,} cases, training error {error:g}",
    )  # fmt: skip
