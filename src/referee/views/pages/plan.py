"""Plans, limits of an error rate, the validation of a procedure, and how an interval shrinks with the cases."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.core import ErrorLimits, Estimate, Plan, Validation
from referee.core.interval import WidthRow
from referee.views.numbers import title_words
from referee.views.page import GAP, Page, Table, below, lay_out, page_of, warned
from referee.views.pages.estimate import estimate_row, estimate_table
from referee.views.picture import Axis, Dots, Line, Lines, Note, Picture, dot, drawable, pictures_of


@page_of.register
def plan_page(plan: Plan) -> Page:
    """The answer in a sentence, and how it errs."""
    kind = {"cases": "Cases needed", "power": "Power of the cases", "width": "Width of the interval"}[plan.answer]
    return lay_out(kind, plan.sentence, plan.errs)


@page_of.register
def limits_page(limits: ErrorLimits) -> Page:
    """What they mean, the numbers, and the warnings."""
    table = estimate_table(estimate_row(e, title_words(e)) for e in limits.estimates)
    title = _format.label(limits.title, 100)
    return lay_out(title, GAP, limits.sentence, GAP, table, below(warned(limits.warnings)))


@page_of.register
def validation_page(found: Validation) -> Page:
    """The sentence, the measured shares beside what was promised, and what could not be measured."""
    rows = [["measured", "share", "95% interval", "runs", "promised"]]
    rows.append(_row(f"false alarms of {found.test}", found.size, found.nominal))
    for name, share in _covered(found):
        rows.append(_row(f"interval covers {name}", share, found.level))
    cases = f"{_format.count(found.n)} of {_format.count(found.population)} cases"
    return lay_out(
        f"What the procedure does with {found.learner} by {found.metric}, at n = {cases}",
        [found.sentence, GAP, Table(rows, "<>>>>"), GAP],
        f"The null worlds: {found.world}. {_format.count(found.fits)} fits, seed {found.seed}.",
        [f"Not measured: {words}." for words in found.cannot],
    )


def _covered(found: Validation) -> list[tuple[str, Estimate]]:
    """The shares of intervals that cover, by what they cover, where they were measured."""
    shares = (("this model", found.covers_model), ("the learner", found.covers_learner))
    return [(name, share) for name, share in shares if share is not None]


def _row(words: str, share: Estimate, promised: float) -> list[str]:
    """A measured share."""
    assert share.interval is not None
    measured = [_format.number(share.value), _format.span(*share.interval)]
    return [words, *measured, _format.count(share.n), f"{promised:g}"]


@pictures_of.register
def validation_pictures(found: Validation) -> list[Picture]:
    """The measured false alarms, and the measured coverage, each against what was promised."""
    alarms = Dots(
        title="False alarms",
        axis="share of null worlds in which the test rejects",
        rows=(dot(found.size, f"false alarms of {_format.label(found.test, 40)}"),),
        marks=((found.nominal, f"promised {found.nominal:g}"),),
    )
    coverage = Dots(
        title="Coverage of the interval",
        axis="share of subsamples whose interval holds it",
        rows=tuple(dot(share, name) for name, share in _covered(found) if share.defined),
        marks=((found.level, f"promised {found.level:g}"),),
    )
    return drawable(alarms, coverage)


def width_picture(rows: Sequence[WidthRow]) -> Lines:
    """The limits at each n, on a logarithmic axis: the rows of `intervals.width_by_n`."""
    rows = sorted(rows, key=lambda row: row.n)
    n, low, high = (np.array([getattr(row, name) for row in rows], dtype=float) for name in ("n", "low", "high"))
    share = rows[0].successes / rows[0].n
    return Lines(
        title="",
        x=Axis("test cases", scale="log", ticks=tuple((row.n, _format.count(row.n)) for row in rows)),
        y=Axis("measured proportion and its interval"),
        lines=(Line("", n, low, low, high), Line("", n, high)),
        guides=(Line(f"measured {_format.number(share)}", n[[0, -1]], np.full(2, share)),),
        notes=tuple(Note(row.n, row.high, f"±{_format.number(row.width / 2)}") for row in rows),
    )
