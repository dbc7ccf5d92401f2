"""Study files, what is planned, run, kept and exported, and what is refused, are as before."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.as_before import check, saved
from referee.studies import dry_run, export_predictions, export_results, read_experiment, read_study

LEARNER = '[[learner]]\nclass = "sklearn.naive_bayes.GaussianNB"\n'
TREE = '[[learner]]\nclass = "sklearn.tree.DecisionTreeClassifier"\n'
IRIS = '[[dataset]]\nbundled = "iris"\n'
DATA = '[[dataset]]\nfile = "data.csv"\ntarget = "y"\n'
CSV = "id,when,who,colour,size,y\n" + "".join(
    f"{i},{i % 7},p{i % 5},{'red' if i % 2 else 'blue'},{i if i % 9 else '?'},{'yes' if i % 3 else 'no'}\n"
    for i in range(60)
)
TEXTS = {
    "defaults": IRIS + LEARNER,
    "what a study says": '[study]\nname = "x"\nseed = 7\nmetrics = ["mcc", "roc_auc"]\n' + IRIS + LEARNER,
    "a key that is not known": '[study]\nnames = "x"\n' + IRIS + LEARNER,
    "a section that is not known": "[studies]\n" + IRIS + LEARNER,
    "a metric twice": '[study]\nmetrics = ["mcc", "mcc"]\n' + IRIS + LEARNER,
    "a metric that is none": '[study]\nmetrics = ["accuracy", "acuracy"]\n' + IRIS + LEARNER,
    "a seed below 0": "[study]\nseed = -1\n" + IRIS + LEARNER,
    "a limit of 0": "[study]\ntime_limit = 0\n" + IRIS + LEARNER,
    "no baselines": "[study]\nbaselines = false\n" + IRIS + LEARNER,
    "a long text": f'[study]\nseed = "{"x" * 200}"\n' + IRIS + LEARNER,
    "folds": '[plan]\nkind = "k-fold"\nfolds = 4\n' + IRIS + LEARNER,
    "folds again": '[plan]\nkind = "repeated k-fold"\n' + IRIS + LEARNER,
    "one fold": '[plan]\nkind = "k-fold"\nfolds = 1\n' + IRIS + LEARNER,
    "folds of a bootstrap": '[plan]\nkind = "bootstrap"\nfolds = 4\n' + IRIS + LEARNER,
    "a plan that is none": '[plan]\nkind = "k folds"\n' + IRIS + LEARNER,
    "a share of 2": "[plan]\ntest = 2.0\n" + IRIS + LEARNER,
    "files": DATA + 'drop = ["id"]\npositive = "yes"\n' + LEARNER,
    "groups": DATA + 'groups = "who"\n' + LEARNER,
    "times": DATA + 'times = "when"\nfeatures = ["size", "colour"]\n' + LEARNER,
    "a column that is none": DATA + 'groups = "whom"\n' + LEARNER,
    "columns that are none": DATA + 'drop = ["id", "sizes"]\n' + LEARNER,
    "a file that is none": DATA.replace("data.csv", "dates.csv") + LEARNER,
    "no target": '[[dataset]]\nfile = "data.csv"\n' + LEARNER,
    "two sources": DATA + 'bundled = "iris"\n' + LEARNER,
    "bundled data that are none": IRIS.replace("iris", "irises") + LEARNER,
    "a positive that is none": DATA + 'positive = "maybe"\n' + LEARNER,
    "the same dataset": IRIS + IRIS + LEARNER,
    "the same learner": IRIS + LEARNER + LEARNER,
    "two learners": IRIS + LEARNER + TREE + "params = { max_depth = 3 }\n",
    "a parameter that is none": IRIS + TREE + "params = { max_dept = 3 }\n",
    "a value that is refused": IRIS + TREE + "params = { max_depth = -3 }\n",
    "steps": IRIS
    + '[[learner]]\nsteps = ["sklearn.preprocessing.StandardScaler", "sklearn.svm.SVC"]\nname = "svm"\n',
    "steps and a class": IRIS + LEARNER + 'steps = ["sklearn.svm.SVC"]\n',
    "a step that is a number": IRIS + '[[learner]]\nsteps = ["sklearn.preprocessing.StandardScaler", 3]\n',
    "scaled": IRIS + LEARNER + "scale = true\n",
    "scaled and not prepared": IRIS + LEARNER + "scale = true\nprepare = false\n",
    "a search": IRIS + TREE + "search.grid.max_depth = [1, 2]\n",
    "a drawn search": IRIS + TREE + "search.grid.max_depth = [1, 2, 3]\nsearch.draws = 2\nsearch.folds = 2\n",
    "a search in one fold": IRIS + TREE + "search.grid.max_depth = [1, 2]\nsearch.folds = 1\n",
    "a search of nothing": IRIS + TREE + "search.grid = {}\n",
    "a search of a value that is refused": IRIS + TREE + "search.grid.max_depth = [1, -2]\n",
    "a sampler": IRIS + LEARNER + 'sampler = "over-sampling"\n',
    "a sampler that is none": IRIS + LEARNER + 'sampler = "over-samplings"\n',
    "a regressor": IRIS + '[[learner]]\nclass = "sklearn.linear_model.Ridge"\n',
    "a class that is none": IRIS + '[[learner]]\nclass = "sklearn.naive_bayes.GaussNB"\n',
    "a module that is none": IRIS + '[[learner]]\nclass = "nowhere.Learner"\n',
    "no learner": IRIS,
    "no dataset": LEARNER,
    "one table for all": '[learner]\nclass = "sklearn.naive_bayes.GaussianNB"\n' + IRIS,
    "no TOML": "[study\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_study_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text(CSV)
    (tmp_path / "study.toml").write_text(TEXTS[name])
    for dry in (False, True):
        try:
            made = dry_run(read_experiment("study.toml", dry=dry))
            text = saved(made) + str(made)
        except referee.RefereeError as refused:
            text = str(refused)
        check(f"study file, {name}{', dry' * dry}", text)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A study of learners with probabilities and without, on datasets of two classes and of three, with a failure."""
    rng = np.random.default_rng(12)
    data = {}
    for i, classes in enumerate((2, 3, 2)):
        y = np.arange(36) % classes
        data[f"d{i}"] = referee.Dataset(
            f"d{i}",
            (rng.normal(size=(36, 2)) + 0.8 * y[:, None]).round(2),
            y,
            groups=np.arange(36) // 2 if i == 2 else None,
        )
    learners = {
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
        "svm": LinearSVC(),
    }
    metrics = ("accuracy", "mcc")
    study = referee.Experiment(
        learners, data, splits=referee.learners.CrossValidation(3, repeats=2), metrics=metrics, rng=4
    )
    folder = tmp_path_factory.mktemp("study")
    study.run(folder / "study.db")
    return read_study(folder / "study.db"), folder


def test_a_study_that_was_run(run):
    study, _ = run
    check("study that was run: saved", saved(study))
    check("study that was run: text", str(study), digits=True)
    check("study that was run: ranks", saved(referee.rank(study, rng=0)))


@pytest.mark.parametrize("what", [export_predictions, export_results])
def test_what_is_exported(run, what):
    study, folder = run
    lines = what(study, folder / f"{what.__name__}.csv").read_text().splitlines()
    cells = [line.split(",") for line in lines]
    gone = [i for i, name in enumerate(cells[0]) if name.strip('"') == "seconds"]
    check(what.__name__, "\n".join(",".join(c for i, c in enumerate(row) if i not in gone) for row in cells))
