"""R001: the model is not shown to beat the rule that always names the largest class."""

from __future__ import annotations

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.finding import Finding
from referee.stattests.mcnemar import midp_of_discordant

CODE = "R001"


def majority_rule(matrix: ConfusionMatrix, level: float) -> list[Finding]:
    """Compare the model with the majority rule on the same cases by a paired (McNemar mid-p) test.

    The model is right where the rule is wrong on the right answers outside the largest class, and wrong where the
    rule is right on the wrong answers inside it. On weighted tables the effective numbers are used.

    >>> m = ConfusionMatrix.from_counts(tp=0, fn=10, fp=0, tn=9990)
    >>> majority_rule(m, 0.95)[0].evidence
    'accuracy 0.999 against 0.999 of always answering negative; paired p = 1.000'
    """
    if len(matrix.labels) < 2 or matrix.expected:
        return []
    largest = int(matrix.support.argmax())
    counts = matrix.counts.astype(float)
    if matrix.squares is not None:
        counts = counts * (counts.sum() / matrix.squares.sum())
    right = counts.diagonal()
    gained = float(right.sum() - right[largest])
    lost = float(counts[largest].sum() - right[largest])
    p = midp_of_discordant(round(gained), round(lost))
    if p < 1 - level and gained > lost:
        return []
    model, rule = float(right.sum() / counts.sum()), float(counts[largest].sum() / counts.sum())
    name = _format.label(matrix.labels[largest])
    verb = "is worse than" if p < 1 - level else "is not shown to beat"
    evidence = (
        f"accuracy {_format.number(model)} against {_format.number(rule)} of always answering {name}; "
        f"paired p = {_format.p_value(p)}"
    )
    advice = "Look at the recall of each class, MCC or cost; accuracy says nothing here."
    return [Finding(CODE, "warning", f"The model {verb} the majority rule", evidence, advice)]
