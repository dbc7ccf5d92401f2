from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import binom

from referee import Verdict, compare, read
from referee.core.joint import JointConfusion
from referee.inference import tango
from referee.inference._gap import Ask
from referee.inference.recall_gaps import recall_gap
from referee.metrics import get

SUMS = ["youden_j", "balanced_accuracy", "recall_macro", "false_negative_rate_macro"]


def joint(cells):
    size = round(len(cells) ** (1 / 3))
    table = np.array(cells).reshape(size, size, size)
    return JointConfusion(table, tuple(range(size)), 1 if size == 2 else None)


def test_distances_of_tango_by_class_add_in_squares():
    table = joint([40, 6, 3, 1, 2, 3, 12, 23])
    result = recall_gap(get("youden_j"), table, Ask(0.9, "two-sided", 0)).test
    classes = [tango([[40, 6], [3, 1]], level=0.9).effect, tango([[23, 12], [3, 2]], level=0.9).effect]
    value = sum(e.value for e in classes)
    low = value - math.hypot(*(e.value - e.interval.low for e in classes))
    high = value + math.hypot(*(e.interval.high - e.value for e in classes))
    assert_allclose([result.effect.value, *result.effect.interval], [value, low, high], atol=1e-12)


def test_two_models_with_few_misses_are_not_called_equivalent_too_often():
    # 60 positives and 400 negatives; the second model alone misses 6% and .1% of them, which is the margin
    sizes, rates = (400, 60), (0.001, 0.06)
    truth = np.repeat([0, 1], sizes)
    false = 0.0
    for alarms, misses in itertools.product(range(3), range(5)):
        worse = truth.copy()
        worse[:alarms], worse[400 : 400 + misses] = 1, 0
        a, b = (read(truth, answers, positive=1) for answers in (truth, worse))
        if compare(a, b, metric="youden_j", margin=sum(rates), rng=1).verdict is Verdict.EQUIVALENT:
            false += math.prod(binom.pmf((alarms, misses), sizes, rates))
    assert false < 0.05


tables = st.lists(st.integers(0, 8), min_size=8, max_size=8).filter(lambda t: sum(t[:4]) > 0 and sum(t[4:]) > 0)
three = st.lists(st.integers(0, 3), min_size=27, max_size=27).filter(lambda t: sum(t) > 0)


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(tables, three),
    st.sampled_from(SUMS),
    st.sampled_from([0.8, 0.95, 0.99]),
    st.sampled_from(["two-sided", "greater", "less"]),
)
def test_dual_exchange_and_order(cells, metric, level, alternative):
    table, chosen = joint(cells), get(metric)
    if len(table.labels) == 3 and metric == "youden_j":
        return
    result = recall_gap(chosen, table, Ask(level, alternative, 0)).test
    interval, value = result.effect.interval, result.effect.value
    assert_allclose(value, chosen.sign * (chosen(table.a) - chosen(table.b)), atol=1e-12)
    assert value in interval
    assert (0 not in interval) == (result.p_value < 1 - level)
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    back = recall_gap(chosen, table.swap(), Ask(level, other, 0)).test
    assert_allclose([back.p_value, back.effect.value], [result.p_value, -value], atol=1e-12)
    assert_allclose(
        [back.effect.interval.low, back.effect.interval.high], [-interval.high, -interval.low], atol=1e-12
    )
    turned = JointConfusion(table.counts[::-1, ::-1, ::-1], table.labels[::-1], table.positive)
    again = recall_gap(chosen, turned, Ask(level, alternative, 0)).test
    assert_allclose([again.p_value, *again.effect.interval], [result.p_value, *interval], atol=1e-12)


def test_a_class_without_a_case_is_left_out():
    cells = np.zeros((3, 3, 3), dtype=int)
    cells[:2, :2, :2] = np.array([40, 6, 3, 1, 2, 3, 12, 23]).reshape(2, 2, 2)
    two, left = joint([40, 6, 3, 1, 2, 3, 12, 23]), JointConfusion(cells, (0, 1, 2))
    one, other = (recall_gap(get("balanced_accuracy"), x, Ask(0.95, "two-sided", 0)).test for x in (two, left))
    assert_allclose([other.p_value, *other.effect.interval], [one.p_value, *one.effect.interval], atol=1e-12)


def test_models_that_are_right_on_the_same_cases():
    result = recall_gap(get("youden_j"), joint([90, 0, 0, 5, 1, 0, 0, 30]), Ask(0.95, "two-sided", 0)).test
    assert result.p_value == 1
    assert result.effect.value == 0
    assert_allclose(result.effect.interval.high, -result.effect.interval.low)
    assert 0.1 < result.effect.interval.high < 0.15
    assert "right and wrong on the same cases" in result.warnings[0]


def test_undefined_without_positives():
    result = recall_gap(get("youden_j"), joint([90, 2, 3, 5, 0, 0, 0, 0]), Ask(0.95, "two-sided", 0)).test
    assert math.isnan(result.p_value)
    assert "no true case" in result.inapplicable


@pytest.mark.parametrize("name", ["f1", "mcc", "accuracy", "g_mean", "precision_macro", "prevalence_macro"])
def test_what_is_no_sum_of_recalls(name):
    assert not get(name).sums_recalls
