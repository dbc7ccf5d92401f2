from __future__ import annotations

import numpy as np
import pytest

from referee.inference import aligned_ranks


def brute(table):
    """The statistic as it is written: sums of ranks of learners and of datasets, without ties."""
    n, k = table.shape
    apart = (table - table.mean(axis=1, keepdims=True)).ravel()
    ranks = np.array([1 + sum(other < own for other in apart) for own in apart]).reshape(n, k)
    top = (k - 1) * (sum(ranks[:, j].sum() ** 2 for j in range(k)) - k * n**2 / 4 * (k * n + 1) ** 2)
    return top / (k * n * (k * n + 1) * (2 * k * n + 1) / 6 - sum(row.sum() ** 2 for row in ranks) / k)


def test_statistic():
    table = np.random.default_rng(1).normal([0, 0.2, 0.4, 0.6], size=(7, 4))
    assert aligned_ranks(table).statistic == pytest.approx(brute(table), rel=1e-12)


def test_p_agrees_with_rearrangements_within_datasets():
    draw = np.random.default_rng(2)
    table = draw.normal([0.0, 0.3, 0.7], size=(12, 3))
    found = aligned_ranks(table)
    moved = [aligned_ranks(draw.permuted(table, axis=1)).statistic for _ in range(2000)]
    assert found.p_value == pytest.approx(np.mean(np.array(moved) >= found.statistic), abs=0.015)


def test_ends():
    assert aligned_ranks(np.ones((4, 3))).p_value == 1
    table = np.random.default_rng(3).normal(size=(6, 3))
    shifted = table + np.arange(6)[:, None]
    assert aligned_ranks(shifted).p_value == pytest.approx(aligned_ranks(table).p_value)
