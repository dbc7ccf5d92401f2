"""Which table a learner gets, and what is done to it."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.compose import ColumnTransformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from referee import compare_learners, estimate_error
from referee.data.features import read_features
from referee.learners import CrossValidation, run_learner
from referee.learners.named_learner import named_learner
from referee.learners.prepare import AsItCame, bounded_threads, prepare_learner
from referee.learners.prepared import Prepared

N = 60
rng = np.random.default_rng(3)
Y = np.array(["no", "yes"] * (N // 2))
FRAME = pd.DataFrame(
    {
        "customer_id": rng.permutation(N),
        "pay": np.where(np.arange(N) % 7 == 0, np.nan, rng.normal(size=N)),
        "job": np.where(Y == "yes", rng.choice(["a", "b"], N), rng.choice(["b", "c"], N)),
        "member": rng.random(N) < 0.5,
        "since": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 300, N), "D"),
    }
)
FEATURES = read_features(FRAME)
LABELS = np.array(["no", "yes"])
SPLITS = CrossValidation(3).make(Y, rng=1)


def ready(learner):
    return prepare_learner(learner, FEATURES, LABELS)


@pytest.mark.parametrize(
    "learner",
    [GaussianNB(), LogisticRegression(), RandomForestClassifier(5), DecisionTreeClassifier(), DummyClassifier()],
    ids=lambda learner: type(learner).__name__,
)
@pytest.mark.parametrize("kind", ["pandas", "file"])
def test_learners_get_text_gaps_dates_and_booleans(learner, kind):
    given = FRAME if kind == "pandas" else {name: FRAME[name].tolist() for name in FRAME}
    X = given if kind == "pandas" else read_features(given)
    results = run_learner(learner, X, Y, SPLITS, keep=["scores"], rng=1)
    assert not results.failures
    assert results.complete


def test_a_frame_and_the_same_columns_of_a_file_give_the_same_bits():
    columns = read_features({name: FRAME[name].astype(str).replace("nan", "").tolist() for name in FRAME})
    one, two = (run_learner(LogisticRegression(), X, Y, SPLITS, keep=["scores"], rng=1) for X in (FRAME, columns))
    assert all(np.array_equal(a, b) for a, b in zip(one.scores, two.scores, strict=True))
    assert one.data == two.data


def test_the_identifier_is_not_learnt_from():
    """Within each class the number of the case would be a perfect clue."""
    frame = pd.DataFrame({"id": np.argsort(np.argsort(Y, kind="stable")), "x": rng.normal(size=N)})
    results = run_learner(DecisionTreeClassifier(), frame, Y, SPLITS, rng=1)
    wrong = sum(results.counts[:, i, 1 - i].sum() for i in (0, 1))
    assert wrong > 10


def test_missing_numbers_stay_for_learners_that_take_them():
    assert ready(HistGradientBoostingClassifier())[0].gaps
    assert not ready(LogisticRegression())[0].gaps
    gaps_alone = read_features(np.array([[1.0, np.nan], [2.0, 1.0]]))
    forest = RandomForestClassifier()
    assert prepare_learner(forest, gaps_alone, LABELS)[0] is forest


def test_a_pipeline_that_codes_columns_gets_the_table_as_it_came():
    codes = ColumnTransformer([("job", OneHotEncoder(), ["job"])])
    learner = make_pipeline(codes, LogisticRegression())
    kept, table = ready(learner)
    assert kept is learner
    assert list(table.columns) == ["pay", "job", "member", "since"]
    assert run_learner(learner, FRAME, Y, SPLITS, rng=1).complete


def test_a_pipeline_that_only_scales_is_prepared():
    learner, table = ready(make_pipeline(StandardScaler(), LogisticRegression()))
    assert isinstance(learner, Prepared)
    assert table is FEATURES.values


class Rule:
    """A learner of the user's own, which knows its columns by name."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.where(X["job"] == "a", "yes", "no")


def test_a_users_own_class_gets_the_frame():
    assert run_learner(Rule(), FRAME, Y, SPLITS, rng=1).complete


def test_as_it_came():
    learner, table = ready(AsItCame(GaussianNB()))
    assert type(learner) is GaussianNB
    assert list(table.columns) == ["pay", "job", "member", "since"]


def test_a_search_prepares_inside_its_folds():
    search = GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=2)
    learner, _ = ready(search)
    assert isinstance(learner.estimator, Prepared)
    assert list(learner.param_grid) == ["learner__C"]
    assert search.param_grid == {"C": [0.1, 1.0]}
    assert run_learner(search, FRAME, Y, SPLITS, rng=1).complete


class Coded(GaussianNB):
    """Stands for a learner of a library that needs classes 0, 1, 2, ..."""

    def fit(self, X, y):
        assert sorted(set(y.tolist())) == list(range(len(set(y.tolist()))))
        return super().fit(X, y)


Coded.__module__ = "xgboost.sklearn"


def test_classes_become_integers_where_a_library_needs_them():
    learner, _ = ready(Coded())
    assert learner.coded
    learner.fit(FEATURES.values, Y)
    assert set(learner.predict(FEATURES.values)) <= {"no", "yes"}
    assert learner.classes_.tolist() == ["no", "yes"]
    assert prepare_learner(Coded(), None, np.array([0, 1]))[0].__class__ is Coded


class Net(BaseEstimator):
    """A network with the manners of skorch: what torch refuses, no seed of its own, and no classes of its own.

    `predict` gives the place of the largest output, whatever the labels were.
    """

    def __init__(self, module=GaussianNB, lr=0.01):
        self.module, self.lr = module, lr

    def initialize(self):
        self.module_ = self.module()
        self.initialized_ = True
        return self

    def fit(self, X, y):
        if X.dtype != np.float32:
            raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {X.dtype} and Float")
        if y.dtype != np.int64:
            raise RuntimeError(f"expected scalar type Long but found {y.dtype}")
        self.initialize()
        self.noise_ = sys.modules["torch"].noise if "torch" in sys.modules else 0.0
        self.module_.fit(X, y)
        return self

    def predict_proba(self, X):
        assert X.dtype == np.float32
        shares = self.module_.predict_proba(X) + np.array([self.noise_, 0.0])
        return (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)

    def predict(self, X):
        return self.predict_proba(X).argmax(axis=1)


Net.__module__ = "skorch.classifier"


@pytest.mark.parametrize("labels", [["no", "yes"], [0, 1], [False, True], [2, 5]], ids=str)
def test_a_network_gets_what_torch_takes_and_says_the_labels_that_were_given(labels):
    y = np.array(labels)[(Y == "yes").astype(int)]
    net = Net()
    skill = estimate_error(net, FRAME, y, method="5-CV", metric="brier_score", rng=1)
    assert not skill.findings
    bayes = estimate_error(GaussianNB(), FRAME, y, method="5-CV", metric="brier_score", rng=1)
    assert skill.estimate.value == pytest.approx(bayes.estimate.value, abs=1e-3)
    assert not hasattr(net, "module_")
    (duel,) = compare_learners({"net": net, "bayes": GaussianNB()}, FRAME, y, method=SPLITS, rng=1)
    assert abs(duel.difference.value) < 0.02


class Torch:
    """A stand-in for torch: one stream for all, as it is used from outside."""

    def __init__(self):
        self.random, self.noise = self, 0.5

    @contextmanager
    def fork_rng(self, devices):
        kept = self.noise
        yield
        self.noise = kept

    def manual_seed(self, seed):
        self.noise = float(np.random.RandomState(seed).random())


def test_a_network_draws_by_the_seed_of_the_fit(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", Torch())
    one, again, other = (run_learner(Net(), FRAME, Y, SPLITS, keep=["scores"], rng=seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one.scores, again.scores, strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(one.scores, other.scores, strict=True))
    assert sys.modules["torch"].noise == 0.5


def boosted(library, name):
    return getattr(pytest.importorskip(library), name)


@pytest.mark.parametrize(
    ("library", "name", "threads"),
    [
        ("lightgbm", "LGBMClassifier", "n_jobs"),
        ("xgboost", "XGBClassifier", "n_jobs"),
        ("catboost", "CatBoostClassifier", "thread_count"),
    ],
)
def test_boosted_learners(library, name, threads, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    size = {"iterations": 5} if library == "catboost" else {"n_estimators": 5}
    extra = {"verbose": -1} if library == "lightgbm" else {}
    learner = boosted(library, name)(**size, **extra)
    results = run_learner(learner, FRAME, Y, SPLITS, keep=["scores"], rng=1)
    assert not results.failures
    assert ready(learner)[0].learner.get_params()[threads] == 1
    assert learner.get_params().get(threads) is None
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("learner", "said"),
    [
        (RandomForestClassifier(n_jobs=-1), "n_jobs=-1"),
        (make_pipeline(StandardScaler(), RandomForestClassifier(n_jobs=4)), "randomforestclassifier__n_jobs=4"),
        (GridSearchCV(RandomForestClassifier(n_jobs=2), {}, n_jobs=-1), "n_jobs=-1, it: estimator__n_jobs=2"),
        ("lightgbm.LGBMClassifier(n_jobs=-1)", "n_jobs=-1"),
        ("lightgbm.LGBMClassifier()", "n_jobs left open"),
        ("xgboost.XGBClassifier()", "n_jobs left open"),
        ("xgboost.XGBClassifier(n_jobs=8)", "n_jobs=8"),
        ("catboost.CatBoostClassifier()", "thread_count left open"),
        ("catboost.CatBoostClassifier(thread_count=4)", "thread_count=4"),
    ],
    ids=lambda value: re.sub(r"\W+", " ", str(value)),
)
def test_a_fit_has_one_thread_and_that_is_said(learner, said):
    if isinstance(learner, str):
        pytest.importorskip(learner.split(".")[0])
        learner = named_learner(learner, {})
    before = learner.get_params()
    (words,) = bounded_threads({"it": learner})
    assert words.startswith(f"each fit has one thread (it: {said}); Run(n_jobs=-1)")
    bound = prepare_learner(learner, None, LABELS)[0]
    bound = bound.learner if isinstance(bound, Prepared) else bound
    assert not bounded_threads({"it": bound})
    keys = [re.split(r"=| left", part)[0] for part in said.split(", it: ")]
    assert [bound.get_params()[key] for key in keys] == [1] * len(keys)
    assert str(learner.get_params()) == str(before)


def test_a_learner_with_one_thread_stays_as_it_is():
    for learner in (RandomForestClassifier(), RandomForestClassifier(n_jobs=1), GaussianNB()):
        assert prepare_learner(learner, None, LABELS)[0] is learner
        assert not bounded_threads({"it": learner})


def test_the_record_of_an_estimate_and_of_a_comparison_says_that_threads_are_bounded():
    numbers = rng.normal(size=(N, 2))
    forest = RandomForestClassifier(2, n_jobs=-1)
    words = "each fit has one thread ({}: n_jobs=-1)"
    skill = estimate_error(forest, numbers, Y, method="holdout", rng=1)
    assert any(words.format("RandomForestClassifier") in note for note in skill.notes)
    (duel,) = compare_learners({"forest": forest, "bayes": GaussianNB()}, numbers, Y, method=SPLITS, rng=1)
    assert f"Note: {words.format('forest')}" in " ".join(str(duel).split())
    assert type(duel).from_dict(duel.to_dict()).origin.notes == duel.origin.notes
