"""The page of an audit: what was found first, the checks that saw nothing folded."""

from __future__ import annotations

from referee import _format
from referee.core import Audit
from referee.views.numbers import name_words
from referee.views.page import Findings, Table
from referee.views.pages.review import SEVERITIES, audited_words, other_checks, severity_counts
from referee.views.picture import BACK, Dot, Dots
from referee.views.report.lead import lead_of
from referee.views.report.page import Block, Lead, Occasion, Section, Shown, figure, folded_table
from referee.views.report.provenance import how_of


def render_audit(audit: Audit, occasion: Occasion) -> str:
    """One page: the verdict, the findings, what was looked for in vain, what was not looked for."""
    found = sorted(audit.findings, key=lambda f: [*SEVERITIES].index(f.severity))
    of = ("Audit", audited_words(audit), occasion.on and name_words(occasion.on))
    seen = "The worst first. Each says what was seen and what to do."
    others = "What was looked for and not found, and what was not looked for."
    return Shown(
        kind="Audit",
        title=" of ".join(filter(None, of)),
        below=[
            _format.plural(audit.n_features, "feature") if audit.n_features else "",
            f"{len(audit.ran) + len(audit.skipped)} checks known, {len(audit.ran)} run",
            occasion.date,
        ],
        lead=lead_of_audit(audit),
        hero=figure(tally_picture(audit)),
        parts=[
            Section("findings", "What was found", [Findings(found)] if found else [], seen),
            Section("checks", "Other checks", _others(audit), others),
        ],
        how=how_of([audit], occasion),
    ).html()


@lead_of.register
def lead_of_audit(audit: Audit) -> Lead:
    """Whether the data are sound as far as was looked."""
    told = severity_counts(audit)
    titles = [f.title[:1].lower() + f.title[1:] for f in audit.findings if f.severity == "serious"]
    ran = _format.plural(len(audit.ran), "check")
    if titles:
        sentence = f"{told[0]}: {'; '.join(titles[:3])}."
        more = ["A model tested on these cases will look other than it is. Mend them, then audit again."]
        return Lead(sentence, "not sound yet", True, more)
    sentence = f"{ran} found {'nothing serious' if told else 'nothing'}."
    more = [f"There are {', '.join(told)}."] if told else []
    return Lead(sentence, "no serious finding", False, [*more, "A check that was not run says nothing."])


def tally_picture(audit: Audit) -> Dots:
    """How many checks found something, found nothing, or were not run."""
    codes = {f.code: f.severity for f in audit.findings}
    rows = [
        Dot.from_zero(severity, n, str(n), colour)
        for severity, colour in zip(SEVERITIES, (3, 1, 0), strict=True)
        if (n := sum(s == severity for s in codes.values()))
    ]
    quiet = sum(code not in codes for code, _ in audit.ran)
    rows += [
        Dot.from_zero("found nothing", quiet, str(quiet), 0),
        Dot.from_zero("not run", len(audit.skipped), str(len(audit.skipped)), BACK),
    ]
    title = f"{len(audit.ran) + len(audit.skipped)} checks"
    return Dots(title=title, asks="What the checks saw", name="tally", axis="", rows=tuple(rows))


def _others(audit: Audit) -> list[Block]:
    quiet, why = other_checks(audit)
    skipped = [[reason, str(len(codes)), ", ".join(codes)] for reason, codes in why.items()]
    skipped.sort(key=lambda row: -int(row[1]))
    blocks: list[Block] = []
    if quiet:
        table = Table([["code", "check"], *quiet], "<<")
        blocks.append(folded_table("Looked for and not found", str(len(quiet)), table))
    if skipped:
        table = Table([["why not", "checks", "codes"], *skipped], "<><")
        blocks.append(folded_table("Not looked for", f"{len(audit.skipped)}, by what they need", table))
    return blocks
