"""The newer parts of `make validity`, in a quick version, and that each sees what it is there for."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tools.validity")

from referee.learners import Bootstrap, CrossValidation, LeaveOneOut, RandomSplits, run_learner
from referee.learners.estimators import NestedFolds, Progressive
from tools.validity import estimators, properties, ranking
from tools.validity.cell import verdict
from tools.validity.fit_together import fit_together, fit_together_checked
from tools.validity.learners import BlockLearner
from tools.validity.trained import Discriminant

RECIPES = (
    Bootstrap(6),
    CrossValidation(5, repeats=2),
    LeaveOneOut(),
    RandomSplits(4),
    Progressive(),
    NestedFolds(5, 2),
)


@pytest.mark.parametrize("kind", ["lda", "1nn"])
@pytest.mark.parametrize("n", [20, 45])
def test_fits_at_once_predict_what_fits_one_by_one_do(kind, n):
    X, y = estimators.draw_cases(n, np.random.default_rng(n))
    for recipe in RECIPES:
        splits = recipe.make(y, rng=3)
        for options in ({}, {"keep": ["whole", "everywhere"]}):
            made = fit_together(BlockLearner(kind, 0), X, y, splits, **options)
            each = run_learner(BlockLearner(kind, 0), X, y, splits, rng=1, **options)
            assert np.array_equal(made.counts, each.counts)
            assert all(np.array_equal(a, b) for a, b in zip(made.predicted, each.predicted, strict=True))
            assert (made.whole is None) == (each.whole is None)
            assert made.whole is None or np.array_equal(made.whole, each.whole)


def test_a_sample_of_one_class_has_no_discriminant():
    X, y = np.random.default_rng(4).normal(size=(12, 2)), np.arange(12) % 6 // 5
    splits = Bootstrap(30).make(y, rng=3)
    alone = [i for i, train in enumerate(splits.trains) if len(set(y[train])) == 1]
    made = fit_together_checked(BlockLearner("1nn", 0), X, y, splits)
    assert 0 < len(alone) < 30
    assert made.complete
    made, each = (
        fit_together(BlockLearner("lda", 0), X, y, splits),
        run_learner(BlockLearner("lda", 0), X, y, splits, rng=1),
    )
    assert [i for i, _ in made.failures] == [i for i, _ in each.failures] == alone


def test_fits_at_once_that_differ_are_told():
    class Turned(Discriminant):
        def predict(self, X):
            return 1 - super().predict(X)

    X, y = estimators.draw_cases(30, np.random.default_rng(1))
    with pytest.raises(AssertionError, match="differ"):
        fit_together_checked(Turned(), X, y, CrossValidation(5).make(y, rng=1))


@pytest.mark.parametrize("name", properties.PROPERTIES)
def test_properties_hold(name):
    assert properties.violations(name, 40, 3) == []


def test_broken_properties_are_counted(monkeypatch):
    monkeypatch.setattr(properties, "PROPERTIES", {"even": lambda rng: rng.integers(2) == 0})
    (found,) = properties.cells(200, 1)
    assert 0.3 < found["rate"] < 0.7
    assert verdict(found) == "no"


@pytest.mark.parametrize(
    ("name", "replaced", "by"),
    [
        ("swapped models", "mcnemar", "sided"),
        ("AUC(-s) = 1 - AUC(s)", "_areas", "strict"),
        ("interval in range", "estimate", "wald"),
        ("interval holds the estimate", "estimate", "shifted"),
    ],
)
def test_a_wrong_formula_breaks_its_property(monkeypatch, name, replaced, by):
    from dataclasses import replace

    right = getattr(properties, replaced)

    def wald(*args, **options):
        found = right(*args, **options)
        if found.interval is None:
            return found
        half = 0.5 + found.interval.width
        return replace(found, interval=replace(found.interval, low=found.value - half, high=found.value + half))

    def shifted(*args, **options):
        found = right(*args, **options)
        return found if found.interval is None else replace(found, value=found.value + found.interval.width + 1)

    wrong = {
        "sided": lambda table, **_: right(table, method="midp", alternative="greater"),
        "strict": lambda r, **options: (right(r, **options)[0] ** 2, 0.0),
        "wald": wald,
        "shifted": shifted,
    }
    assert properties.violations(name, 60, 4) == []
    monkeypatch.setattr(properties, replaced, wrong[by])
    assert properties.violations(name, 60, 4)


def test_rank_calls_equal_learners_equal(monkeypatch):
    monkeypatch.setattr(ranking, "WORLDS", ((10, 3, "normal"),))
    found = {c["promise"]: c["rate"] for c in ranking.cells(20, 1)}
    assert found["V11 rank: any pair, default"] <= 0.2
    monkeypatch.setattr(ranking, "rank", lambda table, **options: ranking_unadjusted(table, **options))
    again = {c["promise"]: c["rate"] for c in ranking.cells(20, 1)}
    assert again["V11 rank: any pair, default"] >= found["V11 rank: any pair, default"]


def ranking_unadjusted(table, **options):
    import referee

    return referee.rank(table, test="wilcoxon", **options)
