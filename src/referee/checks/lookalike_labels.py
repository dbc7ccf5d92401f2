"""R005: labels that differ only by blanks, case or the way a character is written."""

from __future__ import annotations

import unicodedata
from collections import defaultdict

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.finding import Finding
from referee.core.types import Label


def lookalike_labels(matrix: ConfusionMatrix) -> list[Finding]:
    """Name groups of labels that a person would read as one.

    >>> m = ConfusionMatrix.from_labels(["yes", "no"], ["yes ", "no"])
    >>> lookalike_labels(m)[0].evidence
    "'yes', 'yes '"
    """
    groups: dict[str, list[Label]] = defaultdict(list)
    for label in matrix.labels:
        if isinstance(label, str):
            plain = unicodedata.normalize("NFKC", label).casefold()
            groups["".join(plain.split())].append(label)
    out = []
    for alike in groups.values():
        if len(alike) > 1:
            title = "Labels differ only by blanks, case or writing"
            advice = "Clean the labels if they mean one class; referee counted them apart."
            out.append(Finding("R005", "serious", title, _format.listing(alike), advice))
    return out
