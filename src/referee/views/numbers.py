"""An estimate as text."""

from __future__ import annotations

from referee import _format
from referee.core.estimate import Estimate


def value_text(m: Estimate, *, signed: bool = False) -> str:
    """The value with its interval, or why it is undefined; a difference with its sign.

    >>> value_text(Estimate("error_rate", 0.125, 8)), value_text(Estimate("gain", 0.1, 8), signed=True)
    ('0.125', '+0.100')
    """
    if not m.defined:
        return f"undefined: {m.undefined}"
    places = 3 if m.interval is None else _format.decimals(m.interval.width)
    text = ("+" if signed and m.value > 0 else "") + _format.number(m.value, places)
    return text if m.interval is None else f"{text} {_format.span(m.interval.low, m.interval.high, places)}"
