"""How many cases a question needs, or what the cases in hand can show."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from referee import _check, _format, planning
from referee.core import Plan
from referee.inference.coverage import width_by_n

Question = Literal["width", "paired", "independent", "auc", "noninferiority"]
POWER = 0.8


def plan(
    question: Question, *, n: int | None = None, power: float | None = None, level: float = 0.95, **numbers: Any
) -> Plan:
    """Cases needed for a question with a given power, or the power of n cases.

    - "width": `value`, and `width` or n: an interval of a measured proportion (and `method`, by default "midp").
    - "paired": `effect`, `discordance`: a difference in accuracy on the same cases.
    - "independent": `a`, `b`, and `ratio`: two accuracies on different test sets, the second `ratio` times as large.
    - "auc": `a`, `b`, and `correlation`, `ratio`: two AUCs on the same cases, `ratio` negatives to a positive.
    - "noninferiority": `margin`, `discordance`, and `effect`: that a candidate is not worse by the margin.

    Without n the answer is the number of cases for `power` (by default 0.8), with n the power. It errs as the guesses
    it is given do; see `referee.planning` for the formulas. References: connor1987, fleiss1981,
    obuchowski1997sample, lu1995.

    >>> plan("paired", effect=0.05, discordance=0.15).cases
    469
    >>> round(plan("paired", effect=0.05, discordance=0.15, n=200).power, 2)
    0.43
    """
    _check.choice("question", question, ("width", *_QUESTIONS))
    level = _check.fraction("level", level)
    if question == "width":
        if power is not None:
            _check.fail("power", "not be given for 'width'", power)
        return _width(_check_numbers(question, ("value",), {"width": None, "method": "midp"}, numbers), n, level)
    asked = _QUESTIONS[question]
    given = _check_numbers(question, asked.needs, asked.defaults, numbers)
    if n is not None and power is not None:
        _check.fail("power", "not be given with n, whose power is the answer", power)
    if n is None:
        power = _check.fraction("power", POWER if power is None else power)
        cases = asked.cases(**given, power=power, level=level)
    else:
        cases = _check.whole("n", n, least=2)
        power = asked.power(cases, **given, level=level)
    made = Plan(question, "cases" if n is None else "power", "", cases, power, None, level, given, asked.errs)
    return replace(made, sentence=_sentence(made, asked.words))


@dataclass(frozen=True)
class _Question:
    """What a question needs, how it is answered either way, and how it is said."""

    needs: tuple[str, ...]
    defaults: dict[str, Any]
    cases: Callable[..., int]
    power: Callable[..., float]
    words: str
    errs: str


def _check_numbers(
    question: str, needs: tuple[str, ...], defaults: dict[str, Any], numbers: dict[str, Any]
) -> dict[str, Any]:
    """All that a question needs and nothing that it does not know."""
    given = {name: value for name, value in numbers.items() if value is not None}
    for name in given:
        if name not in needs and name not in defaults:
            known = ", ".join((*needs, *defaults))
            _check.fail(name, f"not be given for {question!r}", given[name], f"It takes {known}.")
    for name in needs:
        if name not in given:
            _check.fail(name, f"be given for {question!r}", "None")
    made = {**defaults, **given}
    return {
        name: value if name == "method" or value is None else _check.number(name, value)
        for name, value in made.items()
    }


def _width(given: dict[str, Any], n: int | None, level: float) -> Plan:
    """Cases for a width, or the width of n cases."""
    value, method, width = given["value"], given["method"], given.pop("width")
    if (n is None) == (width is None):
        _check.fail("width", "be given, or n", "neither" if n is None else "both")
    answer: Literal["cases", "width"] = "cases" if n is None else "width"
    if n is None:
        n = planning.cases_for_width(value, width, level=level, method=method)
    else:
        (row,) = width_by_n(value, [n], level=level, method=method)
        n, width = row.n, row.width
    sentence = (
        f"With {_format.plural(n, 'case')} the {_format.percent(level)} interval ({method}) of a proportion of "
        f"{value:g} is {'no wider than' if answer == 'cases' else 'as wide as'} {width:.3g}."
    )
    errs = "It errs when the proportion turns out nearer to one half."
    return Plan("width", answer, sentence, n, None, width, level, given, errs)


def _sentence(made: Plan, words: str) -> str:
    assert made.cases is not None
    assert made.power is not None
    given: dict[str, Any] = {**made.given}
    first = _first(made.cases, given.get("ratio", 1.0))
    apart = _format.percent(given["discordance"]) if "discordance" in given else ""
    said = words.format(**given, apart=apart, first=first, rest=made.cases - first)
    share = 100 * made.power
    chance = f"{share:.0f}%" if 0.5 < share < 99.5 else f"{share:.{2 if share < 1 else 4}g}%"
    chance = "more than 99.99%" if share >= 99.995 else chance
    cases = _format.plural(made.cases, "case")
    return f"{cases} show {said} with a chance of {chance} ({_format.percent(made.level)} level)."


def _first(n: int, ratio: float) -> int:
    """How many of n cases are in the first part, the other being `ratio` times as large."""
    return round(n / (1 + _check.positive_number("ratio", ratio)))


def _both(first_part: Callable[..., int], *, ratio: float, **numbers: float) -> int:
    """The cases of both parts, the second being `ratio` times as large."""
    first = first_part(ratio=ratio, **numbers)
    return first + math.ceil(first * ratio)


def _auc_power(n: int, *, ratio: float, **numbers: float) -> float:
    return planning.power_of_auc(_first(n, ratio), ratio=ratio, **numbers)  # type: ignore[arg-type]


def _independent_power(n: int, *, ratio: float, **numbers: float) -> float:
    first = max(1, _first(n, ratio))
    return planning.power_of_independent(first, max(1, n - first), **numbers)


_QUESTIONS: dict[str, _Question] = {
    "paired": _Question(
        ("effect", "discordance"),
        {},
        planning.cases_for_paired,
        planning.power_of_paired,
        "a difference in accuracy of {effect:g} between two models on the same cases, when just one is right on "
        "{apart} of them,",
        "Everything hangs on the guess of the discordance.",
    ),
    "independent": _Question(
        ("a", "b"),
        {"ratio": 1.0},
        partial(_both, planning.cases_for_independent),
        _independent_power,
        "that accuracies of {a:g} and {b:g} differ, on different test sets of {first:,} and {rest:,} cases,",
        "Two test sets need several times the cases of one shared set: pair when you can.",
    ),
    "auc": _Question(
        ("a", "b"),
        {"correlation": 0.5, "ratio": 1.0},
        partial(_both, planning.positives_for_auc),
        _auc_power,
        "that AUCs of {a:g} and {b:g} (correlation {correlation:g}) differ, on the same cases, {first:,} of them "
        "positive,",
        "It errs when the scores are far from binormal.",
    ),
    "noninferiority": _Question(
        ("margin", "discordance"),
        {"effect": 0.0},
        planning.cases_for_noninferiority,
        planning.power_of_noninferiority,
        "that accuracy is not lower by {margin:g} or more on the same cases, when the difference is {effect:g} and "
        "just one model is right on {apart} of them,",
        "Everything hangs on the guess of the discordance.",
    ),
}
