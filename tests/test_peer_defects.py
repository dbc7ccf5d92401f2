"""What goes wrong in the tools people use today does not happen here: one test a defect, in its list's order."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import referee
from referee import ConfusionMatrix, InputError, Ranking, Verdict, compare, inference, read, read_models

RECORDS = [1, 1, 0, 0, 0, 1, 0, 1, 0, 1], [0.95, 0.93, 0.87, 0.85, 0.85, 0.85, 0.76, 0.53, 0.43, 0.25]


def test_01_every_measure_has_an_interval_and_two_models_a_test():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 120)
    a, b = (np.where(rng.random(120) < q, y, 1 - y) for q in (0.9, 0.7))
    result = referee.evaluate(y, a, positive=1, rng=0)
    for name in ("accuracy", "sensitivity", "specificity", "precision", "f1", "mcc", "kappa", "balanced_accuracy"):
        assert result[name].interval is not None
    assert compare(read(y, a), read(y, b)).verdict is Verdict.BETTER
    assert referee.metrics.specificity(y, a, positive=1) == result["specificity"].value
    for curve in ("roc", "lift_curve", "cost_curve", "roc_hull"):
        assert callable(getattr(referee.curves, curve))


class Test02IdenticalModels:
    @pytest.mark.parametrize("method", ["midp", "exact", "asymptotic", "corrected"])
    def test_no_discordant_case(self, method):
        assert inference.mcnemar([[40, 0], [0, 10]], method=method).p_value == 1
        assert inference.mcnemar([[40, 7], [7, 10]], method=method).p_value == 1

    @pytest.mark.parametrize("perfect", [False, True])
    def test_the_same_scores(self, perfect):
        rng = np.random.default_rng(1)
        y = np.repeat([0, 1], 40)
        s = y + (0.0 if perfect else 1.0) * rng.normal(size=80)
        assert inference.delong_paired(y, s, s).p_value == 1
        assert inference.delong_paired(y, s, 7 * s - 3).p_value == 1
        assert inference.permutation_auc(y, s, s).p_value == 1
        assert compare(*read_models(y, scores={"a": s, "b": s}), metric="roc_auc").test.p_value == 1

    def test_both_perfect_in_another_order(self):
        y = [1, 1, 1, 0, 0, 0]
        assert inference.delong_paired(y, [6, 5, 4, 3, 2, 1], [4, 5, 6, 1, 2, 3]).p_value == 1


def test_03_a_two_sided_p_has_two_sides():
    """Example 4.5: 0.127, whichever model comes first; not 0.063 and 0.937."""
    one = inference.wald_difference_rates(0.25, 5000, 0.15, 30)
    two = inference.wald_difference_rates(0.15, 30, 0.25, 5000)
    assert_allclose([one.p_value, two.p_value], 0.1267, atol=5e-5)
    assert one.statistic == -two.statistic


@pytest.mark.parametrize("counts", [(1250, 5000, 4, 30), (125, 500, 4, 30), (4, 30, 8, 30), (4, 30, 1250, 5000)])
def test_04_the_score_interval_exists_at_the_sizes_of_the_seeds(counts):
    """And it is the one of the score test: p at each limit is 1 - level."""
    interval = inference.miettinen_nurminen(*counts).effect.interval
    assert -1 < interval.low < interval.high < 1
    for limit in interval:
        assert_allclose(inference.miettinen_nurminen(*counts, difference=limit).p_value, 0.05, rtol=1e-6)


def test_06_the_ten_records():
    assert_allclose(Ranking.from_scores(*RECORDS, positive=1).auc, 0.56)


class Test07Intervals:
    def test_inside_the_range_and_never_without_width(self):
        for sizes in ((2, 2), (5, 5), (20, 20), (10, 490)):
            y = np.repeat([1, 0], sizes)
            for s in (y + 0.0, 1.0 - y, np.linspace(1, 0, len(y))):
                interval = referee.inference.auc_interval(read(y, y_score=s, positive=1)).interval
                assert 0 <= interval.low <= interval.high <= 1
                assert interval.width > 0

    def test_the_level_is_used_for_every_measure(self):
        matrix = ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72)
        narrow, wide = (referee.evaluate(matrix, level=level, rng=0) for level in (0.5, 0.99))
        for one, two in zip(narrow.measures, wide.measures, strict=True):
            if one.interval is not None and one.interval.width > 0 and math.isfinite(two.interval.width):
                assert one.interval.width < two.interval.width, one.name
                assert (one.interval.level, two.interval.level) == (0.5, 0.99)

    def test_of_a_difference(self):
        y = np.repeat([1, 0], 20)
        duel = compare(*read_models(y, preds={"good": y, "bad": 1 - y}), rng=0)
        assert -1 <= duel.difference.interval.low < duel.difference.interval.high <= 1


def test_08_no_adjusted_p_above_1():
    for procedure in ("holm", "hochberg", "hommel", "bonferroni", "benjamini-hochberg"):
        assert max(inference.adjust([0.5, 0.6, 0.9], adjust=procedure).adjusted) <= 1
    assert max(inference.adjust([0.5, 0.6, 0.9], adjust="shaffer", classes=3).adjusted) <= 1


def test_09_the_direction_of_a_score_is_not_guessed():
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], 20)
    found = [Ranking.from_scores(y, rng.normal(size=40), positive=1).auc for _ in range(500)]
    assert abs(np.mean(found) - 0.5) < 0.02
    s = rng.normal(y)
    assert_allclose(Ranking.from_scores(y, s, positive=1).auc + Ranking.from_scores(y, -s, positive=1).auc, 1)


def test_12_the_two_sided_convention_is_named():
    squirrels, chipmunks = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]
    for word, p, named in (("absolute", 1 / 210, "by absolute value"), ("doubled", 2 / 210, "by doubling")):
        result = inference.randomization(squirrels, chipmunks, two_sided=word)
        assert_allclose(result.p_value, p)
        assert named in result.convention
        assert named in str(result)


class Test13Words:
    def test_a_level_of_ones_own_is_used(self):
        at = [referee.inference.wilson(63, 100, level).width for level in (0.93, 0.95)]
        assert at[0] < at[1]

    def test_undefined_is_a_number_with_a_reason(self):
        result = referee.evaluate(ConfusionMatrix.from_counts(tp=0, fn=10, fp=0, tn=9990), rng=0)
        for name in ("precision", "mcc"):
            assert math.isnan(result[name].value)
            assert isinstance(result[name].undefined, str)

    def test_mcnemar_is_about_two_models(self):
        """Predicting everything negative is compared with another model, never with the truth."""
        y = np.array([1] * 10 + [0] * 90)
        everything = read(y, 0 * y, labels=[0, 1], positive=1)
        with pytest.raises(TypeError, match="'b'"):
            compare(everything)
        with pytest.raises(InputError, match="`b` must be the answers of a model, or a ConfusionMatrix"):
            compare(everything, y)
        same = compare(everything, everything)
        assert same.test.p_value == 1


def test_never_p_0_from_resampling():
    y = np.repeat([1, 0], 200)
    good, bad = y, 1 - y
    flipped = np.where(np.arange(400) % 40 == 0, 1 - good, good)
    duel = compare(read(y, flipped), read(y, bad), metric="f1", rng=0)
    assert duel.test.p_value > 0
    assert all(test.p_value > 0 for test in duel.beside)
