"""A plan."""

from __future__ import annotations

from referee.core.plan import Plan
from referee.views.page import Page, Part, Text, page_of


@page_of.register
def plan_page(plan: Plan) -> Page:
    """The answer in a sentence, and how it errs."""
    kind = {"cases": "Cases needed", "power": "Power of the cases", "width": "Width of the interval"}[plan.answer]
    parts: list[Part] = [Text(plan.sentence)]
    return Page(kind, [*parts, Text(plan.errs)] if plan.errs else parts)
