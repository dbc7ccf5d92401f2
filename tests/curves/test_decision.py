from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import core, read
from referee.curves import decision_curve
from referee.errors import InputError


@given(st.integers(0, 2**32), st.booleans())
def test_is_the_definition(seed, weighted):
    rng = np.random.default_rng(seed)
    y, p = np.append([0, 1], rng.integers(2, size=40)), rng.integers(11, size=42) / 10
    w = rng.random(42) + 0.1 if weighted else np.ones(42)
    thresholds = [0.0, 0.1, 0.25, 0.5, 0.7, 0.95]
    curve = decision_curve(read(y, y_score=p, weights=w if weighted else None), thresholds=thresholds)
    stated = decision_curve(
        read(y, y_score=p, weights=w if weighted else None), thresholds=thresholds, prevalence=0.2
    )
    for i, t in enumerate(thresholds):
        odds = t / (1 - t)
        treated = p >= t
        tp, fp = w[treated & (y == 1)].sum(), w[treated & (y == 0)].sum()
        assert curve.net_benefit[i] == pytest.approx((tp - fp * odds) / w.sum(), abs=1e-12)
        tpr, fpr = tp / w[y == 1].sum(), fp / w[y == 0].sum()
        assert stated.net_benefit[i] == pytest.approx(0.2 * tpr - 0.8 * fpr * odds, abs=1e-12)
        assert stated.treat_all[i] == pytest.approx(0.2 - 0.8 * odds, abs=1e-12)
    for c in (curve, stated):
        assert (c.low <= c.net_benefit).all()
        assert (c.net_benefit <= c.high).all()
        assert c.net_benefit[0] == pytest.approx(c.treat_all[0])


def test_a_ranking_will_do_and_the_cases_own_prevalence_is_the_default():
    y, p = [1, 0, 1, 0, 0], [0.9, 0.1, 0.6, 0.4, 0.2]
    a = decision_curve(y, p)
    b = decision_curve(core.Ranking.from_scores(y, p))
    c = decision_curve(read(y, y_score=p))
    assert a.net_benefit.tolist() == b.net_benefit.tolist() == c.net_benefit.tolist()
    assert a.prevalence == 0.4
    assert a.thresholds.tolist() == [i / 100 for i in range(1, 100)]
    assert not a.treat_none.any()
    assert a.useful.min() == pytest.approx(0.11)
    same = decision_curve(y, p, prevalence=0.4)
    assert same.net_benefit == pytest.approx(a.net_benefit)


@pytest.mark.parametrize("prevalence", [None, 0.3])
def test_limits_cover(prevalence):
    rng = np.random.default_rng(8)
    inside, wide = [], []
    for _ in range(600):
        y = rng.random(120) < 0.3
        p = 1 / (1 + np.exp(-(rng.normal(size=120) + 1.5 * y - 1.5)))
        c = decision_curve(y, p, thresholds=[0.1, 0.3, 0.6], prevalence=prevalence)
        inside.append([c.low, c.high])
        wide.append(c.net_benefit)
    truth = np.mean(wide, axis=0)
    low, high = np.array(inside)[:, 0], np.array(inside)[:, 1]
    cover = ((low <= truth) & (truth <= high)).mean(axis=0)
    assert (cover > 0.92).all(), cover
    assert (cover < 0.985).all(), cover


def test_no_zero_width_at_perfect_separation():
    c = decision_curve([1] * 5 + [0] * 5, [0.9] * 5 + [0.1] * 5, thresholds=[0.5], prevalence=0.5)
    assert c.net_benefit[0] == 0.5
    assert c.high[0] == 0.5
    assert c.low[0] < 0.3


def test_undefined_and_refused():
    none = decision_curve(read([0, 0], y_score=[0.2, 0.3], labels=[0, 1]))
    assert none.undefined == "there is no positive case"
    assert math.isnan(none.net_benefit[0])
    back = core.load(none.to_dict())
    assert math.isnan(back.net_benefit[0])
    alone = decision_curve(read([1, 1], y_score=[0.2, 0.3], labels=[0, 1]), prevalence=0.5)
    assert alone.undefined == "there is no negative case"
    assert decision_curve(read([1, 1], y_score=[0.2, 0.3], labels=[0, 1]), thresholds=[0.25]).net_benefit[0] == 0.5
    with pytest.raises(InputError, match="`y_score` must hold probabilities from 0 to 1; got 3"):
        decision_curve([1, 0], [3.0, 0.5])
    with pytest.raises(InputError, match="`thresholds` must be below 1"):
        decision_curve([1, 0], [0.3, 0.5], thresholds=[0.5, 1])
    with pytest.raises(InputError, match=r"Did you mean 0\.5"):
        decision_curve([1, 0], [0.3, 0.5], thresholds=[50])
    with pytest.raises(InputError, match="`prevalence` must lie strictly between 0 and 1"):
        decision_curve([1, 0], [0.3, 0.5], prevalence=0)


@pytest.mark.parametrize("score", [-0.5, 1.5])
def test_a_score_that_is_no_probability_is_refused(score):
    with pytest.raises(InputError, match=f"`y_score` must hold probabilities from 0 to 1; got {score}"):
        decision_curve([0, 1], [0.2, score])
