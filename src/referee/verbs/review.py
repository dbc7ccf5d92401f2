"""A published claim judged from its numbers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, get_args

from referee import _check
from referee._version import __version__
from referee.claims.checklist import answers_of_audit, checklist
from referee.claims.consistent import consistent_matrices
from referee.claims.measures import ends_of, measure_name
from referee.claims.reported import Rounding, parse_reported
from referee.core import Audit, Review
from referee.core.review import Answer, Judgement
from referee.verbs.review_numbers import Case, arithmetic, in_use, intervals
from referee.verbs.review_rivals import LACKS, difference, majority, mix

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
    audit: Audit | None = None,
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
    if folds is not None:
        _check.whole("folds", folds, least=2)
    said = [(measure_name(word), value) for word, value in numbers.items() if value is not None]
    given: dict[str, Any] = dict(said)
    if len(given) < len(said):
        _check.fail("numbers", "hold each measure once", ", ".join(name for name, _ in said))
    if not given:
        _check.fail("numbers", "hold at least one measure, such as accuracy=0.85", "none")
    how: dict[str, Any] = {"digits": digits, "rounding": rounding, "tolerance": tolerance}
    printed = {name: parse_reported(name, value, ends=ends_of(name), **how) for name, value in given.items()}
    case = Case(printed, claim or "", level, margin)
    if n is not None:
        case.consistent = consistent_matrices(n=n, positives=positives, **how, **given)
    elif positives is not None:
        _check.fail("n", "be given with `positives`", "None")
    if against is not None:
        case.rival = parse_reported("against", against, **how)
        if against_n is not None:
            case.against = consistent_matrices(n=against_n, positives=against_positives, accuracy=against, **how)
        elif against_positives is not None:
            _check.fail("against_n", "be given with `against_positives`", "None")
        elif case.rival.value in (0, 1):
            _check.fail("against", "lie strictly between 0 and 1 without `against_n`", case.rival.text)
    elif against_n is not None or against_positives is not None:
        _check.fail("against", "be given with `against_n`", "None")
    arithmetic(case, folds)
    for look in (intervals, difference, majority, mix):
        look(case)
    if prevalence is not None:
        in_use(case, _check.fraction("prevalence", prevalence))
    if claim is not None and case.supported is None:
        case.supported = False
        case.say(f"The claim '{claim}' cannot be judged from these numbers: {LACKS[claim]}.")
    if audit is not None:
        if not hasattr(audit, "findings") or not hasattr(audit, "ran"):
            _check.fail("audit", "be what referee.audit returns", type(audit).__name__)
        case.answers |= answers_of_audit(audit.findings, audit.ran)
    return _make_review(case, answers)


def _make_review(case: Case, answers: Mapping[str, tuple[Answer, str]] | None) -> Review:
    found = (None if case.rescued else case.consistent, case.against)
    impossible = any(numbers is not None and not numbers.possible for numbers in found)
    judgement: Judgement = "reservations" if any(f.severity != "note" for f in case.findings) else "no objection"
    if impossible:
        judgement = "impossible"
    elif case.supported is not None:
        judgement = "supported" if case.supported else "not supported"
    if case.claim and case.supported is not None:
        word = "supported" if case.supported else "not supported"
        case.say(f"The claim '{case.claim}' is {word} by these numbers.")
    known: dict[str, Any] = {f.name: getattr(case, f.name) for f in fields(Review) if hasattr(case, f.name)}
    questions = checklist({**case.answers, **(answers or {})})
    return Review(judgement=judgement, checklist=questions, version=__version__, **known)
