from __future__ import annotations

import itertools

import numpy as np
import pytest

from referee import InputError
from referee.claims import consistent_folds, stratify

FOLDS = [(2, 3), (1, 4), (2, 2)]


def every_way():
    """All right answers in the folds, as means of accuracy, sensitivity, specificity and balanced accuracy."""
    rows = []
    for cells in itertools.product(*(range(m + 1) for fold in FOLDS for m in fold)):
        right = np.array(cells, dtype=float).reshape(-1, 2)
        sizes = np.array(FOLDS, dtype=float)
        sn, sp = (right / sizes).mean(axis=0)
        rows.append(((right.sum(axis=1) / sizes.sum(axis=1)).mean(), sn, sp, (sn + sp) / 2))
    return np.array(rows)


WAYS = every_way()
NAMES = ("accuracy", "sensitivity", "specificity", "balanced_accuracy")


def test_verdicts_and_ranges_are_those_of_brute_force():
    rng = np.random.default_rng(0)
    seen = {True: 0, False: 0}
    for _ in range(40):
        row = WAYS[rng.integers(len(WAYS))]
        chosen = rng.choice(4, 2, replace=False)
        numbers = {NAMES[i]: f"{row[i] + rng.choice([0, 0.004, 0.05]):.3f}" for i in chosen}
        if any(float(text) > 1 for text in numbers.values()):
            continue
        near = np.ones(len(WAYS), dtype=bool)
        for name, text in numbers.items():
            near &= np.abs(WAYS[:, NAMES.index(name)] - float(text)) <= 0.0005 + 1e-12
        found = consistent_folds(FOLDS, **numbers)
        assert found.possible == near.any()
        seen[found.possible] += 1
        for i, name in enumerate(NAMES if found.possible else ()):
            assert found.ranges[name] == pytest.approx((WAYS[near, i].min(), WAYS[near, i].max()), abs=1e-9)
    assert min(seen.values()) >= 5


def test_the_example_gives_the_means():
    found = consistent_folds([(10, 20)] * 5, accuracy="0.81", sensitivity="0.74")
    means = [((tp + tn) / 30, tp / 10) for tp, _, _, tn in found.example]
    assert np.mean(means, axis=0) == pytest.approx((0.81, 0.74), abs=0.005)


def test_published_examples_of_mlscorecheck():
    """The examples of mlscorecheck 1.0.3 for means over known folds, both verdicts."""
    folds = [(52, 94), (74, 37)]
    numbers = {"accuracy": 0.573, "sensitivity": 0.768, "balanced_accuracy": 0.662}
    assert consistent_folds(folds, tolerance=1e-3, **numbers)
    assert not consistent_folds(folds, tolerance=1e-3, **{**numbers, "sensitivity": 0.568})


def test_85_percent_of_30_can_be_a_mean_over_folds():
    folds = [(2, 3), (2, 3), (2, 2), *[(1, 3)] * 4]
    assert consistent_folds(folds, accuracy="0.85").possible
    assert not consistent_folds([(10, 20)], accuracy="0.85").possible


def test_folds_are_even():
    assert stratify(7, 9, 4) == [(2, 3), (2, 2), (2, 2), (1, 2)]


@pytest.mark.parametrize(
    ("folds", "numbers", "sentence"),
    [
        ([], {"accuracy": 0.9}, "`folds` must hold at least one fold"),
        ([(1, 2, 3)], {"accuracy": 0.9}, "be pairs"),
        ([(0, 0)], {"accuracy": 0.9}, "`folds` must hold cases"),
        ([(1.5, 2)], {"accuracy": 0.9}, "be a whole number"),
        ([(0, 2), (1, 3)], {"recall": 0.9}, "have both classes in each fold for sensitivity"),
        (FOLDS, {"f1": 0.9}, "whose mean over folds is linear"),
        (FOLDS, {"accuracy": 9}, "lie between 0 and 1"),
    ],
)
def test_bad_input_gets_the_sentence(folds, numbers, sentence):
    with pytest.raises(InputError) as error:
        consistent_folds(folds, **numbers)
    assert sentence in str(error.value)
