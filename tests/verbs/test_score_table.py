"""The table of scores of a study."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee import InputError, rank
from referee.core import Results, Splits, StudyResults
from referee.verbs.score_table import each_dataset, score_table

FOLDS = Splits("2-fold", 4, ([0, 1], [2, 3]))
TRUTH = [0, 1, 0, 1]


def cell(name, first, second, failures=()):
    return Results(name, (0, 1), TRUTH, FOLDS, (first, second), positive=1, failures=failures)


def study(*cells, metrics=("accuracy",)):
    names = tuple(c.learner for c in cells)
    means = tuple((tuple(0.0 for _ in names),) for _ in metrics)
    return StudyResults("s", ("toy",), names, cells, metrics, means)


GOOD, FLAT = cell("good", [0, 1], [0, 0]), cell("flat", [0, 0], [0, 0])


def test_means_over_splits():
    table = score_table(study(GOOD, FLAT))
    assert table.values.tolist() == [[0.75, 0.5]]
    assert (table.metric, table.better, table.source) == ("accuracy", "higher", "s: means over 2 2-fold")
    assert score_table(study(GOOD, FLAT), "error_rate").better == "lower"
    assert score_table(study(GOOD, FLAT), learners=["flat"]).values.tolist() == [[0.5]]


def test_an_unfinished_cell_is_missing_with_its_reason():
    failed = cell("failed", [0, 1], None, ((1, "ValueError: no"),))
    waiting = cell("waiting", None, None)
    table = score_table(study(GOOD, failed, waiting))
    assert table.missing == (
        ("toy", "failed", "1 of 2 runs failed: ValueError: no"),
        ("toy", "waiting", "2 of 2 runs not done"),
    )


def test_a_metric_that_is_undefined_for_one_learner_is_no_mean_over_other_splits():
    """Precision of a learner that names no positive on the second split, where another does."""
    bold = cell("bold", [1, 1], [1, 1])
    table = score_table(study(bold, GOOD), "precision")
    assert table.missing == (("toy", "good", "precision is undefined on 1 of 2 splits"),)
    assert table.values[0, 0] == 0.5


def test_splits_undefined_for_all_are_left_out_for_all():
    one = cell("one", [0, 1], [0, 0])
    two = cell("two", [1, 1], [0, 0])
    table = score_table(study(one, two), "precision")
    assert table.values.tolist() == [[1.0, 0.5]]
    assert table.notes == ("precision is undefined for all learners on 1 of 2 splits of toy.",)
    nothing = score_table(study(FLAT, replace(FLAT, learner="x")), "precision")
    assert np.isnan(nothing.values).all()
    assert nothing.missing[0][2] == "precision is undefined on every split"


def test_each_dataset_alone_leaves_out_gaps():
    gap = cell("gap", [0, 1], None)
    results = study(GOOD, FLAT, gap)
    (duel,) = each_dataset(results, score_table(results), "good")
    assert (duel.a, duel.b, duel.dataset) == ("flat", "good", "toy")
    assert duel.difference.value == -0.25


def test_bad_inputs():
    with pytest.raises(InputError, match="`results` must be the results of a study; got list"):
        score_table([])
    with pytest.raises(InputError, match="`metric` must have a better and a worse end"):
        score_table(study(GOOD, FLAT), "prevalence")
    many = Results("m", (0, 1, 2), [0, 1, 2, 1], FOLDS, ([0, 1], [0, 0]))
    with pytest.raises(InputError, match="This is dataset 'toy'"):
        score_table(study(many), "precision")


def test_a_learner_without_any_score_is_left_out_where_two_remain():
    scores = {f"d{i}": 0.7 + i / 100 for i in range(6)}
    better = {name: value + 0.05 for name, value in scores.items()}
    found = rank({"a": scores, "b": better, "c": {}}, metric="accuracy", rng=0)
    assert set(found.order) == {"a", "b"}
    assert "c" in str(found)
    with pytest.raises(InputError):
        rank({"a": scores, "c": {}}, metric="accuracy", rng=0)
