"""Slices against the rest: which test leads when a slice is small."""

from __future__ import annotations

import numpy as np
import pytest

from referee import read_slices
from referee.verbs.evaluate_by import evaluate_by

pd = pytest.importorskip("pandas")


def frame(sizes, seed=0):
    rng = np.random.default_rng(seed)
    site = np.repeat(list("abcdefgh")[: len(sizes)], sizes)
    y = (rng.random(len(site)) < 0.4).astype(int)
    return pd.DataFrame({"y": y, "said": np.where(rng.random(len(site)) < 0.85, y, 1 - y), "site": site})


def sliced(sizes):
    return read_slices(frame(sizes), by="site", truth="y", pred="said", positive=1)


def test_a_small_slice_gets_the_exact_test_and_a_large_one_the_score():
    found = evaluate_by(sliced([12, 200, 150]), rng=0)
    names = [test.name for test in found.tests]
    assert names[0] == "score test of two proportions (Miettinen-Nurminen, exact)"
    assert names[1] == "score test of two proportions (Miettinen-Nurminen)"
    for test in found.tests:
        assert (0 in test.effect.interval) == (not test.p_value < 0.05 / 3)


@pytest.mark.parametrize("metric", ["f1", "mcc", "balanced_accuracy"])
def test_what_is_no_share_is_not_tested_in_a_small_slice(metric):
    found = evaluate_by(sliced([12, 200, 150]), metric=metric, rng=0)
    assert "12 cases are too few for a test of" in found.tests[0].inapplicable
    assert found.tests[1].inapplicable is None
    assert ("a",) not in found.different
