"""Odd arguments, counts, costs and rates: one sentence, word for word."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import referee
from odd_inputs.table import Table
from referee import ConfusionMatrix, CostMatrix, evaluate, inference

NAN = math.nan
TABLE = Table("evaluate")


def counts(**changed):
    return ConfusionMatrix.from_counts(**({"tp": 1, "fn": 1, "fp": 1, "tn": 1} | changed))


def matrix(table, **options):
    return ConfusionMatrix.from_matrix(table, rows="truth", **options)


def refused(**options):
    return lambda: evaluate([1, 0], [1, 0], **options)


TABLE.refuse(
    [
        (
            "bad26",
            refused(positive="yes"),
            "`positive` must be a label that occurs; got 'yes'. The labels are 0, 1.",
        ),
        ("bad26", refused(positive="1"), "`positive` must be a label that occurs; got '1'. The labels are 0, 1."),
        (
            "bad26",
            lambda: counts().binary("yes"),
            "`label` must be one of the labels; got 'yes'. Known: 'negative', 'positive'.",
        ),
        (
            "bad27",
            lambda: referee.metrics.precision(["a", "b"], ["a", "b"]),
            "`positive` must name the class that precision is about; got none among 'a', 'b'. "
            "Pass positive=..., or use precision_macro.",
        ),
        (
            "bad38",
            refused(costs=[[0, 1], [20, 0]]),
            "`costs` must name its rows and columns: {'fp': 1, 'fn': 20} or {(truth, prediction): cost}; got list. "
            "An unnamed matrix could be transposed unnoticed.",
        ),
        (
            "bad38",
            lambda: CostMatrix([[0, 1, 2], [1, 0, 2]], ("a", "b")),
            "`costs` must be 2 x 2, rows the truth and columns the prediction in the order of `labels`; got shape (2, 3).",
        ),
        (
            "bad38",
            lambda: CostMatrix([[0, 1], [1]], ("a", "b")),
            "`costs` must be a table of numbers; got [[0, 1], [1]].",
        ),
        (
            "bad38",
            lambda: CostMatrix([[0, 1], [1, 0]], ("a", "a")),
            "`labels` must differ from each other; got 'a', 'a'.",
        ),
        (
            "bad38",
            lambda: CostMatrix([[0, NAN], [1, 0]], ("a", "b")),
            "`costs` must be finite; got NaN or infinity.",
        ),
        ("bad38", refused(costs={"fp": 1}), "`costs` must name both 'fp' and 'fn'; got {'fp': 1}."),
        ("bad38", refused(costs={"fp": 1, "fn": "a"}), "`costs['fn']` must be a finite number; got 'a'."),
        ("bad38", refused(costs={(0, 1): 1}), "`costs` must name every kind of error; got none for (1, 0)."),
        ("bad38", refused(costs={(0, 2): 1}), "`costs` must name labels of the data; got 2. Known: 0, 1."),
        ("bad38", refused(costs={"x": 1}), "`costs` must have keys 'fp', 'fn' or (truth, prediction); got 'x'."),
        ("bad39", lambda: inference.wilson(12, 10), "`successes` must lie between 0 and n = 10; got 12."),
        ("bad39", lambda: inference.wilson(-1, 10), "`successes` must be at least 0; got -1."),
        ("bad39", lambda: inference.wilson(0, 0), "`n` must be at least 1; got 0."),
        ("bad39", lambda: counts(tp=-1), "`tp` must be at least 0; got -1."),
        ("bad39", lambda: counts(fn=NAN), "`fn` must be a finite number; got nan."),
        (
            "bad39",
            lambda: matrix([[1, -2], [4, 5]]),
            "`matrix` must hold no negative count; got -2 in cell [0, 1].",
        ),
        ("bad39", lambda: matrix([[1, 2, 3], [4, 5, 6]]), "`matrix` must be a square table; got shape (2, 3)."),
        (
            "bad39",
            lambda: matrix([[1, 2], [4]]),
            "`matrix` must be a square table; got rows of different lengths.",
        ),
        ("bad39", lambda: matrix([[1, NAN], [4, 5]]), "`matrix` must hold finite numbers; got NaN or infinity."),
        ("bad39", lambda: matrix([[0, 0], [0, 0]]), "`counts` must hold at least one case; got none."),
        (
            "bad40",
            lambda: inference.wilson(25.5, 30),
            "`successes` must be a whole number; got 25.5. 25.5 cases cannot be: the nearest counts are 25 and 26.",
        ),
        (
            "bad40",
            lambda: counts(tp=25.5),
            "`tp` must be a whole number; got 25.5. 25.5 cases cannot be: the nearest counts are 25 and 26.",
        ),
        (
            "bad40",
            lambda: matrix([[25.5, 1], [1, 1]]),
            "`matrix` must hold whole numbers of cases; got 25.5 in cell [0, 0]. "
            "Say fractional=True for expected counts.",
        ),
        ("bad41", refused(level=95), "`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95?"),
        ("bad41", refused(level=99.9), "`level` must lie strictly between 0 and 1; got 99.9. Did you mean 0.999?"),
        ("bad41", refused(level=0), "`level` must lie strictly between 0 and 1; got 0."),
        ("bad41", refused(level=1), "`level` must lie strictly between 0 and 1; got 1."),
        ("bad41", refused(level="0.95"), "`level` must be a finite number; got '0.95'."),
        ("bad41", refused(level=None), "`level` must be a finite number; got None."),
        (
            "bad41",
            lambda: inference.wilson(3, 10, level=95),
            "`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95?",
        ),
        (
            "bad41",
            refused(prevalence=2.6),
            "`prevalence` must lie strictly between 0 and 1; got 2.6. Did you mean 0.026?",
        ),
        ("bad41", refused(prevalence=0), "`prevalence` must lie strictly between 0 and 1; got 0."),
        ("bad41", refused(prevalence=(0.2, 0.1)), "`prevalence` must be a pair with low <= high; got (0.2, 0.1)."),
        ("", refused(metrics=[]), "`metrics` must name at least one metric; got none."),
        ("", refused(metrics=3), "`metrics` must be the name of a metric or a list of names; got 3."),
        (
            "",
            refused(metrics="acuracy"),
            "`metric` must be the name of a metric; got 'acuracy'. "
            "Did you mean 'accuracy' or 'top_k_accuracy' or 'top_2_accuracy'?",
        ),
        ("", refused(metrics="fbeta:1e101"), f"`beta` must be at most 1e+100; got {int(1e101)}."),
        ("", lambda: referee.review(accuracy="0.9", n=30, folds=0), "`folds` must be at least 2; got 0."),
        (
            "",
            lambda: referee.review(recall="0.9", sensitivity="0.8", n=30),
            "`numbers` must hold each measure once; got sensitivity, sensitivity.",
        ),
        ("", refused(rng="a"), "`rng` must be None, a whole number or a numpy.random.Generator; got str."),
        ("", refused(rng=1, random_state=1), "`rng` must be given once; got both `rng` and `random_state`."),
        ("", lambda: evaluate(counts(), [1, 0]), "`y_pred` must not be given with a ConfusionMatrix; got list."),
        (
            "",
            lambda: evaluate([1, 0], [1, 0])["recal"],
            "`measure` must be one that was evaluated; got 'recal'. Did you mean 'recall' or 'prevalence'?",
        ),
        (
            "",
            lambda: evaluate([1, 0], [1, 0])["brier_score"],
            "`measure` must be one that was evaluated; got 'brier_score'. "
            "Did you mean 'f1_score' or 'balanced_accuracy_score'?",
        ),
        (
            "",
            lambda: evaluate([1, 0], [1, 0])["recall", 1, 0],
            "`measure` must be the name of a measure, or (name, class); got ('recall', 1, 0).",
        ),
        (
            "",
            lambda: ConfusionMatrix.from_matrix([[1, 0], [0, 1]], rows="columns"),
            "`rows` must be one of 'truth', 'prediction'; got 'columns'.",
        ),
        (
            "",
            lambda: ConfusionMatrix.from_rates(sensitivity=50, specificity=0.9, prevalence=0.1),
            "`sensitivity` must lie between 0 and 1; got 50. Did you mean 0.5?",
        ),
        ("", lambda: counts(tp=10**400), "`tp` must be a finite number; got " + str(10**400)[:197] + "...."),
        (
            "",
            refused(positive="a\n\x1b[2Jb"),
            "`positive` must be a label that occurs; got 'a\\n\\x1b[2Jb'. The labels are 0, 1.",
        ),
    ]
)


TABLE.add(
    "several positive classes",
    refused(positive=np.array([1, 0])),
    "`positive` must be one label; got array([1, 0]).*",
)
TABLE.add(
    "nested labels",
    lambda: referee.read([1, 0], [1, 0], labels=[[0], [1]]),
    "`labels` must be a list of labels; got [0].*",
    door="read",
)
TABLE.add(
    "a negative number of cases",
    lambda: referee.core.Estimate("accuracy", 0.5, -5),
    "`n` must be at least 0; got -5.",
    door="Estimate",
)

# What once came through as an error of another kind.
LEAKS = [
    lambda: referee.inference.bayes_signed_rank([1, 2, 3], [2, 3, 5], rng=10**400),
    lambda: referee.inference.t_pooled_summary(1, 1e308, 5, 2, 1e308, 5),
    lambda: referee.learners.two_blocks([[0.0], [1.0]] * 2, [0, 0, 1, 1], 10**9),
    lambda: referee.inference.bootstrap_limits(0.5, None, None, "bca"),
    lambda: referee.inference.mover("text", [0.1], [0.2], [1.0]),
    lambda: referee.inference.replicates(None, None, 0),
    lambda: referee.inference.proportion_interval(1, 2, guaranteed=[1, 2]),
    lambda: referee.ConfusionMatrix.from_rates(sensitivity=0.5, specificity=0.5, positives=2, labels=None),
    lambda: referee.CostMatrix.of({"fp": 1, "fn": 1}, [[1], [2]]),
    lambda: referee.core.Finding("R001", "\x1b[31m", "title", "evidence", "advice"),
    lambda: referee.load({"schema": "referee.interval/1", "low": {"float": "text"}}),
    lambda: referee.gate([1, 0], [1, 0], margin=10**5000),
]


for number, leak in enumerate(LEAKS):
    TABLE.add(f"junk {number}", leak, "`*` must *; got *.*", door="functions")


@TABLE.answers(case="bad40")
def expected_counts_on_request():
    assert ConfusionMatrix.from_counts(tp=25.5, fn=4.5, fp=0, tn=0, fractional=True).tp == 25.5


@TABLE.answers(case="bad81")
def json_has_no_bare_nan():
    result = evaluate([1, 1, 1], [1, 1, 1], positive=1, rng=0)

    def refuse(token):
        raise AssertionError(token)

    data = json.loads(result.to_json(), parse_constant=refuse)
    by_name = {m["name"]: m for m in data["measures"]}
    assert by_name["specificity"]["value"] is None
    assert by_name["specificity"]["undefined"] == "no case is negative"


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
