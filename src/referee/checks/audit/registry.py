"""The registry of audit checks, and the decorator whose line above a check puts it there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from referee import _check
from referee.checks.audit.material import NEEDS, InapplicableError, Material, demand
from referee.core.finding import Finding, Severity

LEVEL = 0.002
"""The level of each check that rests on a test: a clean audit of all of them rarely raises a false alarm."""


class Remark(NamedTuple):
    """What a check saw; advice, title and severity where they are not the check's own."""

    evidence: str
    advice: str = ""
    title: str = ""
    severity: Severity | None = None


Remarks = Iterator[Remark]
Look = Callable[[Material], Iterable[Remark]]


@dataclass(frozen=True, eq=False)
class Check:
    """A coded check and the facts that ride on it; call it with `Material` for its findings.

    `needs` are parts of the material; `errs` says when it is wrong; the pages of the docs are made from these facts.
    """

    code: str
    name: str
    title: str
    severity: Severity
    needs: tuple[str, ...]
    errs: str
    advice: str = ""
    reference: str = ""
    look: Look = field(default=lambda _: [], repr=False)
    __doc__: str | None = None

    def __call__(self, material: Material) -> list[Finding]:
        """The findings; raises `InapplicableError` when the material does not allow the check."""
        lacking = [NEEDS[need] for need in self.needs if not material.has(need)]
        demand(not lacking, " and ".join(lacking))
        return [self._finding(*remark) for remark in self.look(material)]

    def _finding(self, evidence: str, advice: str, title: str, severity: Severity | None) -> Finding:
        return Finding(self.code, severity or self.severity, title or self.title, evidence, advice or self.advice)


REGISTRY: dict[str, Check] = {}
"""Every check of an audit by its code."""


def check(
    code: str,
    title: str,
    *,
    severity: Severity,
    needs: tuple[str, ...],
    errs: str,
    advice: str = "",
    reference: str = "",
) -> Callable[[Look], Check]:
    """Register a check: a function from material to remarks. `advice` is that of a remark which has none of its own."""
    if code in REGISTRY:
        _check.fail("code", "be new in the registry of checks", code)

    def decorate(look: Look) -> Check:
        name, words = look.__name__, look.__doc__
        REGISTRY[code] = Check(code, name, title, severity, needs, errs, advice, reference, look, words)
        return REGISTRY[code]

    return decorate


def examine(material: Material) -> tuple[list[Finding], list[tuple[str, str]], list[tuple[str, str, str]]]:
    """The findings of all checks in the order of their codes, those that ran, and those that did not, with the reason.

    >>> found, ran, skipped = examine(Material())
    >>> len(found), len(ran), skipped[0][2][:5]
    (0, 0, 'needs')
    """
    findings: list[Finding] = []
    ran, skipped = [], []
    for code in sorted(REGISTRY):
        one = REGISTRY[code]
        try:
            findings += one(material)
            ran.append((code, one.title))
        except InapplicableError as why:
            skipped.append((code, one.title, str(why)))
    return findings, ran, skipped
