"""A learner as text."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from referee.learners import OverSampling
from referee.studies.experiment import Candidate, describe


def search(C=1.0, grid=(1, 2)):
    inner = make_pipeline(StandardScaler(), FunctionTransformer(np.log1p), SVC(C=C))
    return GridSearchCV(inner, {"svc__gamma": list(grid)})


def test_the_same_learner_is_the_same_text_and_any_parameter_shows():
    same = Candidate("a", search()), Candidate("b", search())
    assert same[0].fingerprint == same[1].fingerprint
    others = [search(C=2.0), search(grid=(1, 3)), SVC(), SVC(gamma=0.1), SVC(class_weight={0: 1, 1: 2})]
    prints = {Candidate("a", learner).fingerprint for learner in others}
    assert len(prints | {same[0].fingerprint}) == 6
    assert "svc__gamma" in same[0].recipe
    assert "SVC(C=1.0" in same[0].recipe
    assert "log1p" in same[0].recipe


def test_a_fitted_learner_is_the_learner_and_a_sampler_counts():
    X, y = np.arange(20.0)[:, None], np.repeat([0, 1], 10)
    fresh, fitted = LogisticRegression(), LogisticRegression().fit(X, y)
    assert Candidate("a", fresh).fingerprint == Candidate("a", fitted).fingerprint
    assert Candidate("a", fresh, sampler=OverSampling()).fingerprint != Candidate("a", fresh).fingerprint


def test_the_text_is_the_same_in_every_process():
    code = (
        "import numpy as np\nfrom referee.studies.experiment import describe\n"
        "print(describe([{'b', 'a', 'c'}, {'y': 1, 'x': None}, np.arange(3), np.random.RandomState(3), np.mean]))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said.pop().startswith("[{'a', 'b', 'c'}, {'x': None, 'y': 1}, array(<i8, (3,), ")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (np.arange(3), np.arange(4)),
        (np.random.RandomState(1), np.random.RandomState(2)),
        ((1, 2), [1, 2]),
        (1, True),
        (np.array([1.0]), np.array([1])),
        (np.mean, np.median),
    ],
)
def test_different_values_are_different_text(a, b):
    assert describe(a) != describe(b)
    assert describe(a) == describe(a)


def test_scores():
    assert Candidate("a", SVC()).scores
    assert Candidate("a", search()).scores


def test_arrays_are_described_by_what_they_hold():
    one, two = (np.array([[float(i)], str(i) * 3], dtype=object) for i in (7, 7))
    assert describe(one) == describe(two) != describe(one[:1])
    assert describe(np.arange(3.0)).startswith("array(<f8, (3,), ")


def test_an_array_is_told_by_its_type_its_shape_and_sixteen_digits():
    assert re.fullmatch(r"array\(<i8, \(3,\), [0-9a-f]{16}\)", describe(np.arange(3, dtype="<i8")))
