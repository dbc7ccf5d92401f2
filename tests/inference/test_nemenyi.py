from __future__ import annotations

import json

import numpy as np
import pytest

from adapters import HERE
from referee.core import Pairwise
from referee.errors import InputError
from referee.inference import critical_difference, nemenyi

AUC = [row["auc"] for row in json.loads((HERE / "demsar2006.json").read_text())["rows"]]


def test_p_matrix_agrees_with_the_critical_difference():
    scores = np.random.default_rng(5).normal(size=(12, 5)) + np.arange(5) * 0.5
    for level in (0.9, 0.95, 0.99):
        result = nemenyi(scores, level=level)
        gaps = np.abs(np.subtract.outer(result.average_ranks, result.average_ranks))
        assert ((gaps > result.critical_difference) == (np.array(result.p_values) < 1 - level)).all()


def test_matrix_is_symmetric_with_ones():
    p = np.array(nemenyi(AUC).p_values)
    assert (p == p.T).all()
    assert (np.diag(p) == 1).all()


def test_travels():
    result = nemenyi(AUC, learners=["a", "b", "c", "d"])
    assert Pairwise.from_dict(result.to_dict()) == result
    assert result.p("a", "d") == result.p("d", "a")
    assert result.adjusted


def test_tied_learners():
    assert (np.array(nemenyi(np.ones((4, 3))).p_values) == 1).all()


def test_bad_inputs():
    with pytest.raises(InputError, match="`k` must be at least 2; got 1"):
        critical_difference(1, 10)
