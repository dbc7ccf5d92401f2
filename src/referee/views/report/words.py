"""What an evaluation says, in sentences."""

from __future__ import annotations

from referee import _format
from referee.core.calibration import CalibrationError
from referee.core.choice import ThresholdChoice
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.views.numbers import value_text


def verdict(result: Evaluation) -> list[str]:
    """The sentences that the page leads with, the most important first."""
    lines = [*_accuracy(result), *_ranking(result), *_of_class(result), *_calibrated(result), *_threshold(result)]
    return lines or [f"{_format.plural(len(result.measures), 'measure')} on {_format.plural(result.n, 'case')}."]


def _found(result: Evaluation, name: str) -> Estimate | None:
    return result[name] if name in result and result[name].defined else None


def _accuracy(result: Evaluation) -> list[str]:
    accuracy, matrix = _found(result, "accuracy"), result.confusion
    if accuracy is None or matrix is None:
        return []
    said = f"Accuracy {value_text(accuracy)} on {_format.plural(result.n, 'case')}"
    if result.prevalence:
        return [f"{said}, at a prevalence of {result.prevalence}."]
    if len(matrix.labels) < 2 or matrix.expected:
        return [f"{said}."]
    largest = int(matrix.support.argmax())
    share = _format.number(float(matrix.support[largest] / matrix.support.sum()))
    rule = f"always answering {_format.label(matrix.labels[largest], 24)}, which is right in {share}"
    found = [f for f in result.findings if f.code == "R001"]
    if not found:
        return [f"{said}: better than {rule}."]
    word = "worse than" if "worse" in found[0].title else "not shown to be better than"
    return [f"{said}: {word} {rule}."]


def _ranking(result: Evaluation) -> list[str]:
    auc = _found(result, "roc_auc")
    if auc is not None:
        name = _format.label(result.positive, 24)
        return [f"The score puts a case of {name} above another case in {value_text(auc)} of pairs (AUC)."]
    many = _found(result, "hand_till")
    return (
        []
        if many is None
        else [f"Over pairs of classes the scores rank right in {value_text(many)} (Hand-Till AUC)."]
    )


def _of_class(result: Evaluation) -> list[str]:
    recall, precision = _found(result, "sensitivity"), _found(result, "precision")
    if recall is None or precision is None:
        return []
    name = _format.label(result.positive, 24)
    return [
        f"It finds {value_text(recall)} of the cases of {name} (sensitivity); where it answers {name}, it is right in "
        f"{value_text(precision)} (precision)."
    ]


def _calibrated(result: Evaluation) -> list[str]:
    part = result.parts.get("calibration")
    if not isinstance(part, CalibrationError):
        return []
    seen, limit = _format.number(part.ece, 4), _format.number(part.ece_high, 4)
    rare = _format.percent(round(1 - part.level, 10))
    if part.ece <= part.ece_high:
        return [
            f"Its probabilities show no sign of being off: calibration error {seen}, and were all of them right, it "
            f"would exceed {limit} in {rare} of test sets."
        ]
    return [
        f"Its probabilities seem off: calibration error {seen}, and were all of them right, it would exceed {limit} "
        f"in {rare} of test sets only."
    ]


def _threshold(result: Evaluation) -> list[str]:
    part = result.parts.get("threshold")
    if not isinstance(part, ThresholdChoice) or part.undefined:
        return []
    return [f"The stated costs ask for a threshold of {part.threshold:.4g} on the score."]
