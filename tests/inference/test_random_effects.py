from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from statsmodels.stats.meta_analysis import combine_effects

from referee.errors import InputError
from referee.inference import dataset_weights, random_effects, t_paired

Y = np.array([0.02, 0.05, 0.03, 0.06, -0.01, 0.04])
V = np.array([1e-4, 4e-4, 1e-4, 9e-4, 2e-4, 1e-4])


def test_the_weighted_mean_and_its_error_are_those_of_statsmodels():
    """Paule and Mandel's weights in the form of Hartung and Knapp."""
    peer = combine_effects(Y, V, method_re="iterated")
    result = random_effects(Y, weights=1 / (V + peer.tau2))
    assert result.effect.value == pytest.approx(peer.mean_effect_re, abs=1e-12)
    assert result.details["se"] == pytest.approx(peer.sd_eff_w_re_hksj, rel=1e-7)
    assert result.details["df"] == 5


def test_equal_weights_are_the_paired_t_test():
    ours, t = random_effects(Y), t_paired(Y)
    assert ours.p_value == pytest.approx(t.p_value, rel=1e-12)
    assert tuple(ours.effect.interval) == pytest.approx(tuple(t.effect.interval), rel=1e-12)


def test_the_variance_between_datasets_solves_its_equation():
    y, v = np.stack([Y, Y[::-1] * 2]), np.stack([V, V / 2])
    own = v.mean(axis=0)

    def excess(between: float) -> float:
        w = 1 / (own + between)
        return np.mean([(w * (row - (w @ row) / w.sum()) ** 2).sum() for row in y]) - 5

    between = brentq(excess, 0, 1, xtol=1e-15)
    assert dataset_weights(y, v) == pytest.approx(1 / (own + own.mean() + between), rel=1e-6)


def test_no_spread_between_datasets_leaves_the_sampling_error():
    v = np.array([1.0, 4.0, 1.0])
    assert dataset_weights([[0.01, 0.0, 0.01]], [v]) == pytest.approx(1 / (v + 2.0), rel=1e-6)


def test_datasets_without_variance_do_not_take_everything():
    """A dataset on which all runs tie would have infinite weight in the plain form."""
    v = np.array([0.0, 1e-4, 1e-4, 1e-4])
    shares = dataset_weights([[0.0, 0.01, 0.02, 0.03]], [v])
    assert shares.max() / shares.sum() < 0.5
    assert dataset_weights([[0.0, 0.01]], [[0.0, 0.0]]).tolist() == [1, 1]


def test_signs_and_ends():
    assert random_effects(-Y, V).p_value == pytest.approx(random_effects(Y, V).p_value, rel=1e-12)
    assert random_effects(np.zeros(5), np.ones(5)).p_value == 1
    assert "no spread" in random_effects(np.full(5, 0.1)).inapplicable
    assert random_effects(1000 * Y, 1e6 * V).p_value == pytest.approx(random_effects(Y, V).p_value, rel=1e-6)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"variances": V, "weights": V}, "without `variances`"),
        ({"weights": V[:3]}, "one for each dataset"),
        ({"weights": V - 1}, "be positive"),
        ({"variances": -V}, "at least 0"),
    ],
)
def test_refused(given, words):
    with pytest.raises(InputError, match=words):
        random_effects(Y, **given)


def test_false_alarms_of_a_family_of_pairs():
    """A quick look: four alike learners on five datasets of unequal size, 400 studies, any of six pairs."""
    draw = np.random.default_rng(11)
    first, second = np.triu_indices(4, 1)
    alarms = 0
    for _ in range(400):
        sd = 0.6 / np.sqrt(np.exp(draw.uniform(4, 8.5, size=5)))
        mean = draw.normal(0, 0.02, (4, 5)) + draw.normal(size=(4, 5)) * sd * np.sqrt(1 / 3)
        runs = mean[..., None] + draw.normal(size=(4, 5, 30)) * (sd * np.sqrt(2 / 3))[:, None]
        gaps = runs[first] - runs[second]
        y, v = gaps.mean(axis=2), gaps.var(axis=2, ddof=1) * (1 / 30 + 1 / 2)
        weights = dataset_weights(y, v)
        alarms += min(random_effects(row, weights=weights).p_value for row in y) * 6 < 0.05
    assert alarms <= 34  # 5.7% and 2 standard errors
