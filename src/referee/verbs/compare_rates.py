"""Is one accuracy really higher than another: a comparison from published numbers, two rates and their n."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

from referee import _check, _format
from referee._version import __version__
from referee.core import Comparison, Decision, Estimate, TestResult, Verdict
from referee.core.comparison import Origin
from referee.core.verdict import decide
from referee.inference.miettinen_nurminen import miettinen_nurminen
from referee.inference.proportion import proportion_interval
from referee.inference.wald_difference import wald_difference_rates
from referee.verbs.compare import compare_level, disagreement


def compare_rates(
    a: float, n_a: int, b: float, n_b: int, *, margin: float | None = None, level: float = 0.95
) -> Comparison:
    """Compare two accuracies that were measured on different test sets of n_a and n_b cases.

    Where both are whole numbers of cases (to the decimals given) the score test of Miettinen and Nurminen leads and
    the Wald form (Eq. 4.14-15) stands beside it. Where one is not, such as 0.85 of 30 cases, the Wald form is taken
    as published and the score test of the nearest counts stands beside it; if these disagree nothing is decided.
    The sentence has the levels at which the difference turns significant. It errs as the leading test does, and
    when the test sets are not what was said. Reference: tan2006, miettinen1985.

    >>> result = compare_rates(0.85, 30, 0.75, 5000)
    >>> result.verdict, round(result.difference.interval.width / 2, 3)
    (<Verdict.UNDECIDED: 'undecided'>, 0.128)
    >>> [test.name for test in result.beside]
    ['score test of 25 of 30 and 3,750 of 5,000', 'score test of 26 of 30 and 3,750 of 5,000']
    """
    a, b = _check.share("a", a), _check.share("b", b)
    n_a, n_b = _check.whole("n_a", n_a, least=1), _check.whole("n_b", n_b, least=1)
    level = compare_level(level)
    if margin is not None:
        margin = _check.fraction("margin", margin)
    counts = [_possible(a, n_a), _possible(b, n_b)]
    whole = all(len(found) == 1 for found in counts)
    tables = [(x, n_a, y, n_b) for x, y in itertools.product(*counts)]
    names = [f"score test of {_count_words(table)}" for table in tables]
    scores = [
        replace(miettinen_nurminen(*t, level=level), name=name) for t, name in zip(tables, names, strict=True)
    ]
    x, y = tables[0][0], tables[0][2]
    rates = (x / n_a, y / n_b) if whole else (a, b)
    wald = wald_difference_rates(rates[0], n_a, rates[1], n_b, level=level)
    if whole:
        test, beside, said = scores[0], [wald], _counts_note(((a, n_a, x), (b, n_b, y)))
    else:
        test, beside, said = wald, scores, _impossible(((a, n_a), (b, n_b)), counts, tables, scores)
    narrow = test.narrow(level)
    decision = decide(test.interval(), narrow, margin, disagreement(test, beside, level))
    assert test.effect is not None
    difference = replace(test.effect, name="accuracy_difference")
    return Comparison(
        a="A",
        b="B",
        metric="accuracy",
        value_a=_value(rates[0], n_a, level),
        value_b=_value(rates[1], n_b, level),
        difference=difference,
        test=replace(test, effect=difference),
        decision=decision,
        sentence=_sentence(test, difference, decision, level, margin) + said,
        origin=Origin(None, (n_a, n_b), left_out="from summary numbers"),
        narrow=narrow,
        beside=tuple(beside),
        margin=margin,
        n=n_a + n_b,
        level=level,
        version=__version__,
    )


def _possible(rate: float, n: int) -> list[int]:
    """The count that a rate of n cases is to the decimals it has, or the two counts beside it when there is none."""
    text = repr(rate)
    places = len(text.partition(".")[2]) if "e" not in text else 17
    nearest = round(rate * n)
    if abs(nearest / n - rate) <= 0.5 * 10.0**-places + 1e-12:
        return [nearest]
    return [math.floor(rate * n), math.ceil(rate * n)]


def _count_words(table: tuple[int, int, int, int]) -> str:
    x, n_a, y, n_b = map(_format.count, table)
    return f"{x} of {n_a} and {y} of {n_b}"


def _value(rate: float, n: int, level: float) -> Estimate:
    """One rate with its own interval."""
    return Estimate("accuracy", rate, n, proportion_interval(rate * n, n, level, fractional=True))


def _sentence(
    test: TestResult, difference: Estimate, decision: Decision, level: float, margin: float | None
) -> str:
    """The difference with its interval, whether it is significant, the levels at which it is, the verdict."""
    interval = difference.interval
    if interval is None or math.isnan(interval.low):
        return f"Undecided whether A is better or worse than B: {test.inapplicable or decision.reason}."
    places = _format.decimals(interval.width)
    d = _format.number(difference.value, places)
    symmetric = math.isclose(interval.high - difference.value, difference.value - interval.low, abs_tol=1e-12)
    by = _format.span(interval.low, interval.high, places)
    if symmetric:
        by = f"± {_format.number(interval.width / 2, places)}"
    word = "significant" if test.significant(level) else "not significant"
    turns = "equal rates are significant at no level"
    if difference.value != 0:
        two, one = turning_level(test.p_value), turning_level(test.p_value / 2)
        turns = f"it turns significant at {two} two-sided, {one} one-sided"
    end = ", by less than the margin" if decision.negligible else ""
    verdicts = {
        Verdict.BETTER: f"A is better than B{end}",
        Verdict.WORSE: f"A is worse than B{end}",
        Verdict.EQUIVALENT: f"A and B are equivalent within {margin:g}" if margin else "",
        Verdict.UNDECIDED: f"Undecided whether A is better or worse than B: {decision.reason}",
    }
    return f"d = {d} {by} at {_format.percent(level)}, {word}; {turns}. {verdicts[decision.verdict]}."


def turning_level(p: float) -> str:
    """The confidence level at which a p-value is just significant."""
    return "over 99.9%" if p < 0.001 else f"{100 * (1 - p):.1f}%"


def _counts_note(rates: tuple[tuple[float, int, int], ...]) -> str:
    """Which counts were found behind rounded rates."""
    rounded = [(rate, n, count) for rate, n, count in rates if abs(rate * n - count) > 1e-9 * n]
    return "".join(f" {rate:g} of {n:,} cases is taken as {count:,} of them." for rate, n, count in rounded)


def _impossible(
    rates: tuple[tuple[float, int], ...],
    counts: list[list[int]],
    tables: list[tuple[int, int, int, int]],
    scores: list[TestResult],
) -> str:
    """Which count cannot be, and what the score test says of the counts beside it."""
    several = [rate for rate, found in zip(rates, counts, strict=True) if len(found) > 1]
    wrong = " and ".join(f"{rate * n:g} of {n:,} cases" for rate, n in several)
    answers = []
    for table, score in zip(tables, scores, strict=True):
        assert score.effect is not None
        assert score.effect.interval is not None
        low, high = score.effect.interval
        gap = f"{_format.number(score.effect.value)} {_format.span(low, high, 3)}"
        answers.append(f"{_count_words(table)}: d = {gap}, {_format.p_equals(score.p_value)}")
    return f" But {wrong} cannot be; the score test of the nearest counts has {'; '.join(answers)}."
