"""The parts of a review: each looks at a case and adds what it says, finds and answers."""

from __future__ import annotations

import itertools
import math
from typing import Any

from referee import _format
from referee.claims.class_mix import same_rates
from referee.claims.consistent import consistent_matrices
from referee.claims.folds import LINEAR, consistent_folds, stratified
from referee.claims.in_use import npv_from_ratio, ppv_from_ratio, ratio_ranges
from referee.claims.majority import against_majority
from referee.claims.reported import Reported
from referee.core import ConsistentMatrices, Estimate, TestResult, Verdict
from referee.inference.at_prevalence import ASSUMPTION, estimate_at, shares_of
from referee.inference.binomial import binomial
from referee.inference.label_values import estimate
from referee.inference.miettinen_nurminen import miettinen_nurminen
from referee.inference.proportion import proportion_interval
from referee.inference.sampler import Sampler
from referee.metrics.registry import get, label_metric
from referee.planning.two_accuracies import cases_beside
from referee.verbs.compare_rates import compare_rates, turning_level
from referee.verbs.review_case import Case

ASK = "Ask the authors for the table of counts; a number may be a misprint, a mean over folds, or of other cases."
MORE = "More cases, or both models on the same cases, would settle it."
LACKS = {
    "significant": "it needs accuracy, n, and the accuracy it was compared with",
    "better": "it needs accuracy, n, and the accuracy it was compared with",
    "equivalent": "it needs both accuracies, both numbers of cases and a margin",
    "beats the majority rule": "it needs accuracy, n and the number of positives",
}
_PREDICTIVE = ("precision", "negative_predictive_value")
_TOTALS = {"accuracy": 0, "error_rate": 0, "sensitivity": 1, "specificity": 2}


def arithmetic(case: Case, folds: int | None) -> None:
    """Whether the numbers can be true together, as one table or, where folds are told, as means over them."""
    sets = [("", case.consistent), (" of the rival", case.other)]
    if folds is not None and case.consistent is not None and not case.consistent.possible:
        _over_folds(case, case.consistent, folds)
        sets = sets[1:] if case.rescued else sets
    known = [(whose, found) for whose, found in sets if found is not None]
    for whose, found in known:
        if found.possible:
            case.say(_tables_sentence(found, whose))
            continue
        case.say(f"{found.because}{f' ({whose.strip()})' if whose else ''}.{_other_roundings(found)}")
        names = " and ".join(name.replace("_", " ") for name in found.contradiction)
        case.find("R301", "serious", f"The numbers{whose} cannot be true: {names}", found.because, ASK)
    if known:
        wrong = [found.because for _, found in known if not found.possible]
        case.answers["arithmetic"] = (
            ("no", wrong[0]) if wrong else ("yes", "some table of counts gives all of them")
        )


def _over_folds(case: Case, found: ConsistentMatrices, folds: int) -> None:
    """Whether the numbers can be means over stratified folds; not known of all measures."""
    positives, names = found.positives, set(case.printed)
    if not names <= set(LINEAR) or (positives is None and names != {"accuracy"}):
        return
    sizes = stratified(positives or 0, found.n - (positives or 0), folds)
    case.rescued = consistent_folds(sizes, given=tuple(case.printed.values())).possible
    where = _format.plural(folds, "stratified fold")
    said = f"As means over {where} they can be: then they are no counts of one table."
    case.say(f"{found.because}. {said if case.rescued else f'Nor can they be means over {where}.'}")


def _tables_sentence(found: ConsistentMatrices, whose: str) -> str:
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


def _other_roundings(found: ConsistentMatrices) -> str:
    """Whether another way of rounding would make the numbers possible."""
    if found.rounding == "any":
        return ""
    given: dict[str, Any] = {"n": found.n, "positives": found.positives, "most": 1, **found.reported}
    for rounding, words in (("truncate", "cut off, not rounded"), ("any", "rounded up or cut off")):
        if rounding != found.rounding and consistent_matrices(rounding=rounding, **given).possible:  # type: ignore[arg-type]
            return f" They would be possible if decimals were {words}."
    return " No other rule of rounding makes it possible."


def intervals(case: Case) -> None:
    """The reported measures with their intervals, which follow from the numbers of cases."""
    if case.consistent is not None:
        case.estimates += _with_intervals(case.consistent, case.printed, case.level)
    if case.other is not None and case.against is not None:
        rival = {"accuracy": case.against}
        case.estimates += _with_intervals(case.other, rival, case.level, whose="accuracy of the rival")
    for first in case.estimates:
        if first.interval is not None:
            words = f"{first.name.replace('_', ' ')} {_format.span(first.interval.low, first.interval.high, 3)}"
            case.answers["interval"] = ("yes", f"{_format.plural(first.n, 'case')}: {words}")
            break


def _with_intervals(
    found: ConsistentMatrices, printed: dict[str, Reported], level: float, *, whose: str = ""
) -> list[Estimate]:
    """Each reported measure with its interval, where the numbers fix what it rests on."""
    if found.only is not None:
        sampler = Sampler(found.only, 0)
        names = [name for name in printed if name != "auc"]
        return [estimate(label_metric(name), found.only, level=level, sampler=sampler) for name in names]
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


def difference(case: Case) -> None:
    """The test of the difference, its level on one side and on two, and how many cases would show it."""
    if case.consistent is None or case.against is None or "accuracy" not in case.printed:
        return
    a, b, n = case.printed["accuracy"].value, case.against.value, case.consistent.n
    n_b = None if case.other is None else case.other.n
    p, shown = _against_fixed(case, a, b, n) if n_b is None else _against_rival(case, a, b, n, n_b)
    said = {"significant": shown, "better": shown and a > b}
    if case.claim in said:
        case.supported = said[case.claim]
    elif case.claim == "equivalent" and case.comparison is not None and case.margin is not None:
        case.supported = case.comparison.verdict is Verdict.EQUIVALENT
    case.say(_sides(case.claim, p))
    case.needed_n, needed = _needed(a, b, n, n_b, case.level)
    case.say(needed)
    evidence = f"two-sided {_format.p_equals(p)}"
    if not shown:
        word = "shown to be significant" if p < 1 - case.level else "significant"
        case.find(
            "R302", "warning", f"The difference is not {word} at {_format.percent(case.level)}", evidence, MORE
        )
    case.answers["claim"] = ("yes" if shown else "no", evidence)
    if n_b is not None:
        words = "a rival is named; whether it is a good one, and why on other cases, is for you to ask"
        case.answers["contemporary"] = ("open", words)


def _at(test: TestResult, level: float) -> str:
    return f"{'significant' if test.significant(level) else 'not significant'} at {_format.percent(level)}"


def _against_fixed(case: Case, a: float, b: float, n: int) -> tuple[float, bool]:
    """The exact test of the nearest count against a rate that is taken as known: p, and whether it is significant."""
    test = case.test = binomial(round(a * n), n, p=b, level=case.level)
    p = _format.p_equals(test.p_value)
    case.say(f"Against {b:g}, taken as known exactly: {p} ({test.name}), {_at(test, case.level)}.")
    return test.p_value, test.significant(case.level)


def _against_rival(case: Case, a: float, b: float, n: int, n_b: int) -> tuple[float, bool]:
    """The comparison of two rates: p, and whether all tests call it significant, for all counts that may be."""
    duel = case.comparison = compare_rates(a, n, b, n_b, margin=case.margin, level=case.level)
    case.say(f"{_tested(duel.test)}: {_at(duel.test, case.level)}.")
    for test in duel.beside:
        case.say(f"{_tested(test)}.")
    if "disagree" in duel.decision.reason:
        case.say(f"Nothing is decided: {duel.decision.reason}.")
    shown = duel.verdict in (Verdict.BETTER, Verdict.WORSE)
    assert case.consistent is not None
    assert case.other is not None
    hidden = _rounded_away(case.consistent, case.other, case.level)
    if hidden is not None:
        case.say(hidden[1])
        shown = shown and hidden[0]
    return duel.test.p_value, shown


def _rounded_away(found: ConsistentMatrices, other: ConsistentMatrices, level: float) -> tuple[bool, str] | None:
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


def _sides(claim: str, p: float) -> str:
    """What a one-sided and a two-sided reading of p make of the claim."""
    if p > 1 - 1e-9:
        return "Equal rates are significant at no level."
    two, one = turning_level(p), turning_level(p / 2)
    counts = {
        "better": "'better' has a direction: one side will do only if it was fixed before the data were seen",
        "significant": "'significant' names no direction, so the two-sided level counts",
    }.get(claim, "the one-sided level counts only when the direction was fixed before the data were seen")
    return f"Two-sided it turns significant at {two}, one-sided at {one}; {counts}."


def _needed(a: float, b: float, n: int, n_b: int | None, level: float) -> tuple[int | None, str]:
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


def majority(case: Case) -> None:
    """The accuracy against that of always naming the larger class."""
    made = None if case.consistent is None else against_majority(case.consistent)
    if made is None:
        return
    beats = made.beats(case.level)
    model = " to ".join(dict.fromkeys(_format.number(right / made.n) for right in (made.fewest, made.most)))
    evidence = f"accuracy {model} against {_format.number(made.rule / made.n)} of the rule"
    if made.most > made.rule:
        p = _format.p_equals(made.least_p)
        if made.greatest_p - made.least_p > 1e-9:
            p = f"p from {_format.p_value(made.least_p)} to {_format.p_value(made.greatest_p)}, by the table"
        evidence = f"{evidence}; paired {p}"
    words = {True: "the model beats it", False: "the model is not shown to beat it", None: "the model may beat it"}
    if made.most <= made.rule:
        words[False] = "the model is no better" if made.most == made.rule else "the model is right less often"
    right = f"{_format.count(made.rule)} of {_format.count(made.n)} cases"
    case.say(f"Always naming the larger class is right on {right}: {words[beats]} ({evidence}).")
    if not beats:
        title = f"The model {'is not shown to' if beats is False else 'may not'} beat the majority rule"
        case.find("R303", "warning", title, evidence, "Ask for recall by class, MCC or cost.")
    case.answers["baseline"] = ("yes" if beats else "no", evidence)
    if case.claim == "beats the majority rule":
        case.supported = beats is True


def mix(case: Case) -> None:
    """What other class mixes of two test sets can explain; nothing is said when they are equal or not known."""
    found, other, against = case.consistent, case.other, case.against
    if found is None or other is None or against is None or "accuracy" not in case.printed:
        return
    if found.positives is None or other.positives is None:
        return
    s, t = found.positives / found.n, other.positives / other.n
    if abs(s - t) < 1e-12:
        return
    shares = f"The test sets hold {_format.percent(s)} and {_format.percent(t)} positives"
    rates = same_rates(case.printed["accuracy"].value, s, against.value, t)
    there = _accuracy_there(found, t)
    moved = ""
    if there is not None:
        ends = " to ".join(dict.fromkeys(_format.number(end) for end in there))
        moved = f" On the rival's mix this model would have an accuracy of {ends}."
        if not (there[0] <= against.high and against.low <= there[1]):
            rates = None
    title = "The two test sets have other class mixes"
    advice = "Compare sensitivity and specificity, or both models on the same cases."
    if rates is None:
        case.say(f"{shares}; no one sensitivity and specificity give both accuracies: mix alone is not it.{moved}")
        case.find("R304", "note", title, "the mix alone does not make the difference", advice)
        return
    sn, sp = (_format.number(rate) for rate in rates)
    case.say(
        f"{shares}; one and the same classifier, of sensitivity {sn} and specificity {sp}, has both accuracies: the "
        f"difference can be one of class mix alone.{moved}"
    )
    case.find("R304", "serious", title, "one classifier can have both accuracies", advice)
    if case.claim == "better":
        case.supported = False


def _accuracy_there(found: ConsistentMatrices, share: float) -> tuple[float, float] | None:
    """The least and greatest accuracy over the consistent tables with another share of positives."""
    if not found.possible or not found.positives or found.positives == found.n:
        return None
    rates = list(zip(found.ranges["sensitivity"], found.ranges["specificity"], strict=True))
    if found.complete:
        rates = [(tp / (tp + fn), tn / (fp + tn)) for tp, fn, fp, tn in found.matrices]
    values = [share * sn + (1 - share) * sp for sn, sp in rates]
    return min(values), max(values)


def in_use(case: Case, prevalence: float) -> None:
    """What an alarm is worth at the prevalence of use: with an interval where there is one table, else as a range."""
    at = f"At a prevalence of {prevalence:g}"
    found = case.consistent
    ratios = ratio_ranges(found, case.printed)
    if found is not None and found.only is not None:
        sampler, shares = Sampler(found.only, 0), shares_of(prevalence, found.only)
        case.in_use = [
            estimate_at(label_metric(name), found.only, shares, level=case.level, sampler=sampler)
            for name in _PREDICTIVE
        ]
        first = case.in_use[0]
        said = f"is undefined: {first.undefined or first.note}"
        if first.defined and first.interval is not None:
            span = f"{_format.span(first.interval.low, first.interval.high, 3)} ({_format.percent(case.level)})"
            said = f"is {_format.number(first.value)} {span}: {ASSUMPTION}"
    elif ratios is None:
        case.say(f"{at} PPV needs sensitivity and specificity, or n with the class counts and more measures.")
        return
    else:
        plus, minus = ratios
        ppv = ppv_from_ratio(plus[0], prevalence), ppv_from_ratio(plus[1], prevalence)
        npv = npv_from_ratio(minus[1], prevalence), npv_from_ratio(minus[0], prevalence)
        n = 0 if found is None else found.n
        case.in_use = [_ranged(name, ends, n) for name, ends in zip(_PREDICTIVE, (ppv, npv), strict=True)]
        said = f"lies between {_format.number(ppv[0])} and {_format.number(ppv[1])}: {ASSUMPTION}"
    case.say(f"{at} PPV {said}.")
    case.answers["prevalence"] = ("open", f"{at} PPV {said}.")


def _ranged(name: str, ends: tuple[float, float], n: int) -> Estimate:
    """A measure known as a range only; its middle is no estimate, and its limits are not of sampling."""
    low, high = ends
    note = "a range of what the printed numbers allow, not an interval of sampling"
    return Estimate(name, (low + high) / 2, n, note=note, title=get(name).title, limits=(low, high))
