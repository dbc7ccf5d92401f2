"""Several tests that are read together, as text."""

from __future__ import annotations

from referee import _format
from referee.core.family import Family
from referee.core.pairwise import Pairwise
from referee.views.text.table import columns, wrapped


def render_family(family: Family) -> str:
    """One row a test: its p and its adjusted p."""
    rows = [["test", "p", f"{family.procedure} p"]]
    for label, p, adjusted in zip(family.labels, family.p_values, family.adjusted, strict=True):
        rows.append([_format.label(label), _format.p_value(p), _format.p_value(adjusted)])
    head = f"{_format.label(family.name, 80)}, adjusted by {family.procedure} (controls {family.controls})"
    return "\n".join([head, *columns(rows, "<<<")])


def render_pairwise(result: Pairwise) -> str:
    """Average ranks, and the p of each pair."""
    names = [_format.label(name, 24) for name in result.learners]
    kind = "adjusted for the number of pairs" if result.adjusted else "not adjusted for the number of pairs"
    lines = [result.name, f"  null: {result.null}", ""]
    rows = [["learner", "rank", *names]]
    for name, rank, ps in zip(names, result.average_ranks, result.p_values, strict=True):
        rows.append([name, _format.number(rank, 2), *[_format.p_value(p) for p in ps]])
    lines += [*columns(rows, "<>" + "<" * len(names)), ""]
    lines.append(f"  average ranks (1 is best) over {_format.plural(result.n, 'dataset')}; p {kind}")
    if result.critical_difference is not None:
        lines.append(
            f"  ranks that differ by {result.critical_difference:.3f} or more differ at {_format.percent(result.level)}"
        )
    return "\n".join([*lines, *(wrapped(result.errs, "  ") if result.errs else [])])
