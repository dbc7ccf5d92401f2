"""Every noun travels as JSON and comes back the same."""

from __future__ import annotations

import copy
import json
import math
import pickle

import numpy as np
import pytest

import referee
from helpers.drawn_models import cases
from helpers.noun_examples import INF, NOUNS
from referee import InputError, Ranking
from referee.core import Band, Estimate, Family, Interval, TestResult
from referee.core.noun import _KNOWN


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
    read = json.loads(text, parse_constant=pytest.fail)
    assert len(read.pop("checksum")) == 16
    assert same(read, data)
    read = referee.load(tmp_path / "noun.json")
    assert same(read.to_dict(), data)
    assert str(read) == str(noun)
    assert read._repr_html_() == noun._repr_html_()
    assert repr(read) == repr(noun)


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_it_travels_to_other_processes(noun):
    assert str(pickle.loads(pickle.dumps(noun))) == str(noun)
    assert str(copy.deepcopy(noun)) == str(noun)


def test_a_test_that_travelled_answers_at_other_levels_or_says_that_it_cannot():
    one, two = cases("apart")
    paired, apart = referee.compare(*cases("alone"), rng=0), referee.compare(one, two, independent=True, rng=0)
    ratio = referee.compare(one, two, metric="diagnostic_odds_ratio", independent=True, rng=0)
    for duel in (paired, apart):
        assert pickle.loads(pickle.dumps(duel)).test.interval(0.8) == duel.test.interval(0.8)
    assert copy.deepcopy(ratio).test.interval(0.8) == ratio.test.interval(0.8)
    with pytest.raises(InputError, match="the one that this result was made at"):
        pickle.loads(pickle.dumps(ratio)).test.interval(0.8)


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


@pytest.mark.parametrize(
    ("name", "parts"),
    [("evaluation", "measures"), ("audit", "findings"), ("standings", "matches"), ("comparisons", "duels")],
)
def test_what_has_parts_is_walked_part_by_part(name, parts):
    noun = NOUNS[name]
    assert list(noun) == list(getattr(noun, parts))


def test_slices_are_walked_with_their_keys():
    slices = NOUNS["slices"]
    assert [key for key, _ in slices] == [key if len(key) > 1 else key[0] for key in slices.keys]
    assert all(slices[key] is evaluation for key, evaluation in slices)


def test_every_noun_that_is_asked_by_name_can_be_walked():
    for kind in _KNOWN.values():
        assert hasattr(kind, "__iter__") or not hasattr(kind, "__getitem__"), kind


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
    ("change", "sentence"),
    [
        ({"low": "a"}, "`interval` must hold the fields that referee wrote; got 'a' for low."),
        ({"low": 2.0, "high": 1.0}, "`interval` must have low <= high; got 2.0 > 1.0."),
        ({"side": "left"}, "`side` must be one of 'two', 'lower', 'upper'; got 'left'."),
        ({"extra": 1}, "`interval` must hold the fields that referee wrote; got extra beside them."),
        ({"low": [1]}, "`interval` must hold the fields that referee wrote; got (1,) for low."),
        ({"low": 10**400}, "`interval` must hold the fields that referee wrote; got 1000"),
    ],
)
def test_other_fields_are_refused(change, sentence):
    assert refused(NOUNS["interval"].to_dict() | change).startswith(sentence)


def test_fields_that_are_left_out_are_refused():
    data = NOUNS["confusion"].to_dict()
    del data["labels"]
    assert refused(data) == "`confusion_matrix` must hold the fields that referee wrote; got none for labels."


@pytest.mark.parametrize(
    ("noun", "change", "sentence"),
    [
        (
            "decision",
            {"verdict": "fine"},
            "`decision` must hold the fields that referee wrote; got 'fine' for verdict.",
        ),
        ("test", {"details": [1]}, "`test` must hold the fields that referee wrote; got (1,) for details."),
        (
            "band",
            {"x": [[0.1], [0.2, 0.3]]},
            "`x` must hold numbers, in rows of one length; got ((0.1,), (0.2, 0.3)).",
        ),
        ("results", {"truth": ["a"]}, "`truth` must hold numbers, in rows of one length; got ('a',)."),
        ("results", {"predicted": 3}, "`results` must hold the fields that referee wrote; got 3 for predicted."),
    ],
)
def test_the_field_that_is_wrong_is_named(noun, change, sentence):
    assert refused(NOUNS[noun].to_dict() | change) == sentence


def broken(*args):
    raise TypeError("a fault of referee's own")


@pytest.mark.parametrize("make", [referee.load, lambda data: Interval(0.1, 0.2, 0.95, "wilson")])
def test_a_fault_of_referee_is_no_fault_of_the_data(monkeypatch, make):
    data = NOUNS["interval"].to_dict()
    monkeypatch.setattr("referee._check.choice", broken)
    with pytest.raises(TypeError, match="a fault of referee's own"):
        make(data)


def test_another_noun_is_refused():
    with pytest.raises(InputError) as caught:
        Interval.from_dict(NOUNS["estimate"].to_dict())
    assert str(caught.value) == "`data` must hold a Interval; got Estimate."


def test_files_that_are_no_result(tmp_path):
    path = tmp_path / "a.json"
    with pytest.raises(referee.errors.FileError) as caught:
        referee.load(path)
    assert str(caught.value) == f"`source` must be a readable file; got {path}. No such file or directory."
    for content in ("{", "", "NaN,", "[" * 100_000):
        path.write_text(content)
        with pytest.raises(referee.errors.FileError) as caught:
            referee.load(path)
        assert str(caught.value) == f"`source` must be a JSON file that referee wrote; got {path}."
    for content in ("[1]", "3", "null", "{}"):
        path.write_text(content)
        with pytest.raises(InputError, match="must carry a `schema` that referee knows"):
            referee.load(path)


def test_fields_are_made_safe():
    scores = np.array([0.9, 0.4])
    ranking = Ranking(scores, [1, 0], [0, 1])
    assert ranking.scores.tolist() == [0.9, 0.4]
    with pytest.raises(ValueError, match="read-only"):
        ranking.scores[0] = 5
    scores[0] = 0.8
    family = Family("all", "holm", "any", ["a", "b"], [np.float64(0.1), 0.2], np.array([0.1, 0.2]))
    assert (family.labels, family.adjusted) == (("a", "b"), (0.1, 0.2))
    assert {type(p) for p in (*family.p_values, *family.adjusted)} == {float}
    with pytest.raises(InputError, match="`x` must hold numbers, in rows of one length; got"):
        Band([0.0, "a"], [0.4, 0.9], [0.2, 0.7], [0.6, 1.0], 0.95, "bootstrap")


def test_nouns_that_hold_arrays_are_equal_by_value():
    ranking = NOUNS["ranking"]
    again = Ranking.from_dict(ranking.to_dict())
    assert ranking == again
    assert ranking != Ranking(again.scores, again.positives, again.negatives, "other")
    assert ranking != "text"
    with pytest.raises(TypeError, match="unhashable"):
        hash(ranking)


def test_nouns_cannot_be_changed():
    matrix = NOUNS["confusion"]
    with pytest.raises(ValueError, match="read-only"):
        matrix.counts[0, 0] = 5
    with pytest.raises(ValueError, match="read-only"):
        NOUNS["costs"].values[0, 0] = 5
    with pytest.raises(AttributeError):
        NOUNS["interval"].low = 0


def test_a_measure_that_is_asked_for_as_an_attribute_is_told_how():
    result = NOUNS["evaluation"]
    with pytest.raises(AttributeError, match=r"a measure is asked for as result\['recall'\]"):
        result.recall  # noqa: B018
    with pytest.raises(AttributeError, match=r"no 'no_such'; its parts are \["):
        result.no_such  # noqa: B018
    assert not hasattr(object.__new__(type(result)), "recall")
