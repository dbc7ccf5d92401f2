from __future__ import annotations

import numpy as np

import referee
from referee import learners
from referee.views.pages import pictures_of

Y = np.arange(60) % 2


def parts(splits):
    (picture,) = pictures_of(splits)
    return {line.limits_name: line for line in picture.lines}


def test_each_case_is_tested_in_one_fold():
    found = parts(referee.learners.CrossValidation(10).make(Y, rng=7))
    assert sorted(found["test"].x.tolist()) == list(range(60))
    assert len(found["training"].x) == 540


def test_three_parts_are_all_cases():
    found = parts(learners.TrainValidationTest().make(Y, rng=7))
    assert [len(found[name].x) for name in ("training", "validation", "test")] == [36, 12, 12]


def test_a_case_drawn_twice_has_a_higher_mark():
    splits = referee.learners.Bootstrap(3).make(Y, rng=7)
    (picture,) = pictures_of(splits)
    training = picture.lines[0]
    times = np.concatenate([np.bincount(splits.train(i), minlength=60) for i in range(3)])
    heights = training.high - training.low
    assert np.allclose(heights, 0.8 * times[times > 0] / times.max())


def test_many_cases_and_splits_are_cut_and_that_is_said():
    (picture,) = pictures_of(referee.learners.RandomSplits(30).make(np.arange(400) % 2, rng=7))
    assert picture.caption == "Shown are the first 150 of 400 cases and the first 20 of 30 splits."


def test_marks_stand_around_the_number_of_their_split():
    splits = referee.learners.CrossValidation(3).make(Y, rng=7)
    tested = parts(splits)["test"]
    rows = np.repeat([1, 2, 3], [len(test) for test in splits.tests])
    assert np.allclose((tested.low + tested.high) / 2, rows)
