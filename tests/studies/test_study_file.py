"""A study as a file, and everything that can be wrong with it."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

import referee
from referee.errors import FileError
from referee.learners.over_sampling import OverSampling
from referee.studies.study_file import read_experiment
from referee.studies.study_text import _table_header

LEARNER = '[[learner]]\nclass = "sklearn.naive_bayes.GaussianNB"\n'
IRIS = '[[dataset]]\nbundled = "iris"\n'
CSV = "id,when,who,colour,size,y\n" + "".join(
    f"{i},{i % 7},p{i % 5},{'red' if i % 2 else 'blue'},{i if i % 9 else '?'},{'yes' if i % 3 else 'no'}\n"
    for i in range(60)
)


@pytest.fixture
def study(tmp_path):
    """Write a study, with data.csv beside it, and read it."""
    (tmp_path / "data.csv").write_text(CSV)

    def read(text, **options):
        file = tmp_path / "study.toml"
        file.write_text(text)
        return read_experiment(file, **options)

    return read


def said(error, tmp_path):
    """The message of an error, without the folder."""
    return str(error.value).replace(f"{tmp_path}/", "")


def test_defaults(study):
    made = study(IRIS + LEARNER)
    assert (made.name, made.seed, list(made.metrics), made.time_limit) == ("study", 0, ["accuracy"], None)
    assert made.splits == referee.learners.RandomSplits(30, test=1 / 3)
    names = [(candidate.name, candidate.baseline) for candidate in made.candidates]
    assert sorted(names) == [
        ("GaussianNB", False),
        ("majority", True),
        ("naive Bayes", True),
        ("prior-random", True),
    ]
    X, y = load_iris(return_X_y=True)
    np.testing.assert_array_equal(made.tables["iris"].X, X)
    assert made.tables["iris"].labels == ("setosa", "versicolor", "virginica")
    np.testing.assert_array_equal(made.tables["iris"].codes, y)


def test_baselines_may_be_refused(study):
    for made in (study(IRIS + LEARNER, baselines=False), study("[study]\nbaselines = false\n" + IRIS + LEARNER)):
        assert [candidate.name for candidate in made.candidates] == ["GaussianNB"]


def test_what_study_says(study):
    made = study('[study]\nname = "x"\nseed = 7\nmetrics = ["mcc", "accuracy"]\ntime_limit = 5\n' + IRIS + LEARNER)
    assert (made.name, made.seed, list(made.metrics), made.time_limit) == ("x", 7, ["mcc", "accuracy"], 5.0)
    assert study(IRIS + LEARNER, time_limit=2.0).time_limit == 2.0


@pytest.mark.parametrize(
    ("plan", "recipe"),
    [
        ('kind = "random splits"\nrepeats = 5\ntest = 0.25', referee.learners.RandomSplits(5, test=0.25)),
        ("repeats = 5", referee.learners.RandomSplits(5)),
        ('kind = "k-fold"\nfolds = 5\nstratified = false', referee.learners.CrossValidation(5, stratified=False)),
        ('kind = "K_fold"', referee.learners.CrossValidation(10)),
        ('kind = "repeated k-fold"', referee.learners.CrossValidation(10, repeats=10)),
        ('kind = "repeated k-fold"\nfolds = 2\nrepeats = 5', referee.learners.CrossValidation(2, repeats=5)),
        ('kind = "bootstrap"\nresamples = 20', referee.learners.Bootstrap(20)),
        ('kind = "holdout"\ntest = 0.2', referee.learners.Holdout(0.2)),
        ('kind = "leave-one-out"', referee.learners.LeaveOneOut()),
    ],
)
def test_plans(study, plan, recipe):
    assert study(f"[plan]\n{plan}\n{IRIS}{LEARNER}").splits == recipe


DATA = '[[dataset]]\nfile = "data.csv"\ntarget = "y"\ndrop = ["id"]\n'


def test_a_file_with_text_and_gaps(study):
    made = study(DATA + 'positive = "yes"\n' + LEARNER).tables["data"]
    assert (made.X.shape, made.labels, made.positive, made.source) == ((60, 4), ("no", "yes"), "yes", "data.csv")
    assert made.table[1].tolist() == [1.0, "p1", "red", 1.0]
    assert np.isnan(made.table[0, 3])


def test_features_groups_and_times(study):
    grouped = study(DATA.replace("drop", "groups = 'who'\ndrop") + LEARNER)
    assert grouped.tables["data"].X.shape == (60, 3)
    assert grouped.splits_of("data").kind == "grouped random splits"
    ordered = study(
        '[[dataset]]\nfile = "data.csv"\ntarget = "y"\nfeatures = ["size"]\ntimes = "when"\n' + LEARNER
    )
    assert ordered.tables["data"].X.shape == (60, 1)
    assert ordered.splits_of("data").kind == "time-ordered random splits"


def test_parquet_and_arff(study, tmp_path):
    pq.write_table(
        pa.table({"a": [1, None, 3, 4], "b": ["x", "y", "x", "y"], "y": [1, 0, 1, 0]}), tmp_path / "p.parquet"
    )
    (tmp_path / "w.arff").write_text(
        "@relation w\n@attribute a {1,2}\n@attribute y {b,a}\n@data\n1,a\n2,b\n1,a\n2,b\n"
    )
    text = "".join(f'[[dataset]]\nfile = "{name}"\ntarget = "y"\n' for name in ("p.parquet", "w.arff"))
    tables = study(text + LEARNER).tables
    assert tables["p"].table[:, 1].tolist() == ["x", "y", "x", "y"]
    assert tables["p"].labels == (0, 1)
    assert tables["w"].table[:, 0].tolist() == ["1", "2", "1", "2"]
    assert tables["w"].labels == ("b", "a")


def test_a_study_of_text_gaps_and_nominal_attributes_runs(study, tmp_path):
    rows = "".join(
        f"{'red' if i % 2 else 'blue'},{i if i % 5 else '?'},{'a' if i % 3 else 'b'}\n" for i in range(40)
    )
    head = "@relation w\n@attribute colour {red,blue}\n@attribute size numeric\n@attribute y {b,a}\n@data\n"
    (tmp_path / "w.arff").write_text(head + rows)
    plan = "[study]\nmetrics = ['roc_auc']\n[plan]\nkind = 'k-fold'\nfolds = 2\n"
    more = "scale = true\nsampler = 'under-sampling'\nsearch.grid.var_smoothing = [1e-9, 0.1]\n"
    made = study(plan + "[[dataset]]\nfile = 'w.arff'\ntarget = 'y'\n" + LEARNER + more)
    results = made.run(tmp_path / "s.db")
    assert (results.failures, results.complete) == ((), True)
    assert all(0 <= value <= 1 for value in results.means[0][0])


LEARNERS = """
[[learner]]
name = "plain"
class = "sklearn.svm.SVC"
params = { C = 10.0, kernel = "linear" }
prepare = false

[[learner]]
name = "bracketed"
class = "sklearn.svm.SVC(C=10)"
scale = true

[[learner]]
steps = ["sklearn.preprocessing.StandardScaler", { class = "sklearn.svm.SVC", params = { C = 2.0 } }]
search = { grid = { svc__C = [0.1, 1.0], svc__kernel = ["linear", "rbf"] }, folds = 4, scoring = "balanced_accuracy" }

[[learner]]
name = "drawn"
class = "sklearn.ensemble.BaggingClassifier"
params.estimator = { class = "sklearn.tree.DecisionTreeClassifier", params = { max_depth = 1 } }
sampler = "over-sampling"
[learner.search]
grid.n_estimators = [2, 3, 4]
draws = 1
"""


def test_learners(study):
    made = {
        name: candidate.learner for name, candidate in study(IRIS + LEARNERS, baselines=False).learners.items()
    }
    assert list(made) == ["plain", "bracketed", "StandardScaler + SVC", "drawn"]
    assert isinstance(made["plain"], SVC)
    assert (made["plain"].C, made["plain"].kernel) == (10.0, "linear")
    assert (made["bracketed"].learner.C, made["bracketed"].scale) == (10, True)
    search = made["StandardScaler + SVC"]
    assert type(search) is GridSearchCV
    assert isinstance(search.estimator, Pipeline)
    assert search.param_grid == {"svc__C": [0.1, 1.0], "svc__kernel": ["linear", "rbf"]}
    assert (search.cv.n_splits, search.scoring) == (4, "balanced_accuracy")
    drawn = made["drawn"]
    assert type(drawn) is RandomizedSearchCV
    assert drawn.n_iter == 1
    assert drawn.estimator.estimator.max_depth == 1


def test_a_sampler(study):
    study_made = study(IRIS + LEARNERS)
    assert isinstance(study_made.learners["drawn"].sampler, OverSampling)
    text = '[[learner]]\nclass = "sklearn.svm.SVC"\nsampler = "referee.learners.UnderSampling(random_state=3)"\n'
    assert study(IRIS + text).learners["SVC"].sampler.random_state == 3


WRONG = {
    "no such section": (
        "[studdy]\n",
        "studdy",
        "`studdy` must be one of [study], [plan], [[dataset]] and [[learner]]; got 'studdy'. Did you mean 'study'?",
    ),
    "a wrong key": (
        "[study]\nname = 'x'\nmetric = 'mcc'\n",
        "study.metric",
        "`metric` must be a key of [study]; got 'metric'. Did you mean 'metrics'?",
    ),
    "a value of the wrong kind": (
        "[study]\nmetrics = 'mcc'\n",
        "study.metrics",
        "`metrics` must be a list of texts; got 'mcc'.",
    ),
    "a metric": (
        "[study]\nmetrics = [\n'accuracy',\n'acuracy']\n",
        "study.metrics 2",
        "`metric` must be the name of a metric; got 'acuracy'. Did you mean 'accuracy'",
    ),
    "a metric twice": (
        "[study]\nmetrics = ['recall_macro', 'sensitivity_macro']\n",
        "study.metrics 2",
        "`metrics` must name each metric once; got 'sensitivity_macro' twice.",
    ),
    "a seed": ("[study]\nseed = -1\n", "study.seed", "`seed` must be at least 0; got -1."),
    "a time limit": (
        "[study]\ntime_limit = 0\n",
        "study.time_limit",
        "`time_limit` must be greater than 0; got 0.",
    ),
    "a kind of plan": (
        "[plan]\nkind = 'folds'\n",
        "plan.kind",
        "`kind` must be one of 'random splits', 'k-fold', 'repeated k-fold', 'bootstrap', 'holdout', 'leave-one-out'; got 'folds'.",
    ),
    "a key of a plan": (
        "[plan]\nkind = 'k-fold'\n\nfold = 3\n",
        "plan.fold",
        "`fold` must be a key of [plan]; got 'fold'. Did you mean 'folds'?",
    ),
    "a value of a plan": (
        "[plan]\ntest = 30\n",
        "plan",
        "`test` must lie strictly between 0 and 1; got 30. Did you mean 0.3?",
    ),
    "more folds than cases": (
        "[plan]\nkind = 'k-fold'\nfolds = 500\n" + IRIS + LEARNER,
        "plan",
        "`folds` must be at most 150, the number of cases; got 500. This is dataset 'iris'.",
    ),
    "one table instead of many": (
        "[dataset]\nbundled = 'iris'\n",
        "dataset",
        "`dataset` must be written as [[dataset]], once for each; got [dataset].",
    ),
    "no source": (
        "[[dataset]]\nname = 'x'\n",
        "dataset 1",
        "`dataset` must say where it is by one of `file`, `bundled` and `openml`; got none of them.",
    ),
    "two sources": (
        "[[dataset]]\nfile = 'x'\nbundled = 'iris'\n",
        "dataset 1",
        "`dataset` must say where it is by one of `file`, `bundled` and `openml`; got file and bundled.",
    ),
    "a bundled dataset": (
        "\n[[dataset]]\nbundled = 'irish'\n",
        "dataset 1.bundled",
        "`bundled` must be one of 'breast_cancer', 'digits', 'iris', 'wine'; got 'irish'.",
    ),
    "no target": (
        "[[dataset]]\nfile = 'data.csv'\n",
        "dataset 1",
        "`dataset` must have the key 'target'; got 'file'.",
    ),
    "no file": (
        "[[dataset]]\nfile = 'gone.csv'\ntarget = 'y'\n",
        "dataset 1.file",
        "`gone.csv` must exist; got no such file.",
    ),
    "a folder": ("[[dataset]]\nfile = '.'\ntarget = 'y'\n", "dataset 1.file", "must be a file; got a directory."),
    "an unknown kind of file": (
        "[[dataset]]\nfile = 'study.toml'\ntarget = 'y'\n",
        "dataset 1.file",
        "`study.toml` must end in one of",
    ),
    "a target that is not there": (
        "[[dataset]]\nfile = 'data.csv'\ntarget = 'Y'\n",
        "dataset 1.target",
        "`target` must be a column of data.csv; got 'Y'. Did you mean 'y'?",
    ),
    "a feature that is not there": (
        "[[dataset]]\nfile = 'data.csv'\ntarget = 'y'\nfeatures = [\n'size',\n'color']\n",
        "dataset 1.features 2",
        "`features` must be a column of data.csv; got 'color'. Did you mean 'colour'?",
    ),
    "a group that is not there": (
        "[[dataset]]\nfile = 'data.csv'\ntarget = 'y'\ngroups = 'whom'\n",
        "dataset 1.groups",
        "`groups` must be a column of data.csv; got 'whom'. Did you mean 'who'",
    ),
    "a target of numbers with fractions": (
        "[[dataset]]\nfile = 'half.csv'\ntarget = 'y'\n",
        "dataset 1.file",
        "`y` must hold class labels; got 0.5 at row 1 (index 0).",
    ),
    "one class": (
        "[[dataset]]\nfile = 'one.csv'\ntarget = 'y'\n",
        "dataset 1.target",
        "`y of one` must hold at least two classes; got only 'a'.",
    ),
    "missing labels": (
        "[[dataset]]\nfile = 'gap.csv'\ntarget = 'y'\n",
        "dataset 1.file",
        "`y` must have no missing value; got 1 empty cell, the first at row 2 (index 1).",
    ),
    "a positive class that is none": (
        "[[dataset]]\nfile = 'data.csv'\ntarget = 'y'\ndrop = ['id']\npositive = 'maybe'\n",
        "dataset 1.positive",
        "`positive` must be a label that occurs; got 'maybe'.",
    ),
    "nothing but an identifier": (
        "[[dataset]]\nfile = 'ids.csv'\ntarget = 'y'\n",
        "dataset 1.file",
        "`X` must hold at least one feature; got 'id', which name the cases. Name the features to use one all the same.",
    ),
    "twice the same name": (
        IRIS + "[[dataset]]\nbundled = 'wine'\nname = 'iris'\n",
        "dataset 2.name",
        "`name` must differ from the names before; got 'iris', as in dataset 1.",
    ),
    "no learner": (
        IRIS,
        None,
        "`study.toml` must have at least one learner; got none. Begin each with a line [[learner]].",
    ),
    "no class": (
        IRIS + "[[learner]]\nname = 'x'\n",
        "learner 1",
        "`learner` must say what it is by one of `class` and `steps`; got neither.",
    ),
    "a class that cannot be imported": (
        IRIS + "[[learner]]\nname = 'x'\nclass = 'sklearn.svm.SVCC'\n",
        "learner 1.class",
        "`learner` must name a class that can be imported; got 'sklearn.svm.SVCC'.",
    ),
    "a module that is not there": (
        IRIS + "[[learner]]\nclass = 'nowhere.Learner'\n",
        "learner 1.class",
        "`learner` must name a class that can be imported; got 'nowhere.Learner'.",
    ),
    "a parameter": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\nparams = { C = 1.0, gama = 2 }\n",
        "learner 1.params.gama",
        "`gama` must be a parameter of SVC; got 'gama'. Did you mean 'gamma'?",
    ),
    "a parameter in a table of its own": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\n[learner.params]\nC = 1.0\ngama = 2\n",
        "learner 1.params.gama",
        "`gama` must be a parameter of SVC",
    ),
    "a value of a parameter": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\n[learner.params]\nkernel = 'rbf'\nC = -1.0\n",
        "learner 1.params.C",
        "`C` must be a value that SVC accepts; got -1.0. The 'C' parameter of SVC must be a float in the range",
    ),
    "a step": (
        IRIS + "[[learner]]\nsteps = [\n'sklearn.preprocessing.StandardScaler',\n'sklearn.svm.SCV',\n]\n",
        "learner 1.steps 2",
        "`learner` must name a class that can be imported",
    ),
    "a parameter of a step": (
        IRIS + "[[learner]]\nsteps = [\n{ class = 'sklearn.svm.SVC', params = { c = 1 } },\n]\n",
        "learner 1.steps 1.params.c",
        "`c` must be a parameter of SVC; got 'c'.",
    ),
    "parameters beside steps": (
        IRIS + "[[learner]]\nsteps = ['sklearn.svm.SVC']\nparams = { C = 1 }\n",
        "learner 1.params",
        "`params` must be given inside each of `steps`",
    ),
    "a regressor": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVR'\n",
        "learner 1.class",
        "`class` must be a classifier; got SVR, which predicts numbers.",
    ),
    "a transformer": (
        IRIS + "[[learner]]\nclass = 'sklearn.preprocessing.StandardScaler'\nprepare = false\n",
        "learner 1",
        "`learner StandardScaler` must have a method `predict`; got StandardScaler.",
    ),
    "a key of a grid": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\nsearch = { grid = { c = [1] } }\n",
        "learner 1.search.grid.c",
        "`c` must be a parameter of the learner; got 'c'.",
    ),
    "a value of a grid": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\n[learner.search]\ngrid.C = [\n1.0,\n0.0,\n]\n",
        "learner 1.search.grid.C 2",
        "`C` must hold values of C that SVC accepts; got 0.0. The 'C' parameter",
    ),
    "a grid that is no list": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\nsearch.grid.C = 1.0\n",
        "learner 1.search.grid.C",
        "`C` must be a list of values to try; got 1.0.",
    ),
    "a scoring": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\nsearch.grid.C = [1.0]\nsearch.scoring = 'acuracy'\n",
        "learner 1.search.scoring",
        "`scoring` must be a scoring of scikit-learn; got 'acuracy'. Did you mean 'accuracy'",
    ),
    "inner folds": (
        IRIS + "[[learner]]\nclass = 'sklearn.svm.SVC'\nsearch.grid.C = [1.0]\nsearch.folds = 1\n",
        "learner 1.search.folds",
        "`folds` must be at least 2; got 1.",
    ),
    "a sampler": (
        IRIS + LEARNER + "sampler = 'oversampling'\n",
        "learner 1.sampler",
        "`sampler` must be 'over-sampling', 'under-sampling' or a class; got 'oversampling'. Did you mean 'over-sampling'",
    ),
    "scaling without preparation": (
        IRIS + LEARNER + "prepare = false\nscale = true\n",
        "learner 1.scale",
        "`scale` must be given with prepare = true",
    ),
    "two learners of one class": (
        IRIS + LEARNER + LEARNER,
        "learner 2",
        "`name` must differ from the names before; got 'GaussianNB', as in learner 1. Give each a name.",
    ),
    "a metric for two classes": (
        "[study]\nmetrics = ['roc_auc']\n" + IRIS + LEARNER,
        "study.metrics",
        "metrics for iris",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_refused_with_its_place(study, tmp_path, case):
    text, place, sentence = WRONG[case]
    (tmp_path / "one.csv").write_text("a,y\n1,a\n2,a\n")
    (tmp_path / "half.csv").write_text("a,y\n1,0.5\n2,1.5\n")
    (tmp_path / "gap.csv").write_text("a,y\n1,a\n2,\n")
    (tmp_path / "ids.csv").write_text("id,y\n" + "".join(f"n{i},{'ab'[i % 2]}\n" for i in range(40)))
    with pytest.raises(FileError) as error:
        study(text)
    words = said(error, tmp_path)
    assert words.startswith("" if place is None else f"study.toml, {place}: `")
    assert sentence in words
    assert words.count("study.toml, ") == (place is not None)


def test_no_study_file(tmp_path):
    with pytest.raises(FileError, match="must be a study file that can be read; got no such file or directory"):
        read_experiment(tmp_path / "gone.toml")
    with pytest.raises(FileError, match="must be a study file that can be read; got is a directory"):
        read_experiment(tmp_path)


def test_a_store_is_no_study_file(tmp_path):
    (tmp_path / "study.db").write_bytes(b"SQLite format 3\0 and more")
    with pytest.raises(
        FileError, match="must be a study file in TOML; got a store. A store is read by: referee rank"
    ):
        read_experiment(tmp_path / "study.db")


def test_a_damaged_file(study, tmp_path):
    (tmp_path / "p.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(
        FileError, match=r"study.toml, dataset 1.file: .*p.parquet` must be a complete Parquet file"
    ):
        study("[[dataset]]\nname = 'p'\nfile = 'p.parquet'\ntarget = 'y'\n")


def test_a_learner_that_cannot_travel(study, tmp_path, monkeypatch):
    lines = ["class Stuck:", "    def __init__(self):", "        self.f = lambda: 0"]
    lines += ["    def fit(self, X, y): return self", "    def predict(self, X): return X"]
    (tmp_path / "referee_stuck.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(FileError, match=r"learner 1: `learner Stuck` must be something that can be pickled"):
        study(IRIS + "[[learner]]\nclass = 'referee_stuck.Stuck'\n")


def test_no_toml(study, tmp_path):
    with pytest.raises(FileError, match=r"must be a TOML file; got .*at line 2, column 6"):
        study("[study]\nname x\n")
    (tmp_path / "study.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(FileError, match="must be UTF-8 text; got byte 0xff at offset 5"):
        read_experiment(tmp_path / "study.toml")


def test_a_table_is_named_as_it_is_written():
    assert _table_header(("study",)) == "[study]"
    assert _table_header(("learner", 1)) == "[[learner]]"
    assert _table_header(("learner", 1, "search")) == "search"
    assert _table_header(("learner", 1, "grid", 2)) == "grid"
