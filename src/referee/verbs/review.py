"""A published claim judged from its numbers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from referee import _check, _format
from referee._version import __version__
from referee.claims.checklist import audited, checklist
from referee.claims.consistent import consistent_matrices
from referee.claims.measures import ends_of, measure_name
from referee.claims.reported import Reported, Rounding, reported
from referee.core.comparison import Comparison
from referee.core.consistency import ConsistentMatrices
from referee.core.estimate import Estimate
from referee.core.finding import Finding, Severity
from referee.core.review import Answer, Judgement, Review
from referee.core.testresult import TestResult
from referee.core.verdict import Verdict
from referee.verbs import review_parts as parts
from referee.verbs.compare_rates import compare_rates

Claim = Literal["significant", "better", "equivalent", "beats the majority rule"]
CLAIMS = get_args(Claim)


def review(
    *,
    n: int | None = None,
    positives: int | None = None,
    against: float | str | None = None,
    against_n: int | None = None,
    against_positives: int | None = None,
    claim: Claim | None = None,
    margin: float | None = None,
    prevalence: float | None = None,
    level: float = 0.95,
    digits: int | None = None,
    rounding: Rounding = "half",
    tolerance: float | None = None,
    folds: int | None = None,
    answers: Mapping[str, tuple[Answer, str]] | None = None,
    audit: Any = None,
    **numbers: float | str | None,
) -> Review:
    """Read a published result as a referee does: can the numbers be true, and do they carry the claim?

    `numbers` are the measures as printed (accuracy, sensitivity, specificity, ppv, npv, f1, mcc, kappa, auc, ...), of n
    cases with `positives` among them; `against` is the accuracy of a rival on `against_n` other cases (a fixed rate
    without them). `claim` is what was said: that the difference is "significant", that the model is "better", that the
    two are "equivalent" (within `margin`), or that it "beats the majority rule". `prevalence` is that of use. With
    `folds` the numbers may be means over so many stratified folds, where one table does not give them. `answers` go
    into the checklist, see `referee.claims.checklist`; so does what an `audit` of the data found.

    Two reported sets of cases are taken to be different ones: of the same cases only a paired test speaks, which needs
    more than two accuracies. It errs when the numbers come from another protocol than one table of counts. Reference:
    fazekas2024, miettinen1985.

    >>> result = review(accuracy="0.85", n=30, against=0.75, against_n=5000, claim="significant")
    >>> result.judgement, result.consistent.contradiction, result.needed_n
    ('impossible', ('accuracy',), 136)
    >>> result.sentences[0]
    'No whole number of 30 cases is an accuracy of 0.85: the nearest are 25 of 30 (0.833) and 26 of 30 (0.867). ...'
    """
    level = _check.fraction("level", level)
    if claim is not None:
        _check.choice("claim", claim, CLAIMS)
    given: dict[str, Any] = {measure_name(word): value for word, value in numbers.items() if value is not None}
    if not given:
        _check.fail("numbers", "hold at least one measure, such as accuracy=0.85", "none")
    how: dict[str, Any] = {"digits": digits, "rounding": rounding, "tolerance": tolerance}
    printed = {name: reported(name, value, ends=ends_of(name), **how) for name, value in given.items()}
    case = _Case(printed, level, margin)
    if n is not None:
        case.consistent = consistent_matrices(n=n, positives=positives, **how, **given)
    elif positives is not None:
        _check.fail("n", "be given with `positives`", "None")
    if against is not None:
        case.against = reported("against", against, **how)
        if against_n is not None:
            case.other = consistent_matrices(n=against_n, positives=against_positives, accuracy=against, **how)
        elif against_positives is not None:
            _check.fail("against_n", "be given with `against_positives`", "None")
        elif case.against.value in (0, 1):
            _check.fail("against", "lie strictly between 0 and 1 without `against_n`", case.against.text)
    elif against_n is not None or against_positives is not None:
        _check.fail("against", "be given with `against_n`", "None")
    _arithmetic(case, None if folds is None else parts.over_folds(case.consistent, printed, folds))
    _intervals(case)
    for look in (_difference, _majority, _mix):
        look(case, claim)
    if prevalence is not None:
        _in_use(case, _check.fraction("prevalence", prevalence))
    if claim is not None and case.supported is None:
        case.supported = False
        case.say(f"The claim '{claim}' cannot be judged from these numbers: {parts.LACKS[claim]}.")
    if audit is not None:
        if not hasattr(audit, "findings") or not hasattr(audit, "ran"):
            _check.fail("audit", "be what referee.audit returns", type(audit).__name__)
        case.answers |= audited(audit.findings, audit.ran)
    return _made(case, claim, answers)


@dataclass
class _Case:
    """A claim while it is looked at: what is known, and what was said of it."""

    printed: dict[str, Reported]
    level: float
    margin: float | None
    consistent: ConsistentMatrices | None = None
    other: ConsistentMatrices | None = None
    against: Reported | None = None
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
        self.sentences.append(sentence[:1].upper() + sentence[1:])

    def find(self, code: str, severity: Severity, title: str, evidence: str, advice: str) -> None:
        self.findings.append(Finding(code, severity, title, evidence, advice))


def _arithmetic(case: _Case, over_folds: tuple[bool, str] | None) -> None:
    """Whether the numbers can be true together, as one table or, where folds are told, as means over them."""
    sets = [("", case.consistent), (" of the rival", case.other)]
    if over_folds is not None and case.consistent is not None and not case.consistent.possible:
        case.say(f"{case.consistent.because}. {over_folds[1]}")
        case.rescued = over_folds[0]
        sets = sets[1:] if over_folds[0] else sets
    for whose, found in sets:
        if found is None:
            continue
        if found.possible:
            case.say(parts.tables_sentence(found, whose))
            continue
        more = parts.other_roundings(found)
        case.say(f"{found.because}{'' if not whose else f' ({whose.strip()})'}.{more}")
        names = " and ".join(name.replace("_", " ") for name in found.contradiction)
        case.find("R301", "serious", f"The numbers{whose} cannot be true: {names}", found.because, parts.ASK)
    known = [found for _, found in sets if found is not None]
    if known:
        wrong = [found for found in known if not found.possible]
        why = wrong[0].because if wrong else "some table of counts gives all of them"
        case.answers["arithmetic"] = ("no" if wrong else "yes", why)


def _intervals(case: _Case) -> None:
    """The reported measures with their intervals, which follow from the numbers of cases."""
    if case.consistent is not None:
        case.estimates += parts.with_intervals(case.consistent, case.printed, case.level)
    if case.other is not None and case.against is not None:
        rival = {"accuracy": case.against}
        case.estimates += parts.with_intervals(case.other, rival, case.level, whose="accuracy of the rival")
    shown = [e for e in case.estimates if e.interval is not None]
    if shown and shown[0].interval is not None:
        interval = shown[0].interval
        words = f"{shown[0].name.replace('_', ' ')} {_format.span(interval.low, interval.high, 3)}"
        case.answers["interval"] = ("yes", f"{_format.plural(shown[0].n, 'case')}: {words}")


def _difference(case: _Case, claim: str | None) -> None:
    """The test of the difference, its level on one side and on two, and how many cases would show it."""
    if case.consistent is None or case.against is None or "accuracy" not in case.printed:
        return
    a, b, n = case.printed["accuracy"].value, case.against.value, case.consistent.n
    if case.other is None:
        case.test = parts.fixed_rate(a, n, b, case.level)
        sentences, p, shown, better = parts.judged_fixed(case.test, a, b, case.level)
    else:
        duel = compare_rates(a, n, b, case.other.n, margin=case.margin, level=case.level)
        case.comparison = duel
        sentences, p, shown, better = parts.judged(duel, case.level)
        hidden = parts.rounded_away(case.consistent, case.other, case.level)
        if hidden is not None:
            shown = shown and hidden[0]
            sentences = [*sentences, hidden[1]]
    for sentence in sentences:
        case.say(sentence)
    said = {"significant": shown, "better": shown and better}
    if claim in said:
        case.supported = said[claim]
    elif claim == "equivalent" and case.comparison is not None and case.margin is not None:
        case.supported = case.comparison.verdict is Verdict.EQUIVALENT
    case.say(parts.sides(claim, p, case.level))
    case.needed_n, needed = parts.needed(a, b, n, None if case.other is None else case.other.n, case.level)
    case.say(needed)
    if not shown:
        word = "shown to be significant" if p < 1 - case.level else "significant"
        title = f"The difference is not {word} at {_format.percent(case.level)}"
        case.find("R302", "warning", title, f"two-sided {_format.p_equals(p)}", parts.MORE)
    case.answers["claim"] = ("yes" if shown else "no", f"two-sided {_format.p_equals(p)}")
    if case.other is not None:
        words = "a rival is named; whether it is a good one, and why on other cases, is for you to ask"
        case.answers["contemporary"] = ("open", words)


def _majority(case: _Case, claim: str | None) -> None:
    """The accuracy against that of always naming the larger class."""
    found = None if case.consistent is None else parts.majority(case.consistent, case.level)
    if found is None:
        return
    sentence, beats, evidence = found
    case.say(sentence)
    if beats is not True:
        verb = "is not shown to beat" if beats is False else "may not beat"
        advice = "Ask for recall by class, MCC or cost."
        case.find("R303", "warning", f"The model {verb} the majority rule", evidence, advice)
    case.answers["baseline"] = ("yes" if beats else "no", evidence)
    if claim == "beats the majority rule":
        case.supported = beats is True


def _mix(case: _Case, claim: str | None) -> None:
    """Two accuracies on test sets with other class mixes."""
    if case.consistent is None or case.other is None:
        return
    found = parts.mixes(case.consistent, case.other, case.printed, case.against)
    if found is None:
        return
    sentence, alone = found
    case.say(sentence)
    if alone and claim == "better":
        case.supported = False
    evidence = "one classifier can have both accuracies" if alone else "the mix alone does not make the difference"
    advice = "Compare sensitivity and specificity, or both models on the same cases."
    severity: Severity = "serious" if alone else "note"
    case.find("R304", severity, "The two test sets have other class mixes", evidence, advice)


def _in_use(case: _Case, prevalence: float) -> None:
    """What an alarm is worth at the prevalence of use."""
    made, sentence = parts.in_use(case.consistent, case.printed, prevalence, case.level)
    case.in_use += made
    case.say(sentence)
    if made:
        case.answers["prevalence"] = ("open", sentence)


def _made(case: _Case, claim: str | None, answers: Mapping[str, tuple[Answer, str]] | None) -> Review:
    found = (None if case.rescued else case.consistent, case.other)
    impossible = any(numbers is not None and not numbers.possible for numbers in found)
    judgement: Judgement = "reservations" if any(f.severity != "note" for f in case.findings) else "no objection"
    if impossible:
        judgement = "impossible"
    elif case.supported is not None:
        judgement = "supported" if case.supported else "not supported"
    if claim is not None and case.supported is not None:
        case.say(f"The claim '{claim}' is {'supported' if case.supported else 'not supported'} by these numbers.")
    same = (
        "sentences",
        "findings",
        "estimates",
        "consistent",
        "comparison",
        "test",
        "needed_n",
        "in_use",
        "level",
    )
    return Review(
        claim=claim or "",
        judgement=judgement,
        against=case.other,
        checklist=checklist({**case.answers, **(answers or {})}),
        version=__version__,
        **{name: getattr(case, name) for name in same},
    )
