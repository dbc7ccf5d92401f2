"""Odd pairs of models, splits, tables of scores and tests: a sentence, or a finding that says it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import referee
from odd_inputs.table import Table
from referee import compare, inference, learners, read
from referee.core.splits import Splits
from referee.learners import CrossValidation

NAN = math.nan


THREE = list("abc")
SAID = [1, 0, 1, 0, 1, 1]
TRUE = [1, 0, 1, 0, 1, 0]
X = np.arange(40.0)[:, None]
Y = np.repeat([0, 1], 20)
SCORES = {
    "a": {"w": 0.6, "x": 0.8, "y": 0.9, "z": 0.7},
    "b": {"w": 0.4, "x": 0.7, "z": 0.5},
    "c": {"w": 0.5, "x": 0.1, "y": 0.2, "z": 0.3},
}
TABLE = Table("tests")


def ran(folds, rng):
    return learners.run_learner(GaussianNB(), X, Y, CrossValidation(folds).make(Y, rng=rng), rng=1)


def models(ids_a, ids_b):
    return [read([1, 0, 1], [1, 0, 0], case_ids=ids) for ids in (ids_a, ids_b)]


TABLE.refuse(
    [
        (
            "bad20",
            lambda: compare(*models([1, 2, 3], [3, 4, 5])),
            "`b` must be about the cases of `a`; got 2 missing: '1', '2'; 2 unexpected: '4', '5'. "
            "Say independent=True (--independent) when they are different test sets.",
        ),
        ("bad44", lambda: inference.t_paired([0.8], [0.7]), "`x` must hold at least 2 values; got 1."),
        ("bad44", lambda: CrossValidation(1), "`folds` must be at least 2; got 1."),
        (
            "bad44",
            lambda: referee.rank({name: {"x": 0.5} for name in THREE}),
            "`table` must hold at least two datasets; got 1 dataset. "
            "On one dataset compare the splits: referee.compare_learners.",
        ),
        (
            "bad45",
            lambda: inference.t_paired([0.8, 0.7], [0.7, 0.8, 0.9]),
            "`y` must pair with `x` row by row, on the same folds or cases; got 2 and 3 values.",
        ),
        (
            "bad46",
            lambda: inference.friedman([[0.1, 0.2], [0.3, 0.4], [0.5, 0.3]]),
            "`scores` must hold at least 3 learners; got 2. "
            "For two learners use the Wilcoxon signed-rank test or the sign test.",
        ),
        (
            "bad46",
            lambda: inference.friedman([[0.1, 0.2, 0.3]]),
            "`scores` must hold at least 2 datasets; got 1. On one dataset compare its splits.",
        ),
        (
            "bad47",
            lambda: inference.friedman([[0.1, 0.2, 0.3], [0.3, NAN, 0.1], [0.2, 0.3, 0.4]]),
            "`scores` must hold a finite score of every learner on every dataset; "
            "got nan for learner '1' on dataset '1' (1 in all). Or missing='drop'.",
        ),
        (
            "bad47",
            lambda: referee.rank(SCORES, missing="refuse"),
            "`table` must hold a score of every learner on every dataset; "
            "got none for learner 'b' on dataset 'y': no score (1 in all). Or missing='drop'.",
        ),
        (
            "",
            lambda: referee.rank({"a": {"x": 85, "y": 90}, "b": {"x": 80, "y": 91}}, metric="accuracy"),
            "`table` must hold scores from 0 to 1 for accuracy; got 85 for 'a' on 'x'. "
            "Divide percentages by 100, or leave the metric out.",
        ),
        (
            "",
            lambda: referee.rank(
                {"a": {"x": 0.8, "y": 0.9}, "b": {"x": 0.7, "y": 1.0}}, metric="auc", better="lower"
            ),
            "`better` must be 'higher' for auc, or be left out; got 'lower'.",
        ),
        (
            "bad48",
            lambda: inference.randomization([1, 2, 3, 4], [2, 3, 4, 5], resamples=0),
            "`resamples` must be at least 1; got 0.",
        ),
    ]
)


@TABLE.answers("two models under one name", door="compare")
def two_models_under_one_name():
    a, b = (read([1, 0] * 20, said, name="m") for said in ([1, 0] * 20, [0, 0] * 20))
    duel = compare(a, b, rng=0)
    assert (duel.a, duel.b) == ("A", "B")
    assert duel.sentence.startswith("A is better than B")


@TABLE.answers("datasets that are named in the index", door="rank")
def datasets_that_are_named_in_the_index():
    import pandas as pd

    frame = pd.DataFrame(SCORES).drop("y")
    by_index, by_column = (referee.rank(table, rng=0) for table in (frame, frame.reset_index()))
    assert by_index.table.datasets == ("w", "x", "z")
    assert by_index.table.learners == ("a", "b", "c")
    assert str(by_index) == str(by_column)
    sentence = "`table` must name the datasets in its first column; got 0.6 in 'a'."
    for unnamed in (frame.reset_index(drop=True), frame.to_numpy()):
        with pytest.raises(referee.InputError) as caught:
            referee.rank(unnamed)
        assert str(caught.value) == sentence or "got ndarray" in str(caught.value)


def codes(result):
    return {finding.code: finding for finding in result.findings}


@TABLE.answers(case="bad29", door="estimate_error")
def a_class_that_a_training_part_lacks():
    data, y = np.random.default_rng(0).normal(size=(30, 2)), np.array([0] * 14 + [1] * 14 + [2] * 2)
    splits = Splits("mine", 30, (list(range(25, 30)), list(range(25))))
    found = referee.estimate_error(GaussianNB(), data, y, method=splits, rng=0).findings
    told = [f for f in found if f.code == "R035"]
    assert [f.title for f in told] == ["2 training parts of 2 without one of 0, 2"]
    assert told[0].evidence == "first in split 0; its models cannot predict that class"
    assert told[0].advice.startswith("Stratify")
    results = learners.run_learner(GaussianNB(), data, y, splits, keep=["scores"], rng=0)
    assert not results.failures
    assert (results.test_scores(0)[:, 2] == 0).all()


@TABLE.answers(case="bad30", door="estimate_error")
def fewer_cases_of_a_class_than_folds():
    data, y = np.random.default_rng(0).normal(size=(30, 2)), np.array([0] * 14 + [1] * 14 + [2] * 2)
    made = referee.estimate_error(GaussianNB(), data, y, method="k_fold", rng=0)
    finding = codes(made)["R032"]
    assert finding.title == "2 has 2 cases for 10 folds"
    assert finding.advice == "Use at most 2 folds, or collect more cases of it."


@TABLE.answers(case="bad42")
def no_spread_no_test():
    for test in (
        inference.t_paired([0.8] * 10, [0.7] * 10),
        inference.five_by_two_t([[0.8, 0.8]] * 5, [[0.7, 0.7]] * 5),
        inference.corrected_t([0.8] * 10, [0.7] * 10, test_train_ratio=0.5),
    ):
        assert math.isnan(test.p_value)
        assert "variance is 0" in test.inapplicable
        assert "flipping signs, the exact p" in test.inapplicable


@TABLE.answers(case="bad43", door="compare")
def identical_models():
    both = [read(TRUE, SAID, name=name) for name in "ab"]
    duel = compare(*both, rng=0)
    assert duel.test.p_value == 1.0
    assert "right and wrong on the same cases" in " ".join(duel.test.warnings)
    for method in ("midp", "exact", "asymptotic", "corrected"):
        assert inference.mcnemar([[5, 0], [0, 3]], method=method).p_value == 1.0


@TABLE.answers(case="bad47", door="rank")
def a_dataset_left_out_is_said():
    finding = codes(referee.rank(SCORES, rng=0))["R044"]
    assert finding.evidence == "'b' on 'y': no score"
    assert "leave out 1 dataset ('y')" in finding.advice


@TABLE.answers(case="bad48")
def few_resamples_have_a_smallest_p():
    test = inference.randomization(range(12), range(30, 42), resamples=10, rng=0)
    assert test.p_value >= 1 / 11
    assert "With 10 resamples p cannot be below 1/11." in test.warnings


@TABLE.answers(case="bad49")
def all_rearrangements_instead_of_more_than_there_are():
    test = inference.paired_randomization([1, 2, 3, 4], [2, 3, 4, 6], resamples=10_000, rng=0)
    assert test.p_value == 2 / 16
    assert "There are only 16 distinct rearrangements: all were looked at, none drawn at random." in test.warnings


@TABLE.answers(case="bad45", door="compare", each=[(4, 1), (5, 2)])
def other_folds_are_printed(other):
    folds, rng = other
    with pytest.raises(referee.errors.PairingError) as caught:
        compare(ran(5, 1), ran(folds, rng))
    assert "`b` must have been run on the splits of `a`; got <Splits 5-fold" in str(caught.value)
    assert f"and <Splits {folds}-fold" in str(caught.value)


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
