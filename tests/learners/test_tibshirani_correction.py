"""Tibshirani and Tibshirani's correction."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.learners.select_learner import tibshirani_correction


def test_by_hand():
    found = tibshirani_correction([[0.30, 0.20], [0.10, 0.30]], better="lower")
    assert found.winner == 1
    assert found.apparent == pytest.approx(0.2)
    assert found.optimism == pytest.approx((0.0 + 0.1) / 2)
    assert found.corrected == pytest.approx(0.25)


def test_directions_agree():
    errors = np.random.default_rng(0).random((6, 10))
    up, down = tibshirani_correction(1 - errors), tibshirani_correction(errors, better="lower")
    assert up.winner == down.winner
    assert up.optimism == pytest.approx(down.optimism)
    assert up.corrected == pytest.approx(1 - down.corrected)


def test_a_winner_of_every_fold_has_no_optimism():
    assert tibshirani_correction([[0.9, 0.8], [0.7, 0.6]]).optimism == 0


def test_folds_without_a_score():
    assert tibshirani_correction([[0.9, math.nan], [0.7, 1.0]]).apparent == 0.9
    assert math.isnan(tibshirani_correction([[math.nan], [1.0]]).corrected)
