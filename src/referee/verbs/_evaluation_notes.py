"""What a reader of an evaluation must know of how its measures were made."""

from __future__ import annotations

from referee.core import Answers, ConfusionMatrix
from referee.inference.at_prevalence import ASSUMPTION, Shares
from referee.inference.label_values import MANY_CLASSES

CROSSFIT = (
    "classes are those that the costs imply, each case judged by a threshold chosen on the other 9 of 10 parts"
)


def notes_of(
    given: Answers | ConfusionMatrix, matrix: ConfusionMatrix | None, crossed: bool, shares: Shares | None
) -> list[str]:
    """What a reader must know of how the measures were made."""
    out = []
    if isinstance(given, Answers):
        if given.positive is not None and not given.positive_was_given:
            out.append(f"{given.positive!r} is taken as the positive class, by its coding")
        if given.groups is not None:
            count = int(given.group_codes.max()) + 1
            out.append(f"cases are dependent within {count} groups: intervals resample whole groups")
        out += [given.left_out] if given.dropped else []
        if given.threshold is not None:
            out.append(f"classes are those of score >= {given.threshold:g}")
        if not given.has_labels and not crossed:
            out.append("scores only: give y_pred, or a threshold to `read`, for the measures of predicted classes")
        if given.has_scores and not given.class_scores and not given.is_probability:
            why = given.why_not_probability
            out.append(f"the scores are not probabilities ({why}): no Brier score, log loss or calibration")
    out += [CROSSFIT] if crossed else []
    if matrix is None:
        return out
    if matrix.positive is None and len(matrix.labels) == 2:
        out.append("no class is named positive: say which (positive=...) for sensitivity, precision and the like")
    if matrix.positive is None and len(matrix.labels) > MANY_CLASSES:
        out.append(f"more than {MANY_CLASSES} classes: none has measures of its own here")
    if matrix.weighted:
        out.append("importance weights: each n is Kish's effective number of cases")
    if matrix.expected:
        out.append("a table expected from rates: values without intervals")
    if shares is not None:
        out.append(f"at the stated prevalence {ASSUMPTION}")
    return out
