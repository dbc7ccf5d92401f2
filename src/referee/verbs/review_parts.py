"""The parts of a review, each from numbers to sentences."""

from __future__ import annotations

import itertools
import math

from referee import _format
from referee.claims.class_mix import same_rates
from referee.claims.consistent import consistent_matrices
from referee.claims.folds import LINEAR, consistent_folds, stratified
from referee.claims.in_use import npv_from_ratio, ppv_from_ratio, ratio_ranges
from referee.claims.majority import against_majority
from referee.claims.reported import Reported
from referee.core.comparison import Comparison
from referee.core.consistency import ConsistentMatrices
from referee.core.estimate import Estimate
from referee.core.testresult import TestResult
from referee.core.verdict import Verdict
from referee.intervals.at_prevalence import ASSUMPTION, estimate_at, shares_of
from referee.intervals.of_metric import estimate
from referee.intervals.proportion import proportion_interval
from referee.intervals.sampler import Sampler
from referee.metrics.registry import get
from referee.planning.two_accuracies import cases_beside
from referee.stattests.binomial import binomial
from referee.stattests.miettinen_nurminen import miettinen_nurminen

ASK = "Ask the authors for the table of counts; a number may be a misprint, a mean over folds, or of other cases."
MORE = "More cases, or both models on the same cases, would settle it."
LACKS = {
    "significant": "it needs accuracy, n, and the accuracy it was compared with",
    "better": "it needs accuracy, n, and the accuracy it was compared with",
    "equivalent": "it needs both accuracies, both numbers of cases and a margin",
    "beats the majority rule": "it needs accuracy, n and the number of positives",
}
_TOTALS = {"accuracy": 0, "error_rate": 0, "sensitivity": 1, "specificity": 2}


def tables_sentence(found: ConsistentMatrices, whose: str) -> str:
    """How many tables can stand behind the numbers."""
    if set(found.reported) == {"accuracy"} and found.positives is None:
        fewest, most = (round(end * found.n) for end in found.ranges["accuracy"])
        counts = ("" if fewest == most else f"{_format.count(fewest)} to ") + _format.plural(most, "right answer")
        printed = found.reported["accuracy"]
        return f"An accuracy{whose} of {printed} of {_format.plural(found.n, 'case')} is {counts}."
    if found.count is None:
        return f"The numbers{whose} agree with each other: more tables of counts than can be listed give them."
    if found.count == 1:
        tp, fn, fp, tn = (_format.count(cell) for cell in found.matrices[0])
        return f"Just one table of counts gives the numbers{whose}: TP {tp}, FN {fn}, FP {fp}, TN {tn}."
    return f"The numbers{whose} agree with each other: {_format.count(found.count)} tables of counts give them."


def other_roundings(found: ConsistentMatrices) -> str:
    """Whether another way of rounding would make the numbers possible."""
    if found.rounding == "any":
        return ""
    for rounding, words in (("truncate", "cut off, not rounded"), ("any", "rounded up or cut off")):
        if rounding == found.rounding:
            continue
        other = consistent_matrices(
            n=found.n,
            positives=found.positives,
            rounding=rounding,  # type: ignore[arg-type]
            most=1,
            **found.reported,  # type: ignore[arg-type]
        )
        if other.possible:
            return f" They would be possible if decimals were {words}."
    return " No other rule of rounding makes it possible."


def over_folds(
    found: ConsistentMatrices | None, printed: dict[str, Reported], folds: int
) -> tuple[bool, str] | None:
    """Whether the numbers can be means over stratified folds, in a sentence; None where that is not known."""
    if found is None or not set(printed) <= set(LINEAR):
        return None
    if found.positives is None and set(printed) != {"accuracy"}:
        return None
    positives = found.positives or 0
    made = consistent_folds(stratified(positives, found.n - positives, folds), given=tuple(printed.values()))
    where = f"{_format.plural(folds, 'stratified fold')}"
    if made.possible:
        return True, f"As means over {where} they can be: then they are no counts of one table."
    return False, f"Nor can they be means over {where}."


def with_intervals(
    found: ConsistentMatrices, printed: dict[str, Reported], level: float, *, whose: str = ""
) -> list[Estimate]:
    """Each reported measure with its interval, where the numbers fix what it rests on."""
    if found.only is not None:
        sampler = Sampler(found.only, 0)
        names = [name for name in printed if name != "auc"]
        return [estimate(get(name), found.only, level=level, sampler=sampler) for name in names]
    out = []
    positives = found.positives
    totals = (found.n, positives, None if positives is None else found.n - positives)
    for name, number in printed.items():
        n = totals[_TOTALS[name]] if name in _TOTALS else None
        if not n:
            continue
        exact = number.value * n
        counts = {round(exact)}
        if not number.low <= round(exact) / n <= number.high:
            counts = {math.floor(exact), math.ceil(exact)}
        for k in sorted(counts):
            title = whose or name
            if len(counts) > 1:
                title = f"{title}, were it {_format.count(k)} of {_format.count(n)}"
            out.append(Estimate(title, k / n, n, proportion_interval(k, n, level)))
    return out


def fixed_rate(a: float, n: int, b: float, level: float) -> TestResult:
    """The exact test of the nearest count against a rate that is taken as known."""
    return binomial(round(a * n), n, p=b, level=level)


def judged_fixed(test: TestResult, a: float, b: float, level: float) -> tuple[list[str], float, bool, bool]:
    """The test against a fixed rate in a sentence; p, whether it is significant, and the direction."""
    word = "significant" if test.significant(level) else "not significant"
    at = _format.percent(level)
    said = (
        f"Against {b:g}, taken as known exactly: {_format.p_equals(test.p_value)} ({test.name}), {word} at {at}."
    )
    return [said], test.p_value, test.significant(level), a > b


def judged(duel: Comparison, level: float) -> tuple[list[str], float, bool, bool]:
    """The comparison of two rates in sentences; p, whether all tests call it significant, and the direction."""
    shown = duel.verdict in (Verdict.BETTER, Verdict.WORSE)
    at = _format.percent(level)
    said = [f"{_tested(test)}." for test in (duel.test, *duel.beside)]
    said[0] = f"{said[0][:-1]}: {'significant' if duel.test.significant(level) else 'not significant'} at {at}."
    if "disagree" in duel.decision.reason:
        said.append(f"Nothing is decided: {duel.decision.reason}.")
    return said, duel.test.p_value, shown, duel.difference.value > 0


def rounded_away(found: ConsistentMatrices, other: ConsistentMatrices, level: float) -> tuple[bool, str] | None:
    """Whether the difference is significant for all counts that the prints allow; None when these are certain."""
    if not found.possible or not other.possible:
        return None
    counts = [sorted({round(end * each.n) for end in each.ranges["accuracy"]}) for each in (found, other)]
    if all(len(ends) == 1 for ends in counts):
        return None
    tests = [miettinen_nurminen(x, found.n, y, other.n, level=level) for x, y in itertools.product(*counts)]
    gaps = [x / found.n - y / other.n for x, y in itertools.product(*counts)]
    same = all(gap > 0 for gap in gaps) or all(gap < 0 for gap in gaps)
    p_values = [test.p_value for test in tests]
    least = 1.0 if not same else max(p_values)
    all_shown = same and all(test.significant(level) for test in tests)
    span = f"p from {_format.p_value(min(p_values))} to {_format.p_value(least)}"
    ends = " and ".join(" to ".join(_format.count(k) for k in each) for each in counts)
    verb = "All are" if all_shown else "Not all are" if any(t.significant(level) for t in tests) else "None is"
    at = _format.percent(level)
    return all_shown, f"The prints stand for {ends} right answers: {span}. {verb} significant at {at}."


def _tested(test: TestResult) -> str:
    """A test with its effect, interval and p."""
    if test.inapplicable or test.effect is None or test.effect.interval is None:
        return f"{test.name}: not applicable, {test.inapplicable}"
    low, high = test.effect.interval
    span = _format.span(low, high, 3)
    return f"{test.name}: difference {_format.number(test.effect.value)} {span}, {_format.p_equals(test.p_value)}"


def sides(claim: str | None, p: float, level: float) -> str:
    """What a one-sided and a two-sided reading of p make of the claim."""
    if p > 1 - 1e-9:
        return "Equal rates are significant at no level."
    two, one = _turns(p), _turns(p / 2)
    counts = {
        "better": "'better' has a direction: one side will do only if it was fixed before the data were seen",
        "significant": "'significant' names no direction, so the two-sided level counts",
    }.get(claim or "", "the one-sided level counts only when the direction was fixed before the data were seen")
    return f"Two-sided it turns significant at {two}, one-sided at {one}; {counts}."


def _turns(p: float) -> str:
    return "over 99.9%" if p < 0.001 else f"{100 * (1 - p):.1f}%"


def needed(a: float, b: float, n: int, n_b: int | None, level: float) -> tuple[int | None, str]:
    """How many cases would show the claimed difference."""
    if a == b:
        return None, "No number of cases shows a difference between equal rates."
    other = 10**9 if n_b is None else n_b
    half, most = (cases_beside(a, b, other, power=power, level=level) for power in (0.5, 0.8))
    rival = "a fixed rate" if n_b is None else f"{_format.plural(other, 'case')} of the rival"
    at = _format.percent(level)
    if most is None:
        return None, f"If the true rates are {a:g} and {b:g}, no number of cases shows it at {at} against {rival}."
    even = "" if half is None else f" (an even chance from {_format.count(half)})"
    return most, (
        f"If the true rates are {a:g} and {b:g}, {_format.plural(most, 'case')} would show it at {at} with a chance of "
        f"80%{even}, against {rival}; there were {_format.count(n)}."
    )


def majority(found: ConsistentMatrices, level: float) -> tuple[str, bool | None, str] | None:
    """The model against the majority rule: a sentence, whether it wins, and the evidence."""
    made = against_majority(found)
    if made is None:
        return None
    beats = made.beats(level)
    model = " to ".join(dict.fromkeys(_format.number(right / made.n) for right in (made.fewest, made.most)))
    evidence = f"accuracy {model} against {_format.number(made.rule / made.n)} of the rule"
    if made.most > made.rule:
        p = _format.p_equals(made.least_p)
        if made.greatest_p - made.least_p > 1e-9:
            p = f"p from {_format.p_value(made.least_p)} to {_format.p_value(made.greatest_p)}, by the table"
        evidence = f"{evidence}; paired {p}"
    said = (
        f"Always naming the larger class is right on {_format.count(made.rule)} of {_format.count(made.n)} cases"
    )
    words = {True: "the model beats it", False: "the model is not shown to beat it", None: "the model may beat it"}
    if made.most <= made.rule:
        words[False] = "the model is no better" if made.most == made.rule else "the model is right less often"
    return f"{said}: {words[beats]} ({evidence}).", beats, evidence


def mixes(
    found: ConsistentMatrices, other: ConsistentMatrices, printed: dict[str, Reported], against: Reported | None
) -> tuple[str, bool] | None:
    """What other class mixes of two test sets can explain, and whether all; None when they are equal or not known."""
    if found.positives is None or other.positives is None or against is None or "accuracy" not in printed:
        return None
    s, t = found.positives / found.n, other.positives / other.n
    if abs(s - t) < 1e-12:
        return None
    shares = f"The test sets hold {_format.percent(s)} and {_format.percent(t)} positives"
    rates = same_rates(printed["accuracy"].value, s, against.value, t)
    there = _accuracy_there(found, t)
    moved = ""
    if there is not None:
        ends = " to ".join(dict.fromkeys(_format.number(end) for end in there))
        moved = f" On the rival's mix this model would have an accuracy of {ends}."
        if not (there[0] <= against.high and against.low <= there[1]):
            rates = None
    if rates is None:
        return (
            f"{shares}; no one sensitivity and specificity give both accuracies: mix alone is not it.{moved}",
            False,
        )
    sn, sp = (_format.number(rate) for rate in rates)
    return (
        f"{shares}; one and the same classifier, of sensitivity {sn} and specificity {sp}, has both accuracies: the "
        f"difference can be one of class mix alone.{moved}"
    ), True


def _accuracy_there(found: ConsistentMatrices, share: float) -> tuple[float, float] | None:
    """The least and greatest accuracy over the consistent tables with another share of positives."""
    if not found.possible or not found.positives or found.positives == found.n:
        return None
    rates = list(zip(found.ranges["sensitivity"], found.ranges["specificity"], strict=True))
    if found.complete:
        rates = [(tp / (tp + fn), tn / (fp + tn)) for tp, fn, fp, tn in found.matrices]
    values = [share * sn + (1 - share) * sp for sn, sp in rates]
    return min(values), max(values)


def in_use(
    found: ConsistentMatrices | None, printed: dict[str, Reported], prevalence: float, level: float
) -> tuple[list[Estimate], str]:
    """PPV and NPV at the prevalence of use: with an interval where there is one table, else as a range."""
    at = f"At a prevalence of {prevalence:g}"
    if found is not None and found.only is not None:
        matrix = found.only
        sampler, shares = Sampler(matrix, 0), shares_of(prevalence, matrix)
        made = [
            estimate_at(get(name), matrix, shares, level=level, sampler=sampler)
            for name in ("precision", "negative_predictive_value")
        ]
        first = made[0]
        if not first.defined or first.interval is None:
            return made, f"{at} PPV is undefined: {first.undefined or first.note}."
        span = _format.span(first.interval.low, first.interval.high, 3)
        return made, f"{at} PPV is {_format.number(first.value)} {span} ({_format.percent(level)}): {ASSUMPTION}."
    ratios = ratio_ranges(found, printed)
    if ratios is None:
        return [], f"{at} PPV needs sensitivity and specificity, or n with the class counts and more measures."
    plus, minus = ratios
    ppv = ppv_from_ratio(plus[0], prevalence), ppv_from_ratio(plus[1], prevalence)
    npv = npv_from_ratio(minus[1], prevalence), npv_from_ratio(minus[0], prevalence)
    n = 0 if found is None else found.n
    made = [_ranged("precision", ppv, n), _ranged("negative_predictive_value", npv, n)]
    return made, f"{at} PPV lies between {_format.number(ppv[0])} and {_format.number(ppv[1])}: {ASSUMPTION}."


def _ranged(name: str, ends: tuple[float, float], n: int) -> Estimate:
    """A measure known as a range only; its middle is no estimate, and its limits are not of sampling."""
    low, high = ends
    note = "a range of what the printed numbers allow, not an interval of sampling"
    return Estimate(name, (low + high) / 2, n, note=note, title=get(name).title, limits=(low, high))
