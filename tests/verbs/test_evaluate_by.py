"""Slices against the rest: which test leads when a slice is small."""

from __future__ import annotations

import pickle
from dataclasses import astuple

import numpy as np
import pytest

from referee import load, read, read_slices
from referee.core.test_result import swap_sides
from referee.errors import InputError
from referee.inference._gap import Ask
from referee.inference.delong_variance import delong
from referee.inference.difference import difference
from referee.inference.slice_areas import slice_areas
from referee.metrics.registry import get
from referee.verbs.evaluate_by import evaluate_by

pd = pytest.importorskip("pandas")


def frame(sizes, seed=0):
    rng = np.random.default_rng(seed)
    site = np.repeat(list("abcdefgh")[: len(sizes)], sizes)
    y = (rng.random(len(site)) < 0.4).astype(int)
    return pd.DataFrame({"y": y, "said": np.where(rng.random(len(site)) < 0.85, y, 1 - y), "site": site})


def sliced(sizes):
    return read_slices(frame(sizes), by="site", truth="y", pred="said", positive=1)


def test_a_small_slice_gets_the_exact_test_and_a_large_one_the_score():
    found = evaluate_by(sliced([12, 200, 150]), rng=0)
    names = [test.name for test in found.tests]
    assert names[0] == "score test of two proportions (Miettinen-Nurminen, exact)"
    assert names[1] == "score test of two proportions (Miettinen-Nurminen)"
    for test in found.tests:
        assert (0 in test.effect.interval) == (not test.p_value < 0.05 / 3)


def test_slices_with_few_errors_are_rarely_called_different():
    """Seventeen slices of 33 cases, 3.7% of which are wrong: the normal form called one different in 9% of families."""
    rng, wrong = np.random.default_rng(0), 0
    part = np.arange(17 * 33) % 17
    y = np.arange(17 * 33) // 17 % 2
    for _ in range(60):
        answers = read(y, np.where(rng.random(len(y)) < 0.963, y, 1 - y), positive=1)
        wrong += bool(evaluate_by(read_slices(answers, by={"part": part}), metric="accuracy", rng=0).different)
    assert wrong <= 3


@pytest.mark.parametrize("metric", ["f1", "mcc", "balanced_accuracy"])
def test_what_is_no_share_is_not_tested_in_a_small_slice(metric):
    found = evaluate_by(sliced([12, 200, 150]), metric=metric, rng=0)
    assert "12 cases are too few for a test of" in found.tests[0].inapplicable
    assert found.tests[1].inapplicable is None
    assert ("a",) not in found.different


def scored(sizes, seed=3):
    rng = np.random.default_rng(seed)
    y = (rng.random(sum(sizes)) < 0.4).astype(int)
    score = np.round(1 / (1 + np.exp(-rng.normal(y, 1))), 2)
    return read(y, np.where(score > 0.5, 1, 0), score, positive=1), np.repeat(np.arange(len(sizes)), sizes)


@pytest.mark.parametrize("metric", ["accuracy", "error_rate", "sensitivity", "roc_auc", "gini"])
@pytest.mark.parametrize("sizes", [(40, 60, 500), (300, 400, 350, 20), (31, 2000)])
def test_slices_tested_together_get_the_test_of_each_with_its_rest(metric, sizes):
    answers, part = scored(sizes)
    found = evaluate_by(read_slices(answers, by={"part": part}), metric=metric, rng=0)
    ask = Ask(1 - 0.05 / len(sizes), "two-sided", 0, exact=True)
    for i, test in enumerate(found.tests):
        if test.inapplicable:
            continue
        own = difference(get(metric), answers.rows(part == i), answers.rows(part != i), None, ask).test
        own = swap_sides(own) if get(metric).better == "lower" else own
        assert test.p_value == pytest.approx(own.p_value, abs=1e-12)
        assert list(test.effect.interval) == pytest.approx(list(own.effect.interval), abs=1e-12)
        assert list(test.interval(0.8)) == pytest.approx(list(own.interval(0.8)), abs=1e-12)


def test_an_evaluation_of_a_slice_is_made_when_it_is_looked_at_and_written():
    answers, part = scored([50, 60])
    found = evaluate_by(read_slices(answers, by={"part": part}), rng=0)
    assert found.evaluations[0] is found.evaluations[0]
    assert found.evaluations[-1] is found[1]
    again = load(found.to_dict())
    assert [e.n for e in again.evaluations] == [50, 60]
    assert pickle.loads(pickle.dumps(found)).evaluations[1]["accuracy"] == found[1]["accuracy"]


def test_the_area_of_a_slice_and_of_the_rest_are_those_of_their_rankings():
    answers, part = scored([7, 30, 90, 3])
    for i, pair in enumerate(slice_areas(answers.scores, answers.is_positive, part, answers.mass)):
        for area, chosen in zip(pair, (part == i, part != i), strict=True):
            assert astuple(area) == pytest.approx(
                astuple(delong(answers.rows(chosen).ranking)), abs=1e-13, nan_ok=True
            )


@pytest.mark.parametrize("written", [True, False], ids=["text", "frame"])
@pytest.mark.parametrize("columns", [{"score": "p"}, {"score": "p", "pred": "said"}], ids=["scores", "both"])
def test_kept_records_are_sliced_as_counts_are(tmp_path, written, columns):
    table = frame([120, 180, 150])
    table["p"] = np.round(np.random.default_rng(5).normal(table["y"], 1.0), 2)
    table["month"] = np.arange(len(table)) % 3
    source = table
    if written:
        source = tmp_path / "p.csv"
        table.to_csv(source, index=False)
    how = {"by": ("month", "site"), "truth": "y", "positive": 1, **columns}
    kept, counted = read_slices(source, **how), read_slices(source, **how, keep="counts")
    assert not kept.whole.counted
    assert counted.whole.counted
    assert list(kept.parts) == list(counted.parts)
    assert [part.n for part in kept.parts.values()] == [part.n for part in counted.parts.values()]
    one, two = (evaluate_by(slices, metric="roc_auc", rng=0) for slices in (kept, counted))
    for a, b in zip(one.tests, two.tests, strict=True):
        np.testing.assert_allclose([a.p_value, *a.effect.interval], [b.p_value, *b.effect.interval], rtol=1e-9)
    assert one[(1, "a")]["roc_auc"].value == two[(1, "a")]["roc_auc"].value


def test_distinct_scores_beyond_what_is_counted_stay_exact():
    rng = np.random.default_rng(6)
    y, part = rng.integers(0, 2, 20_000), np.arange(20_000) % 200
    table = pd.DataFrame({"y": y, "p": rng.normal(y, 1.0), "part": part})
    slices = read_slices(table, by="part", truth="y", score="p", positive=1)
    assert all(piece.tops is None for piece in slices.parts.values())


def test_too_many_slices_are_refused():
    n = 10_001
    answers = read([0, 1] * n, y_score=np.arange(2.0 * n), positive=1)
    with pytest.raises(InputError, match="at most 10,000 slices"):
        read_slices(answers, by={"row": np.arange(2 * n)})


def test_a_small_slice_of_one_class_leaves_the_areas_of_the_others_as_they_are():
    answers, place = scored((40, 60, 500))
    y, score = np.append(answers.truth, [1, 1, 1]), np.append(answers.scores, [0.2, 0.5, 0.9])
    table = pd.DataFrame({"y": y, "s": score, "site": np.append(place, [9, 9, 9])})
    found = evaluate_by(read_slices(table, by="site", truth="y", score="s", positive=1), metric="roc_auc", rng=0)
    assert found.tests[-1].inapplicable
    assert all(test.inapplicable is None and 0 < test.p_value < 1 for test in found.tests[:-1])
