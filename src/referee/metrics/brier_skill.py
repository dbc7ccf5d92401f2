"""Brier skill score."""

from referee.core.cases import Cases
from referee.metrics.brier_score import brier_score
from referee.metrics.registry import Floats, Undefined, Values, metric


def one_class(cases: Cases) -> str | None:
    """Why a skill has no value."""
    if len(cases.labels) - len(cases.absent) > 1:
        return None
    return "all cases have one class, so the class frequencies already have no loss"


ONE_CLASS = Undefined("all cases have one class", reason=one_class)


@metric(
    "Brier skill score",
    needs="probabilities",
    shape="skill",
    range=(-float("inf"), 1.0),
    undefined=ONE_CLASS,
    reference="murphy1973",
    automatic=False,
)
def brier_skill(truth: Floats, scores: Floats) -> Values:
    """1 - Brier / Brier of the class frequencies of these same cases.

    1 is perfect, 0 no better than the frequencies, below 0 worse. Undefined when all cases have one class. The
    frequencies are taken from the test cases, which a real forecaster would not know: a little hard on the model.

    >>> round(brier_skill([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.2]), 12)
    0.9
    """
    return brier_score.raw(truth, scores)
