"""The VC bound over the VC dimension."""

from __future__ import annotations

import math

import numpy as np

from referee import _check
from referee.bounds.vc import vc, vc_limit
from referee.core.curve import Curve


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
    h = np.linspace(min(1.0, n / 2), n * (1 - 1e-9), points)
    if not math.isnan(limit):
        h = np.unique(np.append(h, limit))
    y = np.array([vc(h=float(x), n=n, error=error, eta=eta, base=base) for x in h])
    says = "stays below 1" if math.isnan(limit) else f"passes 1 at h = {limit:.1f} and says nothing beyond"
    return Curve(
        "vc",
        h,
        y,
        x_name="VC dimension",
        y_name="bound on the error",
        plane="VC bound",
        facts={"limit": limit, "error": float(error)},
        note=f"the bound {says}",
        title=f"VC bound, {n:,} cases, training error {error:g}",
    )
