"""Corrected leave-one-out: LOO kept between .632B and repeated 2-fold cross-validation."""

from __future__ import annotations

import math
from dataclasses import replace

from referee.core import Estimate, Interval
from referee.resampling.estimators.on_results import NO_INTERVAL


def combine_loo_star(loo: float, low: float, high: float, *, sign: float = 1.0) -> tuple[float, str]:
    """LOO* of three values, and a word on which of them it is.

    .632B when LOO is below it, else 2-CV when LOO is above that, else LOO. The limits cross in some 10 to 20% of
    small datasets (.632B above 2-CV); then the first rule that applies holds, so that .632B wins whenever LOO is
    below it. `sign` is -1 for metrics of which more is better, where the limits change sides.

    >>> combine_loo_star(0.2, 0.25, 0.35), combine_loo_star(0.3, 0.35, 0.25)[0]
    ((0.25, 'raised to .632B'), 0.35)
    """
    if math.isnan(loo) or math.isnan(low) or math.isnan(high):
        return math.nan, "a part is undefined"
    crossed = sign * low > sign * high
    words = "; .632B lies beyond 2-CV, and the first rule that applies was taken" if crossed else ""
    up, down = ("raised", "lowered") if sign > 0 else ("lowered", "raised")
    if sign * loo < sign * low:
        return low, f"{up} to .632B{words}"
    if sign * loo > sign * high:
        return high, f"{down} to 2-CV{words}"
    return loo, f"LOO itself{words}"


def loo_star(
    loo: Estimate, b632: Estimate, cv2: Estimate, *, sign: float = 1.0, interval: Interval | None = None
) -> Estimate:
    """Corrected leave-one-out: LOO with .632B as its lower and repeated 2-fold as its upper limit (of the error).

    LOO is nearly unbiased and varies much in small samples; .632B is optimistic and 2-CV pessimistic. The note says
    which of the three it is. Undefined when one of them is. It errs low where .632B does, for learners that memorise.
    Reference: weiss1991.

    >>> parts = [Estimate("error_rate", v, 40) for v in (0.2, 0.25, 0.35)]
    >>> loo_star(*parts).value
    0.25
    """
    value, which = combine_loo_star(loo.value, b632.value, cv2.value, sign=sign)
    if math.isnan(value):
        undefined = next(e.undefined for e in (loo, b632, cv2) if not e.defined) or which
        return replace(loo, value=math.nan, interval=None, undefined=undefined, note="", title="corrected LOO")
    note = which if interval is not None else f"{which}; {NO_INTERVAL}"
    return replace(loo, value=value, interval=interval, note=note, title="corrected leave-one-out (LOO*)")
