"""An estimate and an interval, each in one line."""

from __future__ import annotations

import math
from collections.abc import Iterable

from referee import _format
from referee.core import Estimate, Interval
from referee.views.numbers import value_cells
from referee.views.page import Page, Table, page_of
from referee.views.picture import Dot, Dots, Picture, dot, drawable, pictures_of


def interval_text(interval: Interval) -> str:
    """An interval with its level, method and side."""
    sides = {"two": "", "lower": ", one-sided lower bound", "upper": ", one-sided upper bound"}
    span = _format.span(interval.low, interval.high)
    return f"{span} ({_format.percent(interval.level)}, {interval.method}{sides[interval.side]})"


def estimate_text(estimate: Estimate) -> str:
    """An estimate with its interval, n and note."""
    name = _format.label(estimate.name.replace("_", " "), 80)
    n = f", n = {_format.count(round(estimate.n, 1))}"
    if not estimate.defined:
        return f"{name} undefined: {estimate.undefined}{n}"
    if estimate.interval is None:
        return f"{name} {_format.number(estimate.value, 4)}{n}{'; ' + estimate.note if estimate.note else ''}"
    places = _format.decimals(estimate.interval.width)
    return f"{name} {_format.number(estimate.value, places)} {interval_text(estimate.interval)}{n}"


@page_of.register
def interval_page(interval: Interval) -> Page:
    """An interval in one line."""
    return Page(interval_text(interval))


@page_of.register
def estimate_page(estimate: Estimate) -> Page:
    """An estimate in one line."""
    return Page(estimate_text(estimate))


def estimate_row(m: Estimate, name: str) -> list[str]:
    """One measure as cells: name, value, interval, n, how."""
    value, span = value_cells(m)
    if not m.defined:
        return [name, value, span, _format.count(m.n), str(m.undefined)]
    how = m.note if m.interval is None else m.interval.method
    if m.interval is not None and "left out" in m.note:
        how = f"{how}; {m.note}"
    return [name, value, span, _format.count(round(m.n, 1)), how]


def estimate_table(rows: Iterable[list[str]], first: str = "", interval: str = "interval") -> Table:
    """Rows of estimates under their head."""
    return Table([[first, "value", interval, "n", "how"], *rows], "<><><")


def significant(value: float, digits: int = 4) -> str:
    """A number of unknown size: so many digits, NaN a dash.

    >>> significant(0.000012345), significant(float("nan")), significant(float("-inf")), significant(2.0)
    ('1.234e-05', '–', '-∞', '2')
    """
    return f"{value:.{digits}g}" if abs(value) < float("inf") else _format.number(value)


@pictures_of.register
def interval_pictures(interval: Interval) -> list[Picture]:
    """The interval alone."""
    row = Dot(interval.method, math.nan, interval.low, interval.high, _format.span(interval.low, interval.high))
    return drawable(Dots(title="Interval", axis=f"{_format.percent(interval.level)} interval", rows=(row,)))


@pictures_of.register
def estimate_pictures(estimate: Estimate) -> list[Picture]:
    """The value and its interval."""
    level = "" if estimate.interval is None else f" and {_format.percent(estimate.interval.level)} interval"
    row = dot(estimate, estimate.name.replace("_", " "))
    limits = (0.0, 1.0) if all(0 <= end <= 1 for end in row.ends) else None
    return [Dots(title="Value", axis=f"value{level}", rows=(row,), limits=limits)] if row.ends else []
