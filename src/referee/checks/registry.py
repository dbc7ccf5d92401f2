"""Every coded check, R001 to R149, with its facts: the decorator `check` above a function registers it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from referee import _check
from referee.core import Finding
from referee.core.finding import Severity


class Remark(NamedTuple):
    """What a check saw; advice, title and severity where they are not the check's own."""

    evidence: str
    advice: str = ""
    title: str = ""
    severity: Severity | None = None


Remarks = Iterator[Remark]


@dataclass(frozen=True, eq=False)
class Check:
    """A coded check and the facts that ride on it; call it as its function for its findings.

    `about` says what it is a remark on: predicted "classes", "scores", "comparisons", "estimates" or "standings", which
    carry it, or an "audit". `needs` are the parts of an audit's material that it asks for; `errs` says when it is
    wrong; the pages of the docs are made from these facts.
    """

    code: str
    name: str
    title: str
    severity: Severity
    about: str
    needs: tuple[str, ...]
    errs: str
    advice: str = ""
    reference: str = ""
    look: Callable[..., Iterable[Remark]] = field(default=lambda: [], repr=False)
    __doc__: str | None = None

    def __call__(self, *args: Any, **options: Any) -> list[Finding]:
        """The findings; a check of an audit asks its material first for what it needs."""
        if self.about == "audit":
            args[0].require(self.needs)
        return [self.finding(*remark) for remark in self.look(*args, **options)]

    def finding(
        self, evidence: str, advice: str = "", title: str = "", severity: Severity | None = None
    ) -> Finding:
        """A finding under this code; title, advice and severity are the check's own where they are not given."""
        return Finding(self.code, severity or self.severity, title or self.title, evidence, advice or self.advice)

    @cached_property
    def _asks(self) -> dict[str, bool]:
        """The parameters of the function, and whether each must be given."""
        wanted = inspect.signature(self.look).parameters.values()
        return {p.name: p.default is inspect.Parameter.empty for p in wanted}

    def look_at(self, subject: object) -> list[Finding]:
        """The findings on a subject whose attributes are the arguments; none where one that must be given is None."""
        given = {name: getattr(subject, name, None) for name in self._asks}
        if any(given[name] is None for name, needed in self._asks.items() if needed):
            return []
        return self(**{name: value for name, value in given.items() if value is not None})


REGISTRY: dict[str, Check] = {}
"""Every check that is loaded, by its code."""


def check(
    code: str,
    title: str,
    *,
    errs: str = "It does not.",
    about: str = "audit",
    severity: Severity = "warning",
    needs: tuple[str, ...] = (),
    advice: str = "",
    reference: str = "",
) -> Callable[[Callable[..., Iterable[Remark]]], Check]:
    """Register a check: a function that gives remarks. `advice` is that of a remark which has none of its own."""
    if code in REGISTRY:
        _check.fail("code", "be new in the registry of checks", code)

    def decorate(look: Callable[..., Iterable[Remark]]) -> Check:
        name, words = look.__name__, look.__doc__
        wanted = needs or ((about,) if about != "audit" else ())
        REGISTRY[code] = Check(code, name, title, severity, about, wanted, errs, advice, reference, look, words)
        return REGISTRY[code]

    return decorate


def findings_on(subject: object, *about: str) -> list[Finding]:
    """All findings on a subject by the checks about these things, the grave ones first, then by code."""
    looks = (REGISTRY[code] for code in sorted(REGISTRY) if REGISTRY[code].about in about)
    return grave_first(found for one in looks for found in one.look_at(subject))


def grave_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by severity, the grave ones first."""
    order = ("serious", "warning", "note")
    return sorted(findings, key=lambda found: order.index(found.severity))
