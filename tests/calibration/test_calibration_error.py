from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, foldnorm

from referee import core, read
from referee.calibration import calibration_error, reliability_curve
from referee.calibration.bins import Bins
from referee.calibration.reliability import _debiased_error
from referee.curves import decision_curve
from referee.errors import InputError


def _brute(y, p, bins):
    ece, mce = 0.0, 0.0
    for b in range(bins):
        own = [(a, q) for a, q in zip(y, p, strict=True) if (b / bins < q <= (b + 1) / bins) or (b == q == 0)]
        if own:
            gap = abs(sum(q for _, q in own) - sum(a for a, _ in own)) / len(own)
            ece, mce = ece + gap * len(own) / len(y), max(mce, gap)
    return ece, mce


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 4, 8]))
def test_is_the_definition(seed, bins):
    rng = np.random.default_rng(seed)
    y, p = rng.integers(2, size=50), rng.integers(33, size=50) / 32
    e = calibration_error(read(y, y_score=p, labels=[0, 1]), bins=bins, resamples=10, rng=1)
    assert (e.ece, e.mce) == pytest.approx(_brute(y.tolist(), p.tolist(), bins), abs=1e-12)
    assert 0 <= e.debiased <= e.ece + 1e-12


def test_a_calibrated_model_lies_near_its_expectation_and_not_near_0():
    gaps, expected, debiased, squared = [], [], [], []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        p = rng.random(200)
        e = calibration_error(rng.random(200) < p, p, resamples=200, rng=seed, strategy="mass")
        gaps.append(e.ece)
        expected.append(e.ece_expected)
        debiased.append(e.debiased)
        squared.append(e.squared)
    assert np.mean(gaps) > 0.05
    assert np.mean(gaps) == pytest.approx(np.mean(expected), abs=0.006)
    assert np.mean(debiased) < 0.75 * np.mean(gaps)
    assert np.mean(squared) == pytest.approx(0, abs=4 * np.std(squared) / 60**0.5)


def test_a_miscalibrated_model_exceeds_the_quantile():
    rng = np.random.default_rng(0)
    p = rng.random(2000)
    e = calibration_error(rng.random(2000) < p**2, p, rng=0)
    assert e.ece > e.ece_high > e.ece_expected
    truth = np.mean(np.abs(p - p**2))
    assert e.debiased == pytest.approx(truth, abs=0.03)
    assert e.squared > 0


def test_expected_is_the_mean_absolute_deviation_of_binomials():
    p = np.full(40, 0.3)
    y = np.arange(40) % 2
    e = calibration_error(y, p, bins=1, resamples=20000, rng=3)
    k = np.arange(41)
    assert e.ece_expected == pytest.approx((binom.pmf(k, 40, 0.3) * np.abs(k / 40 - 0.3)).sum(), rel=0.02)
    assert e.mce_expected == e.ece_expected


def test_top_label_of_three_classes():
    y = ["a", "b", "c", "a"]
    p = [[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.5, 0.3, 0.2], [0.8, 0.1, 0.1]]
    e = calibration_error(y, p, of="top", bins=1, rng=0)
    assert e.ece == pytest.approx(abs((0.6 + 0.7 + 0.5 + 0.8) / 4 - 0.75))
    assert "most probable class" in e.method


def test_same_seed_same_numbers_and_the_noun_travels():
    y, p = [1, 0, 1, 0, 1], [0.9, 0.2, 0.6, 0.4, 0.3]
    e = calibration_error(y, p, rng=11)
    assert e == calibration_error(y, p, rng=11) or math.isnan(e.squared)
    assert e.seed == 11
    back = core.load(e.to_dict())
    assert back.ece == e.ece


def test_groups_are_said_to_be_ignored():
    p = read([1, 0, 1], y_score=[0.9, 0.2, 0.6], groups=[1, 1, 2])
    for made in (calibration_error(p, rng=0), reliability_curve(p, rng=0), decision_curve(p)):
        assert made.method.endswith("cases taken as independent although they come in groups")


def test_one_case_in_a_bin_has_no_unbiased_square():
    assert math.isnan(calibration_error([1, 0], [0.9, 0.1], rng=0).squared)


def test_arguments():
    for bad, rule in (
        ({"level": 95}, "Did you mean 0.95"),
        ({"resamples": 0}, "`resamples` must be at least 1"),
        ({"of": "bottom"}, "`of` must be one of"),
    ):
        with pytest.raises(InputError, match=rule):
            calibration_error([1, 0], [0.9, 0.1], **bad)


@pytest.mark.parametrize("gap", [0.05, 0.1, 0.3])
def test_the_debiased_error_takes_off_the_mean_of_a_folded_normal(gap):
    one = np.ones(1)
    table = Bins(25 * one, 25 * one, 25 * one, 25 * (0.5 + gap) * one, 12.5 * one, 6.25 * one)
    folded = 0.1 * foldnorm(gap / 0.1).mean()
    assert _debiased_error(table) == pytest.approx(max(0, 2 * gap - folded))
