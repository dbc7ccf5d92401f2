from __future__ import annotations

import numpy as np
import pytest

from referee import read
from referee.core.cases import Cases
from referee.errors import InputError

THREE = ["a", "b", "c"]
GOOD = [[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.2, 0.3, 0.5]]


def probability_cases(y, scores, **options):
    return read(y, y_score=scores, **options).cases(probabilities=True)


def score_cases(y, scores, **options):
    return read(y, y_score=scores, **options).cases()


def binary_cases(y, scores, **options):
    return read(y, y_score=scores, **options).binary_cases()


def test_probability_outside_names_value_and_row():
    with pytest.raises(
        InputError, match=r"`y_score` must hold probabilities from 0 to 1; got 1.2 at row 2 \(index 1\)\. "
    ):
        probability_cases([1, 0], [0.5, 1.2])
    with pytest.raises(InputError, match=r"got -0.1 at row 3 \(index 2\) for class 'b'\."):
        probability_cases(THREE, [GOOD[0], GOOD[1], [0.6, -0.1, 0.5]])


def test_infinite_probability_names_the_row_but_an_infinite_score_is_ranked():
    with pytest.raises(InputError, match=r"got inf at row 2 \(index 1\)"):
        probability_cases([1, 0], [0.5, np.inf])
    assert np.isinf(score_cases([1, 0], [0.5, np.inf]).scores).any()


def test_nan_names_count_and_row():
    with pytest.raises(InputError, match=r"1 missing value, the first at row 2 \(index 1\)"):
        probability_cases([1, 0], [0.5, np.nan])
    with pytest.raises(InputError, match=r"1 missing value, the first at row 3 \(index 2\)"):
        probability_cases(THREE, [*GOOD[:2], [0.2, np.nan, 0.5]])


def test_rows_that_do_not_sum_to_one_are_refused_not_normalised():
    rows = [GOOD[0], [0.1, 0.5, 0.3], [0.1, 0.5, 0.3]]
    message = r"`y_score` must have rows that sum to 1 within 1e-05; got a sum of 0\.9 at row 2 \(index 1\), 2 such rows in all\. "
    with pytest.raises(InputError, match=message):
        probability_cases(THREE, rows)
    score_cases(THREE, rows)


def test_float32_rows_sum_well_enough():
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(50), size=100).astype(np.float32)
    cases = probability_cases(np.arange(100) % 50, p)
    assert cases.n == 100
    assert len(cases.labels) == 50


def test_wrong_number_of_columns_lists_the_classes():
    with pytest.raises(InputError, match=r"one column for each of the 3 classes \('a', 'b', 'c'\); got 2 columns"):
        probability_cases(THREE, [[0.5, 0.5]] * 3)
    with pytest.raises(
        InputError, match=r"one column for each of the 3 classes \('a', 'b', 'c'\); got 1 column\."
    ):
        score_cases(THREE, [0.5, 0.2, 0.1])


def test_columns_follow_the_labels_and_the_positive_class():
    y, p = ["n", "y", "y"], [[0.9, 0.1], [0.2, 0.8], [0.4, 0.6]]
    assert binary_cases(y, p, positive="y").scores[:, 1].tolist() == [0.1, 0.8, 0.6]
    flipped = binary_cases(y, p, positive="n")
    assert flipped.scores[:, 1].tolist() == [0.9, 0.2, 0.4]
    assert flipped.truth.tolist() == [1, 0, 0]
    assert flipped.labels == ("y", "n")
    assert probability_cases(y, p, positive="n").labels == ("y", "n")
    reordered = probability_cases(y, p, labels=["y", "n"])
    assert reordered.truth.tolist() == [1, 0, 0]


def test_which_class_is_positive_is_asked():
    with pytest.raises(InputError, match="`positive` must name the positive class"):
        binary_cases(["n", "y"], [0.1, 0.8])
    with pytest.raises(InputError, match="`positive` must name the positive class"):
        binary_cases(THREE, GOOD)


def test_one_probability_of_one_class_against_the_rest():
    cases = probability_cases(THREE, [0.1, 0.8, 0.3], positive="b")
    assert cases.truth.tolist() == [0, 1, 0]
    assert cases.labels == ("not b", "b")


def test_rows_stand_for_counts():
    p = read([1, 0], y_score=[0.7, 0.2], weights=[2, 3], weights_are="counts", groups=["g", "h"])
    cases = p.cases(probabilities=True)
    assert cases.n == 5
    assert cases.weights is None
    assert cases.repeat().n == 5
    assert cases.repeat().groups.tolist() == [0, 0, 1, 1, 1]
    weighted = Cases(cases.truth, cases.scores, cases.labels, cases.times, np.array([0.5, 2.0]))
    assert weighted.repeat().mass.tolist() == [0.5, 0.5, 2.0, 2.0, 2.0]


def test_what_there_is_not_is_refused():
    with pytest.raises(InputError, match="predicted classes only"):
        read([1, 0], [1, 1]).cases(probabilities=True)
    with pytest.raises(InputError, match="`y_pred` must be given, or `y_score`; got neither"):
        read([1, 0])
