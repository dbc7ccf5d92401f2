from __future__ import annotations

import json
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from adapters import HERE
from referee.errors import InputError
from referee.inference import rank_learners, rank_z

AUC = np.array([row["auc"] for row in json.loads((HERE / "demsar2006.json").read_text())["rows"]])
NAMES = list("abcd")


def test_by_hand():
    average = rank_learners(AUC).average
    z = np.abs(np.subtract.outer(average, average)) / sqrt(4 * 5 / (6 * 14))
    expected = 2 * stats.norm.sf(z)
    assert np.array(rank_z(AUC, adjust=None).p_values) == pytest.approx(expected)
    result = rank_z(AUC, baseline="a", learners=NAMES, adjust="bonferroni")
    assert [result.p(name, "a") for name in "bcd"] == pytest.approx(np.minimum(1, 3 * expected[0, 1:]))
    assert np.isnan(result.p("b", "c"))


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize("baseline", [None, "a"])
def test_p_agrees_with_the_critical_difference(level, baseline):
    scores = np.random.default_rng(2).normal(size=(12, 4)) + np.arange(4) * 0.5
    result = rank_z(scores, learners=NAMES, baseline=baseline, adjust="bonferroni", level=level)
    rank = dict(zip(result.learners, result.average_ranks, strict=True))
    for a in NAMES:
        for b in NAMES:
            p = result.p(a, b)
            if not np.isnan(p):
                assert (p < 1 - level) == (abs(rank[a] - rank[b]) > result.critical_difference)


def test_step_down_procedures_are_sharper():
    scores = np.random.default_rng(4).normal(size=(12, 4)) + np.arange(4) * 0.4
    values = {
        p: rank_z(scores, adjust=p, learners=NAMES, baseline=c).p_values
        for p, c in (("bonferroni", None), ("holm", None), ("shaffer", None))
    }
    assert (np.array(values["shaffer"]) <= np.array(values["holm"]) + 1e-12).all()
    assert (np.array(values["holm"]) <= np.array(values["bonferroni"]) + 1e-12).all()
    holm, finner = (rank_z(scores, adjust=p, learners=NAMES, baseline="a") for p in ("holm", "finner"))
    assert all(finner.p("a", name) <= holm.p("a", name) + 1e-12 for name in "bcd")


def test_bad_inputs():
    with pytest.raises(
        InputError, match=r"`baseline` must be one of the learners; got 'x'. They are '0', '1', '2', '3'"
    ):
        rank_z(AUC, baseline="x")
    with pytest.raises(InputError, match="be another than 'shaffer' with a baseline"):
        rank_z(AUC, baseline="0", adjust="shaffer")
