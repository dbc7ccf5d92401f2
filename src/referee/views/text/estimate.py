"""An estimate, an interval and a test as text."""

from __future__ import annotations

import math

from referee import _format
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.testresult import TestResult
from referee.views.text.table import wrapped


def render_interval(interval: Interval) -> str:
    """An interval in one line."""
    sides = {"two": "", "lower": ", one-sided lower bound", "upper": ", one-sided upper bound"}
    span = _format.span(interval.low, interval.high)
    return f"{span} ({_format.percent(interval.level)}, {interval.method}{sides[interval.side]})"


def render_estimate(estimate: Estimate) -> str:
    """An estimate in one line."""
    name = estimate.name.replace("_", " ")
    n = f", n = {_format.count(round(estimate.n, 1))}"
    if not estimate.defined:
        return f"{name} undefined: {estimate.undefined}{n}"
    if estimate.interval is None:
        return f"{name} {_format.number(estimate.value, 4)}{n}{'; ' + estimate.note if estimate.note else ''}"
    places = _format.decimals(estimate.interval.width)
    return f"{name} {_format.number(estimate.value, places)} {render_interval(estimate.interval)}{n}"


def render_test(test: TestResult) -> str:
    """A test in a few lines: its name, null, statistic, p, effect and what to know."""
    lines = [test.name, f"  null: {test.null}"]
    if test.inapplicable:
        lines.append(f"  not applicable: {test.inapplicable}")
    else:
        lines += wrapped(_numbers(test), "  ")
    if test.effect is not None:
        lines.append("  " + render_estimate(test.effect))
    for warning in test.warnings:
        lines += wrapped(f"! {warning}", "  ")
    if test.errs:
        lines += wrapped(test.errs, "  ")
    return "\n".join(lines)


def _numbers(test: TestResult) -> str:
    """The statistic, what a textbook prints beside it, and p; a posterior has its convention and no p."""
    bits = []
    if test.statistic is not None:
        bits.append(f"{test.statistic_name or 'statistic'} = {_digits(test.statistic)}")
    bits += [f"{key} = {_digits(value)}" for key, value in test.details.items()]
    if math.isnan(test.p_value):
        return ", ".join(bits) + (f" ({test.convention})" if test.convention else "")
    convention = test.convention
    if not convention.startswith(test.alternative):
        convention = f"{test.alternative}, {convention}" if convention else test.alternative
    return ", ".join([*bits, f"{_format.p_equals(test.p_value)} ({convention})"])


def _digits(value: float) -> str:
    """Whole numbers, such as a seed, in full; others with four digits."""
    return (
        f"{value:.0f}" if math.isfinite(value) and value == round(value) and abs(value) < 2**53 else f"{value:.4g}"
    )
