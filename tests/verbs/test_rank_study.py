"""Rank of a study: baselines beside, the majority rule as a family of its own, and few datasets."""

from __future__ import annotations

import numpy as np
import pytest

from referee import InputError, Verdict, load, rank
from referee.core import Results, StudyResults
from referee.inference import corrected_t, dataset_weights, random_effects
from referee.learners import CrossValidation, RandomSplits
from referee.verbs.rank_tests import choose_test, least_p

N = 90
BASELINES = ("majority", "prior-random", "naive Bayes")


def study(errors, datasets=9, seed=0, recipe=None, spread=0.0):
    """Results of learners that err with these rates on every dataset, each moved by a chance of its own."""
    draw = np.random.default_rng(seed)
    truth = np.arange(N) % 2
    names = [f"d{i}" for i in range(datasets)]
    cells, means = [], []
    for i in range(datasets):
        splits = (recipe or RandomSplits(30, test=1 / 3)).make(truth, rng=i)
        row = []
        for name, rate in errors.items():
            wrong = draw.random(N) < np.clip(rate + spread * draw.normal(), 0.01, 0.6)
            said = [
                np.where(wrong[t] ^ (draw.random(len(t)) < 0.03), 1 - truth[t], truth[t]) for t in splits.tests
            ]
            if name == "majority":
                said = [np.zeros(len(t), dtype=int) for t in splits.tests]
            cells.append(Results(name, (0, 1), truth, splits, tuple(said), data=names[i]))
            row.append(float(np.mean([np.mean(s == truth[t]) for s, t in zip(said, splits.tests, strict=True)])))
        means.append(tuple(row))
    added = tuple(name for name in errors if name in BASELINES)
    return StudyResults("made", tuple(names), tuple(errors), tuple(cells), ("accuracy",), (tuple(means),), added)


SIX = {"a": 0.05, "b": 0.06, "c": 0.15, "d": 0.16, "e": 0.25, "f": 0.26}
SIMPLE = {"majority": 0.5, "prior-random": 0.5, "naive Bayes": 0.2}


@pytest.fixture(scope="module")
def nine():
    return rank(study(SIX | SIMPLE), rng=0)


def test_baselines_are_shown_and_in_no_pair(nine):
    assert set(nine.order) == set(SIX)
    assert len(nine.matches) == 15
    assert nine.baselines.learners == BASELINES
    assert nine.overall.details["k"] == 6
    text = str(nine)
    assert "Baselines, in no pair and no rank" in text
    assert "prior-random" in text


def test_an_added_baseline_that_is_named_is_compared_and_the_others_are_not():
    found = rank(study(SIX | SIMPLE), baseline="naive Bayes", rng=0)
    assert set(found.order) == {*SIX, "naive Bayes"}
    assert {m.b for m in found.matches} | {m.a for m in found.matches} == {*SIX, "naive Bayes"}


def test_nine_wins_of_nine_are_better_than_the_majority_rule(nine):
    assert [m.b for m in nine.over_rule] == ["majority"] * 6
    assert all((m.wins, m.verdict) == (9, Verdict.BETTER) for m in nine.over_rule)
    assert nine.over_rule_test == "wilcoxon-holm"
    assert [m.adjusted_p for m in nine.over_rule] == [pytest.approx(6 * 2 / 512)] * 6
    assert "All 6 are better than the majority rule" in nine.sentence


def test_random_effects_lead_where_wilcoxon_could_reach_no_level(nine):
    assert least_p(9, 15) > 0.05
    assert nine.test == "random-effects"
    assert nine["a", "e"].verdict is Verdict.BETTER
    assert nine["e", "a"].verdict is Verdict.WORSE
    assert nine["a", "b"].verdict is Verdict.UNDECIDED
    assert "(random effects over datasets, adjusted by Holm)" in nine.sentence
    (few,) = [f for f in nine.findings if f.code == "R042"]
    assert "For more power on these, compare each with one of them only (--baseline, `baseline`)" in few.advice
    assert few.advice.endswith(
        "name fewer learners (--learners, `learners`): Wilcoxon's test can answer 12 pairs on 9 datasets."
    )
    assert load(nine.to_dict()).over_rule[0].adjusted_p == nine.over_rule[0].adjusted_p


def test_the_test_of_a_pair_by_hand(nine):
    """The corrected t estimate of each dataset, the weights that all pairs share, and Hartung and Knapp's t."""
    made = study(SIX | SIMPLE)

    def gap(dataset, a, b):
        x, y = (made.of(dataset, name) for name in (a, b))
        scores = [[c.trace() / c.sum() for c in r.counts] for r in (x, y)]
        found = corrected_t(*scores, test_train_ratio=x.splits.test_train_ratio)
        return found.effect.value, found.details["se"] ** 2

    pairs = [(m.a, m.b) for m in nine.matches]
    gaps = np.array([[gap(d, a, b) for d in made.datasets] for a, b in pairs])
    weights = dataset_weights(gaps[..., 0], gaps[..., 1])
    for (a, b), row in zip(pairs, gaps, strict=True):
        assert nine[a, b].test.p_value == pytest.approx(random_effects(row[:, 0], weights=weights).p_value)


@pytest.mark.parametrize(
    ("datasets", "learners", "splits", "test"),
    [
        (9, 6, True, "random-effects"),
        (10, 6, True, "wilcoxon-holm"),
        (9, 6, False, "wilcoxon-holm"),
        (6, 2, True, "wilcoxon"),
        (5, 2, True, "random-effects"),
    ],
)
def test_which_test_leads_is_fixed_by_numbers_alone(datasets, learners, splits, test):
    pairs = learners * (learners - 1) // 2
    assert choose_test("auto", learners, None, least=least_p(datasets, pairs), splits=splits) == test


def test_under_five_datasets_speak_of_themselves_only():
    found = rank(study({"a": 0.05, "b": 0.4, "c": 0.41}, datasets=4), rng=0)
    assert found.test == "wilcoxon-holm"
    assert "of these datasets only, than a: b better on 0, worse on 4" in found.sentence
    (few,) = [f for f in found.findings if f.code == "R042"]
    assert "--baseline" in few.advice
    assert "--learners" in few.advice
    table = rank({"a": {"x": 0.9, "y": 0.8}, "b": {"x": 0.8, "y": 0.7}, "c": {"x": 0.7, "y": 0.6}})
    assert "about these datasets only" in table.sentence


def test_two_learners_on_five_datasets():
    found = rank(study({"a": 0.05, "b": 0.35}, datasets=5), rng=0)
    assert (found.test, found.matches[0].verdict) == ("random-effects", Verdict.BETTER)


def test_splits_without_a_valid_test_leave_wilcoxon():
    plan = CrossValidation(10, repeats=10)  # its corrected t was measured above 10% false alarms
    assert rank(study({"a": 0.1, "b": 0.2, "c": 0.3}, datasets=5, recipe=plan), rng=0).test == "wilcoxon-holm"
    with pytest.raises(InputError, match="random-effects"):
        rank({"a": {"x": 1, "y": 2}, "b": {"x": 0, "y": 1}}, test="random-effects")


def test_a_baseline_that_is_named_is_a_learner():
    made = study(SIX | SIMPLE, datasets=6)
    against = rank(made, baseline="naive Bayes", rng=0)
    assert set(against.order) == {*SIX, "naive Bayes"}
    assert set(rank(made, learners=["a", "majority"], rng=0).order) == {"a", "majority"}
    alone = study({"a": 0.1} | SIMPLE, datasets=6)
    assert set(rank(alone, rng=0).order) == {"a", *SIMPLE}


def test_a_learner_that_is_no_better_than_the_rule_is_named():
    found = rank(study({"a": 0.05, "b": 0.5, "majority": 0.5}, datasets=8), rng=0)
    assert "Better than the majority rule: a; not shown to be better than the majority rule: b" in found.sentence
    few = rank(study({"kNN": 0.05, "SVC": 0.5, "majority": 0.5}, datasets=3), rng=0)
    assert " Not shown to be better than the majority rule: kNN and SVC (Wilcoxon" in few.sentence


def test_that_learners_differ_and_none_is_distinguished_is_resolved():
    draw = np.random.default_rng(4)
    for seed in range(200):
        draw = np.random.default_rng(seed)
        scores = 0.02 * draw.normal(size=(10, 5)) + np.linspace(0, 0.025, 5)
        table = {f"l{j}": {f"d{i}": float(scores[i, j]) for i in range(10)} for j in range(5)}
        found = rank(table)
        none = not any(found.pairwise.distinguished(m.a, m.b) for m in found.matches)
        if none and found.overall.p_value < 0.05:
            break
    assert none
    assert "but which of them is not known" in found.sentence


def test_missing_cells_use_the_datasets_that_have_both():
    made = study(SIX, datasets=6)
    cells = list(made.cells)
    first = cells[1]
    cells[1] = Results(first.learner, (0, 1), first.truth, first.splits, (None,) * 30, failures=((0, "no"),))
    gaps = StudyResults("made", made.datasets, made.learners, tuple(cells), made.metrics, made.means)
    found = rank(gaps, rng=0)
    assert found.test == "random-effects"
    assert found["a", "b"].left_out == ("d0",)
    assert found["a", "c"].n == 6
