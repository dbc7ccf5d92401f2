"""A claim while it is looked at, and whether its numbers can be true and what they show alone."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from referee import _format
from referee.claims.consistent import consistent_matrices
from referee.claims.folds import LINEAR, consistent_folds, stratify
from referee.claims.in_use import npv_from_ratio, ppv_from_ratio, ratio_ranges
from referee.claims.reported import Reported
from referee.core import Comparison, ConsistentMatrices, Estimate, Finding, TestResult
from referee.core.finding import Severity
from referee.core.review import Answer
from referee.inference.at_prevalence import ASSUMPTION, estimate_at, shares_of
from referee.inference.label_values import estimate
from referee.inference.proportion import proportion_interval
from referee.inference.sampler import Sampler
from referee.metrics.registry import get, label_metric

FINDINGS: dict[str, tuple[Severity, str]] = {
    "R301": (
        "serious",
        "Ask the authors for the table of counts; a number may be a misprint, a mean over folds, or of other cases.",
    ),
    "R302": ("warning", "More cases, or both models on the same cases, would settle it."),
    "R303": ("warning", "Ask for recall by class, MCC or cost."),
    "R304": ("serious", "Compare sensitivity and specificity, or both models on the same cases."),
}
"""What a review can find: how severe it is, and what to do about it."""

_PREDICTIVE = ("precision", "negative_predictive_value")
_TOTALS = {"accuracy": 0, "error_rate": 0, "sensitivity": 1, "specificity": 2}


@dataclass
class Case:
    """What is known of a claim, and what was said of it: each part of a review looks at it and adds to it."""

    printed: dict[str, Reported]
    claim: str
    level: float
    margin: float | None
    consistent: ConsistentMatrices | None = None
    against: ConsistentMatrices | None = None
    rival: Reported | None = None
    supported: bool | None = None
    sentences: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)
    in_use: list[Estimate] = field(default_factory=list)
    answers: dict[str, tuple[Answer, str]] = field(default_factory=dict)
    comparison: Comparison | None = None
    test: TestResult | None = None
    needed_n: int | None = None
    rescued: bool = False

    def say(self, sentence: str) -> None:
        """Add a sentence."""
        self.sentences.append(sentence[:1].upper() + sentence[1:])

    def find(self, code: str, title: str, evidence: str, severity: Severity | None = None) -> None:
        """Add a finding, as severe as its code where nothing else is said."""
        usual, advice = FINDINGS[code]
        self.findings.append(Finding(code, severity or usual, title, evidence, advice))


def arithmetic(case: Case, folds: int | None) -> None:
    """Whether the numbers can be true together, as one table or, where folds are told, as means over them."""
    sets = [("", case.consistent), (" of the rival", case.against)]
    if folds is not None and case.consistent is not None and not case.consistent.possible:
        _over_folds(case, case.consistent, folds)
        sets = sets[1:] if case.rescued else sets
    known = [(whose, found) for whose, found in sets if found is not None]
    for whose, found in known:
        if found.possible:
            case.say(_tables_sentence(found, whose))
            continue
        case.say(f"{found.because}{f' ({whose.strip()})' if whose else ''}.{_other_roundings(found)}")
        names = " and ".join(_format.words(name) for name in found.contradiction)
        case.find("R301", f"The numbers{whose} cannot be true: {names}", found.because)
        case.answers.setdefault("arithmetic", ("no", found.because))
    if known:
        case.answers.setdefault("arithmetic", ("yes", "some table of counts gives all of them"))


def _over_folds(case: Case, found: ConsistentMatrices, folds: int) -> None:
    """Whether the numbers can be means over stratified folds; not known of all measures."""
    positives, names = found.positives, set(case.printed)
    if not names <= set(LINEAR) or (positives is None and names != {"accuracy"}):
        return
    sizes = stratify(positives or 0, found.n - (positives or 0), folds)
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
    if case.against is not None and case.rival is not None:
        rival = {"accuracy": case.rival}
        case.estimates += _with_intervals(case.against, rival, case.level, whose="accuracy of the rival")
    for first in case.estimates:
        if first.interval is not None:
            words = f"{_format.words(first.name)} {_format.span(first.interval.low, first.interval.high, 3)}"
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
        case.in_use = [_range_estimate(name, ends, n) for name, ends in zip(_PREDICTIVE, (ppv, npv), strict=True)]
        said = f"lies between {_format.number(ppv[0])} and {_format.number(ppv[1])}: {ASSUMPTION}"
    case.say(f"{at} PPV {said}.")
    case.answers["prevalence"] = ("open", f"{at} PPV {said}.")


def _range_estimate(name: str, ends: tuple[float, float], n: int) -> Estimate:
    """A measure known as a range only; its middle is no estimate, and its limits are not of sampling."""
    low, high = ends
    note = "a range of what the printed numbers allow, not an interval of sampling"
    return Estimate(name, (low + high) / 2, n, note=note, title=get(name).title, limits=(low, high))
