"""An audit: findings first, then what was looked at."""

from __future__ import annotations

from referee import _format
from referee.core.audit import Audit
from referee.views.page import GAP, Findings, Page, Part, Table, Text, page_of


@page_of.register
def audit_page(audit: Audit) -> Page:
    """What was audited and the verdict, the findings by severity, the checks that saw nothing, those not run."""
    parts: list[Part] = [GAP]
    for severity in ("serious", "warning", "note"):
        found = [f for f in audit.findings if f.severity == severity]
        if found:
            parts.append(Findings(found))
    if not audit.findings:
        parts.append(Text("No check found anything."))
    told = {f.code for f in audit.findings}
    quiet = [[code, title] for code, title in audit.ran if code not in told]
    if quiet:
        parts += [GAP, Text(f"Looked for and not found ({len(quiet)}):"), Table([["code", "check"], *quiet], "<<")]
    if audit.skipped:
        why: dict[str, list[str]] = {}
        for code, _, reason in audit.skipped:
            why.setdefault(reason, []).append(code)
        rows = [["why not", "checks"], *[[reason, ", ".join(codes)] for reason, codes in why.items()]]
        parts += [GAP, Text(f"Not looked for ({len(audit.skipped)}):"), Table(rows, "<<")]
    return Page(_title(audit), parts)


def _title(audit: Audit) -> str:
    cases = [
        _format.plural(n, f"{word} case") for n, word in ((audit.n_train, "training"), (audit.n_test, "test")) if n
    ]
    of = f" of {' and '.join(cases)}" if cases else ""
    if audit.n_features:
        of += f", {_format.plural(audit.n_features, 'feature')}"
    counts = []
    for severity, noun in (("serious", "serious finding"), ("warning", "warning"), ("note", "note")):
        n = sum(f.severity == severity for f in audit.findings)
        if n or severity == "serious":
            counts.append(_format.plural(n, noun) if n else "no serious finding")
    return f"Audit{of}: {', '.join(counts)}"
