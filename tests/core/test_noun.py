"""Every noun travels as JSON and comes back the same."""

from __future__ import annotations

import json
import math

import numpy as np
import pyarrow as pa
import pytest

import referee
import referee.verbs
from referee import (
    ConfusionMatrix,
    CostMatrix,
    Estimate,
    Finding,
    InputError,
    Interval,
    Ranking,
    TestResult,
    calibration,
    curves,
    intervals,
    multiclass,
    stattests,
)
from referee.core.noun import _KNOWN

NAN, INF = math.nan, math.inf
Y, P, W = [1, 0, 1, 1, 0, 0], [1, 0, 0, 1, 1, 0], [1.0, 2.0, 0.5, 1.0, 1.0, 3.0]

S = [0.9, 0.2, 0.4, 0.4, 0.3, 0.7]
MODEL = referee.Predictions(Y, P, S, positive=1, name="a")
OTHER = referee.Predictions(Y, P[::-1], S[::-1], positive=1, name="b")
NOUNS = {
    "interval": Interval(0.1, 0.9, 0.95, "wilson"),
    "one-sided interval": Interval(0.1, 1.0, 0.99, "midp", "lower"),
    "endless interval": Interval(-INF, INF, 0.95, "ratio"),
    "interval without limits": Interval(NAN, NAN, 0.95, "none"),
    "estimate": Estimate("accuracy", 0.8, 100, Interval(0.7, 0.9, 0.95, "mid-P"), title="Accuracy"),
    "undefined estimate": Estimate("precision", NAN, 0, undefined="no case was predicted positive"),
    "infinite estimate": Estimate("diagnostic_odds_ratio", INF, 10, Interval(3.0, INF, 0.95, "MOVER")),
    "finding": Finding("R001", "warning", "title \u2028 <b>", "evidence", "advice"),
    "confusion": ConfusionMatrix.from_labels(list("abca"), list("abba")),
    "binary confusion": ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72),
    "boolean confusion": ConfusionMatrix.from_labels([True, False], [True, True]),
    "huge labels": ConfusionMatrix.from_labels([2**70, 1], [1, 1]),
    "weighted confusion": ConfusionMatrix.from_labels(Y, P, weights=W),
    "expected confusion": ConfusionMatrix.from_rates(sensitivity=0.5, specificity=0.9, prevalence=0.1),
    "costs": CostMatrix.from_cells(fp=1, fn=20, tp=-1, labels=("no", "yes")),
    "ranking": Ranking.from_scores(Y, [0.9, 0.2, 0.4, 0.4, 0.3, INF], positive=1),
    "weighted ranking": Ranking.from_scores(Y, [0.9, 0.2, 0.4, -INF, 0.3, 0.1], positive=1, weights=W),
    "binned ranking": Ranking([0.5, 0.0], [3, 1], [1, 2], 1, tops=[1.0, 0.25]),
    "tally": referee.core.Tally(
        6, (0, 1), 1, MODEL.confusion, MODEL.ranking, models=("p",), dropped=2, missing={"p": 2}, source="a.csv"
    ),
    "slices": referee.verbs.evaluate_by(
        pa.table({"y": Y, "p": P, "s": S, "r": list("aababb")}), by="r", truth="y", pred="p", score="s", rng=0
    ),
    "joint tally": referee.core.Tally(
        6, (0, 1), 1, joint=referee.PairedPredictions(MODEL, OTHER).joint, models=("p", "q")
    ),
    "test": TestResult(
        "McNemar",
        "no difference",
        0.03,
        effect=Estimate("difference", 0.1, 50, Interval(0.01, 0.2, 0.95, "Tango")),
        statistic=2.2,
        details={"df": 1.0, "se": NAN, "limit": INF},
        warnings=("few discordant cases",),
    ),
    "inapplicable test": TestResult("t", "no difference", NAN, inapplicable="variance 0"),
    "evaluation": referee.evaluate(Y, P, positive=1, costs={"fp": 1, "fn": 20}, prevalence=0.1, rng=0, name="m"),
    "evaluation of classes": referee.evaluate(list("abcb"), list("abca"), rng=0),
    "evaluation of one class": referee.evaluate([1, 1], [1, 1], rng=0),
    "comparison": referee.compare(MODEL, OTHER, margin=0.1, rng=0),
    "comparison of scores": referee.compare(MODEL, OTHER, metric="roc_auc", rng=0),
    "comparisons": referee.compare({"a": MODEL, "b": OTHER, "c": MODEL}, rng=0),
    "gate": referee.gate(MODEL, OTHER, margin=0.1, rng=0),
    "region": referee.where_better(MODEL, OTHER, rng=0),
    "decision": referee.compare(MODEL, OTHER, rng=0).decision,
    "curve": curves.roc(MODEL.ranking),
    "hull": curves.roc_hull(MODEL.ranking),
    "operating point": curves.operating_points(MODEL.ranking)[0],
    "optimal range": curves.optimal_ranges(MODEL.ranking)[0],
    "mix plan": curves.mix_for(curves.roc_hull(MODEL.ranking), fpr=0.2),
    "lift": curves.lift_at(MODEL.ranking, 0.5),
    "threshold": curves.threshold_by_youden(MODEL.ranking),
    "cross-fit": curves.crossfit_threshold(Y, S, curves.threshold_by_youden, folds=2, rng=0),
    "decision curve": curves.decision_curve(Y, S),
    "Brier decomposition": calibration.brier_decomposition(Y, S),
    "calibration error": calibration.calibration_error(Y, S, rng=0, resamples=50),
    "reliability curve": calibration.reliability_curve(Y, S, rng=0, resamples=50),
    "recalibration": calibration.recalibration(Y, S),
    "average ROC": multiclass.average_roc(list("abcabc"), np.eye(3)[[0, 1, 2, 0, 2, 1]]),
    "family": stattests.adjust([0.01, 0.2]),
    "pairwise": stattests.nemenyi([[0.9, 0.8, 0.7], [0.8, 0.85, 0.6], [0.7, 0.6, 0.65]]),
    "joint confusion": referee.PairedPredictions(MODEL, OTHER).joint,
    "band": intervals.roc_band(MODEL.ranking, rng=0, replicates=100),
    "always valid": stattests.AlwaysValid().update(only_a=3, only_b=1, n=9),
}


def same(a, b):
    """Equal plain data of the same types."""
    return json.dumps(a, sort_keys=True, allow_nan=False) == json.dumps(b, sort_keys=True, allow_nan=False)


def test_every_noun_is_here():
    assert {type(noun) for noun in NOUNS.values()} == set(_KNOWN.values())


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_round_trip(noun, tmp_path):
    data = noun.to_dict()
    assert data["schema"] == f"referee.{type(noun).schema}"
    back = type(noun).from_dict(data)
    assert type(back) is type(noun)
    assert same(back.to_dict(), data)
    text = noun.to_json(tmp_path / "noun.json")
    assert same(json.loads(text, parse_constant=pytest.fail), data)
    read = referee.load(tmp_path / "noun.json")
    assert same(read.to_dict(), data)
    assert str(read) == str(noun)
    assert read._repr_html_() == noun._repr_html_()
    assert repr(read) == repr(noun)


@pytest.mark.parametrize("name", ["confusion", "boolean confusion", "ranking", "finding", "estimate", "interval"])
def test_what_comes_back_is_equal(name):
    noun = NOUNS[name]
    assert type(noun).from_dict(noun.to_dict()) == noun


def test_nan_and_infinity_survive():
    back = Interval.from_dict(NOUNS["endless interval"].to_dict())
    assert (back.low, back.high) == (-INF, INF)
    assert math.isnan(Estimate.from_dict(NOUNS["undefined estimate"].to_dict()).value)
    details = TestResult.from_dict(NOUNS["test"].to_dict()).details
    assert details["df"] == 1.0
    assert math.isnan(details["se"])
    assert details["limit"] == INF
    assert Ranking.from_dict(NOUNS["ranking"].to_dict()).scores[0] == INF


def test_a_result_read_back_answers_the_same():
    result = NOUNS["evaluation"]
    back = referee.load(result.to_dict())
    assert back["recall"] == result["recall"]
    assert back["tpr"].interval == result["sensitivity"].interval
    assert back.confusion == result.confusion
    assert back.rows() == result.rows()
    classes = referee.load(NOUNS["evaluation of classes"].to_dict())
    assert classes["recall", "b"] == NOUNS["evaluation of classes"]["recall", "b"]


def refused(data):
    with pytest.raises(InputError) as caught:
        referee.load(data)
    return str(caught.value)


def test_a_newer_schema_is_refused():
    data = NOUNS["interval"].to_dict() | {"schema": "referee.interval/2"}
    assert refused(data) == (
        "`schema` must be at most 'interval/1'; got referee.interval/2. Update referee to read it."
    )
    nested = NOUNS["estimate"].to_dict()
    nested["interval"]["schema"] = "referee.interval/99"
    assert "Update referee to read it." in refused(nested)


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        ("referee.nothing/1", "`schema` must be one that this version of referee knows; got referee.nothing/1."),
        ("referee.interval/x", "`schema` must end in a version such as '/1'; got referee.interval/x."),
        ("referee.interval", "`schema` must end in a version such as '/1'; got referee.interval."),
        (None, "`schema` must be one that this version of referee knows; got None."),
        ("os/1", "`schema` must be one that this version of referee knows; got os/1."),
    ],
)
def test_an_unknown_schema_is_refused(schema, sentence):
    assert refused(NOUNS["interval"].to_dict() | {"schema": schema}) == sentence


def test_data_without_a_schema_is_refused():
    assert refused({"low": 1}) == "`source` must carry a `schema` that referee knows; got data without one."


@pytest.mark.parametrize(
    "change",
    [{"low": "a"}, {"low": 2.0, "high": 1.0}, {"extra": 1}, {"low": [1]}],
)
def test_other_fields_are_refused(change):
    refused(NOUNS["interval"].to_dict() | change)


def test_fields_that_are_left_out_are_refused():
    data = NOUNS["confusion"].to_dict()
    del data["labels"]
    assert refused(data).startswith("`confusion_matrix` must hold the fields that referee wrote; got other ones (")


def test_another_noun_is_refused():
    with pytest.raises(InputError) as caught:
        Interval.from_dict(NOUNS["estimate"].to_dict())
    assert str(caught.value) == "`data` must hold a Interval; got Estimate."


def test_files_that_are_no_result(tmp_path):
    path = tmp_path / "a.json"
    with pytest.raises(referee.FileError) as caught:
        referee.load(path)
    assert str(caught.value) == f"`source` must be a readable file; got {path}. No such file or directory."
    for content in ("{", "", "NaN,", "[" * 100_000):
        path.write_text(content)
        with pytest.raises(referee.FileError) as caught:
            referee.load(path)
        assert str(caught.value) == f"`source` must be a JSON file that referee wrote; got {path}."
    for content in ("[1]", "3", "null", "{}"):
        path.write_text(content)
        with pytest.raises(InputError, match="must carry a `schema` that referee knows"):
            referee.load(path)


def test_nouns_cannot_be_changed():
    matrix = NOUNS["confusion"]
    with pytest.raises(ValueError, match="read-only"):
        matrix.counts[0, 0] = 5
    with pytest.raises(ValueError, match="read-only"):
        NOUNS["costs"].values[0, 0] = 5
    with pytest.raises(AttributeError):
        NOUNS["interval"].low = 0
