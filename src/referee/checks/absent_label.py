"""R003 and R004: a label that occurs in one column only, and a declared class that never occurs."""

from __future__ import annotations

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.finding import Finding


def absent_label(matrix: ConfusionMatrix) -> list[Finding]:
    """Say which labels were predicted but are never true, and which declared classes have no case.

    >>> m = ConfusionMatrix.from_labels(["a", "b"], ["a", "z"])
    >>> [f.title for f in absent_label(m)]
    ["'z' is predicted but never true"]
    """
    out = []
    for label, true, predicted in zip(matrix.labels, matrix.support, matrix.predicted, strict=True):
        if true == 0 and predicted > 0:
            evidence = f"{_format.plural(float(predicted), 'case')} predicted so, each counted as an error"
            advice = "Check that truth and predictions use the same names."
            title = f"{_format.quoted(label)} is predicted but never true"
            out.append(Finding("R003", "warning", title, evidence, advice))
        elif true == 0:
            evidence = "its recall is undefined, and averages over classes leave it out"
            advice = "Test on cases of every class that the model must tell apart."
            title = f"class {_format.quoted(label)} has no test case"
            out.append(Finding("R004", "note", title, evidence, advice))
    return out
