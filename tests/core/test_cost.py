from __future__ import annotations

import pytest

import referee
from referee import ConfusionMatrix, CostMatrix
from referee.errors import InputError

PRINTED = [[-1, 100], [1, 0]]


def test_a_printed_matrix_says_what_its_rows_are():
    by_truth = CostMatrix.from_matrix(PRINTED, ["+", "-"], rows="truth", positive="+")
    by_answer = CostMatrix.from_matrix([[-1, 1], [100, 0]], ["+", "-"], rows="prediction", positive="+")
    named = CostMatrix.from_cells(tp=-1, fn=100, fp=1, tn=0, labels=("-", "+"))
    for made in (by_truth, by_answer):
        assert made.values.tolist() == named.values.tolist()
        assert made.labels == ("-", "+")


def test_the_costs_of_the_lecture():
    costs = CostMatrix.from_matrix(PRINTED, ["positive", "negative"], rows="truth")
    m1 = ConfusionMatrix.from_counts(tp=150, fn=40, fp=60, tn=250)
    m2 = ConfusionMatrix.from_counts(tp=250, fn=45, fp=5, tn=200)
    assert [referee.evaluate(m, costs=costs, rng=0)["total_cost"].value for m in (m1, m2)] == [3910, 4255]


def test_what_cannot_be_is_refused():
    for call in (
        lambda: CostMatrix.from_matrix(PRINTED, ["+", "-"], rows="actual"),
        lambda: CostMatrix.from_matrix(PRINTED, ["+", "-"], rows="truth", positive="yes"),
        lambda: CostMatrix.from_matrix([[1, 2, 3]], ["+", "-"], rows="truth"),
        lambda: CostMatrix.from_matrix(PRINTED, ["+", "+"], rows="truth"),
    ):
        with pytest.raises(InputError):
            call()
