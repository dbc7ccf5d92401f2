from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_curve

from referee import core, read
from referee.curves import average_roc
from referee.metrics import micro_auc, ovr_auc


def _random(seed, k, tied):
    rng = np.random.default_rng(seed)
    y = np.append(np.arange(k), rng.integers(k, size=20))
    p = rng.multinomial(5, np.ones(k) / k, size=20 + k) / 5 if tied else rng.dirichlet(np.ones(k), size=20 + k)
    return y, p, rng.random(20 + k) + 0.1


@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans())
def test_the_areas_are_the_averages(seed, k, tied):
    y, p, w = _random(seed, k, tied)
    for weights in (None, w):
        macro, micro = (
            average_roc(read(y, y_score=p, weights=weights), average=kind) for kind in ("macro", "micro")
        )
        assert macro.auc == pytest.approx(ovr_auc(y, p, weights=weights), abs=1e-12)
        assert micro.auc == pytest.approx(micro_auc(y, p, weights=weights), abs=1e-12)
        for curve in (macro, micro):
            assert (np.diff(curve.fpr) >= 0).all()
            assert (np.diff(curve.tpr) >= -1e-12).all()
            assert (curve.fpr[0], curve.tpr[0], curve.fpr[-1]) == (0, 0, 1)
            assert curve.tpr[-1] == pytest.approx(1)


@given(st.integers(0, 2**32))
def test_micro_is_the_curve_of_all_pairs(seed):
    y, p, _ = _random(seed, 3, True)
    fpr, tpr, _ = roc_curve(np.eye(3)[y].ravel(), p.ravel(), drop_intermediate=False)
    curve = average_roc(y, p, average="micro")
    assert curve.fpr == pytest.approx(fpr, abs=1e-12)
    assert curve.tpr == pytest.approx(tpr, abs=1e-12)


def test_undefined_and_travel():
    absent = average_roc(read([0, 1], y_score=[[1, 0, 0], [0, 1, 0]], labels=[0, 1, 2]))
    assert absent.undefined == "no case has the class 2"
    assert math.isnan(absent.auc)
    assert len(absent.fpr) == len(absent.tpr) == 0
    curve = average_roc([0, 1, 2], np.eye(3))
    assert core.load(curve.to_dict()).auc == curve.auc == 1.0
