"""Other tools are asked about the samples that we are asked about."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tools.validity import peers
from tools.validity.peers import OF_LABELS, OF_SCORES, Found, Peer, measure_world, table_of


@pytest.mark.parametrize("ours", [OF_LABELS[0], OF_LABELS[5], OF_SCORES[0]], ids=lambda peer: peer.metric)
def test_our_own_intervals_cover_in_a_world(ours):
    found = measure_world(np.random.default_rng([3, 1]), 60, [ours])[ours]
    assert found.covered >= 0.85
    assert found.width > 0


def test_limits_that_are_always_wrong_cover_nothing_and_none_are_counted_apart():
    wrong = Peer("wrong", "numpy", "accuracy", lambda table: (2.0, 3.0))
    silent = Peer("silent", "numpy", "accuracy", lambda table: (math.nan, math.nan))
    found = measure_world(np.random.default_rng(0), 20, [wrong, silent])
    assert found[wrong] == Found(0.0, 1.0, 0.0)
    assert math.isnan(found[silent].covered)
    assert found[silent].silent == 1.0


def test_the_table_has_one_row_per_tool(monkeypatch):
    one, two = OF_LABELS[:2]
    monkeypatch.setattr(peers, "OF_SCORES", ())
    rows = table_of([{one: Found(0.95, 0.1, 0.0), two: Found(0.5, 0.05, 0.1)}]).splitlines()
    assert len(rows) == 4
    assert (
        rows[3] == "| accuracy | statsmodels `proportion_confint` | 0.500 | 100% | 100% | 0.500 | 0.50 | 10.0% |"
    )
