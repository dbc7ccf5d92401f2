"""What is read, counted or refused is as before: one table from every kind of source, and columns of every kind."""

from __future__ import annotations

import datetime
import math
from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.as_before import check, saved
from helpers.one_table import SOURCES
from referee.data.counter import count_answers, count_models, count_slices
from referee.data.features import read_features
from referee.data.score_table import read_score_table

pytestmark = pytest.mark.filterwarnings("ignore")  # those of the engines
ENGINES = ("csv", "tsv", "json lines", "parquet", "feather", "numpy", "pandas", "polars lazy")
ENGINES += ("sqlite", "sqlite query", "db-api connection", "duckdb", "duckdb relation")
FEW = {
    "referee.data.group_by.DISTINCT": 50,
    "referee.data.group_by.BINS": 100,
    "referee.data.score_counts.BINS": 5000,
    "referee.data.bins.FLUSH": 100,
    "referee.data.bins.CELLS": 400,
}
ASKED = {"truth": "y", "pred": "a", "score": "s"}


def told(call):
    """What a call gives, or why it is refused."""
    try:
        made = call()
    except referee.RefereeError as refused:
        return str(refused)
    return repr(made) if isinstance(made, str | tuple | list | dict) else saved(made)


def counts_of(answers):
    """The tables of answers: an engine gives its groups in any order."""
    return f"{answers.n} {answers.labels} {answers.positive} {saved(answers.confusion)} {saved(answers.ranking)}"


@pytest.mark.parametrize("name", ENGINES)
def test_a_source(name, tmp_path, monkeypatch):
    data, options = SOURCES[name](tmp_path)
    slices = count_slices(data, by=["region", "month"], **ASKED, **options)
    models = count_models(data, truth="y", scores={"a": "s", "b": "a"}, **options)
    texts = {
        "answers": counts_of(count_answers(data, **ASKED, **options)),
        "slices": "".join(f"{key} {counts_of(model)}" for key, model in slices.items()),
        "models": "".join(saved(model.ranking) for model in models),
    }
    for place, size in FEW.items():
        monkeypatch.setattr(place, size)
    found = count_answers(data, truth="y", score="s", threshold=0.5, **options)
    texts |= {"bins": counts_of(found), "area on bins": saved(referee.evaluate(found, metrics="roc_auc", rng=0))}
    for what, text in texts.items():
        check(f"{what} from {name}", text.replace(str(tmp_path), ""))
    if hasattr(data, "cursor"):
        data.close()


NAN = math.nan
Y, P, S = [1, 0, 1, 0, 1, 0], [1, 0, 0, 0, 1, 1], [0.9, 0.2, 0.4, 0.3, 0.8, 0.7]
THREE = list("abcabc")
PROBABILITIES = np.array([[7, 2, 1], [2, 5, 3], [1, 1, 8], [3, 4, 3], [2, 6, 2], [4, 3, 3]]) / 10
COLUMNS = {
    "plain": ((Y, P, S), {}),
    "no positive": ((["x", "y"] * 3, ["x", "x"] * 3), {}),
    "booleans": (([True, False] * 3, [True, True, False] * 2), {}),
    "signs": (([-1, 1] * 3, [1, 1, -1] * 2), {}),
    "whole floats": (([1.0, 0.0] * 3, [1, 1, 0] * 2), {}),
    "floats": (([0.5, 1.5] * 3, [0.5, 0.5, 1.5] * 2), {}),
    "large": (([2**53, 2**53 + 1] * 3, [2**53, 2**53, 2**53 + 1] * 2), {}),
    "larger": (([2**63, 2**63 - 1] * 3, [2**63, 2**63, 2**63 - 1] * 2), {}),
    "large floats": (([2.0**53, 1.0] * 3, [1.0] * 6), {}),
    "larger floats": (([2.0**54, 1.0] * 3, [1.0] * 6), {}),
    "a missing truth": (([1, 0, None, 0, 1, 0], P, S), {}),
    "missing truths": (([1, NAN, 1, NAN, 1, 0], P, S), {}),
    "a missing score": ((Y, P, [0.9, 0.2, NAN, 0.3, 0.8, 0.7]), {}),
    "an endless score": ((Y, P, [0.9, 0.2, math.inf, 0.3, 0.8, 0.7]), {"positive": 1}),
    "text for a score": ((Y, P, ["0.9", "0.2", "x", "0.3", "0.8", "0.7"]), {}),
    "mixed labels": (([1, "0"] * 3, P), {}),
    "no label shared": ((Y, [3, 4] * 3), {}),
    "one too few": ((Y, P[:5], S), {}),
    "a score too few": ((Y, P, S[:5]), {}),
    "one case": (([1], [1], [0.3]), {"positive": 1}),
    "no case": (([], []), {}),
    "a label too many": ((Y, [2, *P[1:]]), {"labels": [0, 1]}),
    "labels twice": ((Y, P), {"labels": [0, 1, 1]}),
    "labels in their order": ((THREE, THREE[::-1]), {"labels": ["c", "a", "b"]}),
    "a positive that is none": ((Y, P), {"positive": 2}),
    "probabilities": ((THREE, None, PROBABILITIES), {}),
    "probabilities that sum to more": ((THREE, None, 2 * PROBABILITIES), {}),
    "a probability below 0": ((THREE, None, PROBABILITIES - 0.2), {}),
    "probabilities of two": ((THREE, None, PROBABILITIES[:, :2]), {}),
    "both columns": ((Y, None, np.c_[1 - np.array(S), S]), {"positive": 1}),
    "a threshold": ((Y, None, S), {"positive": 1, "threshold": 0.4}),
    "a threshold of all": ((Y, None, S), {"positive": 1, "threshold": 0.0}),
    "weights": ((Y, P, S), {"positive": 1, "weights": [1, 2, 0.5, 1, 0, 3]}),
    "a negative weight": ((Y, P, S), {"weights": [1, 2, -0.5, 1, 0, 3]}),
    "no weight": ((Y, P, S), {"weights": [0] * 6}),
    "counts": ((Y, P, S), {"positive": 1, "weights": [1, 2, 1, 1, 0, 3], "weights_are": "counts"}),
    "counts that are not whole": ((Y, P, S), {"weights": [1, 2, 1.5, 1, 0, 3], "weights_are": "counts"}),
    "groups": ((Y, P, S), {"positive": 1, "groups": list("aabbcc")}),
    "a missing group": ((Y, P, S), {"groups": ["a", "a", None, "b", "c", "c"]}),
    "ids": ((Y, P, S), {"positive": 1, "case_ids": list("uvwxyz")}),
    "ids twice": ((Y, P, S), {"case_ids": list("uvwxyu")}),
    "a single": ((Y, P, np.array(S, dtype=np.float32)), {"positive": 1}),
    "a half": ((Y, P, np.array(S, dtype=np.float16)), {"positive": 1}),
    "whole scores": ((Y, P, [9, 2, 4, 3, 8, 7]), {"positive": 1}),
    "large whole scores": ((Y, P, [2**53 + i for i in range(6)]), {"positive": 1}),
}
GAPS = {
    "y": [1, 0, 1, None, 1, 0],
    "p": [1, 0, None, 0, 1, 1],
    "s": [0.9, NAN, 0.4, 0.3, 0.8, 0.7],
    "g": list("aabbcc"),
}
TABLES = {
    "gaps": {"truth": "y", "pred": "p", "score": "s"},
    "gaps left out": {"truth": "y", "pred": "p", "score": "s", "missing": "drop"},
    "gaps left out and counted": {"truth": "y", "pred": "p", "score": "s", "missing": "drop", "keep": "counts"},
    "gaps counted": {"truth": "y", "pred": "p", "keep": "counts"},
    "no such column": {"truth": "y", "pred": "q"},
    "groups": {"truth": "y", "pred": "p", "groups": "g", "missing": "drop"},
    "a threshold": {"truth": "y", "score": "s", "threshold": 0.4, "missing": "drop", "keep": "counts"},
}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns(name):
    given, options = COLUMNS[name]
    check(f"columns, {name}", told(lambda: referee.read(*given, **options)))


WHOLE = {"least": -(2**63), "below": -(2**63) - 1, "most": 2**63 - 1, "above": 2**63}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_numbers_at_the_ends_of_64_bits(name):
    y, p = [WHOLE[name], 0] * 3, [0, 0, WHOLE[name]] * 2
    check(f"{name} of 64 bits in lists", told(partial(referee.read, y, p)))
    check(
        f"{name} of 64 bits in columns", told(partial(referee.read, *(pd.Series(c, dtype=object) for c in (y, p))))
    )


@pytest.mark.parametrize("name", TABLES)
def test_a_table(name):
    check(f"table, {name}", told(lambda: referee.read(GAPS, **TABLES[name])))


DAYS = [datetime.date(2020, 1, 1 + i) for i in range(12)]
FEATURES = {
    "numbers": {"a": range(12), "b": [0.5 * i for i in range(12)]},
    "gaps": {"a": [None, *range(11)], "b": [NAN, 1.5] * 6},
    "text": {"a": ["x", "y", None] * 4, "b": [f"word {i}" for i in range(12)]},
    "numbers as text": {"a": [str(i) for i in range(12)], "b": ["1.5", "", "?"] * 4},
    "days": {"a": DAYS, "b": [str(day) for day in DAYS]},
    "booleans": {"a": [True, False, None] * 4, "b": ["true", "false"] * 6},
    "names of cases": {"id": [f"c{i}" for i in range(12)], "case": range(12), "a": [1, 2, 3] * 4},
    "one value": {"a": [1] * 12, "b": ["x"] * 12},
    "few": {"a": [1, 2], "b": ["x", "y"]},
}


@pytest.mark.parametrize("name", FEATURES)
def test_features(name):
    columns = {key: list(column) for key, column in FEATURES[name].items()}
    frame = pd.DataFrame(columns)
    for how, given in {
        "dataframe": frame,
        "columns": columns,
        "objects": frame.astype(object),
    }.items():
        try:
            found = read_features(given)
            text = "none" if found is None else f"{found.values.tolist()} {found.columns} {found.objects.tolist()}"
        except referee.RefereeError as refused:
            text = str(refused)
        check(f"features, {name} as {how}", text)


TEXTS = {
    "plain": "dataset,svm,tree\niris,0.9,0.8\nwine,0.7,0.6\n",
    "semicolons": "dataset;svm;tree\niris;0,9;0,8\nwine;0.7;0.6\n",
    "a gap": "dataset,svm,tree\niris,0.9,\nwine,0.7,0.6\n",
    "a word": "dataset,svm,tree\niris,0.9,good\nwine,0.7,0.6\n",
    "the same dataset": "dataset,svm,tree\niris,0.9,0.7\niris,0.7,0.6\n",
    "one learner": "dataset,svm\niris,0.9\nwine,0.7\n",
    "a short row": "dataset,svm,tree\niris,0.9\nwine,0.7,0.6\n",
    "no row": "dataset,svm,tree\n",
    "nothing": "",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_table_of_scores(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(TEXTS[name])
    check(f"scores, {name}", told(lambda: read_score_table("scores.csv", metric="accuracy")))


DRAW = np.random.default_rng(5)
X = DRAW.normal(size=(60, 3)).round(1)
X[40:50] = X[:10]
X[50:55] = X[10:15] + 0.001
AUDITED = (X > 0.3).astype(int)[:, 0]


@pytest.mark.parametrize("learner", [None, GaussianNB()], ids=["data", "data and a learner"])
def test_an_audit_of_copies_and_near_copies(learner):
    train, test = (X[:40], AUDITED[:40]), (X[40:], AUDITED[40:])
    given = {} if learner is None else {"learner": learner}
    check(f"audit of copies, {sorted(given)}", told(lambda: referee.audit(train, test, rng=0, **given)))
