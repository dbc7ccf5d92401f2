"""Tests, and evidence that grows."""

from __future__ import annotations

import math

from referee import _format
from referee.core.growing_evidence import GrowingEvidence
from referee.core.test_result import TestResult
from referee.views.page import Page, Part, Text, page_of
from referee.views.pages.estimate import estimate_text, significant
from referee.views.picture import Dots, Picture, dot, pictures_of


@page_of.register
def result_page(test: TestResult) -> Page:
    """A test in a few lines: its name, null, statistic, p, effect and what to know.

    A Bayesian one has no p: its posterior probabilities stand there.
    """
    parts: list[Part] = [Text(f"null: {test.null}")]
    if test.inapplicable:
        parts.append(Text(f"not applicable: {test.inapplicable}"))
    else:
        details = dict(test.details)
        if math.isnan(test.p_value):
            chances = {key: details.pop(key) for key in list(details) if key.startswith("p_")}
            words = [f"{key[2:].replace('_', ' ')} {_format.number(value)}" for key, value in chances.items()]
            parts.append(Text(f"posterior probabilities: {', '.join(words)}" if words else "it gives no p-value"))
        bits = []
        if test.statistic is not None:
            bits.append(f"{test.statistic_name or 'statistic'} = {significant(test.statistic)}")
        bits += [f"{key} = {significant(value)}" for key, value in details.items()]
        convention = f"{test.alternative}, {test.convention}" if test.convention else test.alternative
        if not math.isnan(test.p_value):
            bits.append(f"{_format.p_equals(test.p_value)} ({convention})")
        if bits:
            parts.append(Text(", ".join(bits)))
    if test.effect is not None:
        parts.append(Text(estimate_text(test.effect)))
    parts += [Text(f"! {warning}") for warning in test.warnings]
    if test.errs:
        parts.append(Text(test.errs))
    return Page(test.name, parts)


@page_of.register
def always_valid_page(state: GrowingEvidence) -> Page:
    """The evidence so far, as the test that it is at this look."""
    seen = f"{_format.plural(state.n, 'case')} in {_format.plural(state.looks, 'look')}"
    alone = f"a alone right on {_format.count(state.only_a)}, b alone on {_format.count(state.only_b)}"
    difference = state.result().effect
    assert difference is not None
    parts: list[Part] = [
        Text(f"{seen}: {alone}"),
        Text(
            f"e-value {significant(state.e_value)}, largest so far {significant(state.largest_e)}, "
            f"{_format.p_equals(state.p_value)} (valid at every look)"
        ),
        Text(estimate_text(difference)),
    ]
    if state.note:
        parts.append(Text(f"! {state.note}"))
    return Page("Always-valid comparison of accuracy", parts)


@pictures_of.register
def result_pictures(test: TestResult) -> list[Picture]:
    """The effect with the interval that belongs to the p-value; where 0 means no effect, against 0."""
    effect = test.effect
    if effect is None or not math.isfinite(effect.value):
        return []
    name = effect.name.replace("_", " ")
    nothing = any(word in name for word in ("difference", "advantage", "beyond", "shift"))
    p = "" if math.isnan(test.p_value) else f"{_format.p_equals(test.p_value)} ({test.alternative}). "
    marks = ((0.0, "no effect"),) if nothing else ()
    return [
        Dots(title="Effect", axis=name, rows=(dot(effect, name),), marks=marks, caption=f"{p}Null: {test.null}.")
    ]


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
    return [] if made.empty else [made]
