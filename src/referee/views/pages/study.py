"""A study: learners x datasets."""

from __future__ import annotations

from referee import _format
from referee.core.studyresults import StudyResults
from referee.views.page import GAP, Page, Part, Table, Text, page_of

MOST = 5


@page_of.register
def study_page(study: StudyResults) -> Page:
    """The mean of the first metric, a row a dataset and a column a learner; what failed below."""
    metric = study.metrics[0]
    rows = [["", *(_format.label(name, 20) for name in study.learners)]]
    for dataset, means in zip(study.datasets, study.means[0], strict=True):
        rows.append([_format.label(dataset), *(_format.number(mean) for mean in means)])
    size = f"{_format.plural(len(study.learners), 'learner')} on {_format.plural(len(study.datasets), 'dataset')}"
    parts: list[Part] = [GAP, Table(rows, "<" + ">" * len(study.learners)), GAP]
    parts.append(Text(f"Mean {metric.replace('_', ' ')} over {_splits(study)}; these are no tests."))
    if study.baselines:
        parts.append(Text(f"Baselines: {', '.join(map(_format.label, study.baselines))}."))
    parts += [*_failed(study), *_missing(study), GAP]
    versions = ", ".join(f"{name} {version}" for name, version in study.versions.items())
    parts.append(Text(f"seed {study.seed}{'; ' + versions if versions else ''}"))
    return Page(f"{_format.label(study.name)}: {metric.replace('_', ' ')}, {size}", parts)


def _splits(study: StudyResults) -> str:
    kinds = {f"{len(cell.splits)} {cell.splits.kind}" for cell in study.cells}
    return " or ".join(sorted(kinds)[:3])


def _failed(study: StudyResults) -> list[Part]:
    failures = study.failures
    if not failures:
        return []
    parts: list[Part] = [
        GAP,
        Text(f"{_format.plural(len(failures), 'run')} failed and are left out of the means:"),
    ]
    for dataset, learner, i, why in failures[:MOST]:
        where = f"{_format.label(dataset)}, {_format.label(learner)}, split {i}"
        parts.append(Text(f"! {where}: {_format.label(why, 160)}", retold=True))
    if len(failures) > MOST:
        parts.append(Text(f"and {len(failures) - MOST} more: see .failures", retold=True))
    return parts


def _missing(study: StudyResults) -> list[Part]:
    left = sum(n for _, _, n in study.missing)
    if not left:
        return []
    return [GAP, Text(f"{_format.plural(left, 'run')} not done yet: run the study again to go on.")]
