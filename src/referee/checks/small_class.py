"""R002: a class with too few cases to say much."""

from __future__ import annotations

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.finding import Finding

FEW = 10


def small_class(matrix: ConfusionMatrix) -> list[Finding]:
    """Name each class that occurs with fewer than 10 cases.

    >>> m = ConfusionMatrix.from_counts(tp=3, fn=1, fp=5, tn=91)
    >>> small_class(m)[0].title
    'positive has 4 test cases'
    """
    if matrix.expected:
        return []
    cases = matrix.support if matrix.cases is None else matrix.cases.sum(axis=1)
    out = []
    for label, count in zip(matrix.labels, cases, strict=True):
        if 0 < count < FEW:
            evidence = "one case more or less moves its recall by " + _format.number(1 / count, 2)
            title = f"{_format.label(label)} has {_format.plural(int(count), 'test case')}"
            advice = "Read its interval, or collect more cases of it."
            out.append(Finding("R002", "warning", title, evidence, advice))
    return out
