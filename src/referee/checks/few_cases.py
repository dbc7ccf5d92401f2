"""R006: so few cases that no measure says anything."""

from __future__ import annotations

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.finding import Finding

FEW = 10


def few_cases(matrix: ConfusionMatrix) -> list[Finding]:
    """Say so when the whole test set has fewer than 10 cases.

    >>> few_cases(ConfusionMatrix.from_labels([1], [1]))[0].title
    '1 test case says almost nothing'
    """
    n = int(matrix.n_cases)
    if matrix.expected or n >= FEW:
        return []
    verb = "says" if n == 1 else "say"
    title = f"{_format.plural(n, 'test case')} {verb} almost nothing"
    evidence = "the intervals are nearly as wide as the range"
    return [Finding("R006", "serious", title, evidence, "Test on more cases.")]
