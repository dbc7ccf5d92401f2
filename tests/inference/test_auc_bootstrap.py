from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import bootstrap, ks_2samp

from referee.core import Ranking
from referee.core.rank_scores import rank
from referee.data import draws
from referee.data.draws import Replicates, draw_counts, poisson_table, splitmix
from referee.inference.auc_bootstrap import acceleration, auc_bootstrap
from referee.inference.delong_variance import delong


def made(seed, n, digits=9, share=0.4):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < share
    s = rng.normal(y * 1.0, 1).round(digits)
    return y, s, Ranking(*rank(s, y), positive=1)


def area(y, s):
    return Ranking(*rank(s, y)).auc


@pytest.mark.slow
@pytest.mark.parametrize("digits", [9, 1, 0])
@pytest.mark.parametrize("stratified", [True, False])
@pytest.mark.parametrize("n", [40, 2500])
def test_replicates_are_distributed_as_resampled_records(n, digits, stratified):
    y, s, r = made(n, n, digits)
    rng = np.random.default_rng(2)
    expected = []
    for _ in range(400):
        if stratified:
            rows = np.concatenate([rng.choice(np.flatnonzero(y == c), (y == c).sum()) for c in (True, False)])
        else:
            rows = rng.integers(0, n, n)
        expected.append(area(y[rows], s[rows]))
    found = Replicates(r.positives, r.negatives, 3000, 5, stratified).areas()
    assert ks_2samp(found, expected).pvalue > 1e-3
    if stratified:  # the stratified bootstrap's variance is DeLong's with n instead of n - 1, plus a small term
        assert found.var() == pytest.approx(delong(r).variance, rel=0.15)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_merging_cells_keeps_the_area(cells):
    p, n = (np.array(column) for column in zip(*cells, strict=True))
    if not p.sum() or not n.sum():
        return
    plain = Ranking(np.arange(len(p), 0, -1.0), p, n)
    merged = Replicates(p, n, 1, 1)._merge()
    assert merged._twice_u(*merged._last) / (2 * p.sum() * n.sum()) == pytest.approx(plain.auc, abs=1e-12)


def test_counts_are_multinomial():
    room = draws._Room(3001)
    rng = np.random.default_rng(1)
    total = np.zeros(8)
    for size in [3001, 2990, 3020] * 40:
        drawn = np.diff(room.running(rng, size))
        assert drawn.sum(dtype=int) == size
        total += np.bincount(np.minimum(drawn, 7), minlength=8)
    expected = np.array([0.3679, 0.3679, 0.1839, 0.0613, 0.0153, 0.0031, 0.0005])
    assert (total / total.sum())[:7] == pytest.approx(expected, abs=3e-3)


def test_cumulative_counts_give_the_same_rankings():
    for n in (60, 3000):
        _, _, r = made(7, n, 3)
        job = Replicates(r.positives, r.negatives, 60, 3, stratified=False)
        tp, fp = (np.concatenate(parts) for parts in zip(*job.cumulative(), strict=True))
        assert tp.shape == (60, len(r.scores))
        assert (tp[:, -1] + fp[:, -1] == n).all()
        areas = (np.diff(fp, axis=1, prepend=0) * (2 * tp - np.diff(tp, axis=1, prepend=0))).sum(axis=1)
        areas = areas / (2 * tp[:, -1] * fp[:, -1])
        assert areas.mean() == pytest.approx(r.auc, abs=4 * delong(r).variance ** 0.5 / 60**0.5)


def test_blocks_do_not_depend_on_the_number_of_replicates():
    _, _, r = made(5, 300, 2)
    many = Replicates(r.positives, r.negatives, 200, 9).areas()
    few = Replicates(r.positives, r.negatives, 100, 9).areas()
    assert np.array_equal(many[:100], few)


def test_percentile_and_bca_agree_with_scipy():
    y, s, r = made(8, 80, 2)

    def statistic(a, b):
        return ((a[:, None] > b).mean() + (a[:, None] >= b).mean()) / 2

    for kind, method in (("percentile", "percentile"), ("bca", "BCa")):
        peer = bootstrap(
            (s[y], s[~y]),
            statistic,
            vectorized=False,
            n_resamples=2000,
            method=method,
            rng=np.random.default_rng(1),
        ).confidence_interval
        ours = auc_bootstrap(r, kind=kind, rng=3, resamples=4000)
        assert list(ours) == pytest.approx([peer.low, peer.high], abs=0.01)


def test_acceleration_by_leaving_out_each_case():
    y, s, r = made(2, 25, 1)
    left = np.array([area(np.delete(y, i), np.delete(s, i)) for i in range(25)])
    shift = r.auc - left
    assert acceleration(r) == pytest.approx((shift**3).sum() / (6 * (shift**2).sum() ** 1.5), rel=1e-9)


def test_seed_is_recorded_and_repeats():
    _, _, r = made(1, 50)
    first = auc_bootstrap(r, resamples=200)
    seed = int(first.method.rsplit("seed ", 1)[1])
    assert auc_bootstrap(r, resamples=200, rng=seed) == first


def test_the_first_words_give_the_counts_and_later_ones_what_is_missing():
    table, odd, _ = slots = poisson_table(0.8)
    for start in np.arange(1, 40, dtype=np.uint64):
        slot = splitmix(start, 0, 3).view("<u2")[:10]
        out = np.empty(10, np.uint8)
        if draw_counts(start, 10, slots, out) and not np.isin(slot, odd).any():
            assert (out >= table[slot]).all()
            assert out.sum() == 10
