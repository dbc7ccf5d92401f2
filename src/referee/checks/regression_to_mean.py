"""R041: datasets that were picked by the score of one of the learners."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from referee import _check, _format
from referee.core.finding import Finding
from referee.core.scoretable import ScoreTable


def regression_to_mean(
    table: ScoreTable, picked_by: str | None, picked_scores: Mapping[str, float] | None = None
) -> list[Finding]:
    """Say what picking datasets by a learner's score does to a comparison with it.

    A score by which a dataset was picked is partly luck, and luck does not repeat: where the old method did badly it
    does better the second time, and where it did well, worse. With the scores of the first time the move is shown, and
    when they are the ones in the table the comparison is not fair.

    >>> table = ScoreTable("accuracy", "higher", ("a", "b"), ("old", "new"), [[0.7, 0.8], [0.6, 0.7]])
    >>> regression_to_mean(table, "old", {"a": 0.6, "b": 0.5})[0].evidence
    'old scored 0.550 on average when the datasets were picked and 0.650 now, on 2 of 2 datasets'
    """
    if picked_by is None:
        if picked_scores is not None:
            _check.fail("picked_by", "name the learner that `picked_scores` belong to", "None")
        return []
    name = _format.label(picked_by, 30)
    if picked_by not in table.learners:
        hint = f"They are {_format.listing(table.learners, 20)}."
        _check.fail("picked_by", "be one of the learners", _format.quoted(picked_by), hint)
    title = f"The datasets were picked by the score of {name}"
    advice = f"Run {name} again on fresh splits for the comparison, or pick datasets by something else."
    if picked_scores is None:
        evidence = "part of a score that something was picked for is luck, and does not repeat"
        return [Finding("R041", "warning", title, evidence, advice)]
    now = dict(zip(table.datasets, table.values[:, table.learners.index(picked_by)].tolist(), strict=True))
    first = {str(d): _check.number("picked_scores", score) for d, score in picked_scores.items()}
    both = [d for d in table.datasets if d in first and np.isfinite(now[d])]
    if not both:
        _check.fail("picked_scores", "have the names of datasets of the table", _format.listing(first, 5))
    before, after = (np.array([scores[d] for d in both]) for scores in (first, now))
    if np.allclose(before, after, rtol=0, atol=1e-12):
        evidence = f"the scores of {name} in this table are those that the datasets were picked by"
        return [Finding("R041", "serious", title, evidence, advice)]
    evidence = (
        f"{name} scored {_format.number(float(before.mean()))} on average when the datasets were picked and "
        f"{_format.number(float(after.mean()))} now, on {len(both)} of {_format.plural(len(table.datasets), 'dataset')}"
    )
    advice = "The scores of the first time must not be compared with: they have that luck in them."
    return [Finding("R041", "warning", title, evidence, advice)]
