"""What a study will do."""

from __future__ import annotations

from referee import _format
from referee.core.studyplan import StudyPlan
from referee.views.page import GAP, Page, Part, Table, Text, page_of


@page_of.register
def study_plan_page(plan: StudyPlan) -> Page:
    """A row a dataset, a row a learner, and how many runs and fits that makes."""
    data = [["dataset", "from", "cases", "features", "classes", "splits"]]
    for name, (source, cases, features, classes, _, kind, splits) in zip(plan.datasets, plan.tables, strict=True):
        wide = "–" if features is None else _format.count(features)
        numbers = [_format.count(cases), wide, _format.count(classes)]
        data.append([_format.label(name), _format.label(source or "memory"), *numbers, _kind(kind, splits)])
    learners = [["learner", "fits a run", "what it is"]]
    for name, (recipe, fits) in zip(plan.learners, plan.recipes, strict=True):
        role = "baseline: " if name in plan.baselines else ""
        learners.append([_format.label(name), _format.count(fits), role + _format.label(recipe, 60)])
    parts: list[Part] = [GAP, Table(data, "<<>>><"), GAP, Table(learners, "<><"), GAP]
    for name, table in zip(plan.datasets, plan.tables, strict=True):
        if table[4]:
            parts.append(Text(f"{_format.label(name)}: inside every training part {table[4]}."))
    size = f"{_format.plural(plan.runs, 'run')}, {_format.plural(plan.fits, 'fit')}"
    parts.append(Text(f"{size}; metrics {', '.join(plan.metrics)}; seed {plan.seed}."))
    if plan.store:
        failed = f", {_format.count(plan.failed)} failed" if plan.failed else ""
        counts = f"{_format.count(plan.done)} done{failed}, {_format.count(plan.left)} to do"
        parts.append(Text(f"In {_format.label(plan.store, 80)}: {counts}."))
    return Page(f"{_format.label(plan.name)}: nothing was run", parts)


def _kind(kind: str, splits: int) -> str:
    return kind if any(sign.isdigit() for sign in kind) else f"{_format.count(splits)} {kind}"
