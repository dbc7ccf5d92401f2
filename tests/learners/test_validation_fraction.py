"""The validation fraction."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from referee.errors import InputError
from referee.learners import ValidationFractions, validation_fraction
from referee.learners.run import Run

Y = np.arange(128) % 2
X = np.random.default_rng(2).normal(size=(128, 3)) + 0.7 * Y[:, None]


def test_parts_are_nested_and_shares_are_right():
    effect = validation_fraction(GaussianNB(), X, Y, rng=0, splits=ValidationFractions(repeats=4))
    assert effect.held_out.x.tolist() == [1 / 16, 1 / 8, 1 / 4, 1 / 2]
    assert effect.fits == 16
    assert set(effect.facts) >= {"sd at lambda 1/16", "sd at lambda 1/2", "fall", "fall_low", "fall_high"}
    assert effect.choice in (1 / 16, 1 / 8, 1 / 4)
    assert "Keep lambda under 1/2" in effect.advice[0]
    assert "lambda = 1/m" in effect.advice[2]


def test_a_learner_without_parameters_does_not_mind():
    effect = validation_fraction(DummyClassifier(), X, Y, rng=0, splits=ValidationFractions(repeats=10))
    assert effect.sentence.startswith("No effect of lambda was shown")
    assert effect.choice == 1 / 4


def test_a_hungry_learner_minds():
    """As many features as half of the cases: near the interpolation threshold every case counts."""
    rng = np.random.default_rng(3)
    y = np.arange(200) % 2
    features = rng.normal(size=(200, 90)) + 0.25 * y[:, None]
    effect = validation_fraction(LinearDiscriminantAnalysis(), features, y, rng=0)
    assert effect.facts["fall"] > 0.05
    assert effect.sentence.startswith("Lambda matters")


def test_workers_and_spread():
    one = validation_fraction(GaussianNB(), X, Y, rng=0, splits=ValidationFractions(repeats=5))
    two = validation_fraction(GaussianNB(), X, Y, rng=0, run=Run(2), splits=ValidationFractions(repeats=5))
    assert one.to_dict() == two.to_dict()
    assert one.facts["sd at lambda 1/16"] > one.facts["sd at lambda 1/2"]


def test_bad_input():
    with pytest.raises(InputError, match="`fractions` must be at least 2"):
        validation_fraction(GaussianNB(), X, Y, splits=ValidationFractions(fractions=[0.5]))
    with pytest.raises(InputError, match="`fractions` must lie strictly between 0 and 1"):
        validation_fraction(GaussianNB(), X, Y, splits=ValidationFractions(fractions=[0.5, 1]))
    with pytest.raises(InputError, match="`groups` must not be given for validation fractions"):
        ValidationFractions().make(Y, groups=np.arange(len(Y)) // 2)
