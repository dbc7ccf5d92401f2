"""The registry of audit checks, and the decorator whose line above a check puts it there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from referee import _check
from referee.checks.audit.material import NEEDS, Material
from referee.core.finding import Finding, Severity

LEVEL = 0.002
"""The level of each check that rests on a test: a clean audit of all of them rarely raises a false alarm."""

Look = Callable[[Material], list[Finding]]


class InapplicableError(Exception):
    """A check cannot be run on this material; the message says why, in words."""


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
    reference: str = ""
    look: Look = field(default=lambda _: [], repr=False)
    __doc__: str | None = None

    def __call__(self, material: Material) -> list[Finding]:
        """The findings; raises `InapplicableError` when the material does not allow the check."""
        lacking = [NEEDS[need] for need in self.needs if not material.has(need)]
        if lacking:
            raise InapplicableError("needs " + " and ".join(lacking))
        return self.look(material)

    def finding(
        self, evidence: str, advice: str, *, title: str = "", severity: Severity | None = None
    ) -> list[Finding]:
        """One finding of this check, as a list."""
        return [Finding(self.code, severity or self.severity, title or self.title, evidence, advice)]


REGISTRY: dict[str, Check] = {}
"""Every check of an audit by its code."""


def check(
    code: str, title: str, *, severity: Severity, needs: tuple[str, ...], errs: str, reference: str = ""
) -> Callable[[Look], Check]:
    """Register a check: a function from material to findings."""
    if code in REGISTRY:
        _check.fail("code", "be new in the registry of checks", code)

    def decorate(look: Look) -> Check:
        made = Check(code, look.__name__, title, severity, needs, errs, reference, look, look.__doc__)
        REGISTRY[code] = made
        return made

    return decorate


def examine(
    material: Material,
) -> tuple[list[Finding], list[tuple[str, str]], list[tuple[str, str, str]]]:
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
