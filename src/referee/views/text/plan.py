"""A plan as text."""

from __future__ import annotations

from referee.core.plan import Plan
from referee.views.text.table import wrapped


def render_plan(plan: Plan) -> str:
    """The answer in a sentence, and how it errs."""
    lines = wrapped(plan.sentence, "")
    return "\n".join([*lines, *(wrapped(plan.errs, "  ") if plan.errs else [])])
