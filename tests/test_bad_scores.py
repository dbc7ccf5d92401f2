"""Bad inputs about scores, probabilities, pairs of models, splits and tests: rows of tests/reference/bad_inputs.json."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("sklearn")

from sklearn.naive_bayes import GaussianNB

import referee
from referee import compare, evaluate, inference, learners, metrics, read
from referee.core.splits import Splits
from referee.learners import CrossValidation

NAN, INF = math.nan, math.inf
CHANCES = "Scores that are not probabilities can be ranked, not calibrated."
THREE = list("abc")
SAID = [1, 0, 1, 0, 1, 1]
TRUE = [1, 0, 1, 0, 1, 0]
X = np.arange(40.0)[:, None]
Y = np.repeat([0, 1], 20)
TABLE = {
    "a": {"w": 0.6, "x": 0.8, "y": 0.9, "z": 0.7},
    "b": {"w": 0.4, "x": 0.7, "z": 0.5},
    "c": {"w": 0.5, "x": 0.1, "y": 0.2, "z": 0.3},
}


def scored(y, score, **options):
    return lambda: evaluate(y, y_score=score, positive=1, **options)


def ran(folds, rng):
    return learners.run_learner(GaussianNB(), X, Y, CrossValidation(folds).make(Y, rng=rng), rng=1)


def models(ids_a, ids_b):
    return [read([1, 0, 1], [1, 0, 0], case_ids=ids) for ids in (ids_a, ids_b)]


REFUSED = [
    (
        "bad04",
        scored([1, 0, 1], [0.2, NAN, 0.3]),
        "`y_score` must have no missing value; got 1 missing value, the first at row 1. "
        "Decide what they mean before evaluating; none is dropped.",
    ),
    (
        "bad05",
        lambda: metrics.brier_score([1, 0], [0.1, INF]),
        f"`y_score` must hold probabilities from 0 to 1; got inf at row 1. {CHANCES}",
    ),
    (
        "bad09",
        lambda: metrics.ovr_auc(THREE, [[0.1, 0.9]] * 3),
        "`y_score` must have one column for each of the 3 classes ('a', 'b', 'c'); got 2 columns. "
        "Declare labels= if classes are absent.",
    ),
    (
        "bad20",
        lambda: compare(*models([1, 2, 3], [3, 4, 5])),
        "`b` must be about the cases of `a`; got 2 missing: '1', '2'; 2 unexpected: '4', '5'. "
        "Say independent=True when they are different test sets.",
    ),
    (
        "bad33",
        lambda: metrics.brier_score([1, 0], [1.2, 0.1]),
        f"`y_score` must hold probabilities from 0 to 1; got 1.2 at row 0. {CHANCES}",
    ),
    (
        "bad34",
        lambda: metrics.log_loss(THREE, [[0.3, 0.3, 0.4], [0.5, 0.5, 0.5], [1, 0, 0]]),
        "`y_score` must have rows that sum to 1 within 1e-05; got a sum of 1.5 at row 1 (1 such row). "
        "Nothing is normalised unseen: divide each row by its sum if that is what you mean.",
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
        lambda: referee.rank(TABLE, missing="refuse"),
        "`table` must hold a score of every learner on every dataset; "
        "got none for learner 'b' on dataset 'y': no score (1 in all). Or missing='drop'.",
    ),
    (
        "bad48",
        lambda: inference.randomization([1, 2, 3, 4], [2, 3, 4, 5], resamples=0),
        "`resamples` must be at least 1; got 0.",
    ),
]


@pytest.mark.parametrize(("row", "call", "sentence"), REFUSED, ids=[f"{r[0]}-{i}" for i, r in enumerate(REFUSED)])
def test_refused_with_its_sentence(row, call, sentence):
    with pytest.raises(referee.InputError) as caught:
        call()
    assert str(caught.value) == sentence


def codes(result):
    return {finding.code: finding for finding in result.findings}


def test_bad04_dropping_is_asked_for_and_counted(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,s\n1,0.9\n0,\n0,0.2\n1,0.8\n")
    with pytest.raises(referee.InputError, match="must have no missing value"):
        read(file, truth="y", score="s", positive=1)
    kept = read(file, truth="y", score="s", positive=1, missing="drop")
    assert kept.n == 3
    assert "1 case left out for missing values (s 1)" in evaluate(kept, rng=0).notes


def test_bad05_infinite_scores_have_an_order():
    assert read([1, 0, 1, 0], y_score=[INF, 0.1, 0.4, -INF], positive=1).ranking.auc == 1.0


def test_bad08_the_column_of_the_positive_class():
    shares = np.array([[0.1, 0.9], [0.8, 0.2], [0.3, 0.7], [0.6, 0.4]])
    by_column = read([1, 0, 1, 0], y_score=shares, positive=1).ranking
    assert by_column == read([1, 0, 1, 0], y_score=shares[:, 1], positive=1).ranking
    other = read([1, 0, 1, 0], y_score=shares, positive=0).ranking
    assert other == read([1, 0, 1, 0], y_score=shares[:, 0], positive=0).ranking


def test_bad29_a_class_that_a_training_part_lacks():
    data, y = np.random.default_rng(0).normal(size=(30, 2)), np.array([0] * 14 + [1] * 14 + [2] * 2)
    splits = Splits("mine", 30, (list(range(25, 30)), list(range(25))))
    found = referee.estimate_error(GaussianNB(), data, y, method=splits, rng=0).findings
    told = [f for f in found if f.code == "R035"]
    assert [f.title for f in told] == ["2 training parts of 2 without one of 0, 2"]
    assert told[0].evidence == "first in split 0; its models cannot predict that class"
    assert told[0].advice.startswith("Stratify")
    results = learners.run_learner(GaussianNB(), data, y, splits, scores=True, rng=0)
    assert not results.failures
    assert (results.test_scores(0)[:, 2] == 0).all()


def test_bad30_fewer_cases_of_a_class_than_folds():
    data, y = np.random.default_rng(0).normal(size=(30, 2)), np.array([0] * 14 + [1] * 14 + [2] * 2)
    made = referee.estimate_error(GaussianNB(), data, y, method="k_fold", rng=0)
    finding = codes(made)["R032"]
    assert finding.title == "2 has 2 cases for 10 folds"
    assert finding.advice == "Use at most 2 folds, or collect more cases of it."


def test_bad31_perfect_separation_is_not_certainty():
    area = evaluate([1] * 5 + [0] * 5, y_score=range(10, 0, -1), positive=1, rng=0)["roc_auc"]
    assert area.value == 1.0
    assert area.interval.low < 0.8


def test_bad32_all_scores_tie():
    result = evaluate([1] * 5 + [0] * 5, y_score=[0.5] * 10, positive=1, rng=0)
    assert result["roc_auc"].value == 0.5
    assert result["roc_auc"].interval.width > 0.2
    assert codes(result)["R008"].title == "All scores tie"
    assert len(result.parts["roc"].x) == 2


def test_bad35_a_certain_mistake_costs_without_end():
    assert metrics.log_loss([1, 0], [0.0, 0.1], positive=1) == INF
    shown = str(evaluate([1, 0, 1, 0], y_score=[0.0, 0.1, 0.8, 0.3], positive=1, rng=0))
    assert "∞" in next(line for line in shown.splitlines() if "log loss" in line)


def test_bad42_no_spread_no_test():
    for test in (
        inference.t_paired([0.8] * 10, [0.7] * 10),
        inference.five_by_two_t([[0.8, 0.8]] * 5, [[0.7, 0.7]] * 5),
        inference.corrected_t([0.8] * 10, [0.7] * 10, test_train_ratio=0.5),
    ):
        assert math.isnan(test.p_value)
        assert "variance is 0" in test.inapplicable
        assert "flipping signs, the exact p" in test.inapplicable


def test_bad43_identical_models():
    both = [read(TRUE, SAID, name=name) for name in "ab"]
    duel = compare(*both, rng=0)
    assert duel.test.p_value == 1.0
    assert "right and wrong on the same cases" in " ".join(duel.test.warnings)
    for method in ("midp", "exact", "asymptotic", "corrected"):
        assert inference.mcnemar([[5, 0], [0, 3]], method=method).p_value == 1.0


@pytest.mark.parametrize(("folds", "rng"), [(4, 1), (5, 2)], ids=["another number", "another order"])
def test_bad45_other_folds_are_printed(folds, rng):
    with pytest.raises(referee.PairingError) as caught:
        compare(ran(5, 1), ran(folds, rng))
    assert "`b` must have been run on the splits of `a`; got <Splits 5-fold" in str(caught.value)
    assert f"and <Splits {folds}-fold" in str(caught.value)


def test_bad47_a_dataset_left_out_is_said():
    finding = codes(referee.rank(TABLE, rng=0))["R044"]
    assert finding.evidence == "'b' on 'y': no score"
    assert "leave out 1 dataset ('y')" in finding.advice


def test_bad48_few_resamples_have_a_smallest_p():
    test = inference.randomization(range(12), range(30, 42), resamples=10, rng=0)
    assert test.p_value >= 1 / 11
    assert "With 10 resamples p cannot be below 1/11." in test.warnings


def test_bad49_all_rearrangements_instead_of_more_than_there_are():
    test = inference.paired_randomization([1, 2, 3, 4], [2, 3, 4, 6], resamples=10_000, rng=0)
    assert test.p_value == 2 / 16
    assert "There are only 16 distinct rearrangements: all were looked at, none drawn at random." in test.warnings
