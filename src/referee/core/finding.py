"""Something a careful colleague would say about a result."""

from __future__ import annotations

from typing import Literal, get_args

from referee import _check
from referee.core.noun import Noun

Severity = Literal["note", "warning", "serious"]


class Finding(Noun, schema="finding/1"):
    """A coded remark: what was seen (`evidence`) and what to do about it (`advice`).

    >>> Finding("R001", "warning", "no better than the majority rule", "p = 0.7", "report recall").code
    'R001'
    """

    code: str
    severity: Severity
    title: str
    evidence: str
    advice: str

    def __post_init__(self) -> None:
        super().__post_init__()
        _check.choice("severity", self.severity, get_args(Severity))
