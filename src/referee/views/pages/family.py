"""Several p-values read together."""

from __future__ import annotations

import math

from referee import _format
from referee.core.family import Family
from referee.core.pairwise import Pairwise
from referee.core.rankdiagram import rank_diagram
from referee.views.page import Page, Part, Table, Text, page_of
from referee.views.picture import Dot, Dots, Picture, Ranks, pictures_of

MOST = 30
MOST_LEARNERS = 12


@page_of.register
def family_page(family: Family) -> Page:
    """A row a test, the p-value beside its adjusted form."""
    rows = [["test", "p", f"{family.procedure} p"]]
    tests = zip(family.labels, family.p_values, family.adjusted, strict=True)
    rows += [[_format.label(name), _format.p_value(p), _format.p_value(q)] for name, p, q in list(tests)[:MOST]]
    parts: list[Part] = [Table(rows, "<<<")]
    if len(family) > MOST:
        parts.append(Text(f"and {len(family) - MOST} more: see .adjusted"))
    title = f"{_format.label(family.name, 80)}, adjusted by {family.procedure} (controls {family.controls})"
    return Page(title, parts)


@page_of.register
def pairwise_page(pairs: Pairwise) -> Page:
    """The learners by average rank, with the p-value of each pair."""
    size = len(pairs.learners)
    order = sorted(range(size), key=lambda i: pairs.average_ranks[i])
    names = [_format.label(pairs.learners[i], 24) for i in order]
    wide = size <= MOST_LEARNERS
    rows = [["learner", "average rank", *(names if wide else ())]]
    for i, name in zip(order, names, strict=True):
        cells = ["" if i == j else _format.p_value(pairs.p_values[i][j]) for j in order] if wide else []
        rows.append([name, _format.number(pairs.average_ranks[i], 2), *cells])
    adjusted = "adjusted for the number of pairs" if pairs.adjusted else "not adjusted for the number of pairs"
    parts: list[Part] = [
        Text(f"null: {pairs.null}; p-values {adjusted}"),
        Table(rows, "<>" + "<" * (len(rows[0]) - 2)),
    ]
    if not wide:
        parts.append(Text("the p-value of a pair: .p(first, second)"))
    if pairs.critical_difference is not None:
        distance = _format.number(pairs.critical_difference)
        alpha = f"{1 - pairs.level:.10g}"
        parts.append(Text(f"critical difference {distance} of average ranks at level {alpha}"))
    if pairs.errs:
        parts.append(Text(pairs.errs))
    return Page(f"{pairs.name} of {_format.plural(size, 'learner')}, n = {_format.count(pairs.n)}", parts)


@pictures_of.register
def family_pictures(family: Family) -> list[Picture]:
    """Each p-value beside its adjusted form, as the evidence -log10 p that they carry."""
    tests = sorted(zip(family.adjusted, family.p_values, family.labels, strict=True), key=lambda test: test[0])
    rows = []
    for q, p, name in [test for test in tests if not math.isnan(test[0])][:MOST]:
        text = f"p {_format.p_value(p)}, adjusted {_format.p_value(q)}"
        rows.append(Dot(_format.label(name, 40), _evidence(q), _evidence(q), _evidence(p), text))
    made = Dots(
        title="Adjusted p-values",
        axis="evidence, −log10 p",
        rows=tuple(rows),
        marks=((_evidence(0.05), "p = 0.05"),),
        caption=f"The dot is the p-value adjusted by {family.procedure}, the line reaches to the p-value alone.",
    )
    return [made] if rows else []


def _evidence(p: float) -> float:
    return -math.log10(max(p, 1e-16)) + 0.0


@pictures_of.register
def pairwise_pictures(pairs: Pairwise) -> list[Picture]:
    """The critical-difference diagram."""
    return [ranks_picture(pairs)]


def ranks_picture(pairs: Pairwise, says: str = "") -> Ranks:
    """Average ranks on an axis, the best at the left; a bar joins learners that the test does not distinguish."""
    diagram = rank_diagram(pairs)
    marks = sorted(diagram.marks, key=lambda mark: mark.rank)
    told = "; ".join(f"{mark.name} {mark.rank:.2f}" for mark in marks)
    joined = "; ".join(", ".join(bar.members) for bar in diagram.bars) or "none"
    meaning = "bars join learners that are not distinguished"
    if not pairs.groups:
        meaning = "no two tested learners are left undistinguished"
    elif pairs.control is not None:
        meaning = f"the bar has a dot for each learner not distinguished from {_format.label(pairs.control, 30)}"
    return Ranks(
        title="Critical-difference diagram",
        name="cd",
        diagram=diagram,
        says=says,
        caption=f"Average ranks on {_format.plural(pairs.n, 'dataset')}, the best at the left; {meaning} "
        f"({_format.label(pairs.name, 60)}, level {1 - pairs.level:.10g}).",
        about=f"Average ranks: {told}. Not distinguished: {joined}.",
    )
