"""Every estimator against a rewrite in plain loops, on small data with recorded splits."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import f1_score, matthews_corrcoef, roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from referee import InputError, metrics
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.core.splits import Splits
from referee.inference.proportion import midp
from referee.learners import (
    Bootstrap,
    CrossValidation,
    Holdout,
    LeaveOneOut,
    LeavePairOut,
    RandomSplits,
    jackknife_variance,
    leave_one_out_means,
    run_learner,
    run_progressive,
)
from referee.learners.data import LearnerCases
from referee.learners.estimators import (
    NestedFolds,
    Progressive,
    apparent,
    average_value,
    bootstrap_632,
    bootstrap_632_plus,
    combine_632_plus,
    combine_loo_star,
    holdout_value,
    loo_bootstrap,
    loo_star,
    nested_cv,
    out_of_bag,
    pooled_value,
    progressive,
    simple_bootstrap,
)
from referee.learners.estimators.loo_bootstrap import standard_error
from referee.learners.estimators.on_results import OnResults
from referee.learners.estimators.pooled_value import held_out_interval
from referee.learners.run_progressive import can_update

G = np.random.default_rng(3)
Y = np.repeat([0, 1], [13, 11])
X = G.normal(size=(24, 2)) + Y[:, None] * 0.8
LEARNERS = [GaussianNB(), KNeighborsClassifier(1)]


MODELS = {}


def fitted(learner, train):
    key = type(learner), tuple(train)
    if key not in MODELS:
        MODELS[key] = learner.__class__(**learner.get_params()).fit(X[train], Y[train])
    return MODELS[key]


def answers(learner, train):
    """What the model of these rows says of all cases."""
    key = type(learner), tuple(train), "answers"
    if key not in MODELS:
        MODELS[key] = fitted(learner, train).predict(X), fitted(learner, train).predict_proba(X)[:, 1]
    return MODELS[key]


def ran(learner, recipe, keep=()):
    return run_learner(learner, X, Y, recipe.make(Y, rng=2), keep=["whole", *keep], rng=2)


@pytest.fixture(scope="module", params=LEARNERS, ids=["nb", "1nn"])
def boot(request):
    return request.param, ran(request.param, Bootstrap(30), keep=["scores", "everywhere"])


def test_apparent(boot):
    learner, results = boot
    said = fitted(learner, np.arange(24)).predict(X)
    assert apparent(results).value == pytest.approx(np.mean(said != Y))
    assert apparent(results, "f1").value == pytest.approx(f1_score(Y, said))
    assert apparent(results).interval is None
    assert "optimistic" in apparent(results).note
    assert "no interval with known coverage" in apparent(results).note


def test_apparent_without_a_model_says_why():
    splits = CrossValidation(2).make([0, 1] * 4, rng=1)
    some = Results("rule", (0, 1), [0, 1] * 4, splits, (None, None), failures=((0, "no luck"), (-1, "no memory")))
    assert apparent(some).undefined == "no memory"
    assert apparent(replace(some, failures=((1, "no luck"),))).undefined == "the model of all cases was not fitted"


def test_simple_bootstrap(boot):
    learner, results = boot
    errors = [np.mean(fitted(learner, train).predict(X) != Y) for train, _ in results.splits]
    made = simple_bootstrap(results)
    assert made.value == pytest.approx(np.mean(errors))
    assert f"variance {np.var(errors, ddof=1):.6g} over 30 samples" in made.note
    assert made.interval is None


def test_out_of_bag(boot):
    learner, results = boot
    wrong = [fitted(learner, train).predict(X[test]) != Y[test] for train, test in results.splits]
    assert out_of_bag(results).value == pytest.approx(np.mean([w.mean() for w in wrong]))
    assert out_of_bag(results, average="pooled").value == pytest.approx(np.concatenate(wrong).mean())
    areas = [
        roc_auc_score(Y[test], fitted(learner, train).predict_proba(X[test])[:, 1])
        for train, test in results.splits
    ]
    assert out_of_bag(results, "roc_auc").value == pytest.approx(np.mean(areas))
    pairs = [np.prod(np.unique(Y[test], return_counts=True)[1]) for _, test in results.splits]
    by_pairs = out_of_bag(results, "roc_auc", average="pooled").value
    assert by_pairs == pytest.approx(np.average(areas, weights=pairs))


def per_case(learner, results):
    out = []
    for case in range(24):
        said = [answers(learner, t)[0][case] != Y[case] for t, _ in results.splits if case not in t]
        out.append(np.mean(said))
    return np.array(out)


def test_leave_one_out_bootstrap(boot):
    learner, results = boot
    assert loo_bootstrap(results).value == pytest.approx(per_case(learner, results).mean())
    assert loo_bootstrap(results, "accuracy").value == pytest.approx(1 - per_case(learner, results).mean())
    table = np.zeros((2, 2))
    for case in range(24):
        said = [answers(learner, t)[0][case] for t, _ in results.splits if case not in t]
        for answer in said:
            table[Y[case], answer] += 1 / len(said)
    assert loo_bootstrap(results, "mcc").value == pytest.approx(float(metrics.mcc.formula(table)))
    pairs = []
    for i in np.flatnonzero(Y == 1):
        for j in np.flatnonzero(Y == 0):
            won = []
            for train, _ in results.splits:
                if i not in train and j not in train:
                    a, b = answers(learner, train)[1][[i, j]]
                    won.append((a > b) + (a == b) / 2)
            if won:
                pairs.append(np.mean(won))
    assert loo_bootstrap(results, "roc_auc").value == pytest.approx(np.mean(pairs))


def test_standard_error_of_efron_and_tibshirani(boot):
    learner, results = boot
    n, b = 24, len(results.splits)
    drawn = np.array([[int((train == i).sum()) for i in range(n)] for train, _ in results.splits])
    wrong = np.array([fitted(learner, train).predict(X) != Y for train, _ in results.splits]).astype(float)
    outside = drawn == 0
    each = (wrong * outside).sum(axis=0) / outside.sum(axis=0)
    total = 0.0
    for i in range(n):
        first = (2 + 1 / (n - 1)) * (each[i] - each.mean()) / n
        second = 0.0
        for s in range(b):
            second += (drawn[s, i] - drawn[:, i].mean()) * (wrong[s] * outside[s]).sum() / n
        total += (first + second / outside[:, i].sum()) ** 2
    losses = [wrong[s][test] for s, (_, test) in enumerate(results.splits)]
    assert standard_error(results, losses) == pytest.approx(math.sqrt(total))
    half = 1.959963984540054 * math.sqrt(total)
    made = loo_bootstrap(results)
    assert made.interval.high == pytest.approx(min(1, made.value + half))
    assert bootstrap_632(results).interval.low == pytest.approx(
        max(0, bootstrap_632(results).value * (1 - half / made.value))
    )
    assert loo_bootstrap(results, "f1").interval is None
    assert "no interval with known coverage" in loo_bootstrap(results, "f1").note


def test_632_in_three_definitions(boot):
    learner, results = boot
    app = np.mean(fitted(learner, np.arange(24)).predict(X) != Y)
    err1 = per_case(learner, results).mean()
    e0 = np.mean([np.mean(fitted(learner, t).predict(X[o]) != Y[o]) for t, o in results.splits])
    own = np.mean([np.mean(fitted(learner, t).predict(X[t]) != Y[t]) for t, _ in results.splits])
    assert bootstrap_632(results).value == pytest.approx(0.368 * app + 0.632 * err1)
    assert bootstrap_632(results, definition="tan").value == pytest.approx(0.368 * app + 0.632 * e0)
    assert bootstrap_632(results, definition="aggarwal").value == pytest.approx(0.368 * own + 0.632 * err1)


def test_632_plus(boot):
    learner, results = boot
    said = fitted(learner, np.arange(24)).predict(X)
    app, err1 = np.mean(said != Y), per_case(learner, results).mean()
    gamma = np.mean([[a != b for a in Y] for b in said])
    cut = min(err1, gamma)
    rate = (cut - app) / (gamma - app) if err1 > app and gamma > app else 0
    weight = 0.632 / (1 - 0.368 * rate)
    assert err1 < gamma
    assert bootstrap_632_plus(results).value == pytest.approx((1 - weight) * app + weight * err1)
    assert bootstrap_632_plus(results, "accuracy").value == pytest.approx(1 - bootstrap_632_plus(results).value)


def recorded(outside, whole):
    """Four bootstrap samples of five cases, what each model says of the cases it did not draw, and the whole model."""
    samples = ([0, 0, 2, 3, 3], [1, 2, 2, 4, 4], [0, 1, 3, 4, 4], [2, 2, 3, 4, 0])
    splits = Splits("bootstrap", 5, ([1, 4], [0, 3], [2], [1]), samples, repeats=4)
    return Results("recorded", (0, 1), [0, 0, 1, 1, 1], splits, outside, whole=whole)


@pytest.mark.parametrize(
    ("outside", "whole", "err1", "e0", "gamma", "rate", "b632", "plus"),
    [
        # cases err 1, 1/2, 1, 0, 1: e = .7 > g = .4 .8 + .6 .2; R = 1; .632 .7 + .368 .44
        (([0, 0], [1, 1], [0], [1]), [0, 1, 1, 1, 1], 0.7, 0.75, 0.44, 1.0, 0.516, 0.60432),
        # cases err 1, 0, 0, 0, 1: R = .2/.24; weight .632/(1 - .368 5/6) = .632/.69333; .2 + .2 weight
        (([0, 0], [1, 1], [1], [0]), [0, 1, 1, 1, 1], 0.4, 0.25, 0.44, 5 / 6, 0.3264, 0.2 + 0.2 * 0.632 / (2.08 / 3)),
        # the whole model is worse than chance (a = .8, g = .48): R = 0, plain .632
        (([0, 0], [1, 1], [0], [1]), [1, 1, 0, 0, 1], 0.7, 0.75, 0.48, 0.0, 0.7368, 0.7368),
        # as good outside as inside (e = a = .4, g = .52): R = 0
        (([0, 0], [1, 1], [1], [0]), [0, 1, 1, 1, 0], 0.4, 0.25, 0.48, 0.0, 0.4, 0.4),
    ],
)  # fmt: skip
def test_632_and_632_plus_by_hand(outside, whole, err1, e0, gamma, rate, b632, plus):
    results = recorded(outside, whole)
    app = apparent(results).value
    made = combine_632_plus(app, err1, gamma)
    assert loo_bootstrap(results).value == pytest.approx(err1, abs=1e-12)
    assert out_of_bag(results).value == pytest.approx(e0, abs=1e-12)
    assert bootstrap_632(results).value == pytest.approx(b632, abs=1e-12)
    assert bootstrap_632(results, definition="tan").value == pytest.approx(0.368 * app + 0.632 * e0, abs=1e-12)
    assert made.overfitting == pytest.approx(rate, abs=1e-12)
    assert bootstrap_632_plus(results).value == pytest.approx(plus, abs=1e-12)
    assert (
        f"no-information value {gamma:.4g}, relative overfitting rate {rate:.4g}"
        in bootstrap_632_plus(results).note
    )


def test_632_plus_where_the_printed_rate_leaves_the_unit_interval():
    app, outside, chance = 0.2, 0.9, 0.44
    printed = (outside - app) / (chance - app)
    value = 0.368 * app + 0.632 * outside + (chance - app) * 0.368 * 0.632 * printed / (1 - 0.368 * printed)
    assert printed > 1
    assert not 0 <= value <= 1
    assert combine_632_plus(app, outside, chance).value == pytest.approx(0.632 * outside + 0.368 * chance)


@pytest.mark.parametrize("estimator", [bootstrap_632, bootstrap_632_plus, loo_bootstrap])
def test_accuracy_has_the_interval_of_error_mirrored(boot, estimator):
    _, results = boot
    error, accuracy = estimator(results).interval, estimator(results, "accuracy").interval
    assert (1 - accuracy.high, 1 - accuracy.low) == pytest.approx((error.low, error.high), abs=1e-12)


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_632_plus_stays_between_its_parts(app, outside, chance):
    made = combine_632_plus(app, outside, chance)
    assert 0 <= made.overfitting <= 1
    assert min(app, outside, chance) - 1e-12 <= made.value <= max(app, outside, chance) + 1e-12
    flipped = combine_632_plus(1 - app, 1 - outside, 1 - chance, sign=-1)
    assert flipped.value == pytest.approx(1 - made.value)


def test_a_case_in_every_sample_is_left_out_and_said():
    splits = Splits("bootstrap", 4, ([1], [2, 3]), ([0, 0, 2, 3], [0, 1, 1, 0]), repeats=2)
    results = Results("x", (0, 1), [0, 1, 1, 0], splits, ([0], [1, 1]), whole=[0, 1, 1, 0])
    made = loo_bootstrap(results)
    assert made.value == pytest.approx(2 / 3)
    assert made.n == 3
    assert made.note.startswith("1 of 4 cases is in every sample and left out")
    assert made.interval is None


def test_no_predictions_at_all_is_undefined_with_the_reason():
    splits = Bootstrap(2).make(Y, rng=1)
    results = Results(
        "x", (0, 1), Y, splits, (None, None), failures=((0, "ValueError: no"), (1, "ValueError: no"))
    )
    for made in (loo_bootstrap(results), out_of_bag(results), average_value(results), pooled_value(results)):
        assert not made.defined
        assert made.undefined == "no split has predictions: ValueError: no"
    assert not bootstrap_632_plus(results).defined


@pytest.mark.parametrize("learner", LEARNERS, ids=["nb", "1nn"])
def test_folds_pooled_and_averaged(learner):
    results = ran(learner, CrossValidation(5, repeats=3), keep=["scores"])
    said = [(test, fitted(learner, train).predict(X[test])) for train, test in results.splits]
    runs = []
    for r in range(3):
        table = np.empty(24, int)
        for test, answer in said[5 * r : 5 * r + 5]:
            table[test] = answer
        runs.append(table)
    assert pooled_value(results).value == pytest.approx(np.mean([np.mean(run != Y) for run in runs]))
    assert pooled_value(results, "mcc").value == pytest.approx(
        np.mean([matthews_corrcoef(Y, run) for run in runs])
    )
    assert average_value(results).value == pytest.approx(np.mean([np.mean(a != Y[t]) for t, a in said]))
    assert average_value(results).interval is None
    assert "pooled over test parts, 3 runs averaged" in pooled_value(results).title
    assert "mean over 15 splits" in average_value(results).title


def test_within_fold_auc_and_its_influence_interval():
    results = ran(GaussianNB(), CrossValidation(4), keep=["scores"])
    won = total = 0.0
    squares = []
    share = np.mean(Y)
    for train, test in results.splits:
        score = fitted(GaussianNB(), train).predict_proba(X[test])[:, 1]
        pairs = [
            ((a > b) + (a == b) / 2, i, j)
            for i, a in enumerate(score) for j, b in enumerate(score) if Y[test][i] == 1 and Y[test][j] == 0
        ]  # fmt: skip
        won, total = won + sum(p[0] for p in pairs), total + len(pairs)
        area = np.mean([p[0] for p in pairs])
        influence = []
        for i in range(len(test)):
            mine = np.mean([w for w, a, b in pairs if i in (a, b)])
            influence.append((mine - area) / (share if Y[test][i] == 1 else 1 - share))
        squares.append(np.mean(np.square(influence)))
    made = pooled_value(results, "roc_auc")
    assert made.value == pytest.approx(won / total)
    half = 1.959963984540054 * math.sqrt(np.mean(squares) / 24)
    assert made.interval.low == pytest.approx(made.value - half)


def test_leave_one_out_and_leave_pair_out():
    results = ran(GaussianNB(), LeaveOneOut())
    said = [fitted(GaussianNB(), np.delete(np.arange(24), i)).predict(X[[i]])[0] for i in range(24)]
    assert pooled_value(results).value == np.mean(said != Y)
    pairs = ran(GaussianNB(), LeavePairOut(), keep=["scores"])
    won = []
    for train, test in pairs.splits:
        a, b = fitted(GaussianNB(), train).predict_proba(X[test])[:, 1]
        won.append((b > a) + (a == b) / 2)
    assert pooled_value(pairs, "roc_auc").value == pytest.approx(np.mean(won))
    undefined = pooled_value(ran(GaussianNB(), LeaveOneOut(), keep=["scores"]), "roc_auc")
    assert undefined.undefined == "no test part has a case of each class"


def test_random_subsampling_with_the_corrected_interval():
    results = ran(GaussianNB(), RandomSplits(30))
    errors = [np.mean(fitted(GaussianNB(), a).predict(X[b]) != Y[b]) for a, b in results.splits]
    made = average_value(results)
    assert made.value == pytest.approx(np.mean(errors))
    half = stats.t.ppf(0.975, 29) * math.sqrt((1 / 30 + 8 / 16) * np.var(errors, ddof=1))
    assert made.interval.high == pytest.approx(made.value + half)
    assert made.interval.method == "corrected t (Nadeau-Bengio)"
    assert average_value(results, "f1").interval is None


def test_holdout():
    results = ran(GaussianNB(), Holdout(), keep=["scores"])
    (train, test), = list(results.splits)  # fmt: skip
    model = fitted(GaussianNB(), train)
    wrong = int(np.sum(model.predict(X[test]) != Y[test]))
    made = holdout_value(results)
    assert (made.value, made.n) == (wrong / 8, 8)
    assert made.interval.method == "Clopper-Pearson"
    assert holdout_value(results, "roc_auc").value == roc_auc_score(Y[test], model.predict_proba(X[test])[:, 1])
    with pytest.raises(InputError, match="`results` must be of a single split; got 30 splits."):
        holdout_value(ran(GaussianNB(), RandomSplits(30)))


def test_a_holdout_of_three_classes_counts_every_confusion():
    said = [0, 1, 2, 1, 0, 2]
    some = Results(
        "rule", (0, 1, 2), [0, 1, 2, 0, 1, 2], Splits("holdout", 6, ([0, 1, 2, 3, 4],)), (said[:5],), positive=2
    )
    assert holdout_value(some).value == pytest.approx(2 / 5)
    assert holdout_value(some, "sensitivity").value == 1.0


def test_progressive_validation():
    results = ran(GaussianNB(), Progressive(1 / 2))
    held = [int(test[0]) for test in results.splits.tests]
    start = sorted(set(range(24)) - set(held))
    wrong = [
        fitted(GaussianNB(), np.array(start + held[:i])).predict(X[[case]])[0] != Y[case]
        for i, case in enumerate(held)
    ]
    made = progressive(results)
    assert made.value == pytest.approx(np.mean(wrong))
    assert made.n == 12
    assert made.interval.method == "mid-P"
    assert progressive(results, "roc_auc").undefined == "each score is of another model"


def test_progressive_validation_in_time_tests_the_latest_cases_in_their_order():
    times = [5, 1, 4, 0, 3, 2]
    made = Progressive(1 / 2).make([0, 1] * 3, times=times, rng=1)
    assert [test.tolist() for test in made.tests] == [[4], [2], [0]]
    assert [sorted(train.tolist()) for train, _ in made] == [[1, 3, 5], [1, 3, 4, 5], [1, 2, 3, 4, 5]]


def test_progressive_validation_by_updates():
    splits = Progressive(1 / 2).make(Y, rng=2)
    held = [int(test[0]) for test in splits.tests]
    start = np.array(sorted(set(range(24)) - set(held)))
    model, wrong = GaussianNB().fit(X[start], Y[start]), []
    for case in held:
        wrong.append(model.predict(X[[case]])[0] != Y[case])
        model.partial_fit(X[[case]], Y[[case]])
    results = run_progressive(GaussianNB(), X, Y, splits, rng=2)
    assert progressive(results).value == pytest.approx(np.mean(wrong))
    assert results.fits == 1
    assert can_update(GaussianNB(), Y, splits)
    assert not can_update(KNeighborsClassifier(), Y, splits)


def test_a_failing_update_keeps_what_was_tested():
    class Stubborn(GaussianNB):
        def partial_fit(self, X, y, classes=None, sample_weight=None):
            if len(X) == 1 and self.class_count_.sum() > 14:
                raise ValueError("enough")
            return super().partial_fit(X, y, classes, sample_weight)

    results = run_progressive(Stubborn(), X, Y, Progressive(1 / 2).make(Y, rng=2), rng=2)
    assert len(results.finished) == 4
    assert results.failures == ((4, "ValueError: enough"),)


@pytest.mark.parametrize(("allowed", "told"), [(0, 1), (10, 11), (11, 11)])
def test_a_failing_update_is_told_of_the_next_case_or_of_the_last(allowed, told):
    class Tired(GaussianNB):
        def partial_fit(self, X, y, classes=None, sample_weight=None):
            if len(X) == 1 and self.class_count_.sum() == 12 + allowed:
                raise ValueError("enough")
            return super().partial_fit(X, y, classes, sample_weight)

    results = run_progressive(Tired(), X, Y, Progressive(1 / 2).make(Y, rng=2), rng=2)
    assert len(results.finished) == allowed + 1
    assert results.failures == ((told, "ValueError: enough"),)


def test_nested_cross_validation():
    results = ran(GaussianNB(), NestedFolds(4, 3))
    k, squares, variances, inner, outer = 4, [], [], [], []
    for r in range(3):
        folds = results.splits.tests[10 * r : 10 * r + 4]
        for f in range(k):
            train = np.setdiff1d(np.arange(24), folds[f])
            out = (fitted(GaussianNB(), train).predict(X[folds[f]]) != Y[folds[f]]).astype(float)
            within = []
            for g in range(k):
                if g != f:
                    rest = np.setdiff1d(train, folds[g])
                    within += list(fitted(GaussianNB(), rest).predict(X[folds[g]]) != Y[folds[g]])
            squares.append((np.mean(within) - out.mean()) ** 2)
            variances.append(np.var(out, ddof=1) / len(out))
            inner += within
            outer += list(out)
    naive = np.std(outer, ddof=1) / math.sqrt(24)
    spread = math.sqrt(max(0, (np.mean(squares) - np.mean(variances)) * 3 / 4))
    error = naive * min(2, max(1, spread / naive))
    made = nested_cv(results)
    assert made.value == pytest.approx(np.mean(inner) - 1.5 * (np.mean(inner) - np.mean(outer)))
    assert made.interval.high == pytest.approx(made.value + 1.959963984540054 * error)
    assert not nested_cv(results, "f1").defined
    assert len(list(combinations(range(4), 2))) + 4 == len(results.splits) // 3


def test_loo_star():
    three = [Estimate("error_rate", v, 24, title="Error rate, x") for v in (0.3, 0.35, 0.25)]
    made = loo_star(*three)
    assert made.value == 0.35
    assert made.note.startswith(
        "raised to .632B; .632B lies beyond 2-CV, and the first rule that applies was taken"
    )
    assert combine_loo_star(0.7, 0.75, 0.6, sign=-1) == (0.7, "LOO itself")
    assert combine_loo_star(0.8, 0.75, 0.6, sign=-1) == (0.75, "lowered to .632B")
    assert combine_loo_star(0.5, 0.75, 0.6, sign=-1) == (0.6, "raised to 2-CV")
    gone = loo_star(three[0], Estimate("error_rate", math.nan, 24, undefined="why"), three[2])
    assert gone.undefined == "why"


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_loo_star_of_accuracy_is_that_of_error(loo, low, high):
    error, _ = combine_loo_star(loo, low, high)
    accuracy, _ = combine_loo_star(-loo, -low, -high, sign=-1)
    assert accuracy == -error


def test_jackknife_is_of_statistics():
    losses = np.random.default_rng(0).integers(2, size=40)
    assert jackknife_variance(leave_one_out_means(losses)) == pytest.approx(np.var(losses, ddof=1) / 40)
    with pytest.raises(InputError, match="the losses 0 and 1. Write jackknife_variance"):
        jackknife_variance(losses)
    assert math.isnan(jackknife_variance([0.3]))


def test_multiclass_and_cost():
    y = np.array(list("aabbcc") * 4)
    results = run_learner(GaussianNB(), X, y, CrossValidation(4).make(y, rng=1), keep=["whole"])
    said = np.empty(24, int)
    for i in range(4):
        rows, codes = results.test(i)
        said[rows] = codes
    assert pooled_value(results, "f1_macro").value == pytest.approx(f1_score(results.truth, said, average="macro"))
    refused = (
        "`metric` must be a label metric or one of several classes for more than two classes; got roc_auc of 3."
    )
    with pytest.raises(InputError, match=refused):
        pooled_value(results, "roc_auc")
    with pytest.raises(InputError, match="`positive` must name the class that f1 is about"):
        pooled_value(results, "f1")


def test_without_a_positive_class_it_is_the_last_label():
    splits = Splits("mine", 4, ([0, 1], [2, 3]))
    results = Results("x", ("a", "b"), [0, 1, 1, 0], splits, ([0, 1], [1, 0]))
    assert OnResults("accuracy", results).is_positive.tolist() == [False, True, True, False]


def test_a_positive_class_of_three_leaves_the_accuracy_of_all():
    splits = Splits("mine", 4, ([0, 1, 2],))
    results = Results("x", ("a", "b", "c"), [0, 1, 2, 0], splits, ([0, 2, 2],), positive="b")
    assert OnResults("accuracy", results).cell_losses.tolist() == np.eye(3).tolist()


def test_the_interval_is_of_all_runs_where_the_first_has_no_error():
    """Its arms were those of the first run: without an error there the value was its own lower limit."""
    tests = tuple(range(12 * i, 12 * i + 12) for i in range(5))
    splits = Splits("5-fold, 2 times", 60, tests * 2, repeats=2, once="5-fold")
    wrong = [[0] * 12 for _ in range(10)]
    wrong[7][:2] = [1, 1]
    made = held_out_interval(
        OnResults("error_rate", Results("rule", (0, 1), [0] * 60, splits, wrong)), 1 / 60, 0.95
    )
    fresh = midp(1, 60)
    assert made.low == pytest.approx(max(0.0, 1 / 60 - 1.4 * (1 / 60 - fresh.low)))
    assert made.high == pytest.approx(1 / 60 + 1.4 * (fresh.high - 1 / 60))


def test_scores_turned_round_turn_the_interval_of_a_cross_validated_area_round():
    splits = CrossValidation(4).make(Y, rng=1)
    results = run_learner(KNeighborsClassifier(5), LearnerCases(X, Y, 1), None, splits, keep=["scores"], rng=1)
    turned = replace(results, scores=tuple(1 - scores for scores in results.scores))
    one, two = (pooled_value(r, "roc_auc") for r in (results, turned))
    assert one.interval.method == "influence curve (LeDell)"
    assert [two.value, two.interval.low, two.interval.high] == pytest.approx(
        [1 - one.value, 1 - one.interval.high, 1 - one.interval.low]
    )
