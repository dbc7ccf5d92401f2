"""R001 to R045: the remarks that evaluations, comparisons, estimates and rankings carry, their facts written once."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core import Finding
from referee.core.finding import Severity

STANDING: tuple[tuple[str, str, Severity, str, str], ...] = (
    ("R001", "The model is not shown to beat the majority rule", "warning", "classes", "Few cases show little."),
    ("R002", "A class has fewer than 10 test cases", "warning", "classes", "10 is a custom, not a law."),
    ("R003", "A label is predicted but never true", "warning", "classes", "A rare class may be absent by chance."),
    ("R004", "A declared class has no test case", "note", "classes", "A rare class may be absent by chance."),
    ("R005", "Labels differ only by blanks, case or writing", "serious", "classes", "They may be meant."),
    ("R006", "The test set has fewer than 10 cases", "serious", "classes", "10 is a custom, not a law."),
    ("R007", "Scores point the wrong way", "serious", "scores", "At the level of its interval, 2.5% of the time."),
    ("R008", "All scores tie", "serious", "scores", "It does not."),
    (
        "R009",
        "The scores contradict the predicted classes",
        "serious",
        "scores",
        "Classes cut elsewhere than at the top.",
    ),
    ("R010", "The scores are probabilities but for a few", "warning", "scores", "5% is a custom, not a law."),
    ("R020", "The class mixes of the two test sets differ", "serious", "comparisons", "At three standard errors."),
    ("R021", "Few cases tell the models apart", "note", "comparisons", "10 is a custom, not a law."),
    ("R022", "The difference is no more than one case", "warning", "comparisons", "It does not."),
    ("R023", "Counts are too small for the normal form", "warning", "comparisons", "5 is a custom, not a law."),
    ("R024", "The test sets overlap", "serious", "comparisons", "It compares ids only."),
    ("R025", "Many comparisons", "note", "comparisons", "It does not."),
    ("R026", "An adjusted p says more than its interval", "note", "comparisons", "It does not."),
    ("R030", "Leave-one-out misjudges a majority rule", "serious", "estimates", "It does not."),
    ("R031", "Cases are in every bootstrap sample", "warning", "estimates", "It does not."),
    ("R032", "A class has fewer cases than folds", "warning", "estimates", "It does not."),
    ("R033", "Fits gave no predictions", "serious", "estimates", "It does not."),
    ("R035", "A training part lacks a class", "warning", "estimates", "It does not."),
    ("R040", "Datasets without room to differ", "warning", "standings", "0.01 is a custom, not a law."),
    (
        "R041",
        "Datasets were picked by the score of a learner",
        "warning",
        "standings",
        "It believes what it is told.",
    ),
    ("R042", "Too few datasets for the claim", "warning", "standings", "It does not."),
    ("R043", "The winner is not distinguished from the next", "note", "standings", "It does not."),
    ("R044", "Scores are missing", "warning", "standings", "It does not."),
    ("R045", "The p-values are not adjusted for their number", "serious", "standings", "It does not."),
)
"""Code, title, severity, what it is a remark on, and how it errs."""

_FACTS = {code: (title, severity) for code, title, severity, *_ in STANDING}


def grave_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by severity, the grave ones first."""
    order = ("serious", "warning", "note")
    return sorted(findings, key=lambda found: order.index(found.severity))


def finding(code: str, evidence: str, advice: str, title: str = "", severity: Severity | None = None) -> Finding:
    """A finding under a standing code; title and severity where they are not the usual ones.

    >>> finding("R008", "2 cases with the score 1", "Pass the model's scores.").title
    'All scores tie'
    """
    usual_title, usual_severity = _FACTS[code]
    return Finding(code, severity or usual_severity, title or usual_title, evidence, advice)
