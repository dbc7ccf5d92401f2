"""The page of an audit: what was found first, the checks that saw nothing folded."""

from __future__ import annotations

from referee import _format
from referee.core import Audit
from referee.views.numbers import name_words
from referee.views.page import Table
from referee.views.picture import BACK, Dot, Dots
from referee.views.report import provenance
from referee.views.report.page import Occasion, Shown, page
from referee.views.report.parts import Block, Folded, Lead, Remarks, Section, Tables, figure

COLOURS = {"serious": 3, "warning": 1, "note": 0}


def render_audit(audit: Audit, occasion: Occasion) -> str:
    """One page: the verdict, the findings, what was looked for in vain, what was not looked for."""
    found = sorted(audit.findings, key=lambda f: [*COLOURS].index(f.severity))
    cases = ((audit.n_train, "training case"), (audit.n_test, "test case"))
    of = " and ".join(_format.plural(n, noun) for n, noun in cases if n)
    known = len(audit.ran) + len(audit.skipped)
    return page(
        Shown(
            kind="Audit",
            title=(f"Audit of {of}" if of else "Audit")
            + (f" of {name_words(occasion.on)}" if occasion.on else ""),
            below=[
                _format.plural(audit.n_features, "feature") if audit.n_features else "",
                f"{known} checks known, {len(audit.ran)} run",
                occasion.date,
            ],
            lead=lead_of_audit(audit),
            hero=figure(tally_picture(audit)),
            parts=[
                Section(
                    "findings",
                    "What was found",
                    [Remarks(found)],
                    "The worst first. Each says what was seen and what to do.",
                )
                if found
                else None,
                Section(
                    "checks",
                    "Other checks",
                    _others(audit),
                    "What was looked for and not found, and what was not looked for.",
                ),
            ],
            methods=provenance.methods_of([audit]),
            facts=[*provenance.facts([audit])],
            paragraph=provenance.general_paragraph([audit]),
            command=occasion.command or provenance.call_of([audit]),
        )
    )


def lead_of_audit(audit: Audit) -> Lead:
    """Whether the data are sound as far as was looked."""
    counts = {s: sum(f.severity == s for f in audit.findings) for s in ("serious", "warning", "note")}
    words = {"serious": "serious finding", "warning": "warning", "note": "note"}
    told = [_format.plural(n, words[s]) for s, n in counts.items() if n]
    titles = [f.title[:1].lower() + f.title[1:] for f in audit.findings if f.severity == "serious"]
    ran = _format.plural(len(audit.ran), "check")
    if titles:
        sentence = f"{_format.plural(len(titles), 'serious finding')}: {'; '.join(titles[:3])}."
        return Lead(
            sentence,
            "not sound yet",
            True,
            ["A model tested on these cases will look other than it is. Mend them, then audit again."],
        )
    sentence = f"{ran} found {'nothing serious' if told else 'nothing'}."
    more = [f"There are {', '.join(told)}."] if told else []
    return Lead(sentence, "no serious finding", False, [*more, "A check that was not run says nothing."])


def tally_picture(audit: Audit) -> Dots:
    """How many checks found something, found nothing, or were not run."""
    codes = {f.code: f.severity for f in audit.findings}
    rows = [
        Dot.from_zero(name, n, str(n), COLOURS[severity])
        for severity, name in (("serious", "serious"), ("warning", "warning"), ("note", "note"))
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
    told = {f.code for f in audit.findings}
    quiet = [[code, title] for code, title in audit.ran if code not in told]
    why: dict[str, list[str]] = {}
    for code, _, reason in audit.skipped:
        why.setdefault(reason, []).append(code)
    skipped = [
        [reason, str(len(codes)), ", ".join(codes)]
        for reason, codes in sorted(why.items(), key=lambda w: -len(w[1]))
    ]
    blocks: list[Block] = []
    if quiet:
        table = Table([["code", "check"], *quiet], "<<")
        blocks.append(
            Folded("Looked for and not found", str(len(quiet)), [Tables("Looked for and not found", table, True)])
        )
    if skipped:
        table = Table([["why not", "checks", "codes"], *skipped], "<><")
        note = f"{len(audit.skipped)}, by what they need"
        blocks.append(Folded("Not looked for", note, [Tables("Not looked for", table, True)]))
    return blocks
