"""A validation."""

from __future__ import annotations

from referee import _format
from referee.core.estimate import Estimate
from referee.core.validation import Validation
from referee.views.page import GAP, Page, Part, Table, Text, page_of
from referee.views.picture import Dots, Picture, dot, pictures_of


@page_of.register
def validation_page(found: Validation) -> Page:
    """The sentence, the measured shares beside what was promised, and what could not be measured."""
    rows = [["measured", "share", "95% interval", "runs", "promised"]]
    rows.append(_row(f"false alarms of {found.test}", found.size, found.nominal))
    for words, share in (
        ("interval covers this model", found.covers_model),
        ("interval covers the learner", found.covers_learner),
    ):
        if share is not None:
            rows.append(_row(words, share, found.level))
    cases = f"{_format.count(found.n)} of {_format.count(found.population)} cases"
    parts: list[Part] = [Text(found.sentence), GAP, Table(rows, "<>>>>"), GAP]
    parts.append(Text(f"The null worlds: {found.world}. {_format.count(found.fits)} fits, seed {found.seed}."))
    parts += [Text(f"Not measured: {words}.") for words in found.cannot]
    return Page(f"What the procedure does with {found.learner} by {found.metric}, at n = {cases}", parts)


def _row(words: str, share: Estimate, promised: float) -> list[str]:
    """A measured share."""
    span = share.interval
    assert span is not None
    return [
        words,
        _format.number(share.value),
        _format.span(span.low, span.high),
        _format.count(share.n),
        f"{promised:g}",
    ]


@pictures_of.register
def validation_pictures(found: Validation) -> list[Picture]:
    """The measured false alarms, and the measured coverage, each against what was promised."""
    alarms = Dots(
        title="False alarms",
        axis="share of null worlds in which the test rejects",
        rows=(dot(found.size, f"false alarms of {_format.label(found.test, 40)}"),),
        marks=((found.nominal, f"promised {found.nominal:g}"),),
    )
    shares = (("this model", found.covers_model), ("the learner", found.covers_learner))
    coverage = Dots(
        title="Coverage of the interval",
        axis="share of subsamples whose interval holds it",
        rows=tuple(dot(share, name) for name, share in shares if share is not None and share.defined),
        marks=((found.level, f"promised {found.level:g}"),),
    )
    return [picture for picture in (alarms, coverage) if not picture.empty]
