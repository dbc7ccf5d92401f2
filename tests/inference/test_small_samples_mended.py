"""Worlds drawn at random in which an interval held the truth too seldom, as quick tests that fail with the old method."""

import numpy as np
import pytest

from referee import ConfusionMatrix, Verdict, compare, evaluate, read
from referee.metrics import get


def weighted_sample(rng, n, chance, weights):
    """A table of `chance` (truth x answer) with a weight for each case, as answers of a model."""
    cell = rng.choice(4, size=n, p=np.ravel(chance))
    y, said = np.divmod(cell, 2)
    return read(y, said, positive=1, labels=[0, 1], weights=weights(rng, n, said))


def share_held(truth, made):
    """How often the intervals that there are hold the truth."""
    held = [m.interval.low <= truth <= m.interval.high for m in made if m.interval is not None]
    assert len(held) > 50
    return np.mean(held)


CHECKED = np.array([[0.0025, 0.60], [0.0006, 0.3969]])
"""All alarms were checked, and few of the rest, each of which stands for 35."""
RARE_ALARMS = np.array([[0.970, 0.0], [0.008, 0.022]])
"""Alarms that are never false, with weights that say nothing of the answer."""


@pytest.mark.parametrize("name", ["markedness", "mcc", "kappa"])
def test_few_heavy_cases_of_the_rest(name):
    rng = np.random.default_rng(1)
    samples = [
        weighted_sample(rng, 1300, CHECKED, lambda rng, n, said: np.where(said == 1, 1.0, 35.0)) for _ in range(80)
    ]
    truth = float(get(name).formula(CHECKED * [[35.0, 1.0], [35.0, 1.0]]))
    assert share_held(truth, [evaluate(s, metrics=[name], rng=1)[name] for s in samples]) >= 0.9


@pytest.mark.parametrize("name", ["markedness", "mcc", "kappa"])
def test_heavy_tailed_weights_and_alarms_that_are_never_false(name):
    rng = np.random.default_rng(2)
    samples = [
        weighted_sample(rng, 130, RARE_ALARMS, lambda rng, n, said: rng.lognormal(0, 1.15, n)) for _ in range(80)
    ]
    truth = float(get(name).formula(RARE_ALARMS))
    assert share_held(truth, [evaluate(s, metrics=[name], rng=1)[name] for s in samples]) >= 0.9


def test_markedness_has_the_limits_of_youdens_j_in_the_transposed_table():
    matrix = ConfusionMatrix.from_counts(tp=40, fn=7, fp=12, tn=90)
    mirrored = ConfusionMatrix.from_counts(tp=40, fn=12, fp=7, tn=90)
    one, two = evaluate(matrix, rng=0)["markedness"].interval, evaluate(mirrored, rng=0)["youden_j"].interval
    assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=1e-12)


RECALLS, SHARES = np.array([0.77, 0.998, 0.75, 0.996]), np.array([0.15, 0.19, 0.37, 0.29])


def table(rng, n):
    """A table of four classes, errors going to the next class."""
    shares = np.diag(SHARES * RECALLS)
    shares[np.arange(4), (np.arange(4) + 1) % 4] = SHARES * (1 - RECALLS)
    return ConfusionMatrix(rng.multinomial(n, shares.ravel()).reshape(4, 4), tuple("abcd"))


def test_one_model_on_a_large_and_on_a_small_test_set_has_the_same_macro_f1():
    rng = np.random.default_rng(3)
    found = [
        compare(table(rng, 2900), table(rng, 20), metric="f1_macro", independent=True, rng=1) for _ in range(60)
    ]
    assert share_held(0.0, [duel.difference for duel in found]) >= 0.93  # .87 with draws of both tables


def test_averages_over_different_classes_are_not_compared():
    whole = ConfusionMatrix(np.diag([9, 8, 7]) + 1, ("a", "b", "c"))
    lacking = ConfusionMatrix([[9, 1, 0], [1, 8, 0], [0, 0, 0]], ("a", "b", "c"))
    duel = compare(whole, lacking, metric="f1_macro", independent=True, rng=0)
    assert duel.difference.interval is None
    assert "only one of the two averages has a value for 'c'" in duel.test.inapplicable
    both = compare(lacking, lacking, metric="f1_macro", independent=True, rng=0)
    assert both.difference.interval is not None


def test_without_limits_of_both_values_there_is_no_test():
    rng = np.random.default_rng(9)
    many = [ConfusionMatrix(rng.integers(0, 3, (150, 150)), tuple(range(150))) for _ in range(2)]
    duel = compare(*many, metric="mcc_macro", independent=True, rng=0)
    assert duel.difference.interval is None
    assert duel.test.inapplicable == "no interval: 150 classes are too many to draw tables of"


def test_a_class_of_one_case_has_the_spread_of_the_others():
    rng = np.random.default_rng(4)
    k, shares = 8, np.array([0.07, 0.11, 0.05, 0.13, 0.14, 0.13, 0.15, 0.22])
    held = []
    while len(held) < 150:
        y = rng.choice(k, size=26, p=shares)
        if len(np.unique(y)) < k:
            continue
        z = rng.normal(size=(len(y), k))
        z[np.arange(len(y)), y] += 1.5
        p = np.exp(z)
        made = evaluate(read(y, y_score=p / p.sum(axis=1, keepdims=True)), metrics=["hand_till"], rng=1)[
            "hand_till"
        ]
        held.append(made.interval.low <= AREA <= made.interval.high)
    assert np.mean(held) >= 0.93


def hand_till_of_the_population():
    """Hand and Till's area of the last test, on many cases with equally many of each class."""
    rng = np.random.default_rng(5)
    y = np.repeat(np.arange(8), 500)
    z = rng.normal(size=(len(y), 8))
    z[np.arange(len(y)), y] += 1.5
    p = np.exp(z)
    return evaluate(read(y, y_score=p / p.sum(axis=1, keepdims=True)), metrics=["hand_till"], rng=1)[
        "hand_till"
    ].value


AREA = hand_till_of_the_population()


def in_clusters(rng, clusters, largest):
    """The cluster of each case; clusters have from one to `largest` cases."""
    return np.repeat(np.arange(clusters), rng.integers(1, largest + 1, clusters))


def test_no_cluster_may_have_shown_two_models_apart_in_a_rare_class():
    rng, found = np.random.default_rng(6), []
    for _ in range(80):  # about six positive cases, of which each model has one in ten wrong or fewer
        groups = in_clusters(rng, 74, 2)
        y = rng.random(len(groups)) < 0.05
        rates = ((0.9, 0.02), (0.97, 0.08))
        one, two = (np.where(y, rng.random(len(y)) < s, rng.random(len(y)) < e).astype(int) for s, e in rates)
        if y.sum() < 2:
            continue
        known = {"positive": 1, "labels": [0, 1], "groups": groups}
        pair = [read(y.astype(int), said, **known) for said in (one, two)]
        found.append(compare(*pair, metric="balanced_accuracy", rng=1).difference)
    assert share_held((0.9 - 0.02 - 0.97 + 0.08) / 2, found) >= 0.93


def test_clusters_that_rank_badly_and_were_not_drawn():
    rng, truth, found = np.random.default_rng(7), None, []
    for n in (4000, *[60] * 150):
        groups = in_clusters(rng, n, 8)
        shift = np.where(rng.random(n) < 0.15, -4.0, 0.0)[groups]  # the scores of some clusters are far too low
        y = rng.random(len(groups)) < 0.08
        score = rng.normal(2.5 * y, 1) + shift
        answers = read(y.astype(int), y_score=score, positive=1, labels=[0, 1], groups=groups)
        made = evaluate(answers, metrics=["roc_auc"], rng=1)["roc_auc"]
        truth = made.value if truth is None else truth
        found.append(made)
    assert share_held(truth, found[1:]) >= 0.93


def test_an_error_that_was_not_seen_need_not_come_in_a_whole_cluster():
    rng, found = np.random.default_rng(8), []
    for _ in range(80):
        groups = in_clusters(rng, 59, 14)
        y = (rng.random(len(groups)) < 0.025).astype(int)
        said = np.where(rng.random(len(y)) < 0.995, y, 1 - y)
        answers = read(y, said, positive=1, labels=[0, 1], groups=groups)
        found.append(evaluate(answers, metrics=["weighted_accuracy"], rng=1)["weighted_accuracy"])
    assert share_held(0.995, found) >= 0.93


def test_areas_of_two_scores_that_rank_nearly_all_cases_of_clusters_alike():
    rng, found = np.random.default_rng(10), []
    for _ in range(150):
        groups = in_clusters(rng, 70, 6)
        y = (rng.random(len(groups)) < 0.08).astype(int)
        one = rng.normal(3.0 * y, 1)
        two = np.where(rng.random(len(y)) < 0.01, -one, one)  # a case in a hundred is ranked the other way round
        known = {"positive": 1, "labels": [0, 1], "groups": groups}
        pair = [read(y, y_score=score, **known) for score in (one, two)]
        found.append(compare(*pair, metric="roc_auc", rng=1).difference)
    assert share_held(TURNED, found) >= 0.93


TURNED = 0.0099
"""The difference of the areas in the last test, on three million cases: .01 of either class is turned round."""


def test_rare_false_alarms_above_all_positives_that_a_sample_may_not_show():
    """Average precisions of two models of which one is confidently wrong about 1% of the negatives.

    Coverage was .82 of 4,000 samples of such a world: a third of them showed no such alarm.
    """
    rng, n = np.random.default_rng(5), 125
    made, values = [], []
    for _ in range(150):
        y = (rng.random(n) < 0.22).astype(int)
        b = rng.normal(3.5 * y, 1)
        a = np.where((y == 0) & (rng.random(n) < 0.012), 20.0, b + rng.normal(0, 0.1, n))
        duel = compare(*(read(y, y_score=s, positive=1, labels=[0, 1]) for s in (a, b)), metric="ap", rng=1)
        made.append(duel.difference)
        values.append(duel.difference.value)
    assert share_held(np.mean(values), made) >= 0.93


@pytest.mark.parametrize("name", ["brier_skill", "log_loss_skill"])
def test_a_skill_is_as_unsure_as_the_class_shares(name):
    """A model that says one of two probabilities, with 8 positive cases expected of 200.

    Samples differ mostly by how many positive cases they hold. A bootstrap within classes covered .5 at most.
    """
    rng, n = np.random.default_rng(3), 200
    chance = np.where(np.arange(20) == 0, 0.5, 0.016)
    said = np.where(chance > 0.1, 0.75, 0.004)
    metric = get(name)
    share = chance.mean()
    loss = {
        "brier_skill": lambda y, p: (y - p) ** 2,
        "log_loss_skill": lambda y, p: -np.log(np.where(y, p, 1 - p)),
    }[name]
    mean, base = (float((chance * loss(1, p) + (1 - chance) * loss(0, p)).mean()) for p in (said, share))
    made = []
    for _ in range(120):
        kind = rng.integers(20, size=n)
        y = (rng.random(n) < chance[kind]).astype(int)
        answers = read(y, y_score=said[kind], positive=1, labels=[0, 1])
        made.append(evaluate(answers, metrics=[metric], rng=1)[name])
    assert share_held(1 - mean / base, made) >= 0.93


def test_a_sensitivity_of_0_at_a_specificity_is_worth_the_positive_cases():
    """Three positive cases below all negatives: the bootstrap alone gave [0, 0]."""
    y = np.array([0] * 30 + [1] * 3)
    made = evaluate(y, None, -np.arange(33.0), positive=1, metrics=["sensitivity_at_specificity:0.9"], rng=1)
    interval = made["sensitivity_at_specificity:0.9"].interval
    assert interval.low == 0
    assert interval.high == pytest.approx(1 - 0.025 ** (1 / 3))


def test_areas_that_differ_by_rare_and_confidently_wrong_answers_are_not_called_equivalent():
    """One of 100 cases is ranked by b at the wrong end, else both models are alike; the margin is the true difference.

    A third of the samples show no such positive case. EQUIVALENT came in 12% of 800 samples, now in 2%.
    """
    rng, y = np.random.default_rng(11), np.repeat([1, 0], [100, 400])
    said = []
    for _ in range(200):
        a = rng.normal(2.0 * y)
        b = np.where(rng.random(len(y)) < 0.01, np.where(y == 1, -9.0, 9.0), a)
        pair = [read(y, y_score=score, positive=1, labels=[0, 1]) for score in (a, b)]
        said.append(compare(*pair, metric="roc_auc", margin=LOST, rng=1).verdict)
    assert said.count(Verdict.EQUIVALENT) <= 0.057 * len(said)


LOST = 0.0183
"""The difference of the areas in the last test: .0199 of the pairs have a case that b has wrong; a has .921 of them right."""


@pytest.mark.parametrize("sign", [1, -1])
def test_the_error_of_two_areas_leans_to_the_side_of_the_cases_that_are_far_apart(sign):
    rng, y = np.random.default_rng(12), np.repeat([1, 0], [100, 400])
    a = rng.normal(2.0 * y)
    b = np.where(np.arange(len(y)) < 2, -9.0, a)
    models = [read(y, y_score=score, positive=1, labels=[0, 1]) for score in (a, b)][::sign]
    made = compare(*models, metric="roc_auc", rng=1).difference
    reaches = made.value - made.interval.low, made.interval.high - made.value
    assert max(reaches) == reaches[sign > 0]
    assert max(reaches) > 1.2 * min(reaches)
