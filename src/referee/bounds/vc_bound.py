"""The VC bound with what it says."""

from __future__ import annotations

import math

from referee import _format
from referee.bounds.vc import vc, vc_limit
from referee.core.estimate import Estimate
from referee.core.limits import ErrorLimits


def vc_bound(*, h: float, n: int, error: float, eta: float = 0.05) -> ErrorLimits:
    """The bound of `vc` in a sentence: what it promises, or that it says nothing, and from which h on it does not.

    It errs as `vc` does. Reference: vapnik1995.

    >>> vc_bound(h=40, n=100, error=0.3).sentence        # a seed document calls it useless beyond 40
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
