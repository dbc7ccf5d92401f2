"""Learners as a command line writes them."""

from __future__ import annotations

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from referee import InputError
from referee.learners.named_learner import named_learner, named_learners, parameter_of

KNN = "sklearn.neighbors.KNeighborsClassifier"


def test_parameters_in_brackets_and_beside():
    made = named_learner(f"{KNN}(n_neighbors=3, weights=distance)", {"p": 1})
    assert (made.n_neighbors, made.weights, made.p) == (3, "distance", 1)
    assert isinstance(named_learner(" sklearn.naive_bayes.GaussianNB() "), GaussianNB)


def test_values_of_every_kind():
    made = named_learner(
        "sklearn.linear_model.LogisticRegression(C=-1e-3, class_weight={yes: 2, 'no': 1}, warm_start=true, "
        "random_state=null, l1_ratio=[1, (2, 'a b')])"
    )
    assert isinstance(made, LogisticRegression)
    assert (made.C, made.class_weight, made.warm_start) == (-1e-3, {"yes": 2, "no": 1}, True)
    assert (made.random_state, made.l1_ratio) == (None, [1, (2, "a b")])


def test_a_pipeline_and_a_search():
    text = (
        "sklearn.model_selection.GridSearchCV(sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), "
        "sklearn.svm.SVC(kernel=rbf)), {svc__C: [0.1, 1]}, cv=3)"
    )
    made = named_learner(text)
    assert [name for name, _ in made.estimator.steps] == ["standardscaler", "svc"]
    assert (made.param_grid, made.cv) == ({"svc__C": [0.1, 1]}, 3)


def test_several():
    made = named_learners(f"a={KNN}(n_neighbors=1,weights='a,b'), {KNN}, b-2 = sklearn.naive_bayes.GaussianNB")
    assert list(made) == ["a", "KNeighborsClassifier", "b-2"]
    assert made["a"].weights == "a,b"


@pytest.mark.parametrize(
    ("text", "value"),
    [("x=1e-3", 1e-3), ("x=l2", "l2"), ("x='1'", "1"), ("x=[1, 2]", [1, 2]), ("x=a b", "a b"), ("x=1.2.3", "1.2.3"), ("x=", ""), ("x=a.b", "a.b"), ("x=a-b", "a-b")],
)  # fmt: skip
def test_parameter(text, value):
    assert parameter_of(text) == ("x", value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sklearn.Nothing", "`learner` must name a class that can be imported; got 'sklearn.Nothing'"),
        ("nowhere.Nothing", "`learner` must name a class that can be imported; got 'nowhere.Nothing'"),
        ("Gaussian", "got 'Gaussian'. Did you mean GaussianNB or GaussianProcessClassifier"),
        ("LogisticRegresion", "Did you mean LogisticRegression"),
        ("Dummy", "Did you mean DummyClassifier"),
        ("Nowhere", "Write the whole path"),
        ("os", "`learner` must name a class that can be imported"),
        ("sklearn.naive_bayes", "`learner` must name a class"),
        (f"{KNN}(", "`learner` must be a path, with parameters in brackets"),
        (f"{KNN}(n_neighbors=1+1)", "`param` must be a number, a text, a list, a mapping or a path with brackets; got '1 \\+ 1'"),
        (f"{KNN}(**x)", "`param` must be a number"),
        (f"{KNN}(n_neighbors=1, n_neighbors=2)", "`param` must be given once; got 'n_neighbors' twice|`learner` must be a path"),
        (f"{KNN}(depth=1)", "`param` must be parameters of KNeighborsClassifier; got depth=1"),
        ("(lambda: 1)()", "`param` must be a number"),
    ],
)  # fmt: skip
def test_refused(text, sentence):
    with pytest.raises(InputError, match=sentence):
        named_learner(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(f"{KNN},{KNN}", "`learners` must name each learner once; got 'KNeighborsClassifier' twice"), ("", "must be paths with commas"), (f"a=,{KNN}", "must be paths with commas")],
)  # fmt: skip
def test_refused_together(text, sentence):
    with pytest.raises(InputError, match=sentence):
        named_learners(text)


def test_a_parameter_twice():
    with pytest.raises(InputError, match="`param` must be given once"):
        named_learner(f"{KNN}(p=1)", {"p": 2})


OWN = """
from sklearn.naive_bayes import GaussianNB
class Own(GaussianNB):
    class Inner(GaussianNB):
        pass
"""


@pytest.mark.parametrize(
    "path", ["own_{0}.Own", "own_{0}.Own.Inner", "bag_{0}.part.Own", "bag_{0}.part.Own.Inner"]
)
def test_modules_packages_and_classes_within_classes_are_found(tmp_path, monkeypatch, path):
    name = path.translate(str.maketrans(".{}", "___"))
    (tmp_path / f"own_{name}.py").write_text(OWN)
    (tmp_path / f"bag_{name}").mkdir()
    (tmp_path / f"bag_{name}/part.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    made = named_learner(path.format(name))
    assert type(made).__qualname__ == path.partition(".Own")[1].strip(".") + path.partition(".Own")[2]
