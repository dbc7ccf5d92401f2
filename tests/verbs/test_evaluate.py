"""`evaluate`: what is asked for, by which name, at which cost and prevalence, for which class."""

from __future__ import annotations

import json

import numpy as np
import pytest

import referee
from referee.core import ConfusionMatrix, CostMatrix
from referee.errors import InputError

TRUTH = ["cat", "dog", "cat", "owl", "dog", "owl", "cat", "dog", "cat", "owl", "cat", "dog"]
PREDICTED = ["cat", "dog", "dog", "owl", "dog", "cat", "cat", "dog", "cat", "owl", "cat", "owl"]
SPAM = ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72, labels=("ham", "spam"))


def test_aliases_are_one_metric():
    result = referee.evaluate(SPAM, rng=0)
    for names in ("recall tpr sensitivity hit_rate", "ppv precision", "f1 f1_score dice", "phi mcc", "dor"):
        found = [result[name] for name in names.split()]
        assert all(m is found[0] for m in found)
        assert all(name in result for name in names.split())
    assert "auc" not in result
    with pytest.raises(referee.InputError, match="Did you mean 'sensitivity'"):
        result["sensitivty"]


def test_every_measure_of_two_classes_has_an_interval_an_n_and_a_method():
    result = referee.evaluate(SPAM, costs={"fp": 1, "fn": 20}, rng=0)
    for m in result.measures:
        assert m.interval is not None
        assert m.interval.method
        assert m.n > 0
    assert result["precision"].n == 91
    assert result["recall"].n == 100
    assert result["f1"].n == 128
    assert result["accuracy"].n == 200


def test_averages_by_any_alias():
    result = referee.evaluate(TRUTH, PREDICTED, rng=0)
    assert result["recall_macro"] is result["sensitivity_macro"]
    assert result["ppv_weighted"] is result["precision_weighted"]
    assert result["f1_micro"].value == pytest.approx(result["accuracy"].value)
    assert result["recall_weighted"].value == pytest.approx(result["accuracy"].value)
    assert result["recall_macro"].value == pytest.approx(result["balanced_accuracy"].value)


def test_each_class_has_its_own_measures():
    result = referee.evaluate(TRUTH, PREDICTED, rng=0)
    assert [label for label, _ in result.by_class] == ["cat", "dog", "owl"]
    assert result["recall", "cat"].value == pytest.approx(4 / 5)
    assert result["precision", "owl"].value == pytest.approx(2 / 3)
    assert result["recall", "cat"].n == 5
    with pytest.raises(referee.InputError, match="`class` must be a class"):
        result["recall", "cow"]


def test_a_positive_class_among_three_gives_the_same_from_columns_and_from_their_table():
    columns = referee.evaluate(TRUTH, PREDICTED, positive="dog", rng=0)
    table = referee.evaluate(ConfusionMatrix.from_labels(TRUTH, PREDICTED), positive="dog", rng=0)
    assert [m.name for m in columns.measures] == [m.name for m in table.measures]
    for m in columns.measures:
        other = table[m.name]
        assert other.value == pytest.approx(m.value, nan_ok=True), m.name
        assert (other.interval is None) == (m.interval is None)
    assert columns["recall"].value == pytest.approx(3 / 4)
    assert columns["accuracy"].value == pytest.approx(9 / 12)


def test_costs_do_not_change_other_measures():
    plain = referee.evaluate(TRUTH, PREDICTED, positive="dog", rng=0)
    priced = referee.evaluate(TRUTH, PREDICTED, positive="dog", costs={"fp": 1, "fn": 5}, rng=0)
    for m in plain.measures:
        assert priced[m.name].value == pytest.approx(m.value, nan_ok=True), m.name
    assert priced["total_cost"].value == 1 * 1 + 5 * 1


PAIRS = {("ham", "spam"): 1, ("spam", "ham"): 20}


@pytest.mark.parametrize(
    "costs",
    [
        {"fp": 1, "fn": 20},
        {"fp": 1, "fn": 20, "tp": 0, "tn": 0},
        PAIRS,
        {"ham": {"spam": 1}, "spam": {"ham": 20}},
        CostMatrix.of(PAIRS, ("ham", "spam")),
        CostMatrix.of(PAIRS, ("spam", "ham")),
    ],
    ids=["cells", "four cells", "pairs", "nested", "matrix", "matrix in the other order"],
)
def test_costs_in_every_form(costs):
    result = referee.evaluate(SPAM, costs=costs, rng=0)
    assert result["total_cost"].value == 28 + 20 * 37
    assert result["mean_cost"].value == (28 + 20 * 37) / 200
    low, high = result["total_cost"].interval
    assert (low / 200, high / 200) == pytest.approx(tuple(result["mean_cost"].interval), rel=1e-9)
    assert result.headline[-2:] == ("mean_cost", "total_cost")


def test_costs_of_three_classes():
    costs = {(a, b): 1 + 2 * (b == "owl") for a in ("cat", "dog", "owl") for b in ("cat", "dog", "owl") if a != b}
    assert referee.evaluate(TRUTH, PREDICTED, costs=costs, rng=0)["total_cost"].value == 1 + 1 + 3
    assert referee.evaluate(TRUTH, PREDICTED, positive="dog", costs=costs, rng=0)["total_cost"].value == 5


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ([[0, 1], [20, 0]], "name its rows and columns.*An unnamed matrix could be transposed"),
        ({"fp": 1}, "name both 'fp' and 'fn'"),
        ({("ham", "spam"): 1}, "name every kind of error; got none for \\('spam', 'ham'\\)"),
        ({("ham", "eggs"): 1, **PAIRS}, "name labels of the data; got 'eggs'"),
        ({"fp": 1, "fn": float("nan")}, "finite"),
    ],
)
def test_bad_costs_get_the_sentence(costs, sentence):
    with pytest.raises(referee.InputError, match=sentence):
        referee.evaluate(SPAM, costs=costs)


def test_costs_by_cell_need_a_positive_class():
    with pytest.raises(referee.InputError, match="false positives and negatives of a known class"):
        referee.evaluate(["a", "b"], ["a", "b"], costs={"fp": 1, "fn": 20})


def _named(name):
    def formula(tp):
        return tp

    formula.__name__ = name
    return formula


def test_a_metric_of_ones_own():
    @referee.metric("Share of the errors that are misses", better="lower")
    def miss_share(fn, fp):
        return fn / (fn + fp)

    try:
        result = referee.evaluate(SPAM, rng=0)
        assert result["miss_share"].value == pytest.approx(37 / 65)
        assert result["miss_share"].value in result["miss_share"].interval
        assert miss_share.ignores == ("tp", "tn")
        perfect = referee.evaluate([0, 1, 1], [0, 1, 1], metrics=miss_share)["miss_share"]
        assert not perfect.defined
        assert perfect.undefined == "its denominator is 0"
        with pytest.raises(referee.InputError, match="be new in the registry"):
            referee.metric("again", needs="labels")(_named("miss_share"))
    finally:
        referee.metrics.unregister("miss_share")
    with pytest.raises(referee.InputError, match="take `counts` or cells named"):
        referee.metric("Odd")(lambda x: x)


def test_asking_for_some_measures():
    result = referee.evaluate(SPAM, metrics=["recall", "fbeta:beta=2", "F1", referee.metrics.mcc], rng=0)
    assert [m.name for m in result.measures] == ["sensitivity", "fbeta:2", "f1", "mcc"]
    assert result.headline == ("sensitivity", "fbeta:2", "f1", "mcc")
    assert result["F1"] is result["f1"]
    assert result["fbeta:beta=2"].interval.method == "score on TP/(TP+FP+FN)"
    with pytest.raises(referee.InputError, match="name at least one metric"):
        referee.evaluate(SPAM, metrics=[])
    with pytest.raises(referee.InputError, match=r"Pass positive=\.\.\., or use f1_macro"):
        referee.evaluate(TRUTH, PREDICTED, metrics="f1")


def test_two_classes_without_a_positive_one_are_treated_alike():
    result = referee.evaluate(["a", "b", "b", "a"], ["a", "b", "a", "a"], rng=0)
    assert "recall" not in result
    assert result["recall", "b"].value == 0.5
    assert any("no class is named positive" in note for note in result.notes)


def test_the_seed_is_recorded_and_repeats_the_result():
    first = referee.evaluate(SPAM)
    again = referee.evaluate(SPAM, rng=first.seed)
    assert first.rows() == again.rows()
    state = referee.evaluate(SPAM, random_state=7)
    assert state.seed == 7
    with pytest.raises(referee.InputError, match="`rng` must be given once"):
        referee.evaluate(SPAM, rng=1, random_state=1)


def test_sample_weight_is_weights():
    truth, predicted, weights = [0, 1, 1, 0], [0, 1, 0, 0], [1.0, 2.0, 3.0, 4.0]
    ours = referee.evaluate(referee.read(truth, predicted, weights=weights), rng=0)
    theirs = referee.metrics.accuracy(truth, predicted, sample_weight=weights)
    assert ours["accuracy"].value == theirs == pytest.approx(0.7)
    with pytest.raises(TypeError, match="sample_weight"):
        referee.evaluate(truth, predicted, sample_weight=weights)


def test_a_round_trip_through_a_dict_and_a_file(tmp_path):
    result = referee.evaluate(TRUTH, PREDICTED, rng=0)
    text = json.dumps(result.to_dict())
    assert "NaN" not in text
    path = tmp_path / "result.json"
    path.write_text(text)
    back = referee.load(path)
    assert back.rows() == result.rows()
    assert str(back) == str(result)
    assert back["recall_macro"].value == result["recall_macro"].value


def test_the_frame_has_every_measure():
    frame = referee.evaluate(TRUTH, PREDICTED, rng=0).frame("pandas")
    assert {"measure", "value", "low", "high", "n", "method", "class"} <= set(frame.columns)
    assert (frame["class"] == "owl").sum() == 4


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"level": 95}, "Did you mean 0.95"),
        ({"interval": "exact"}, "`interval` must be one of"),
        ({"positive": "cow"}, "`positive` must be a label that occurs; got 'cow'"),
        ({"prevalence": 0.2}, "a mapping from each class"),
    ],
)
def test_bad_options_get_the_sentence(options, sentence):
    with pytest.raises(referee.InputError, match=sentence):
        referee.evaluate(TRUTH, PREDICTED, **options)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"positive": "cow"}, "`positive` must be a label that occurs; got 'cow'"),
        ({"labels": ["cat", "dog"]}, "name every label that occurs"),
        ({"weights": [1.0]}, "`weights` must"),
        ({"groups": [1, 2]}, "`groups` must"),
    ],
)
def test_bad_facts_of_the_cases_are_refused_where_they_are_read(options, sentence):
    with pytest.raises(referee.InputError, match=sentence):
        referee.read(TRUTH, PREDICTED, **options)


def test_a_table_takes_no_columns_beside_it():
    with pytest.raises(referee.InputError, match="`y_pred` must not be given with a ConfusionMatrix"):
        referee.evaluate(SPAM, [1, 0])


def test_one_known_class():
    result = referee.evaluate(["a"] * 12, ["a"] * 12, rng=0)
    assert result["accuracy"].interval.width > 0
    assert result["f1_macro"].value == 1
    assert result["f1_macro"].interval is None
    assert "no other class is known" in result["f1_macro"].note


@pytest.mark.slow
def test_more_classes_than_can_be_drawn():
    truth = np.arange(1200)
    result = referee.evaluate(truth, np.roll(truth, 1) * (truth % 2) + truth * (1 - truth % 2), rng=0)
    assert result["accuracy"].value == 0.5
    assert result["accuracy"].interval is not None
    assert result["mcc"].interval is None
    assert result["mcc"].note == "no interval: 1200 classes are too many to draw tables of"
    assert result.by_class == ()
    assert any("none has measures of its own" in note for note in result.notes)


def test_more_classes_than_can_be_resampled():
    truth = np.arange(400)
    result = referee.evaluate(truth, truth[::-1], metrics=["accuracy", "mcc"], interval="bca", rng=0)
    assert result["mcc"].interval is None
    assert result["mcc"].note == "no interval: 400 classes are too many to resample"


def test_a_million_cases_are_a_table_of_four():
    generator = np.random.default_rng(0)
    truth = generator.integers(0, 2, 10**6)
    result = referee.evaluate(truth, np.where(generator.random(10**6) < 0.9, truth, 1 - truth), rng=0)
    assert result["accuracy"].interval.width == pytest.approx(2 * 1.96 * 0.3 / 1000, rel=0.01)


def test_a_measure_takes_a_value_and_an_area_a_method_by_name():
    rng = np.random.default_rng(8)
    y = np.arange(120) % 3 == 0
    score = rng.normal(1.2 * y)
    asked = {"positive": True, "rng": 0}
    names = ["sensitivity_at_specificity:0.9", "auc", "gini"]
    found = referee.evaluate(y, y_score=score, metrics=names, interval="delong", **asked)
    point = found["sensitivity_at_specificity:0.9"]
    assert point.title == "Sensitivity at specificity 0.9"
    assert point.interval.low < point.value < point.interval.high
    reference = referee.inference.auc_interval(
        referee.read(y, y_score=score, positive=True), method="delong"
    ).interval
    assert found["auc"].interval == reference
    assert found["gini"].interval.low == pytest.approx(2 * reference.low - 1)
    assert referee.load(found.to_dict())["sensitivity_at_specificity:0.9"].value == point.value
    better = referee.compare(
        referee.read(y, y_score=score, positive=True), referee.read(y, y_score=-score, positive=True),
        metric=names[0], rng=0,
    )  # fmt: skip
    assert better.verdict.value == "better"
    assert "sensitivity at specificity 0.9 differs by" in str(better)


@pytest.mark.parametrize(
    ("metrics", "interval", "told"),
    [
        ("auc", "wilson", "suit a measure that is asked for; got 'wilson'. They take auto, bootstrap"),
        ("accuracy", "delong", "They take agresti_coull, auto"),
        (None, "delonge", "be one of 'auto', 'agresti_coull'.*'delong'.*got 'delonge'. Did you mean 'delong'"),
    ],
)
def test_a_method_that_suits_no_measure_is_refused(metrics, interval, told):
    with pytest.raises(InputError, match=f"`interval` must .*{told}"):
        referee.evaluate([1, 1, 0, 0], [1, 0, 0, 0], [0.9, 0.2, 0.3, 0.1], metrics=metrics, interval=interval)
