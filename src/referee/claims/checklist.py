"""The questions that a careful reader asks of a published result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee import _check
from referee.core import Checklist, Finding
from referee.core.review import Answer

QUESTIONS: dict[str, tuple[str, str]] = {
    "test set": (
        "Is there a test set that had no part in training?",
        "Look for how the cases were split, and when.",
    ),
    "overlap": (
        "Are training and test free of repeated or closely related cases?",
        "With the data in hand: referee audit train.csv test.csv.",
    ),
    "interval": (
        "Is the interval of the result known?",
        "Ask for the number of test cases; the interval follows from it.",
    ),
    "baseline": (
        "Does it beat a simple rule, such as always naming the larger class?",
        "Ask for the class counts: the accuracy of the majority rule is the larger share.",
    ),
    "contemporary": (
        "Was it compared with a reasonable contemporary method, on the same cases?",
        "An easy opponent proves little; a rival on other cases proves less.",
    ),
    "train on test": (
        "Were parameters, features and the threshold chosen without the test set?",
        "Choosing on the test set is training on it.",
    ),
    "test on train": (
        "Is the reported error that of new cases, and not the apparent one?",
        "An error of training cases is not an error of new ones.",
    ),
    "repeatable": (
        "Can it be repeated: are the data, the splits and the seeds given?",
        "Resampling can be run again on the data; one split must be published.",
    ),
    "arithmetic": (
        "Do the printed numbers agree with each other?",
        "Give n, the class counts and all measures to referee review.",
    ),
    "prevalence": (
        "Are positives as frequent in use as in the test set?",
        "Ask for the prevalence of use: PPV and accuracy move with it.",
    ),
    "claim": (
        "Does the evidence carry the claim?",
        "Ask for both accuracies, both numbers of cases, and the test.",
    ),
}
"""Each question by its word, with what to do while it is open."""


def checklist(answers: Mapping[str, tuple[Answer, str]] | None = None) -> Checklist:
    """The critical-assessment checklist, answered where an answer is given and open elsewhere.

    `answers` has "yes" or "no" and the grounds for a question by its word (see `QUESTIONS`). "Yes" is always the good
    answer. It errs when an answer is taken for granted.

    >>> checklist({"test set": ("yes", "a second hospital")}).items[0][1:]
    ('yes', 'a second hospital')
    >>> checklist().open
    11
    """
    given = _check.mapping("answers", answers)
    for word, pair in given.items():
        _check.choice("answers", word, QUESTIONS)
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            _check.fail(f"answers[{word!r}]", "be an answer and its grounds", _check.show_value(pair))
        _check.choice(f"answers[{word!r}]", pair[0], ("yes", "no", "open"))
    rows = [(question, *given.get(word, ("open", hint))) for word, (question, hint) in QUESTIONS.items()]
    return Checklist(tuple(rows))


AUDITED: dict[str, tuple[str, ...]] = {
    "test set": ("R110",),
    "overlap": ("R101", "R102", "R103", "R104"),
    "baseline": ("R001", "R143", "R144"),
    "train on test": ("R112", "R113", "R114", "R115"),
    "test on train": ("R110", "R111"),
}
"""The checks of an audit that answer a question."""


def answers_of_audit(findings: Iterable[Finding], ran: Iterable[tuple[str, str]]) -> dict[str, tuple[Answer, str]]:
    """What the findings of an audit, and the (code, title) of the checks that it ran, answer of the checklist.

    A finding that is more than a note answers no; a check that ran and found nothing answers yes, as far as it looks.

    >>> found = [Finding("R101", "serious", "Test cases are also training cases", "12 of 40", "Drop them.")]
    >>> answers_of_audit(found, [("R101", "")])["overlap"]
    ('no', 'R101 Test cases are also training cases: 12 of 40')
    >>> answers_of_audit([], [("R101", "Test cases are also training cases")])["overlap"]
    ('yes', 'looked for and not found: R101')
    """
    found = [_check.instance("findings", f, Finding) for f in _check.items("findings", findings, "findings")]
    seen = {finding.code: finding for finding in found if finding.severity != "note"}
    pairs = [_check.instance("ran", pair, tuple) for pair in _check.items("ran", ran, "pairs (code, title)")]
    run = [pair[0] for pair in pairs if pair]
    out: dict[str, tuple[Answer, str]] = {}
    for word, codes in AUDITED.items():
        bad = next((seen[code] for code in codes if code in seen), None)
        looked = [code for code in codes if code in run]
        if bad is not None:
            out[word] = ("no", f"{bad.code} {bad.title}: {bad.evidence}")
        elif looked:
            out[word] = ("yes", f"looked for and not found: {', '.join(looked)}")
    return out
