"""The bad inputs that labels, counts and results can meet, one test per row of tests/reference/bad_inputs.json.

The sentences are part of the product, so they are compared word for word. Rows about files are in test_files.py,
about the command line in cli/.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

import referee
from referee import ConfusionMatrix, CostMatrix, InputError, evaluate, inference, metrics, read

KNOWN = {
    case["id"] for case in json.loads((Path(__file__).parent / "reference/bad_inputs.json").read_text())["cases"]
}
NAN, INF = math.nan, math.inf
ACCEPTED = "be a list, a NumPy array, or a pandas, polars or Arrow column"
MISSING = "Decide what they mean before evaluating; none is dropped."
MANY = "Multi-label data are not classification with one answer a case."
COLUMN = "Pass one column; multi-label and multi-output data are not classification with one answer a case."
SCORES = "These look like scores: pass them as y_score, or apply a threshold first."


def missing(arg, got):
    return f"`{arg}` must have no missing value; got {got}. {MISSING}"


def a_generator():
    yield 1
    raise AssertionError("consumed")


def counts(**changed):
    return ConfusionMatrix.from_counts(**({"tp": 1, "fn": 1, "fp": 1, "tn": 1} | changed))


def matrix(table, **options):
    return ConfusionMatrix.from_matrix(table, rows="truth", **options)


def refused(**options):
    return lambda: evaluate([1, 0], [1, 0], **options)


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


REFUSED = [
    ("bad01", labels([0, 1], [0, 1, 1]), "`y_pred` must have as many cases as `y_true` (2); got 3."),
    ("bad02", labels([], []), "`y_true` must hold at least one case; got none."),
    ("bad02", labels(np.array([]), np.array([])), "`y_true` must hold at least one case; got none."),
    ("bad06", labels(["a", None, "b"]), missing("y_true", "1 missing value, the first at row 1")),
    ("bad06", labels(["a", NAN, "b"]), missing("y_true", "1 missing value, the first at row 1")),
    ("bad06", labels([1, None, None]), missing("y_true", "2 missing values, the first at row 1")),
    ("bad06", labels([1.0, 0.0, NAN]), missing("y_true", "1 missing value, the first at row 2")),
    ("bad06", labels([1, 0, 1], [1, NAN, 0]), missing("y_pred", "1 missing value, the first at row 1")),
    ("bad06", labels([1, INF, 0]), "`y_true` must hold class labels; got 1 infinite value, the first at row 1."),
    ("bad07", labels(np.array([[1], [0]])), f"`y_true` must be one-dimensional; got shape (2, 1). {COLUMN}"),
    ("bad07", labels([[1], [0]]), f"`y_true` must be one-dimensional; got a nested list. {MANY}"),
    (
        "bad10",
        labels(np.array([1, "1", 0], dtype=object)),
        "`y_true` must hold labels of one type; got int and str (row 1 is '1', row 0 is 1). "
        "Convert them to one type first.",
    ),
    (
        "bad10",
        labels([1, "1", 0]),
        "`y_true` must hold labels of one type; got int and str (row 1 is '1', row 0 is 1). "
        "Convert them to one type first.",
    ),
    (
        "bad10",
        in_pandas(lambda pd: labels(pd.Series([1, "a", 0], dtype="category"))),
        "`y_true` must hold labels of one type; got int and str (level 2 is 'a', level 0 is 0). "
        "Convert them to one type first.",
    ),
    (
        "bad11",
        labels([1, 0], ["1", "0"]),
        "`y_pred` must have labels of the same type as `y_true`; "
        "got int in `y_true` (such as 1) and str (such as '1'). Convert one of them.",
    ),
    ("bad13", labels([1, 0], [0.7, 0.2]), f"`y_pred` must hold class labels; got 0.7 at row 0. {SCORES}"),
    ("bad13", labels([1.5, 2.5], [1.2, 2.6]), f"`y_true` must hold class labels; got 1.5 at row 0. {SCORES}"),
    (
        "bad15",
        labels([2.0**60, 1.0], [1, 1]),
        "`y_true` must hold labels that a float can tell apart; got 1.15292e+18 at row 0. Pass integers or text.",
    ),
    (
        "bad16",
        in_pandas(lambda pd: labels(pd.array([1, pd.NA], dtype="Int64"))),
        missing("y_true", "1 missing value, the first at row 1"),
    ),
    (
        "bad16",
        in_pandas(lambda pd: labels(pd.Series([1, pd.NA], dtype="Int64"))),
        missing("y_true", "1 missing value, the first at row 1"),
    ),
    (
        "bad16",
        in_pandas(lambda pd: labels(pd.Series([pd.NA, True], dtype="boolean"))),
        missing("y_true", "1 missing value, the first at row 0"),
    ),
    (
        "bad16",
        in_pandas(lambda pd: labels(pd.Series(["a", None], dtype="category"))),
        missing("y_true", "1 missing value, the first at row 1"),
    ),
    (
        "bad18",
        in_pandas(lambda pd: labels(pd.Series([1, 0], index=[0, 1]), pd.Series([1, 0], index=[1, 0]))),
        "`y_pred` must have the same index as `y_true`; got another index. "
        "Align them first, or pass .to_numpy() when the order of rows is right as it is.",
    ),
    (
        "bad19",
        labels([1, 0, 1], case_ids=[7, 7, 8]),
        "`case_ids` must be different for each case; got 1 repeated id ('7'), the first at row 1.",
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
    ("bad26", refused(positive="yes"), "`positive` must be a label that occurs; got 'yes'. The labels are 0, 1."),
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
    ("bad36", weighted(weights=[1, -1]), "`weights` must be at least 0; got -1 at row 1."),
    (
        "bad36",
        weighted(metrics.accuracy, sample_weight=[-0.5, 1]),
        "`weights` must be at least 0; got -0.5 at row 0.",
    ),
    ("bad37", weighted(weights=[0, 0]), "`weights` must not all be 0; got a sum of 0."),
    ("bad37", weighted(weights=[1, NAN]), missing("weights", "1 missing value, the first at row 1")),
    ("bad37", weighted(weights=[None, 1]), missing("weights", "1 missing value, the first at row 0")),
    ("bad37", weighted(weights=[1, INF]), "`weights` must be finite; got 1 infinite value, the first at row 1."),
    ("bad37", weighted(weights=[1]), "`weights` must have as many cases as `y_true` (2); got 1."),
    ("bad37", weighted(weights=["a", "b"]), "`weights` must hold numbers; got text such as 'a' at row 0."),
    (
        "bad37",
        weighted(weights=[1, 0.5], weights_are="counts"),
        "`weights` must be whole numbers when weights_are='counts'; got 0.5 at row 1.",
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
    ("bad38", lambda: CostMatrix([[0, NAN], [1, 0]], ("a", "b")), "`costs` must be finite; got NaN or infinity."),
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
        "`matrix` must hold no negative count; got -2 in row 0, column 1.",
    ),
    ("bad39", lambda: matrix([[1, 2, 3], [4, 5, 6]]), "`matrix` must be a square table; got shape (2, 3)."),
    ("bad39", lambda: matrix([[1, 2], [4]]), "`matrix` must be a square table; got rows of different lengths."),
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
        "`matrix` must hold whole numbers of cases; got 25.5 in row 0, column 0. "
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
]

MORE = [
    (labels([1, 0], None), "`y_pred` must be given, or `y_score`; got neither."),
    (labels([[1, 0], [0, 1]]), f"`y_true` must be one-dimensional; got a nested list. {MANY}"),
    (labels(np.eye(2, dtype=int)), f"`y_true` must be one-dimensional; got shape (2, 2). {COLUMN}"),
    (
        labels(np.array(["2020-01-01"], dtype="M8[D]")),
        "`y_true` must hold class labels (text, whole numbers or booleans); got dtype datetime64[D].",
    ),
    (
        labels([Path("a"), Path("b")]),
        "`y_true` must hold class labels (text, whole numbers or booleans); "
        f"got {type(Path('a')).__name__} (row 0 is {Path('a')!r}).",
    ),
    (labels(np.array([b"\xe9", b"b"])), "`y_true` must hold UTF-8 text; got b'\\xe9' at row 0. Decode it first."),
    (labels([1, 0], [1, 0], labels=[1]), "`labels` must name every label that occurs; got none for 0."),
    (labels([1, 0], [1, 0], labels=[1, 0, 0]), "`labels` must differ from each other; got 1, 0, 0."),
    (labels([1, 0, 1], groups=[1, None, 2]), missing("groups", "1 missing value, the first at row 1")),
    (labels([1, 0, 1], groups=[1]), "`groups` must have as many cases as `y_true` (3); got 1."),
    (labels([1, 0, 1], case_ids=[1, 2]), "`case_ids` must have as many cases as `y_true` (3); got 2."),
    (refused(metrics=[]), "`metrics` must name at least one metric; got none."),
    (refused(metrics=3), "`metrics` must be the name of a metric or a list of names; got 3."),
    (
        refused(metrics="acuracy"),
        "`metric` must be the name of a metric; got 'acuracy'. "
        "Did you mean 'accuracy' or 'top_k_accuracy' or 'top_2_accuracy'?",
    ),
    (refused(rng="a"), "`rng` must be None, a whole number or a numpy.random.Generator; got str."),
    (refused(rng=1, random_state=1), "`rng` must be given once; got both `rng` and `random_state`."),
    (
        weighted(metrics.accuracy, weights=[1, 1], sample_weight=[1, 1]),
        "`weights` must be given once; got both `weights` and `sample_weight`.",
    ),
    (lambda: evaluate(counts(), [1, 0]), "`y_pred` must not be given with a ConfusionMatrix; got list."),
    (
        lambda: evaluate([1, 0], [1, 0])["recal"],
        "`measure` must be one that was evaluated; got 'recal'. Did you mean 'recall' or 'prevalence'?",
    ),
    (
        lambda: ConfusionMatrix.from_matrix([[1, 0], [0, 1]], rows="columns"),
        "`rows` must be one of 'truth', 'prediction'; got 'columns'.",
    ),
    (
        lambda: ConfusionMatrix.from_rates(sensitivity=50, specificity=0.9, prevalence=0.1),
        "`sensitivity` must lie between 0 and 1; got 50. Did you mean 0.5?",
    ),
    (lambda: counts(tp=10**400), "`tp` must be a finite number; got " + str(10**400)[:197] + "...."),
    (
        refused(positive="a\n\x1b[2Jb"),
        "`positive` must be a label that occurs; got 'a\\n\\x1b[2Jb'. The labels are 0, 1.",
    ),
]


def checked(call, sentence):
    with pytest.raises(InputError) as caught:
        call()
    message = str(caught.value)
    assert message == sentence
    assert re.fullmatch(r"`[^`]+` must [^\n]+; got [^\n]+\.( [^\n]+[.?])?", message)


@pytest.mark.parametrize(("row", "call", "sentence"), REFUSED, ids=[f"{r[0]}-{i}" for i, r in enumerate(REFUSED)])
def test_refused_with_its_sentence(row, call, sentence):
    assert row in KNOWN
    checked(call, sentence)


@pytest.mark.parametrize(("call", "sentence"), MORE, ids=range(len(MORE)))
def test_more_sentences(call, sentence):
    checked(call, sentence)


def titles(result):
    return {finding.code: finding.title for finding in result.findings}


def test_bad03_one_case():
    result = evaluate([1], [1], rng=0)
    assert result["accuracy"].value == 1.0
    assert tuple(result["accuracy"].interval) == pytest.approx((0.025, 1.0))
    assert titles(result)["R006"] == "1 test case says almost nothing"
    for m in (*result.measures, *result.by_class[0][1]):
        assert m.interval is None or m.interval.width > 0.1, m.name
    assert str(result).startswith("1 test case, 1 class\n")


def test_bad12_floats_are_the_integers_they_equal():
    assert read([1.0, 0.0], [1, 0]).confusion == read([1, 0], [1, 0]).confusion


def test_bad14_booleans():
    result = evaluate([True, False, True], [True, False, False], rng=0)
    assert result["recall"].value == 0.5
    assert "True is taken as the positive class, by its coding" in result.notes


def test_bad15_huge_integers():
    assert read([2**70, 1], [2**70, 1]).labels == (1, 2**70)
    assert read([2**53, 2**53 + 1], [2**53, 2**53]).labels == (2**53, 2**53 + 1)


def test_bad17_a_level_without_cases():
    import pandas as pd

    truth = pd.Categorical(["a", "b"] * 10, categories=["a", "b", "c"])
    result = evaluate(truth, ["a", "b"] * 10, rng=0)
    assert result.confusion.labels == ("a", "b", "c")
    assert titles(result)["R004"] == "class 'c' has no test case"
    assert math.isnan(result["recall", "c"].value)
    assert result["recall", "c"].undefined
    assert result["recall_macro"].value == 1.0
    assert result["recall_macro"].note == "1 class left out: 'c'"


@pytest.mark.parametrize("pair", [("cat", "cat "), ("cat", "Cat"), ("caf\u00e9", "cafe\u0301"), ("a b", "a  b")])
def test_bad23_lookalikes(pair):
    result = evaluate([pair[0], "dog"] * 5, [pair[1], "dog"] * 5, rng=0)
    found = [f for f in result.findings if f.code == "R005"]
    assert len(result.confusion.labels) == 3
    assert [f.severity for f in found] == ["serious"]
    assert found[0].evidence == ", ".join(repr(x) for x in sorted(pair))


def test_bad24_one_class_only():
    assert math.isnan(read([1, 1], y_score=[0.2, 0.4], positive=1).ranking.auc)
    result = evaluate([1, 1, 1], [1, 0, 1], positive=1, rng=0)
    assert math.isnan(result["specificity"].value)
    assert result["specificity"].undefined == "no case is negative"


def test_bad25_nothing_predicted_positive():
    precision = evaluate([1, 0, 1], [0, 0, 0], rng=0)["precision"]
    assert math.isnan(precision.value)
    assert (precision.undefined, precision.n, precision.interval) == ("no case was predicted positive", 0, None)
    macro = evaluate(list("abc"), list("aab"), rng=0)["precision_macro"]
    assert (macro.value, macro.note) == (0.25, "1 class left out: 'c'")


def test_bad27_no_positive_class_is_guessed():
    result = evaluate(list("abab"), list("abaa"), rng=0)
    assert "sensitivity" not in result
    assert "no class is named positive: say which (positive=...)" in " ".join(result.notes)
    assert "Note: no class is named positive" in str(result)


def test_bad28_a_label_that_is_never_true():
    result = evaluate(list("abab"), list("abaz"), rng=0)
    assert result.confusion.labels == ("a", "b", "z")
    assert result["accuracy"].value == 0.75
    assert titles(result)["R003"] == "'z' is predicted but never true"


def test_bad40_expected_counts_on_request():
    assert ConfusionMatrix.from_counts(tp=25.5, fn=4.5, fp=0, tn=0, fractional=True).tp == 25.5


SCRIPT = "<script>alert(1)</script>"


def test_bad76_html_is_escaped():
    result = evaluate(read([SCRIPT, "b"] * 3, [SCRIPT, "b"] * 3, name=SCRIPT, positive=SCRIPT), rng=0)
    for value in (result, result.confusion, *result.findings):
        html = value._repr_html_()
        assert SCRIPT not in html
        assert "&lt;script&gt;" in html or value in result.findings
    result = evaluate([SCRIPT, "b"] * 3, ["b", "<u>"] * 3, rng=0)
    assert "<script" not in result._repr_html_()
    assert "<u>" not in result._repr_html_()


@pytest.mark.parametrize("nasty", ["\x1b[2J", "a\nb", "a\r\n\tb", "\u202eabc", "\x9b31m", "a\u2028b"])
def test_bad78_terminal_codes_are_shown_escaped(nasty):
    plain = evaluate(read(["x", "y"] * 5, ["x", "z"] * 5, name="m"), rng=0)
    result = evaluate(read([nasty, "y"] * 5, [nasty, nasty + "z"] * 5, name=nasty), rng=0)
    for value in (result, result.confusion, *result.findings):
        assert all(c.isprintable() or c == "\n" for c in str(value))
    assert result.confusion.labels[0] == nasty or nasty in result.confusion.labels
    named = evaluate([nasty, "y"], [nasty, "y"], positive=nasty, rng=0)
    assert all(c.isprintable() or c == "\n" for c in str(named))
    assert len(str(plain.confusion).splitlines()) == len(str(result.confusion).splitlines())


def without_style(html):
    """A notebook's form without the style of the page, which is the same for every result."""
    return re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


def test_bad79_long_labels_are_cut_in_display_only():
    long = "x" * 100_000
    result = evaluate([long, "b", "c"] * 2, [long, "b", long + "z"] * 2, rng=0)
    assert max(map(len, str(result).splitlines())) < 400
    assert len(without_style(result._repr_html_())) < 20_000
    assert long in result.confusion.labels
    assert long in json.loads(result.to_json())["confusion"]["labels"]
    with pytest.raises(InputError) as caught:
        evaluate([long, "b"], [long, "b"], positive="no")
    assert len(str(caught.value)) < 300


@pytest.mark.slow
def test_bad79_many_classes_are_not_drawn():
    y = np.arange(1200)
    result = evaluate(y, np.roll(y, 1) * (y % 2) + y * (1 - y % 2), rng=0)
    assert "1200 classes: too many to draw; see .counts" in str(result)
    assert len(str(result)) < 10_000
    assert len(without_style(result._repr_html_())) < 20_000
    assert result["mcc"].note == "no interval: 1200 classes are too many to draw tables of"
    assert result["accuracy"].interval.width > 0


def test_bad80_only_json_is_read(tmp_path):
    import pickle

    class Trap:
        def __reduce__(self):
            return (pytest.fail, ("unpickled",))

    path = tmp_path / "result.json"
    path.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(referee.FileError) as caught:
        referee.load(path)
    assert str(caught.value) == f"`source` must be a JSON file that referee wrote; got {path}."


def test_bad81_json_has_no_bare_nan():
    result = evaluate([1, 1, 1], [1, 1, 1], positive=1, rng=0)

    def refuse(token):
        raise AssertionError(token)

    data = json.loads(result.to_json(), parse_constant=refuse)
    by_name = {m["name"]: m for m in data["measures"]}
    assert by_name["specificity"]["value"] is None
    assert by_name["specificity"]["undefined"] == "no case is negative"
