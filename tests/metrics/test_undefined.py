"""The sentence that says when a metric is undefined is true of every table: of small ones all are tried."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import REGISTRY

LABELS = [metric for metric in REGISTRY.values() if isinstance(metric, LabelMetric)]
TWO = [np.array(cells, dtype=float).reshape(2, 2) for cells in itertools.product(range(3), repeat=4)]
THREE = [np.array(cells, dtype=float).reshape(3, 3) for cells in itertools.product(range(2), repeat=9)]


def one_cell_on_the_diagonal(table):
    return np.count_nonzero(table) == np.count_nonzero(np.diag(table)) <= 1


HOLDS = {
    "there is no case": lambda t: t.sum() == 0,
    "no case is positive": lambda t: t[1].sum() == 0,
    "no case is negative": lambda t: t[0].sum() == 0,
    "no case was predicted positive": lambda t: t[:, 1].sum() == 0,
    "no case was predicted negative": lambda t: t[:, 0].sum() == 0,
    "no case is positive or predicted positive": lambda t: t[0, 1] + t[1, 0] + t[1, 1] == 0,
    "one of the two classes has no true case": lambda t: t[0].sum() == 0 or t[1].sum() == 0,
    "one of the two answers was never given": lambda t: t[:, 0].sum() == 0 or t[:, 1].sum() == 0,
    "some class has no true case": lambda t: (t.sum(axis=1) == 0).any(),
    "truth or prediction has a single class": lambda t: min(np.count_nonzero(t.sum(axis=k)) for k in (0, 1)) <= 1,
    "every case is of one class and predicted so": one_cell_on_the_diagonal,
    "there is no false positive or no false negative": lambda t: t[0, 1] == 0 or t[1, 0] == 0,
    "there is no false positive, or no positive case": lambda t: t[0, 1] == 0 or t[1].sum() == 0,
    "there is no true negative, or no positive case": lambda t: t[0, 0] == 0 or t[1].sum() == 0,
    "no case has a weight": lambda t: t.sum() == 0,
}
"""Each sentence as a condition on a table with rows of truth, the positive class last."""


@pytest.mark.parametrize("metric", LABELS, ids=[metric.name for metric in LABELS])
def test_undefined_exactly_when_its_sentence_says_so(metric):
    for table in TWO if metric.binary else TWO + THREE:
        value = float(metric.formula(table))
        assert math.isnan(value) == bool(HOLDS[metric.undefined.sentence](table)), table
        assert math.isnan(value) == bool(metric.undefined_in(table)), table
