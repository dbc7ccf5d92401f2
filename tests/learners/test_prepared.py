"""What columns need before a learner can use them: codes of text, and numbers with gaps."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC

from referee.learners.fitting import Copies
from referee.learners.prepared import Preparation, Prepared

cells = st.tuples(
    st.sampled_from([0.0, 1.0, 2.0, np.nan]),
    st.one_of(st.just(np.nan), st.floats(-1e3, 1e3)),
    st.integers(0, 3),
)


def table(rows):
    return np.array(rows, dtype=float)


@settings(max_examples=40)
@given(st.lists(cells, min_size=2, max_size=12), st.lists(cells, min_size=1, max_size=6), st.booleans())
def test_as_the_transformers_of_scikit_learn_do_it(train, test, scale):
    X, Z = table(train), table(test)
    if np.isnan(X[:, 1]).all():
        X[0, 1] = 0.0
    steps = [SimpleImputer(strategy="median"), *([StandardScaler()] if scale else [])]
    other = ColumnTransformer(
        [
            ("number", make_pipeline(*steps), [1, 2]),
            ("text", OneHotEncoder(handle_unknown="ignore", sparse_output=False), [0]),
        ]
    )
    expected = [other.fit_transform(X), other.transform(Z)]
    made = Preparation.of(X, text=(0,), scale=scale)
    for rows, want in zip((X, Z), expected, strict=True):
        found = made.numbers(rows)
        assert found.shape == want.shape
        np.testing.assert_allclose(found[:, :2], want[:, :2], atol=1e-9)
        # A missing text is the first category here and the last there.
        np.testing.assert_array_equal(sorted(found[:, 2:].sum(axis=0)), sorted(want[:, 2:].sum(axis=0)))


def test_a_gap_that_only_the_test_part_has_is_filled():
    X = np.arange(6.0).reshape(3, 2)
    gap = np.array([[np.nan, 1.0]])
    assert Preparation.of(X).numbers(gap).tolist() == [[2.0, 1.0]]


def test_a_missing_text_is_a_category_and_a_column_without_numbers_is_0():
    X = np.array([[0.0, np.nan], [np.nan, np.nan]])
    assert Preparation.of(X, text=(0,)).numbers(X).tolist() == [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]


def test_gaps_stay_when_they_are_left_to_the_learner():
    X = np.array([[1.0, np.nan], [2.0, 3.0]])
    np.testing.assert_array_equal(Preparation.of(X, gaps=True).numbers(X), X)
    scaled = Preparation.of(X, gaps=True, scale=True).numbers(X)
    np.testing.assert_allclose(scaled, [[-1, np.nan], [1, 0]])


def test_a_constant_column_is_not_divided_by_0():
    for value in (1.0, 205.5653618321245):
        X = np.full((7, 1), value)
        np.testing.assert_allclose(Preparation.of(X, scale=True).numbers(X), np.zeros((7, 1)), atol=1e-12)


def test_a_column_that_varies_little_about_a_large_number_is_scaled():
    X = 1e6 + 1e-7 * np.arange(7.0)[:, None]
    np.testing.assert_allclose(Preparation.of(X, scale=True).numbers(X).std(), 1.0)


def test_a_column_whose_spread_overflows_is_not_made_constant():
    X = np.array([[1e200], [-1e200], [3e200]])
    with np.errstate(over="ignore"):
        made = Preparation.of(X, scale=True).numbers(X)
    assert len(np.unique(made)) == 3


MIXED = table([(0, 1.0, 0), (0, np.nan, 1), (1, 5.0, 0), (1, 6.0, 1)] * 6)
Y = np.array([0, 0, 1, 1] * 6)


def test_a_prepared_learner_has_the_methods_of_the_learner():
    probable, distant = Prepared(GaussianNB(), text=(0,)), Prepared(LinearSVC(), text=(0,))
    assert hasattr(probable, "predict_proba")
    assert not hasattr(probable, "decision_function")
    assert hasattr(distant, "decision_function")
    assert not hasattr(distant, "predict_proba")
    assert probable.fit(MIXED, Y).predict_proba(MIXED).shape == (24, 2)
    assert distant.fit(MIXED, Y).decision_function(MIXED).shape == (24,)
    assert probable.classes_.tolist() == [0, 1]


def test_a_search_learns_the_preparation_in_its_inner_folds(monkeypatch):
    seen = []
    of = Preparation.of.__func__
    monkeypatch.setattr(
        Preparation, "of", classmethod(lambda c, X, **options: seen.append(len(X)) or of(c, X, **options))
    )
    search = GridSearchCV(Prepared(LogisticRegression(), scale=True), {"learner__C": [0.1, 1.0]}, cv=3)
    search.fit(MIXED, Y)
    assert seen == [16] * 6 + [24]


def test_open_random_states_are_seeded():
    copies = Copies(Prepared(RandomForestClassifier(3)), "learner", ("fit", "predict"), seed=1, fits=2)
    states = [copies.copy(i).learner.random_state for i in range(2)]
    assert None not in states
    assert states[0] != states[1]
    assert states == [copies.copy(i).learner.random_state for i in range(2)]
