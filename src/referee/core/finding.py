"""Something a careful colleague would say about a result, and what `audit` answers: all of it together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from referee import _check
from referee.core.feature_column import FeatureColumn
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


class Audit(Noun, schema="audit/1", eq=False):
    """The findings of all checks that could be run, and of the others why not.

    `ran` holds (code, title) of each check that was run, `skipped` (code, title, why) of each that was not; a check
    that ran and is in no finding saw nothing. `columns` has the facts of the columns. `test_set` is the fingerprint
    that a ledger keeps looks under.
    """

    findings: tuple[Finding, ...]
    ran: tuple[tuple[str, str], ...] = ()
    skipped: tuple[tuple[str, str, str], ...] = ()
    n_train: int = 0
    n_test: int = 0
    n_features: int = 0
    labels: tuple[str | int | float | bool, ...] = ()
    looks: int = 0
    test_set: str = ""
    seed: int = 0
    version: str = ""
    call: str = ""
    columns: tuple[FeatureColumn, ...] = ()

    @property
    def serious(self) -> tuple[Finding, ...]:
        """The serious findings."""
        return tuple(f for f in self.findings if f.severity == "serious")

    @property
    def passed(self) -> bool:
        """Whether no finding is serious."""
        return not self.serious

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __getitem__(self, code: str) -> tuple[Finding, ...]:
        """The findings of a code."""
        return tuple(f for f in self.findings if f.code == code)

    def __repr__(self) -> str:
        return f"<Audit: {len(self.findings)} findings of {len(self.ran)} checks, {len(self.skipped)} not run>"
