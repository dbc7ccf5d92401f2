"""Scores in `evaluate`: what is shown, what is refused, what is said."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics as sk

import referee

RNG = np.random.default_rng(5)
N = 300
Y = RNG.integers(0, 2, N)
S = 1 / (1 + np.exp(-RNG.normal(1.5 * Y - 0.75, 1.0)))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_measures_of_scores_equal_scikit_learn(dtype):
    s = S.astype(dtype)
    result = referee.evaluate(Y, None, s, rng=0)
    assert result["auc"].value == pytest.approx(sk.roc_auc_score(Y, s), abs=1e-12)
    assert result["average_precision"].value == pytest.approx(sk.average_precision_score(Y, s), abs=1e-12)
    assert result["brier"].value == pytest.approx(sk.brier_score_loss(Y, s.astype(float)), abs=1e-7)
    assert result["log_loss"].value == pytest.approx(sk.log_loss(Y, s.astype(float)), abs=1e-6)
    assert result["gini"].value == pytest.approx(2 * result["auc"].value - 1)
    assert result.confusion is None
    assert any("scores only" in note for note in result.notes)
    for measure in result.measures:
        assert measure.interval is None or measure.value in measure.interval
        assert measure.interval is not None or "no interval" in measure.note


def test_a_threshold_makes_classes():
    result = referee.evaluate(referee.read(Y, None, S, threshold=0.5), rng=0)
    same = referee.evaluate(Y, (S >= 0.5).astype(int), S, rng=0)
    assert result.confusion == same.confusion
    assert [m.name for m in result.measures] == [m.name for m in same.measures]


def test_costs_choose_a_threshold_that_each_case_did_not_help_to_choose():
    result = referee.evaluate(Y, None, S, costs={"fp": 1, "fn": 20}, prevalence=0.05, rng=0)
    assert result.confusion is not None
    assert result.confusion.n == N
    assert result.threshold.rule == "cost"
    assert any(
        "each case judged by a threshold chosen on the other 9 of 10 parts" in note for note in result.notes
    )
    again = referee.evaluate(Y, None, S, costs={"fp": 1, "fn": 20}, prevalence=0.05, rng=0)
    assert again.confusion == result.confusion


def test_parts_are_found_by_name_and_survive_json():
    result = referee.evaluate(Y, (S > 0.4).astype(int), S, costs={"fp": 1, "fn": 3}, rng=0)
    assert set(result.parts) == {
        "roc", "precision_recall", "gain", "cost", "decision", "reliability", "calibration", "recalibration", "threshold", "hull", "scores", "costs",
    }  # fmt: skip
    assert result.roc.facts["auc"] == pytest.approx(result["roc_auc"].value)
    back = referee.load(result.to_dict())
    assert np.array_equal(back.roc.x, result.roc.x)
    assert str(back) == str(result)
    with pytest.raises(AttributeError, match="its parts are"):
        result.nothing  # noqa: B018


def test_asking_for_some_measures_of_both_kinds():
    result = referee.evaluate(Y, (S > 0.5).astype(int), S, metrics=["f1", "auc"], rng=0)
    assert [m.name for m in result.measures] == ["f1", "roc_auc"]
    only = referee.evaluate(Y, None, S, metrics="average_precision", rng=0)
    assert [m.name for m in only.measures] == ["average_precision"]
    with pytest.raises(referee.InputError, match="be measures of scores when no class is predicted"):
        referee.evaluate(Y, None, S, metrics=["f1"], rng=0)


def test_scores_in_the_wrong_direction_get_a_finding():
    result = referee.evaluate(Y, None, -S, rng=0)
    assert [f.code for f in result.findings] == ["R007"]
    assert "brier_score" not in result
    assert referee.evaluate(Y, None, S, rng=0).findings == ()


def test_all_scores_tied():
    result = referee.evaluate(Y, None, np.full(N, 0.5), rng=0)
    assert result["roc_auc"].value == 0.5
    assert result["roc_auc"].interval.width > 0
    assert "R008" in [f.code for f in result.findings]


def test_perfect_ranking_has_no_zero_width():
    result = referee.evaluate([0] * 5 + [1] * 5, None, np.arange(10), rng=0)
    for name in ("roc_auc", "average_precision"):
        assert result[name].value == 1
        assert result[name].interval.low < 0.9
        assert result[name].interval.high == 1


@pytest.mark.parametrize("y", [[1, 1, 1], [0, 0, 0]])
def test_one_class_is_undefined_with_the_reason(y):
    result = referee.evaluate(referee.read(y, None, [0.2, 0.5, 0.9], labels=[0, 1], positive=1), rng=0)
    assert not result["roc_auc"].defined
    assert "case" in result["roc_auc"].undefined


def test_one_positive_only():
    result = referee.evaluate([0, 0, 0, 1], None, [0.1, 0.4, 0.3, 0.35], rng=0)
    assert result["roc_auc"].value == pytest.approx(2 / 3)
    assert result["roc_auc"].interval.width > 0.3


def test_infinite_scores_rank_and_nan_is_refused():
    result = referee.evaluate([0, 1, 1], None, [-np.inf, 0.0, np.inf], rng=0)
    assert result["roc_auc"].value == 1
    assert "brier_score" not in result
    with pytest.raises(referee.InputError, match="`y_score` must have no missing value; got 1 missing value"):
        referee.evaluate([0, 1, 1], None, [0.1, np.nan, 0.2], rng=0)


def test_a_probability_of_0_for_what_happened_is_infinite_and_said():
    result = referee.evaluate([0, 1, 1, 0], None, [0.0, 1.0, 0.0, 0.2], rng=0)
    assert result["log_loss"].value == np.inf
    assert result["log_loss"].interval is None


def test_scores_of_several_classes():
    rng = np.random.default_rng(2)
    p = rng.dirichlet([1, 1, 1], 200)
    y = np.array([rng.choice(3, p=row) for row in p])
    result = referee.evaluate(y, p.argmax(axis=1), p, rng=0)
    assert result["mauc"].value == pytest.approx(sk.roc_auc_score(y, p, multi_class="ovo"))
    assert result["ovr_auc"].value == pytest.approx(sk.roc_auc_score(y, p, multi_class="ovr"))
    assert result["log_loss"].value == pytest.approx(sk.log_loss(y, p))
    with pytest.raises(referee.InputError, match="one column for each of the 3 classes"):
        referee.evaluate(y, None, p[:, :2])


def test_a_score_needs_its_class():
    with pytest.raises(referee.InputError, match="`positive` must name the class that the score is for"):
        referee.evaluate(["a", "b"], None, [0.1, 0.9])
    with pytest.raises(referee.InputError, match="`threshold` must not be given with y_pred"):
        referee.evaluate(referee.read([0, 1], [0, 1], [0.1, 0.9], threshold=0.5))


def test_groups_and_weights_reach_the_scores():
    groups = np.arange(N) // 10
    clustered = referee.evaluate(referee.read(Y, None, S, groups=groups), rng=0)
    assert "luster" in clustered["roc_auc"].interval.method or "Obuchowski" in clustered["roc_auc"].interval.method
    w = RNG.random(N) + 0.1
    one, two = (referee.evaluate(referee.read(Y, None, S, weights=c * w), rng=0)["roc_auc"] for c in (1, 7))
    assert one.value == pytest.approx(two.value)
    assert tuple(one.interval) == pytest.approx(tuple(two.interval))


def test_large_curves_are_thinned_and_the_numbers_stay_exact():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 50_000)
    s = rng.normal(y, 1)
    result = referee.evaluate(y, None, s, rng=0)
    assert len(result.roc) < 5_000
    assert result["roc_auc"].value == pytest.approx(sk.roc_auc_score(y, s), abs=1e-12)
