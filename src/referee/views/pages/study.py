"""A study: what it will do, and what it found, learners x datasets."""

from __future__ import annotations

from referee import _format
from referee.core import StudyPlan, StudyResults
from referee.views.numbers import size_words
from referee.views.page import GAP, Page, Part, Table, Text, below, lay_out, more, page_of

MOST = 5


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
    inside = [
        (_format.label(name), row[4]) for name, row in zip(plan.datasets, plan.tables, strict=True) if row[4]
    ]
    size = f"{_format.plural(plan.runs, 'run')}, {_format.plural(plan.fits, 'fit')}"
    failed = f", {_format.count(plan.failed)} failed" if plan.failed else ""
    counts = f"{_format.count(plan.done)} done{failed}, {_format.count(plan.left)} to do"
    return lay_out(
        f"{_format.label(plan.name)}: nothing was run",
        [GAP, Table(data, "<<>>><"), GAP, Table(learners, "<><"), GAP],
        [f"{name}: inside every training part {words}." for name, words in inside],
        f"{size}; metrics {', '.join(plan.metrics)}; seed {plan.seed}.",
        f"In {_format.label(plan.store, 80)}: {counts}." if plan.store else "",
    )


def _kind(kind: str, splits: int) -> str:
    return kind if any(sign.isdigit() for sign in kind) else f"{_format.count(splits)} {kind}"


@page_of.register
def study_page(study: StudyResults) -> Page:
    """The mean of the first metric, a row a dataset and a column a learner; what failed below."""
    metric = study.metrics[0].replace("_", " ")
    rows = [["", *(_format.label(name, 20) for name in study.learners)]]
    for dataset, means in zip(study.datasets, study.means[0], strict=True):
        rows.append([_format.label(dataset), *(_format.number(mean) for mean in means)])
    kinds = {f"{len(cell.splits)} {cell.splits.kind}" for cell in study.cells}
    left = sum(n for _, _, n in study.missing)
    versions = ", ".join(f"{name} {version}" for name, version in study.versions.items())
    return lay_out(
        f"{_format.label(study.name)}: {metric}, {size_words(study.learners, study.datasets)}",
        [GAP, Table(rows, "<" + ">" * len(study.learners)), GAP],
        f"Mean {metric} over {' or '.join(sorted(kinds)[:3])}; these are no tests.",
        f"Baselines: {', '.join(map(_format.label, study.baselines))}." if study.baselines else "",
        _failed(study),
        below(f"{_format.plural(left, 'run')} not done yet: run the study again to go on." if left else ""),
        [GAP, f"seed {study.seed}{'; ' + versions if versions else ''}"],
    )


def _failed(study: StudyResults) -> list[Part]:
    failures = study.failures
    lines = [
        f"! {_format.label(dataset)}, {_format.label(learner)}, split {i}: {_format.label(why, 160)}"
        for dataset, learner, i, why in failures[:MOST]
    ]
    lines += filter(None, [more(len(failures), MOST, ".failures")])
    said = f"{_format.plural(len(failures), 'run')} failed and are left out of the means:" if failures else ""
    return below(said, [Text(line, retold=True) for line in lines])
