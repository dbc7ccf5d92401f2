"""A claim beside what it is compared with: a rival, the majority rule, another class mix."""

from __future__ import annotations

import itertools

from referee import _format
from referee.claims.in_use import same_rates
from referee.claims.majority import against_majority
from referee.core import ConsistentMatrices, TestResult, Verdict
from referee.inference.binomial import binomial
from referee.inference.miettinen_nurminen import miettinen_nurminen
from referee.planning.accuracies import cases_beside
from referee.verbs.compare import disagreement
from referee.verbs.compare_rates import compare_rates, turning_level
from referee.verbs.review_numbers import Case

LACKS = {
    "significant": "it needs accuracy, n, and the accuracy it was compared with",
    "better": "it needs accuracy, n, and the accuracy it was compared with",
    "equivalent": "it needs both accuracies, both numbers of cases and a margin",
    "beats the majority rule": "it needs accuracy, n and the number of positives",
}


def difference(case: Case) -> None:
    """The test of the difference, its level on one side and on two, and how many cases would show it."""
    if case.consistent is None or case.rival is None or "accuracy" not in case.printed:
        return
    a, b, n = case.printed["accuracy"].value, case.rival.value, case.consistent.n
    n_b = None if case.against is None else case.against.n
    p, shown = _against_fixed(case, a, b, n) if n_b is None else _against_rival(case, a, b, n, n_b)
    said = {"significant": shown, "better": shown and a > b}
    if case.claim in said:
        case.supported = said[case.claim]
    elif case.claim == "equivalent" and case.comparison is not None and case.margin is not None:
        case.supported = case.comparison.verdict is Verdict.EQUIVALENT
    case.say(_sides(case.claim, p))
    case.needed_n, needed = _needed_cases(a, b, n, n_b, case.level)
    case.say(needed)
    evidence = f"two-sided {_format.p_equals(p)}"
    if not shown:
        word = "shown to be significant" if p < 1 - case.level else "significant"
        case.find("R302", f"The difference is not {word} at {_format.percent(case.level)}", evidence)
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
    case.say(f"{_test_words(duel.test)}: {_at(duel.test, case.level)}.")
    for test in duel.beside:
        case.say(f"{_test_words(test)}.")
    disagree = disagreement(duel.test, duel.beside, case.level)
    if disagree:
        case.say(f"Nothing is decided: {disagree}.")
    shown = duel.verdict in (Verdict.BETTER, Verdict.WORSE)
    assert case.consistent is not None
    assert case.against is not None
    hidden = _rounded_away(case.consistent, case.against, case.level)
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


def _test_words(test: TestResult) -> str:
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


def _needed_cases(a: float, b: float, n: int, n_b: int | None, level: float) -> tuple[int | None, str]:
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
        case.find("R303", title, evidence)
    case.answers["baseline"] = ("yes" if beats else "no", evidence)
    if case.claim == "beats the majority rule":
        case.supported = beats is True


def mix(case: Case) -> None:
    """What other class mixes of two test sets can explain; nothing is said when they are equal or not known."""
    found, other, rival = case.consistent, case.against, case.rival
    if found is None or other is None or rival is None or "accuracy" not in case.printed:
        return
    if found.positives is None or other.positives is None:
        return
    s, t = found.positives / found.n, other.positives / other.n
    if abs(s - t) < 1e-12:
        return
    shares = f"The test sets hold {_format.percent(s)} and {_format.percent(t)} positives"
    rates = same_rates(case.printed["accuracy"].value, s, rival.value, t)
    there = _accuracy_there(found, t)
    moved = ""
    if there is not None:
        ends = " to ".join(dict.fromkeys(_format.number(end) for end in there))
        moved = f" On the rival's mix this model would have an accuracy of {ends}."
        if not (there[0] <= rival.high and rival.low <= there[1]):
            rates = None
    title = "The two test sets have other class mixes"
    if rates is None:
        case.say(f"{shares}; no one sensitivity and specificity give both accuracies: mix alone is not it.{moved}")
        case.find("R304", title, "the mix alone does not make the difference", "note")
        return
    sn, sp = (_format.number(rate) for rate in rates)
    case.say(
        f"{shares}; one and the same classifier, of sensitivity {sn} and specificity {sp}, has both accuracies: the "
        f"difference can be one of class mix alone.{moved}"
    )
    case.find("R304", title, "one classifier can have both accuracies")
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
