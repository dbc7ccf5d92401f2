"""Several p-values read together."""

from __future__ import annotations

from referee import _format
from referee.core.family import Family
from referee.core.pairwise import Pairwise
from referee.views.page import Page, Part, Table, Text

MOST = 30
MOST_LEARNERS = 12


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
