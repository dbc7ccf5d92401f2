"""What the fuzz test passes: sound values by a parameter's annotation, so that calls reach the formulas, and junk."""

from __future__ import annotations

import datetime
import decimal
import inspect
import math

import numpy as np
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.bounds import Normals

NAN, INF = math.nan, math.inf

TRUTH = [1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0]
SAID = [1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1]
SCORE = [0.9, 0.2, 0.4, 0.8, 0.3, 0.6, 0.7, 0.1, 0.95, 0.35, 0.5, 0.55]
X = [[float(i % 5), float(i * i % 7)] for i in range(12)]


class Odd:
    """An object of no use to anybody."""

    def __repr__(self) -> str:
        return "Odd()"


# Kept small: a huge number here asks for huge work, which is no mistake.
WORK = [
    "bins",
    "cells",
    "combinations",
    "draws",
    "enough",
    "folds",
    "grid",
    "inner",
    "jobs",
    "most",
    "most_exact",
    "n_jobs",
    "orders",
    "paths",
    "points",
    "processes",
    "random_state",
    "refits",
    "repeats",
    "resamples",
    "rounds",
    "runs",
    "steps",
    "threads",
    "workers",
]


def rankings():
    return st.sampled_from(
        [
            referee.read(TRUTH, None, SCORE, positive=1).ranking,
            referee.read([1, 1], None, [0.5, 0.2], labels=[0, 1], positive=1).ranking,
        ]
    )


SOUND = {
    "Ranking": rankings(),
    "ConfusionMatrix": st.sampled_from(
        [
            referee.ConfusionMatrix.from_counts(tp=3, fn=1, fp=2, tn=6),
            referee.ConfusionMatrix.from_counts(tp=0, fn=0, fp=0, tn=4),
        ]
    ),
    "Answers": st.just(referee.read(TRUTH, SAID, SCORE, positive=1)),
    "Normals": st.just(Normals.fit(X, TRUTH)),
    "Recipe": st.sampled_from(
        [referee.learners.CrossValidation(folds=2), referee.learners.Holdout(), referee.learners.LeaveOneOut()]
    ),
    "float": st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1.0, 0.5, 0.95, -1.0, 3.0, 95])),
    "int": st.sampled_from([0, 1, 2, 3, 5, 10, 25, -1, 2.0]),
    "str": st.sampled_from(["accuracy", "f1", "auto", "y", "two-sided", "less", "A", "wilson", "brier_score", ""]),
    "bool": st.booleans(),
    "Learner": st.sampled_from([DecisionTreeClassifier(max_depth=2), LogisticRegression()]),
    "Any": st.sampled_from(
        [TRUTH, SAID, SCORE, X, [[0.2, 0.8]] * 12, list("abcabcabcabc"), np.array(SCORE), 0.5, 3, {"A": TRUTH}]
    ),
}

JUNK = st.sampled_from(
    [
        None,
        NAN,
        INF,
        -INF,
        True,
        "",
        "text",
        "<b>\x1b[31m=1+1",
        "../../etc/passwd",
        b"\x00\xff",
        [],
        (),
        {},
        set(),
        [None],
        [NAN, 1.0],
        [INF, 0.5],
        [[1, 2], [3]],
        [[[1]]],
        [[]],
        ["a", 1, None],
        [1],
        [1, 0],
        [0, 1, 2],
        [-1, -2],
        [1e308, 1e308],
        [0.1, 0.2, 0.3],
        -1,
        0,
        -0.5,
        1.5,
        1e308,
        5e-324,
        1j,
        decimal.Decimal("NaN"),
        datetime.date(2020, 1, 1),
        np.array([]),
        np.array(3.0),
        np.array([[1.0, NAN]]),
        np.array(["a", "b"]),
        np.array([Odd()], dtype=object),
        {"a": 1},
        {"a": [1, 2], "b": [1]},
        Odd(),
        object,
        len,
        range(3),
        iter([1, 2]),
    ]
)
HUGE = st.sampled_from([10**9, 10**30, -(10**20), 2**63, 10**400, 10**5000])


def value(parameter: inspect.Parameter):
    """Values for one parameter: sound by its annotation or name more often than junk."""
    text = parameter.annotation if isinstance(parameter.annotation, str) else ""
    if parameter.name in WORK:
        return st.one_of(st.sampled_from([1, 2, 5]), st.sampled_from([0, -1, 2.5, None, "text", NAN, [1]]))
    sound = [found for word, found in SOUND.items() if word in text]
    if parameter.name in ("learner", "learners", "candidates"):
        sound = [SOUND["Learner"], st.just({"A": LogisticRegression(), "B": DecisionTreeClassifier()})]
    if parameter.name == "X":
        sound = [st.just(X)]
    if parameter.name in ("y", "y_true", "truth") and "Any" in text:
        sound = [st.just(TRUTH)]
    if parameter.name == "splits":
        sound = [st.just(referee.learners.CrossValidation(folds=2))]
    if parameter.default is not inspect.Parameter.empty:
        sound = [*sound, st.just(parameter.default)]
    return st.one_of(*sound, *sound, JUNK, HUGE) if sound else st.one_of(JUNK, HUGE)


@st.composite
def calls(draw, signature: inspect.Signature):
    """Positional and keyword arguments after a signature; optional ones are often left out."""
    args, named = [], {}
    by_place = True
    for parameter in signature.parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        needed = parameter.default is parameter.empty
        if not needed and draw(st.integers(0, 2)):
            by_place = False
            continue
        found = draw(value(parameter))
        if parameter.kind is parameter.KEYWORD_ONLY or not by_place:
            named[parameter.name] = found
        else:
            args.append(found)
    return args, named
