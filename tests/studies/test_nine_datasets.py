"""A study file that names files and learners alone, on data as they come; then rank."""

from __future__ import annotations

import csv
import importlib.util
import json

import numpy as np
import pytest

import referee
from helpers.cli_runner import run

LEARNERS = {
    "forest": 'class = "sklearn.ensemble.RandomForestClassifier"\nparams.n_estimators = 20',
    "logistic": 'class = "sklearn.linear_model.LogisticRegression"\nscale = true',
    "tree": 'class = "sklearn.tree.DecisionTreeClassifier"\nparams.max_depth = 4',
    "neighbours": 'class = "sklearn.neighbors.KNeighborsClassifier"\nscale = true',
    "lightgbm": 'class = "lightgbm.LGBMClassifier"\nparams = { n_estimators = 15, verbose = -1 }',
    "xgboost": 'class = "xgboost.XGBClassifier"\nparams = { n_estimators = 15, max_depth = 3 }',
}


def votes(draw, n):
    """As housevotes84: texts y, n and missing, two parties."""
    party = draw.choice(["democrat", "republican"], n, p=[0.6, 0.4])
    rows = []
    for own in party:
        yes = draw.random(10) < (0.8 if own == "democrat" else 0.25)
        rows.append([own, *("?" if draw.random() < 0.05 else "y" if vote else "n" for vote in yes)])
    return ["Class", *(f"V{j}" for j in range(1, 11))], rows


def wisconsin(draw, n):
    """As breast-cancer-wisconsin: an id that is a number, nine grades, some missing."""
    sick = draw.random(n) < 0.35
    rows = []
    for own in sick:
        grades = np.clip(draw.normal(6.0 if own else 2.5, 2.2, 6).round(), 1, 10).astype(int)
        cells = ["NA" if draw.random() < 0.03 else str(grade) for grade in grades]
        rows.append([str(draw.integers(10**6, 10**7)), *cells, "malignant" if own else "benign"])
    return ["Id", *(f"grade{j}" for j in range(6)), "Class"], rows


def zoo(draw, n):
    """As zoo: the name of the animal, booleans, legs, several classes."""
    kind = draw.choice(["mammal", "bird", "fish"], n, p=[0.5, 0.25, 0.25])
    rows = []
    for i, own in enumerate(kind):
        said = {"hair": own == "mammal", "feathers": own == "bird", "fins": own == "fish", "eggs": own != "mammal"}
        cells = [str(bool(value) ^ (draw.random() < 0.12)) for value in said.values()]
        legs = {"mammal": 4, "bird": 2, "fish": 0}[own] if draw.random() > 0.1 else 4
        since = f"20{draw.integers(10, 24)}-0{draw.integers(1, 10)}-15"
        rows.append([f"animal {i}", *cells, legs, since, own])
    return ["animal", "hair", "feathers", "fins", "eggs", "legs", "seen", "type"], rows


SHAPES = {"votes": (votes, "Class"), "wisconsin": (wisconsin, "Class"), "zoo": (zoo, "type")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    here = tmp_path_factory.mktemp("nine")
    lines = ["[plan]", "repeats = 10"]
    for i in range(9):
        name, (shape, target) = list(SHAPES.items())[i % 3]
        head, rows = shape(np.random.default_rng(i), 90 + 10 * i)
        with (here / f"{name}{i}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([head, *rows])
        lines += ["[[dataset]]", f'file = "{name}{i}.csv"', f'target = "{target}"']
    absent = [name for name in ("lightgbm", "xgboost") if importlib.util.find_spec(name) is None]
    for name, learner in LEARNERS.items():
        if name not in absent:
            lines += ["[[learner]]", f'name = "{name}"', learner]
    (here / "study.toml").write_text("\n".join(lines) + "\n")
    return here


def test_the_plan_says_what_is_done_to_each_column(folder):
    code, out, err = run("experiment", folder / "study.toml", "--dry-run")
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert "wisconsin1: left out: 'Id' (its name and values are those of an identifier)" in text
    assert "zoo2, zoo5, zoo8: left out: 'animal' (as many values as cases)" in text
    assert "true and false are 1 and 0: hair, feathers, fins, eggs" in text
    assert "dates are years since 2000: seen" in text
    assert "votes0, votes3, votes6: one-hot coded: V1 (3), V2 (3)" in text
    assert "missing numbers become the median, or stay for learners that take them: grade0" in text
    for name, words in {
        "xgboost": "XGBClassifier(max_depth=3, n_estimators=15)",
        "lightgbm": "LGBMClassifier(n_estimators=15, verbose=-1)",
    }.items():
        if importlib.util.find_spec(name) is not None:
            assert words in text
            assert f"{name}: n_jobs left open" in text.partition("each fit has one thread (")[2]


@pytest.mark.slow
def test_every_learner_with_nine_wins_is_better_than_the_majority_rule(folder):
    store = folder / "study.db"
    code, out, err = run("experiment", folder / "study.toml", "--store", store)
    assert code == 0, out
    # how far it is, where it takes longer than ten seconds
    assert all(", 0 failed" in line for line in err.splitlines())
    code, out, _ = run("rank", store, "--json")
    assert code == 0
    found = referee.load(json.loads(out))
    assert set(found.order) <= set(LEARNERS)
    assert found.test == ("random-effects" if len(found.order) == 6 else "wilcoxon-holm")
    assert [m.a for m in found.over_rule] == list(found.order)
    for match in found.over_rule:
        assert (match.wins, match.losses, str(match.verdict)) == (9, 0, "better")
    assert f"All {len(found.order)} are better than the majority rule" in found.sentence
