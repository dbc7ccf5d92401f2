"""What is shown is what is tested: costs, prevalence, weights and categories at every door."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

import referee
from odd_inputs.table import Table
from referee import compare, evaluate, evaluate_by, read, read_slices

TABLE = Table("evaluate_by")
draw = np.random.default_rng(5)
SITE = draw.choice(["a", "b"], 400)
TRUTH = np.where(draw.random(400) < np.where(SITE == "a", 0.85, 0.15), 1, 0)
SAID = np.where(draw.random(400) < np.where(TRUTH, 0.95, 0.6), TRUTH, 1 - TRUTH)


def slices(**options):
    """The answers by site."""
    frame = pd.DataFrame({"y": TRUTH, "p": SAID, "site": SITE, "w": np.arange(400) % 7 + 1.0})
    return read_slices(frame, by="site", truth="y", pred="p", positive=1, **options)


@TABLE.answers("slices are tested at the costs that are shown")
def slices_are_tested_at_the_costs_that_are_shown():
    found = evaluate_by(slices(), metric="mean_cost", costs={"fp": 1, "fn": 20}, rng=0)
    values = [found[site]["mean_cost"].value for site in "ab"]
    assert found.tests[0].effect.value == pytest.approx(values[0] - values[1])


@TABLE.answers("a total over cases does not tell slices apart")
def a_total_over_cases_does_not_tell_slices_apart():
    with pytest.raises(referee.InputError, match="must not grow with the number of cases"):
        evaluate_by(slices(), metric="total_cost", costs={"fp": 1, "fn": 20})


@TABLE.answers(
    "at a stated prevalence slices have a test where it does not matter", each=["accuracy", "sensitivity"]
)
def at_a_stated_prevalence_slices_have_a_test_where_it_does_not_matter(metric):
    found = evaluate_by(slices(), metric=metric, prevalence=0.05, rng=0)
    assert np.isnan([test.p_value for test in found.tests]).all() == (metric == "accuracy")
    words = "No slice is tested by accuracy: it depends on the class shares"
    assert (words in " ".join(str(found).split())) == (metric == "accuracy")


@TABLE.answers("a share whose cases lie in one slice")
def a_share_whose_cases_lie_in_one_slice():
    truth, site = np.r_[np.ones(6, int), np.zeros(54, int)], np.repeat(["north", "south"], 30)
    answers = read(truth, np.r_[0, truth[1:]], positive=1)
    found = evaluate_by(read_slices(answers, by={"site": site}), metric="sensitivity", rng=0)
    assert [test.inapplicable for test in found.tests] == ["no case is positive"] * 2
    assert found.adjusted == (1.0, 1.0)


@TABLE.answers("weights beside slices, and options that there are not", door="read_slices")
def weights_beside_slices_and_options_that_there_are_not():
    weighted = slices(weights="w")
    assert weighted.whole.weights is not None
    assert evaluate_by(weighted, rng=0)["a"]["accuracy"].n < 213
    with pytest.raises(referee.InputError, match="`positiv` must be an option of `referee.read`"):
        slices(positiv=1)


@TABLE.answers("a slice whose column has the name of one of the rows", each=["class", "n", "cases"])
def a_slice_whose_column_has_the_name_of_one_of_the_rows(name):
    found = evaluate_by(read_slices(read(TRUTH, SAID), by={name: SITE}), rng=0)
    assert {row[f"slice {name}"] for row in found.rows()} == {"a", "b"}


@TABLE.answers("weights of one model alone", each=["weights", "groups"], door="compare")
def what_one_model_has_alone(name):
    a, b = read(TRUTH, SAID, **{name: np.arange(400) % 40 + 1}), read(TRUTH, 1 - SAID)
    for pair in ((a, b), (b, a)):
        with pytest.raises(
            referee.errors.PairingError, match=f"`{name}` must be given for both models or for none"
        ):
            compare(*pair, rng=0)


@TABLE.answers("limits of a weighted difference stay in its range", door="compare")
def limits_of_a_weighted_difference_stay_in_its_range():
    truth, weights = [1, 0, 1, 0, 1], [1, 2, 3, 1, 1]
    pair = [read(truth, said, weights=weights) for said in (truth, [0, 1, 0, 1, 1])]
    found = compare(*pair, rng=0).difference
    assert (found.value, found.interval.high) == (0.875, 1.0)


@TABLE.answers("weights and forty classes", each=["accuracy", "f1_micro", "f1_macro"], door="compare")
def weights_and_forty_classes(metric):
    """By a gradient of the table of each model, not of that of all three columns."""
    truth = draw.integers(0, 40, 500)
    one, two = (np.where(draw.random(500) < share, truth, draw.integers(0, 40, 500)) for share in (0.8, 0.6))
    weights = draw.random(500) + 0.5
    found = compare(*(read(truth, said, weights=weights) for said in (one, two)), metric=metric, rng=0)
    assert found.verdict.value == "better"
    if metric != "f1_macro":
        gap = np.average((one == truth).astype(float) - (two == truth), weights=weights)
        assert found.difference.value == pytest.approx(gap)


@TABLE.answers("with weights the number at a prevalence is Kish's", door="evaluate")
def with_weights_the_number_at_a_prevalence_is_kishs():
    weights = np.arange(1, 401) / 10
    made = [
        evaluate(read(TRUTH, SAID, positive=1, weights=w), prevalence=0.1, rng=0) for w in (weights, 9 * weights)
    ]
    assert made[0]["precision"].n == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    assert made[1]["precision"].n == pytest.approx(made[0]["precision"].n)


LEVELS = ["low", "middle", "high", "never"]


def graded(folder):
    """Ordered categories in every kind of source that knows them."""
    truth = draw.integers(0, 3, 60)
    said = np.clip(truth + draw.integers(-1, 2, 60), 0, 2)
    names = {"y": np.array(LEVELS)[truth].tolist(), "p": np.array(LEVELS)[said].tolist()}
    frame = pd.DataFrame({key: pd.Categorical(cells, LEVELS, ordered=True) for key, cells in names.items()})
    frame.to_parquet(folder / "graded.parquet")
    enums = pl.DataFrame({key: pl.Series(cells, dtype=pl.Enum(LEVELS)) for key, cells in names.items()})
    return [frame, folder / "graded.parquet", enums, enums.lazy()]


@TABLE.answers("categories keep their order and their unused levels, kept or counted", door="read")
def categories_keep_their_order(tmp_path):
    made = [
        read(source, truth="y", pred="p", keep=keep) for source in graded(tmp_path) for keep in ("auto", "counts")
    ]
    assert {answers.labels for answers in made} == {tuple(LEVELS)}
    assert len({round(referee.metrics.get("kappa_quadratic")(answers), 12) for answers in made}) == 1


@TABLE.answers("numbers as text in a file with types", each=["records", "counts"], door="read")
def numbers_as_text_in_a_file_with_types(keep, tmp_path):
    frame = pd.DataFrame({"y": TRUTH.astype(str), "p": SAID.astype(str), "q": SAID})
    frame.to_parquet(tmp_path / "text.parquet")
    for source in (frame, tmp_path / "text.parquet"):
        assert read(source, truth="y", pred="p", keep=keep).labels == ("0", "1")
        with pytest.raises(referee.InputError, match="`q` must have labels of the same type as `y`"):
            read(source, truth="y", pred="q", keep=keep)


@TABLE.answers("the truth as the column of a model", each=["auto", "counts"], door="read")
def the_truth_as_the_column_of_a_model(keep):
    frame = pd.DataFrame({"y": TRUTH, "p": SAID})
    for columns in ({"pred": "y"}, {"score": "y"}):
        with pytest.raises(referee.InputError, match="must name another column than the truth; got 'y'"):
            read(frame, truth="y", keep=keep, **columns)


@TABLE.answers("a loss that falls is an advantage", door="gate")
def a_loss_that_falls_is_an_advantage():
    base, better = read(TRUTH, np.roll(TRUTH, 1)), read(TRUTH, SAID)
    assert ", advantage in error_rate +0." in str(referee.gate(base, better, margin=0.02, metric="error_rate"))
    assert ", accuracy +0." in str(referee.gate(base, better, margin=0.02))


@TABLE.answers("the key of costs that is wrong is named", door="evaluate")
def the_key_of_costs_that_is_wrong_is_named():
    with pytest.raises(referee.InputError, match="got 'tx'"):
        evaluate(TRUTH, SAID, positive=1, costs={"fp": 1, "fn": 2, "tx": 1})


@TABLE.answers("five of five right", door="review")
def five_of_five_right_have_the_same_limits_as_in_an_evaluation():
    shown = evaluate(["a"] * 5, ["a"] * 5, metrics="accuracy", rng=0)["accuracy"].interval
    assert "[0.478, 1.000]  5  Clopper-Pearson" in str(referee.review(accuracy=1.0, n=5))
    assert tuple(shown) == pytest.approx((0.0250**0.2, 1.0))


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
