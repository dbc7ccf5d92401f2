"""Every recipe: sizes, strata, groups, times, and the same seed the same splits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import model_selection

from referee import InputError
from referee.core.splits import Splits
from referee.learners import (
    Bootstrap,
    CrossValidation,
    Holdout,
    LeaveOneOut,
    LeavePairOut,
    RandomSplits,
    TrainValidationTest,
    from_sklearn,
)
from referee.learners.estimators import NestedFolds, Progressive

Y = np.repeat(["a", "b", "c"], [20, 7, 3])
G = np.arange(30) % 8
RECIPES = [
    Holdout(),
    TrainValidationTest(),
    RandomSplits(5),
    CrossValidation(5),
    CrossValidation(2, repeats=3),
    CrossValidation(4, stratified=False),
    LeaveOneOut(),
    Bootstrap(5),
    Bootstrap(5, stratified=True),
    NestedFolds(5, 2),
    Progressive(),
]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: type(recipe).__name__)
def test_same_seed_same_splits(recipe):
    first, again = recipe.make(Y, rng=3), recipe.make(Y, rng=3)
    assert first == again == Splits.from_dict(first.to_dict())
    if not isinstance(recipe, LeaveOneOut):
        assert first != recipe.make(Y, rng=4)
        assert first.seed == 3
    for train, test in first:
        assert not set(train) & set(test)
        assert len(train)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=6, max_size=60), st.integers(2, 6), st.integers(0, 99))
def test_folds_are_even_in_all_and_in_each_class(y, folds, seed):
    splits = CrossValidation(folds).make(y, rng=seed)
    assert splits.partition
    tables = np.array([np.bincount(np.array(y)[test], minlength=4) for test in splits.tests])
    assert np.ptp(tables.sum(axis=1)) <= 1
    assert (np.ptp(tables, axis=0) <= 1).all()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=6, max_size=60), st.floats(0.05, 0.95), st.integers(0, 99))
def test_random_splits_keep_the_shares(y, share, seed):
    splits = RandomSplits(3, test=share).make(y, rng=seed)
    size = min(len(y) - 1, max(1, round(len(y) * share)))
    for test in splits.tests:
        assert len(test) == size
        got = np.bincount(np.array(y)[test], minlength=4)
        assert (np.abs(got - np.bincount(y, minlength=4) * size / len(y)) < 1 + 1e-9).all()


def test_random_splits_are_uniform_over_cases():
    times = np.zeros(12)
    for test in RandomSplits(6000, test=1 / 3).make([0] * 8 + [1] * 4, rng=1).tests:
        times[test] += 1
    assert np.abs(times / 6000 - 1 / 3).max() < 0.03


@pytest.mark.parametrize(
    "recipe",
    [Holdout(), TrainValidationTest(), RandomSplits(5), CrossValidation(4), Bootstrap(5), LeaveOneOut()],
    ids=lambda recipe: type(recipe).__name__,
)
def test_groups_stay_together(recipe):
    splits = recipe.make(Y, groups=G, rng=1)
    for i, (train, test) in enumerate(splits):
        parts = [set(G[train]), set(G[test])] + [set(G[v]) for v in splits.validations[i : i + 1]]
        assert sum(map(len, parts)) == len(set.union(*parts))
    if isinstance(recipe, CrossValidation):
        assert splits.partition
    if isinstance(recipe, LeaveOneOut):
        assert len(splits) == 8


@pytest.mark.parametrize(
    "recipe",
    [Holdout(), TrainValidationTest(), RandomSplits(5), CrossValidation(4), LeaveOneOut(), Progressive()],
    ids=lambda recipe: type(recipe).__name__,
)
@pytest.mark.parametrize("ties", [False, True])
def test_times_are_kept_in_order(recipe, ties):
    when = np.random.default_rng(0).permutation(30) // (3 if ties else 1)
    y = np.random.default_rng(1).integers(2, size=30)
    splits = recipe.make(y, times=when, rng=1)
    for train, test in splits:
        if ties and isinstance(recipe, Progressive):
            assert when[train].max() <= when[test].min()
        else:
            assert when[train].max() < when[test].min()


def test_random_moments_lie_in_the_later_half_of_what_can_be_trained_on():
    """12 cases, 4 tested: the first split tests the latest, the others begin anywhere from case 4 to case 8."""
    splits = RandomSplits(200, test=1 / 3).make([0, 1] * 6, times=np.arange(12), rng=0)
    starts = [int(test[0]) for test in splits.tests]
    assert starts[0] == 8
    assert set(starts[1:]) == {4, 5, 6, 7, 8}
    assert {len(test) for test in splits.tests} == {4}
    assert all(len(train) == start for (train, _), start in zip(splits, starts, strict=True))


def test_two_cases_in_time_are_one_to_train_and_one_to_test():
    splits = RandomSplits(3, test=0.5).make([0, 1], times=[1, 2], rng=0)
    assert [test.tolist() for test in splits.tests] == [[1], [1], [1]]


def test_dates_are_times():
    days = np.arange("2026-01-01", "2026-01-31", dtype="datetime64[D]")
    assert Holdout().make(Y, times=days).tests[0].tolist() == list(range(20, 30))


def test_bootstrap_parts():
    splits = Bootstrap(400).make(Y, rng=1)
    for train, test in splits:
        assert len(train) == 30
        assert sorted(set(train) | set(test)) == list(range(30))
    drawn = np.mean([np.bincount(train, minlength=30) for train, _ in splits], axis=0)
    assert np.abs(drawn - 1).max() < 0.25
    stratified = Bootstrap(5, stratified=True).make(Y, rng=1)
    assert all(np.bincount(np.unique(Y, return_inverse=True)[1][t]).tolist() == [20, 7, 3] for t, _ in stratified)


def test_nested_folds_leave_out_each_pair():
    splits = NestedFolds(4, 1).make(Y, rng=1)
    single, pairs = splits.tests[:4], splits.tests[4:]
    assert sorted(np.concatenate(single)) == list(range(30))
    assert len(pairs) == 6
    assert pairs[0].tolist() == sorted([*single[0], *single[1]])


def test_leave_pair_out():
    assert len(LeavePairOut().make([0] * 3 + [1] * 4)) == 12
    with pytest.raises(InputError, match="`y` must have two classes for leave-pair-out; got 3."):
        LeavePairOut().make(Y)


@pytest.mark.parametrize(
    "splitter",
    [
        model_selection.KFold(3),
        model_selection.KFold(3, shuffle=True),
        model_selection.RepeatedStratifiedKFold(n_splits=3, n_repeats=2),
        model_selection.StratifiedShuffleSplit(4),
        model_selection.TimeSeriesSplit(3),
        model_selection.LeaveOneOut(),
    ],
    ids=str,
)
def test_scikit_learn_splitters(splitter):
    splits = from_sklearn(splitter, Y, rng=5)
    assert splits == from_sklearn(splitter, Y, rng=5)
    assert len(splits) == splitter.get_n_splits(np.zeros((30, 1)), Y)
    assert getattr(splitter, "random_state", None) is None
    again = from_sklearn(model_selection.KFold(3), Y)
    assert again == Splits("x", 30, tuple(np.arange(30).reshape(3, 10)))


def test_scikit_learn_groups():
    splits = from_sklearn(model_selection.GroupKFold(4), Y, groups=G)
    assert all(not set(G[train]) & set(G[test]) for train, test in splits)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: CrossValidation(31).make(Y), "`folds` must be at most 30, the number of cases; got 31."),
        (lambda: CrossValidation(9).make(Y, groups=G), "`folds` must be at most 8, the number of groups; got 9."),
        (lambda: CrossValidation(1), "`folds` must be at least 2; got 1."),
        (lambda: RandomSplits(5, test=33), "`test` must lie strictly between 0 and 1; got 33. Did you mean 0.33?"),
        (lambda: Holdout().make(Y, groups=["x"] * 30), "`groups` must be at least 2 groups; got 1 group."),
        (lambda: Holdout().make([1]), "`y` must have at least 2 cases to split; got 1 case."),
        (lambda: Bootstrap().make(Y, times=range(30)), "`times` must not be given to a bootstrap; got times. Use CrossValidation or Holdout with times."),
        (lambda: Holdout().make(Y, groups=G, times=range(30)), "`times` must not be given with `groups`; got both. Split by one of them."),
        (lambda: from_sklearn(3, Y), "`splitter` must have a method `split`; got int."),
        (lambda: CrossValidation(3, repeats=2).make(Y, times=range(30)), "`repeats` must be 1 for splits in the order of time; got 2."),
    ],
)  # fmt: skip
def test_refused(make, sentence):
    with pytest.raises(InputError) as caught:
        make()
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("validation", "test"), [(0.5, 0.5), (0.2, 0.9), (0.9, 0.2)])
def test_three_parts_leave_a_share_to_train_on(validation, test):
    with pytest.raises(ValueError, match="`validation` must leave a share to train on beside `test`"):
        TrainValidationTest(validation, test)
