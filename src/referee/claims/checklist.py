"""The questions that a careful reader asks of a published result."""

from __future__ import annotations

from collections.abc import Mapping

from referee import _check
from referee.core.review import Answer, Checklist

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
    >>> checklist().open == len(QUESTIONS)
    True
    """
    given = dict(answers or {})
    for word, (answer, _) in given.items():
        _check.choice("answers", word, QUESTIONS)
        _check.choice(f"answers[{word!r}]", answer, ("yes", "no", "open"))
    rows = [(question, *given.get(word, ("open", hint))) for word, (question, hint) in QUESTIONS.items()]
    return Checklist(tuple(rows))
