"""The limits of a true proportion against the measured one: Figure 9.10 of Duda, Hart and Stork."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check
from referee.core import Curve
from referee.inference.proportion import proportion_interval


def limit_curves(n: int, *, method: str = "clopper_pearson", level: float = 0.95) -> tuple[Curve, Curve]:
    """The lower and the upper limit of a proportion for every measured share k / n.

    Several n in one picture are Figure 9.10: `referee.plot({f"n = {n}": limit_curves(n) for n in (10, 50, 250)})`. For
    n above 100 the limits stand at every hundredth. Never undefined. It errs as the interval of `method` does.
    Reference: duda2001.

    >>> low, high = limit_curves(10)
    >>> low.x[2].item(), round(low.y[2].item(), 4), round(high.y[2].item(), 4)
    (0.2, 0.0252, 0.5561)
    """
    n = _check.whole("n", n, least=1)
    counts = np.unique(np.rint(np.linspace(0, n, min(n, 100) + 1)))
    found = [proportion_interval(float(k), n, level, method=method) for k in counts]
    axes: Any = {"x_name": "measured share", "y_name": "true share", "title": "Limits of the true share"}
    ends = np.array([(one.low, one.high) for one in found])
    low, high = (
        Curve(f"{side} limit", counts / n, ends[:, i], **axes) for i, side in enumerate(("lower", "upper"))
    )
    return low, high
