from __future__ import annotations

import math

import numpy as np
import pytest

from referee import read
from referee.errors import InputError
from referee.inference.auc import auc_interval
from referee.inference.auc_bootstrap import BLOCK, _areas, obuchowski, record_bootstrap
from referee.inference.delong_variance import auc_covariance, delong, place


def made(seed, clusters, size, **options):
    rng = np.random.default_rng(seed)
    group = np.repeat(np.arange(clusters), size)
    shift = rng.normal(size=clusters)[group]
    y = (rng.random(len(group)) < 0.5).astype(int)
    return read(y, y_score=rng.normal(y + shift, 1).round(2), groups=group, positive=1, **options)


def test_clusters_widen_the_interval_and_both_methods_agree():
    p = made(1, 60, 8)
    truth = np.repeat(np.arange(60) % 2, 8)
    p = read(truth, y_score=p.scores + truth, groups=p.groups, positive=1)
    plain = auc_interval(p.ranking, method="delong_logit").interval
    clustered = auc_interval(p, method="obuchowski").interval
    default = auc_interval(p).interval  # half an unseen cluster, so it is wider on either side
    assert default.method == "Obuchowski's variance, half an unseen cluster, 30 clusters"
    assert default.low < clustered.low < clustered.high < default.high
    assert default.width < 1.3 * clustered.width
    assert clustered.method == "Obuchowski logit, 30 clusters"  # each class is in 30 of the 60
    assert clustered.width > 1.5 * plain.width
    resampled = auc_interval(p, method="bootstrap", rng=2).interval
    assert resampled.method.startswith("cluster bootstrap percentile, 60 clusters")
    assert list(resampled) == pytest.approx(list(clustered), abs=0.03)


def test_few_clusters_take_student_and_very_few_are_refused():
    few = auc_interval(made(2, 8, 10)).interval
    assert few.method.endswith("8 clusters, t with 7 df")
    estimate = auc_interval(made(3, 5, 20))
    assert 0 < estimate.value < 1
    assert estimate.interval is None
    assert "fewer than 6 clusters" in estimate.note
    assert auc_interval(made(3, 5, 20), method="bootstrap").interval is None


def test_perfect_ranking_in_clusters_keeps_a_width():
    p = read([1, 0] * 10, y_score=[2, 1] * 10, groups=np.repeat(range(10), 2), positive=1)
    ci = auc_interval(p).interval
    assert ci.low < 0.9
    assert ci.high == 1


def test_a_class_in_one_cluster_has_no_interval():
    p = read([1, 1] + [0] * 14, y_score=range(16), groups=np.repeat(range(8), 2), positive=1)
    assert math.isnan(obuchowski(p).low)
    assert auc_interval(p).interval is None


def test_singletons_are_independent_records():
    rng = np.random.default_rng(5)
    y, s = rng.integers(0, 2, 200), rng.normal(size=200)
    p = read(y, y_score=s + y, groups=np.arange(200), positive=1)
    assert list(obuchowski(p)) == pytest.approx(list(auc_interval(p.ranking, method="delong_logit").interval))


def test_weighted_records_are_resampled_with_their_weights():
    rng = np.random.default_rng(6)
    y, w = rng.integers(0, 2, 300), rng.integers(1, 5, 300) * 1.5
    p = read(y, y_score=rng.normal(y, 1).round(1), weights=w, positive=1)
    ci = auc_interval(p, method="bootstrap", rng=1)
    assert ci.interval.method.startswith("record bootstrap percentile, stratified")
    found = delong(p.ranking)
    expected = [found.auc - 1.96 * found.variance**0.5, found.auc + 1.96 * found.variance**0.5]
    assert list(ci.interval) == pytest.approx(expected, abs=0.015)
    assert "Newcombe's is given" in auc_interval(p.ranking, method="bootstrap").note
    with pytest.raises(InputError, match="`method` must be 'bootstrap' for groups or weights"):
        auc_interval(p, method="bootstrap_bca")
    places = place(y == 1, p.scores[None], weights=w)[:2]
    assert auc_covariance(y == 1, *places, weights=w).aucs[0] == pytest.approx(p.ranking.auc)


def test_needs_groups():
    with pytest.raises(InputError, match="`groups` must be given"):
        obuchowski(read([1, 0], y_score=[2, 1]))
    assert record_bootstrap(read([1, 0, 1, 0], y_score=[4, 3, 2, 1]), rng=1).low == 0


def test_as_many_samples_are_drawn_as_were_asked_for():
    draw = np.random.default_rng(7)
    positive, scores = draw.random(40) < 0.5, draw.normal(size=40)
    for asked in (1, BLOCK, BLOCK + 1):
        assert len(_areas(read(positive, y_score=scores), True, asked, 1)[1]) == asked
