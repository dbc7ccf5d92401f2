"""Splits are values: checked, frozen, compared by fingerprint."""

from __future__ import annotations

import numpy as np
import pytest

from referee import InputError
from referee.core.splits import Splits


def test_trains_that_are_the_rest_are_not_kept():
    a = Splits("a", 5, ([0, 1], [2]))
    b = Splits("b", 5, ([0, 1], [2]), ([2, 3, 4], [0, 1, 3, 4]), seed=3, parameters={"x": 1})
    assert b.trains is None
    assert a == b
    assert hash(a) == hash(b)
    assert a != Splits("a", 5, ([0, 1], [3]))
    assert a != Splits("a", 5, ([0, 1], [2]), ([2, 3, 4], [0, 1, 3, 3]))
    assert a != Splits("a", 6, ([0, 1], [2]))
    assert a != 3


def test_parts():
    splits = Splits("x", 5, ([3, 1],), validations=([0],))
    assert splits.train(0).tolist() == [2, 4]
    assert splits[0][1].tolist() == [3, 1]
    assert splits.test_train_ratio == 1
    assert not splits.partition
    assert Splits("x", 4, ([0, 1], [2, 3], [0, 2], [1, 3]), repeats=2).partition
    assert [Splits("x", 4, ([0],) * 6, repeats=3).repeat(i) for i in range(6)] == [0, 0, 1, 1, 2, 2]
    with pytest.raises(ValueError, match="read-only"):
        splits.tests[0][0] = 2


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Splits("x", 3, ([5],)), "`tests` must be rows from 0 to 2; got 5 in split 0."),
        (lambda: Splits("x", 3, ([-1],)), "`tests` must be rows from 0 to 2; got -1 in split 0."),
        (lambda: Splits("x", 3, ([1, 1],)), "`tests` must name each row once a split; got index 1 twice in split 0."),
        (lambda: Splits("x", 3, ([0, 1, 2],)), "`tests` must leave cases to train on; got all 3 cases in one test part."),
        (lambda: Splits("x", 3, ([0],), ([0, 1],)), "`trains` must share no case with the test part; got index 0 in both parts of split 0."),
        (lambda: Splits("x", 3, ([0],), ([1], [2])), "`trains` must be one for each of 1 splits; got 2."),
        (lambda: Splits("x", 3, ([0], [1], [2]), repeats=2), "`tests` must be some for each of 2 repeats; got 3 splits."),
        (lambda: Splits("x", 3, ([],)), "`tests` must each be a list of at least one row; got split 0: []."),
    ],
)  # fmt: skip
def test_refused(make, sentence):
    with pytest.raises(InputError) as caught:
        make()
    assert str(caught.value) == sentence


def test_text():
    text = str(Splits("2-fold", 4, (np.array([0, 1]), np.array([2, 3])), seed=7))
    assert text.startswith("2-fold: 2 splits of 4 cases\n  train 2, test 2, seed 7, fingerprint ")
