"""An estimate and an interval, each in one line; and tests, alone, growing and several read together."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from referee import _format
from referee.core import Estimate, Family, Interval, Pairwise, TestResult, rank_diagram
from referee.core.test_result import GrowingEvidence
from referee.views.numbers import metric_words, name_words, value_cells
from referee.views.page import Page, Table, caveats, lay_out, more, page_of
from referee.views.picture import BACK, Dot, Dots, Picture, Ranks, Spread, dot, drawable, pictures_of

MOST = 30
MOST_LEARNERS = 12


def interval_text(interval: Interval) -> str:
    """An interval with its level, method and side."""
    sides = {"two": "", "lower": ", one-sided lower bound", "upper": ", one-sided upper bound"}
    span = _format.span(interval.low, interval.high)
    return f"{span} ({_format.percent(interval.level)}, {interval.method}{sides[interval.side]})"


def estimate_text(estimate: Estimate) -> str:
    """An estimate with its interval, n and note."""
    name = _format.label(metric_words(estimate.name), 80)
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
    row = dot(estimate, _format.words(estimate.name))
    whole = (0.0, 1.0) if all(0 <= end <= 1 for end in row.ends) else None
    return [Dots(title="Value", axis=f"value{level}", rows=(row,), whole=whole)] if row.ends else []


def p_text(test: TestResult) -> str:
    """The p-value of a test, or why there is none."""
    return f"not applicable: {test.inapplicable}" if test.inapplicable else _format.p_equals(test.p_value)


def critical_words(pairs: Pairwise) -> str:
    """The critical difference of average ranks; nothing when the test has none."""
    if pairs.critical_difference is None:
        return ""
    reach = _format.number(pairs.critical_difference)
    return f"critical difference {reach} of average ranks at level {1 - pairs.level:.10g}"


@page_of.register
def result_page(test: TestResult) -> Page:
    """A test in a few lines: its name, null, statistic, p, effect and what to know."""
    numbers = [p_text(test)] if test.inapplicable else _numbers(test)
    effect = "" if test.effect is None else estimate_text(test.effect)
    return lay_out(test.name, f"null: {test.null}", numbers, effect, caveats(test.warnings), test.errs)


def _numbers(test: TestResult) -> list[str]:
    """The statistic, the details and p; a Bayesian test has no p: its posterior probabilities stand there."""
    details, said = dict(test.details), ""
    if math.isnan(test.p_value):
        chances = {key: details.pop(key) for key in list(details) if key.startswith("p_")}
        words = [f"{key[2:].replace('_', ' ')} {_format.number(value)}" for key, value in chances.items()]
        said = f"posterior probabilities: {', '.join(words)}" if words else "it gives no p-value"
    bits = [f"{key} = {significant(value)}" for key, value in details.items()]
    if test.statistic is not None:
        bits.insert(0, f"{test.statistic_name or 'statistic'} = {significant(test.statistic)}")
    if not said:
        convention = f"{test.alternative}, {test.convention}" if test.convention else test.alternative
        bits.append(f"{_format.p_equals(test.p_value)} ({convention})")
    return [said, ", ".join(bits)]


@page_of.register
def always_valid_page(state: GrowingEvidence) -> Page:
    """The evidence so far, as the test that it is at this look."""
    seen = f"{_format.plural(state.n, 'case')} in {_format.plural(state.looks, 'look')}"
    alone = f"a alone right on {_format.count(state.only_a)}, b alone on {_format.count(state.only_b)}"
    difference = state.result().effect
    assert difference is not None
    evidence = f"e-value {significant(state.e_value)}, largest so far {significant(state.largest_e)}"
    return lay_out(
        "Always-valid comparison of accuracy",
        f"{seen}: {alone}",
        f"{evidence}, {_format.p_equals(state.p_value)} (valid at every look)",
        estimate_text(difference),
        caveats([state.note] if state.note else []),
    )


@pictures_of.register
def result_pictures(test: TestResult) -> list[Picture]:
    """What the null gives with the observed value among it, then the effect with the interval of the p-value.

    The two that were compared stand above their difference, with one standard error to each side; where 0 means no
    effect, the effect stands against 0.
    """
    effect = test.effect
    null = _null_picture(test)
    if effect is None or not math.isfinite(effect.value):
        return null
    name = _format.words(effect.name)
    nothing = any(word in name for word in ("difference", "advantage", "beyond", "shift"))
    p = "" if math.isnan(test.p_value) else f"{_format.p_equals(test.p_value)} ({test.alternative}). "
    marks, caption = ((0.0, "no effect"),) if nothing else (), f"{p}Null: {test.null}."
    rows = (*(dot(one, one.name, BACK) for one in test.compared), dot(effect, name))
    return [*null, Dots(title="Effect", axis=name, rows=rows, marks=marks, caption=caption)]


def _null_picture(test: TestResult) -> list[Picture]:
    """The statistic under the null, with the observed one."""
    values = [] if test.null_values is None else test.null_values[np.isfinite(test.null_values)].tolist()
    if len(values) < 2 or test.statistic is None or math.isnan(test.p_value):
        return []
    title, name = "Under the null", test.statistic_name or "statistic"
    caption = f"{_format.plural(len(values), 'value')}, {_format.p_equals(test.p_value)} ({test.alternative})."
    mark = (test.statistic, f"observed {significant(test.statistic)}")
    made = Spread(title=title, x_name=name, y_name="how many", values=values, marks=(mark,))
    return [replace(made, caption=caption, says=f"{title}: {caption}")]


@pictures_of.register
def always_valid_pictures(state: GrowingEvidence) -> list[Picture]:
    """The difference so far, with limits that hold at every look."""
    effect = state.result().effect
    made = Dots(
        title="The evidence so far",
        axis="difference of accuracy, a less b",
        rows=() if effect is None else (dot(effect, "difference so far"),),
        marks=((0.0, "equal"),),
        caption=f"After {_format.plural(state.looks, 'look')}; the limits hold however often one looks.",
    )
    return drawable(made)


@page_of.register
def family_page(family: Family) -> Page:
    """One row per test, the p-value beside its adjusted form."""
    rows = [["test", "p", f"{family.adjust.title()} p"]]
    tests = zip(family.labels, family.p_values, family.adjusted, strict=True)
    rows += [[_format.label(name), _format.p_value(p), _format.p_value(q)] for name, p, q in list(tests)[:MOST]]
    title = f"{_format.label(family.name, 80)}, adjusted by {family.adjust.title()} (controls {family.controls})"
    return lay_out(title, Table(rows, "<<<"), more(len(family), MOST, ".adjusted"))


@page_of.register
def pairwise_page(pairs: Pairwise) -> Page:
    """The learners by average rank, with the p-value of each pair."""
    size = len(pairs.learners)
    order = sorted(range(size), key=lambda i: pairs.average_ranks[i])
    names = [name_words(pairs.learners[i]) for i in order]
    wide = size <= MOST_LEARNERS
    rows = [["learner", "average rank", *(names if wide else ())]]
    for i, name in zip(order, names, strict=True):
        cells = ["" if i == j else _format.p_value(pairs.p_values[i][j]) for j in order] if wide else []
        rows.append([name, _format.number(pairs.average_ranks[i], 2), *cells])
    return lay_out(
        f"{pairs.name} of {_format.plural(size, 'learner')}, n = {_format.count(pairs.n)}",
        f"null: {pairs.null}; p-values {'' if pairs.adjusted else 'not '}adjusted for the number of pairs",
        Table(rows, "<>" + "<" * (len(rows[0]) - 2)),
        "" if wide else "the p-value of a pair: .p(first, second)",
        critical_words(pairs),
        pairs.errs,
    )


@pictures_of.register
def family_pictures(family: Family) -> list[Picture]:
    """Each p-value beside its adjusted form, as the evidence -log10 p that they carry."""
    tests = sorted(zip(family.adjusted, family.p_values, family.labels, strict=True), key=lambda test: test[0])
    rows = []
    for q, p, name in [test for test in tests if not math.isnan(test[0])][:MOST]:
        text = f"p {_format.p_value(p)}, adjusted {_format.p_value(q)}"
        rows.append(Dot(name_words(name), _evidence(q), _evidence(q), _evidence(p), text))
    made = Dots(
        title="Adjusted p-values",
        axis="evidence, −log10 p",
        rows=tuple(rows),
        marks=((_evidence(0.05), "p = 0.05"),),
        caption=f"The dot is the p-value adjusted by {family.adjust.title()}, the line reaches to the p-value alone.",
    )
    return drawable(made)


def _evidence(p: float) -> float:
    return -math.log10(max(p, 1e-16)) + 0.0


@pictures_of.register
def pairwise_pictures(pairs: Pairwise) -> list[Picture]:
    """The critical-difference diagram."""
    return [ranks_picture(pairs)]


def ranks_picture(pairs: Pairwise, says: str = "") -> Ranks:
    """Average ranks on an axis, the best at the left; a bar joins learners that the test does not distinguish."""
    diagram = rank_diagram(pairs)
    marks = sorted(diagram.marks, key=lambda mark: mark.rank)
    told = "; ".join(f"{mark.name} {mark.rank:.2f}" for mark in marks)
    joined = "; ".join(", ".join(bar.members) for bar in diagram.bars) or "none"
    meaning = "bars join learners that are not distinguished"
    if not pairs.groups:
        meaning = "no two tested learners are left undistinguished"
    elif pairs.baseline is not None:
        meaning = f"the bar has a dot for each learner not distinguished from {name_words(pairs.baseline)}"
    return Ranks(
        title="Critical-difference diagram",
        name="cd",
        diagram=diagram,
        says=says,
        caption=f"Average ranks on {_format.plural(pairs.n, 'dataset')}, the best at the left; {meaning} "
        f"({name_words(pairs.name)}, level {1 - pairs.level:.10g}).",
        about=f"Average ranks: {told}. Not distinguished: {joined}.",
    )
