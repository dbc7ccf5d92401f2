"""Odd labels, weights, groups and case ids in `read`, word for word: the sentences are part of the product."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from odd_inputs.table import Table
from referee import evaluate, metrics, read

NAN, INF = math.nan, math.inf


ACCEPTED = "be a list, a NumPy array, or a pandas, polars or Arrow column"
MISSING = "Decide what they mean before evaluating; none is dropped."
MANY = "Multi-label data are not classification with one answer a case."
COLUMN = "Pass one column; multi-label and multi-output data are not classification with one answer a case."
SCORES = "These look like scores: pass them as y_score, or apply a threshold first."
TABLE = Table("read")


def missing(arg, got):
    return f"`{arg}` must have no missing value; got {got}. {MISSING}"


def a_generator():
    yield 1
    raise AssertionError("consumed")


def weighted(metric=None, **options):
    return lambda: (metric or read)([1, 0], [1, 0], **options)


def labels(y, p=(1, 0, 1), **options):
    return lambda: read(y, p, **options)


def in_pandas(make):
    """A call on pandas columns, made when it runs."""

    def call():
        import pandas

        return make(pandas)()

    return call


TABLE.refuse(
    [
        ("bad01", labels([0, 1], [0, 1, 1]), "`y_pred` must have as many cases as `y_true` (2); got 3."),
        ("bad02", labels([], []), "`y_true` must hold at least one case; got none."),
        ("bad02", labels(np.array([]), np.array([])), "`y_true` must hold at least one case; got none."),
        ("bad06", labels(["a", None, "b"]), missing("y_true", "1 missing value, the first at row 2 (index 1)")),
        ("bad06", labels(["a", NAN, "b"]), missing("y_true", "1 missing value, the first at row 2 (index 1)")),
        ("bad06", labels([1, None, None]), missing("y_true", "2 missing values, the first at row 2 (index 1)")),
        ("bad06", labels([1.0, 0.0, NAN]), missing("y_true", "1 missing value, the first at row 3 (index 2)")),
        (
            "bad06",
            labels([1, 0, 1], [1, NAN, 0]),
            missing("y_pred", "1 missing value, the first at row 2 (index 1)"),
        ),
        (
            "bad06",
            labels([1, INF, 0]),
            "`y_true` must hold class labels; got 1 infinite value, the first at row 2 (index 1).",
        ),
        ("bad07", labels(np.array([[1], [0]])), f"`y_true` must be one-dimensional; got shape (2, 1). {COLUMN}"),
        ("bad07", labels([[1], [0]]), f"`y_true` must be one-dimensional; got a nested list. {MANY}"),
        (
            "bad10",
            labels(np.array([1, "1", 0], dtype=object)),
            "`y_true` must hold labels of one type; got int and str (row 2 (index 1) is '1', row 1 (index 0) is 1). "
            "Convert them to one type first.",
        ),
        (
            "bad10",
            labels([1, "1", 0]),
            "`y_true` must hold labels of one type; got int and str (row 2 (index 1) is '1', row 1 (index 0) is 1). "
            "Convert them to one type first.",
        ),
        (
            "bad10",
            in_pandas(lambda pd: labels(pd.Series([1, "a", 0], dtype="category"))),
            "`y_true` must hold labels of one type; got int and str (level 3 (index 2) is 'a', level 1 (index 0) is 0). "
            "Convert them to one type first.",
        ),
        (
            "bad11",
            labels([1, 0], ["1", "0"]),
            "`y_pred` must have labels of the same type as `y_true`; "
            "got int in `y_true` (such as 1) and str (such as '1'). Convert one of them.",
        ),
        (
            "bad13",
            labels([1, 0], [0.7, 0.2]),
            f"`y_pred` must hold class labels; got 0.7 at row 1 (index 0). {SCORES}",
        ),
        (
            "bad13",
            labels([1.5, 2.5], [1.2, 2.6]),
            f"`y_true` must hold class labels; got 1.5 at row 1 (index 0). {SCORES}",
        ),
        (
            "bad15",
            labels([2.0**60, 1.0], [1, 1]),
            "`y_true` must hold labels that a float can tell apart; got 1.15292e+18 at row 1 (index 0). Pass integers or text.",
        ),
        (
            "bad16",
            in_pandas(lambda pd: labels(pd.array([1, pd.NA], dtype="Int64"))),
            missing("y_true", "1 missing value, the first at row 2 (index 1)"),
        ),
        (
            "bad16",
            in_pandas(lambda pd: labels(pd.Series([1, pd.NA], dtype="Int64"))),
            missing("y_true", "1 missing value, the first at row 2 (index 1)"),
        ),
        (
            "bad16",
            in_pandas(lambda pd: labels(pd.Series([pd.NA, True], dtype="boolean"))),
            missing("y_true", "1 missing value, the first at row 1 (index 0)"),
        ),
        (
            "bad16",
            in_pandas(lambda pd: labels(pd.Series(["a", None], dtype="category"))),
            missing("y_true", "1 missing value, the first at row 2 (index 1)"),
        ),
        (
            "bad19",
            labels([1, 0, 1], case_ids=[7, 7, 8]),
            "`case_ids` must be different for each case; got 1 repeated id ('7'), the first at row 2 (index 1).",
        ),
        ("bad21", labels(scipy.sparse.csr_matrix([[1, 0]])), f"`y_true` must {ACCEPTED}; got csr_matrix."),
        (
            "bad21",
            labels(np.ma.array([1, 0], mask=[0, 1])),
            f"`y_true` must {ACCEPTED}; got a masked array. Fill or drop the masked cases first.",
        ),
        ("bad21", labels(memoryview(b"ab")), f"`y_true` must {ACCEPTED}; got memoryview."),
        ("bad22", labels(a_generator()), f"`y_true` must {ACCEPTED}; got generator."),
        ("bad22", labels({0: 1, 1: 0}), f"`y_true` must {ACCEPTED}; got dict."),
        ("bad22", labels({0, 1}), f"`y_true` must {ACCEPTED}; got set."),
        ("bad22", labels("yn"), f"`y_true` must {ACCEPTED}; got str."),
        ("bad36", weighted(weights=[1, -1]), "`weights` must be at least 0; got -1 at row 2 (index 1)."),
        (
            "bad36",
            weighted(metrics.accuracy, sample_weight=[-0.5, 1]),
            "`weights` must be at least 0; got -0.5 at row 1 (index 0).",
        ),
        ("bad37", weighted(weights=[0, 0]), "`weights` must not all be 0; got a sum of 0."),
        ("bad37", weighted(weights=[1, NAN]), missing("weights", "1 missing value, the first at row 2 (index 1)")),
        (
            "bad37",
            weighted(weights=[None, 1]),
            missing("weights", "1 missing value, the first at row 1 (index 0)"),
        ),
        (
            "bad37",
            weighted(weights=[1, INF]),
            "`weights` must be finite; got 1 infinite value, the first at row 2 (index 1).",
        ),
        ("bad37", weighted(weights=[1]), "`weights` must have as many cases as `y_true` (2); got 1."),
        (
            "bad37",
            weighted(weights=["a", "b"]),
            "`weights` must hold numbers; got text such as 'a' at row 1 (index 0).",
        ),
        (
            "bad37",
            weighted(weights=[1, 0.5], weights_are="counts"),
            "`weights` must be whole numbers when weights_are='counts'; got 0.5 at row 2 (index 1).",
        ),
        (
            "bad37",
            weighted(weights=[1e-60, 1]),
            "`weights` must be 0 or lie between 1e-50 and 1e+50; got 1e-60 at row 1 (index 0). "
            "Multiply all by a constant, which changes nothing else.",
        ),
        (
            "bad37",
            weighted(weights=[2**62, 2**62], weights_are="counts"),
            "`weights` must stand for at most 9007199254740992 cases; got 9.223372036854776e+18.",
        ),
        ("", labels([1, 0], None), "`y_pred` must be given, or `y_score`; got neither."),
        (
            "",
            labels("answers.csv", None),
            "`y_pred` must be given, or `y_score`; got neither. "
            "Name the columns of a table or file: referee.read(table, truth=..., pred=...).",
        ),
        ("", labels([[1, 0], [0, 1]]), f"`y_true` must be one-dimensional; got a nested list. {MANY}"),
        ("", labels(np.eye(2, dtype=int)), f"`y_true` must be one-dimensional; got shape (2, 2). {COLUMN}"),
        (
            "",
            labels(np.array(["2020-01-01"], dtype="M8[D]")),
            "`y_true` must hold class labels (text, whole numbers or booleans); got dtype datetime64[D].",
        ),
        (
            "",
            labels([Path("a"), Path("b")]),
            "`y_true` must hold class labels (text, whole numbers or booleans); "
            f"got {type(Path('a')).__name__} (row 1 (index 0) is {Path('a')!r}).",
        ),
        (
            "",
            labels(np.array([b"\xe9", b"b"])),
            "`y_true` must hold UTF-8 text; got b'\\xe9' at row 1 (index 0). Decode it first.",
        ),
        ("", labels([1, 0], [1, 0], labels=[1]), "`labels` must name every label that occurs; got none for 0."),
        ("", labels([1, 0], [1, 0], labels=[1, 0, 0]), "`labels` must differ from each other; got 1, 0, 0."),
        (
            "",
            labels([1, 0, 1], groups=[1, None, 2]),
            missing("groups", "1 missing value, the first at row 2 (index 1)"),
        ),
        ("", labels([1, 0, 1], groups=[1]), "`groups` must have as many cases as `y_true` (3); got 1."),
        ("", labels([1, 0, 1], case_ids=[1, 2]), "`case_ids` must have as many cases as `y_true` (3); got 2."),
        (
            "",
            weighted(metrics.accuracy, weights=[1, 1], sample_weight=[1, 1]),
            "`weights` must be given once; got both `weights` and `sample_weight`.",
        ),
    ]
)


def titles(result):
    return {finding.code: finding.title for finding in result.findings}


@TABLE.answers(case="bad03", door="evaluate")
def one_case():
    result = evaluate([1], [1], rng=0)
    assert result["accuracy"].value == 1.0
    assert tuple(result["accuracy"].interval) == pytest.approx((0.025, 1.0))
    assert titles(result)["R006"] == "1 test case says almost nothing"
    for m in (*result.measures, *result.by_class[0][1]):
        assert m.interval is None or m.interval.width > 0.1, m.name
    assert str(result).startswith("1 test case, 1 class\n")


@TABLE.answers(case="bad17", door="evaluate")
def a_level_without_cases():
    import pandas as pd

    truth = pd.Categorical(["a", "b"] * 10, categories=["a", "b", "c"])
    result = evaluate(truth, ["a", "b"] * 10, rng=0)
    assert result.confusion.labels == ("a", "b", "c")
    assert titles(result)["R004"] == "class 'c' has no test case"
    assert math.isnan(result["recall", "c"].value)
    assert result["recall", "c"].undefined
    assert result["recall_macro"].value == 1.0
    assert result["recall_macro"].note == "1 class left out: 'c'"


@TABLE.answers(
    case="bad23",
    door="evaluate",
    each=[
        *[("cat", "cat "), ("cat", "Cat"), ("caf\u00e9", "cafe\u0301"), ("a b", "a  b"), ("a", "a\u200b")],
        *[("+1", "1"), ("01", "1"), ("-01.0", "-1")],
    ],
)
def lookalikes(pair):
    result = evaluate([pair[0], "dog"] * 5, [pair[1], "dog"] * 5, rng=0)
    found = [f for f in result.findings if f.code == "R005"]
    assert len(result.confusion.labels) == 3
    assert [f.severity for f in found] == ["serious"]
    assert found[0].evidence == ", ".join(repr(x) for x in sorted(pair))


@TABLE.answers(case="bad24", door="evaluate")
def one_class_only():
    assert math.isnan(read([1, 1], y_score=[0.2, 0.4], positive=1).ranking.auc)
    result = evaluate([1, 1, 1], [1, 0, 1], positive=1, rng=0)
    assert math.isnan(result["specificity"].value)
    assert result["specificity"].undefined == "no case is negative"


@TABLE.answers(case="bad25", door="evaluate")
def nothing_predicted_positive():
    precision = evaluate([1, 0, 1], [0, 0, 0], rng=0)["precision"]
    assert math.isnan(precision.value)
    assert (precision.undefined, precision.n, precision.interval) == ("no case was predicted positive", 0, None)
    macro = evaluate(list("abc"), list("aab"), rng=0)["precision_macro"]
    assert (macro.value, macro.note) == (0.25, "1 class left out: 'c'")


@TABLE.answers(case="bad27", door="evaluate")
def no_positive_class_is_guessed():
    result = evaluate(list("abab"), list("abaa"), rng=0)
    assert "sensitivity" not in result
    assert "no class is named positive: say which (positive=...)" in " ".join(result.notes)
    assert "Note: no class is named positive" in str(result)


@TABLE.answers(case="bad28", door="evaluate")
def a_label_that_is_never_true():
    result = evaluate(list("abab"), list("abaz"), rng=0)
    assert result.confusion.labels == ("a", "b", "z")
    assert result["accuracy"].value == 0.75
    assert titles(result)["R003"] == "'z' is predicted but never true"


@TABLE.answers("rows that stand for no case", door="evaluate")
def rows_that_stand_for_no_case():
    y, score, times = np.array([1, 0, 1, 0, 1]), np.array([0.8, 0.3, 0.4, 0.99, 0.9]), np.array([3, 5, 2, 0, 1])
    counted = read(y, y_score=score, positive=1, weights=times, weights_are="counts")
    repeated = read(np.repeat(y, times), y_score=np.repeat(score, times), positive=1)
    assert evaluate(counted, rng=0).measures == evaluate(repeated, rng=0).measures


@TABLE.answers("weights of any scale", door="evaluate", each=[1e-49, 1e48])
def a_constant_factor_of_weights_changes_nothing(factor):
    truth, said, weights = [1, 1, 0, 0, 1, 0] * 5, [1, 0, 0, 1, 1, 0] * 5, np.arange(1.0, 31.0)
    one, two = (evaluate(read(truth, said, weights=w), rng=0) for w in (weights, weights * factor))
    for m in one.measures:
        assert two[m.name].value == pytest.approx(m.value, rel=1e-12, nan_ok=True), m.name
        assert list(two[m.name].interval or ()) == pytest.approx(list(m.interval or ()), rel=1e-9), m.name


@TABLE.answers("one case with nearly all the weight", door="evaluate")
def one_case_with_nearly_all_the_weight():
    f1 = evaluate(read([0, 1, 0, 1] * 3, [0, 1, 1, 0] * 3, weights=[1] + [1e-20] * 11), metrics="f1", rng=0)["f1"]
    assert (f1.value, f1.n) == pytest.approx((0.5, 9))
    assert f1.interval.width > 0.5


@TABLE.answers("booleans of a result", door="evaluate")
def booleans():
    result = evaluate([True, False, True], [True, False, False], rng=0)
    assert result["recall"].value == 0.5
    assert "True is taken as the positive class, by its coding" in result.notes


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
