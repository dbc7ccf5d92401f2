"""The interval that belongs to a metric, with weights and in clusters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import referee
from referee import metrics
from referee.core import ConfusionMatrix, CostMatrix
from referee.inference.estimate import SharedDraws
from referee.inference.label_values import GENERAL, estimate
from referee.inference.proportion import METHODS
from referee.inference.sampler import Sampler
from referee.metrics.registry import get

GENERATOR = np.random.default_rng(2)
TRUTH = (GENERATOR.random(200) < 0.3).astype(int)
PREDICTED = np.where(GENERATOR.random(200) < 0.85, TRUTH, 1 - TRUTH)

TABLES = hnp.arrays(np.int64, (2, 2), elements=st.one_of(st.just(0), st.integers(0, 60))).filter(
    lambda t: t.sum() > 0
)


def intervals(result):
    return {m.name: m.interval for m in result.measures if m.interval is not None}


@given(TABLES, st.floats(0.6, 0.99))
@settings(max_examples=25, deadline=None)
def test_defaults_hold_the_value_have_width_and_widen(table, level):
    matrix = ConfusionMatrix.from_matrix(table, rows="truth", positive=1)
    result = referee.evaluate(matrix, level=level, costs={"fp": 1, "fn": 20}, rng=0)
    wider = intervals(referee.evaluate(matrix, level=(1 + level) / 2, costs={"fp": 1, "fn": 20}, rng=0))
    for m in result.measures:
        assert m.defined == (m.undefined is None)
        assert (m.interval is not None) == m.defined, m.name
        if m.interval is None:
            continue
        low, high = referee.metrics.get(m.name).range
        assert low <= m.interval.low <= m.value <= m.interval.high <= high, m.name
        assert m.interval.width > 0, m.name
        assert m.interval.level == level
        assert wider[m.name].low <= m.interval.low + 1e-12, m.name
        assert wider[m.name].high >= m.interval.high - 1e-12, m.name


@pytest.mark.parametrize("method", sorted({*METHODS, *GENERAL}))
def test_each_method_by_name(method):
    result = referee.evaluate(TRUTH, PREDICTED, interval=method, rng=3)
    for m in result.measures:
        assert m.interval.low <= m.value <= m.interval.high, m.name
    word = result["accuracy"].interval.method.lower().replace("-", "_").replace(" ", "_")
    assert method.replace("midp", "mid_p") in word
    if method in GENERAL:
        assert result["mcc"].interval.method == result["f1"].interval.method
    else:
        assert result["mcc"].interval.method == "Dirichlet draws"


def test_fifty_classes_are_not_too_many_to_resample():
    matrix = ConfusionMatrix.from_matrix(4 * np.eye(50, dtype=int) + np.eye(50, k=1, dtype=int), rows="truth")
    found = estimate(get("accuracy"), matrix, method="percentile", sampler=Sampler(matrix, 0))
    assert found.interval.low < found.value < found.interval.high


def test_equal_weights_are_no_weights():
    plain = referee.evaluate(TRUTH, PREDICTED, rng=3)
    weighted = referee.evaluate(referee.read(TRUTH, PREDICTED, weights=np.full(200, 0.37)), rng=3)
    for m in plain.measures:
        other = weighted[m.name]
        assert other.value == pytest.approx(m.value), m.name
        assert other.n == pytest.approx(m.n), m.name
        assert tuple(other.interval) == pytest.approx(tuple(m.interval), rel=1e-6), m.name


def test_weights_times_a_constant_change_no_interval():
    weights = GENERATOR.exponential(size=200)
    once = referee.evaluate(referee.read(TRUTH, PREDICTED, weights=weights), rng=3)
    scaled = referee.evaluate(referee.read(TRUTH, PREDICTED, weights=1234.5 * weights), rng=3)
    for m in once.measures:
        assert scaled[m.name].value == pytest.approx(m.value), m.name
        assert tuple(scaled[m.name].interval) == pytest.approx(tuple(m.interval), rel=1e-6), m.name
    assert once["accuracy"].n < 150  # Kish's number for exponential weights is about half


def test_unequal_weights_widen():
    weights = np.where(GENERATOR.random(200) < 0.1, 20.0, 1.0)
    plain = intervals(referee.evaluate(TRUTH, PREDICTED, rng=3))
    weighted = intervals(referee.evaluate(referee.read(TRUTH, PREDICTED, weights=weights), rng=3))
    assert weighted["accuracy"].width > 1.3 * plain["accuracy"].width
    assert weighted["mcc"].width > 1.3 * plain["mcc"].width


@pytest.mark.parametrize("metric", ["f1", "jaccard", "fbeta:2"])
def test_an_unseen_miss_may_be_heavy(metric):
    """All alerts are checked and one in nine of the rest: a miss would weigh nine times, and none was drawn."""
    truth, predicted = np.repeat([1, 0, 0], [35, 12, 196]), np.repeat([1, 1, 0], [35, 12, 196])
    answers = referee.read(truth, predicted, weights=np.where(predicted == 1, 1.0, 9.0), positive=1)
    low = referee.evaluate(answers, metrics=[metric], rng=0)[metric].interval.low
    with_two = ConfusionMatrix.from_counts(tp=35, fn=18, fp=12, tn=1764)
    assert low < referee.evaluate(with_two, metrics=[metric])[metric].value


def test_an_odds_ratio_covers_in_the_runs_that_have_one():
    """A nearly perfect model: with 42 positives of which .06 are missed on average the ratio is mostly undefined."""
    sensitivity, specificity, positives, negatives = 0.9986, 0.984, 42, 290
    truth = sensitivity * specificity / ((1 - sensitivity) * (1 - specificity))
    defined = covered = 0.0
    for fn, fp in np.ndindex(5, 16):
        chance = stats.binom.pmf(fn, positives, 1 - sensitivity) * stats.binom.pmf(fp, negatives, 1 - specificity)
        table = ConfusionMatrix.from_counts(tp=positives - fn, fn=fn, fp=fp, tn=negatives - fp)
        made = estimate(metrics.diagnostic_odds_ratio, table)
        if made.undefined is None:
            defined += chance
            covered += chance * (made.interval.low <= truth <= made.interval.high)
    assert 0.05 < defined < 0.07
    assert covered / defined > 0.93


def test_counts_are_repetition():
    copies = GENERATOR.integers(0, 4, 200)
    counted = referee.evaluate(referee.read(TRUTH, PREDICTED, weights=copies, weights_are="counts"), rng=3)
    repeated = referee.evaluate(np.repeat(TRUTH, copies), np.repeat(PREDICTED, copies), rng=3)
    for m in repeated.measures:
        assert counted[m.name].value == m.value
        assert tuple(counted[m.name].interval) == tuple(m.interval)
        assert counted[m.name].n == m.n


@pytest.mark.parametrize("method", ["bca", "delta"])
def test_weights_and_methods_that_do_not_take_them(method):
    with pytest.raises(referee.InputError, match="`interval` must not be '" + method):
        referee.evaluate(referee.read(TRUTH, PREDICTED, weights=np.ones(200)), interval=method)


def test_weighted_sums_are_not_resampled_as_counts():
    matrix = ConfusionMatrix.from_labels(TRUTH, PREDICTED, weights=GENERATOR.exponential(size=200))
    with pytest.raises(referee.InputError, match="without its cases"):
        referee.evaluate(matrix, interval="percentile")
    assert referee.evaluate(matrix)["mcc"].interval.width > 0


def test_duplicated_cases_in_clusters_widen_back():
    """Each case five times is still 200 cases: clusters know, the naive interval does not."""
    truth, predicted, groups = (np.repeat(x, 5) for x in (TRUTH, PREDICTED, np.arange(200)))
    naive = intervals(referee.evaluate(truth, predicted, rng=3))
    clustered = intervals(referee.evaluate(referee.read(truth, predicted, groups=groups), rng=3))
    honest = intervals(referee.evaluate(TRUTH, PREDICTED, rng=3))
    for name in ("accuracy", "mcc", "f1", "sensitivity"):
        assert clustered[name].width > 1.8 * naive[name].width
        assert clustered[name].width == pytest.approx(honest[name].width, rel=0.15)
    held = {"accuracy": 200, "sensitivity": int((TRUTH == 1).sum())}
    for name, count in held.items():
        assert clustered[name].method == f"Dirichlet weights on {count} clusters and one unseen"
    assert clustered["mcc"].method.startswith("gamma weights on ")


def test_clusters_count_that_hold_a_case_which_the_metric_is_about():
    """Of 88 clusters four alarm, all rightly: a precision of four clusters, not of 88."""
    groups = np.arange(176) // 2
    truth = np.zeros(176, int)
    truth[:24:2] = 1
    predicted = np.zeros(176, int)
    predicted[:8:2] = 1
    found = referee.evaluate(referee.read(truth, predicted, groups=groups, positive=1), rng=0)
    assert found["precision"].interval is None
    assert "4 clusters are too few" in found["precision"].note
    assert found["specificity"].interval.method == "Dirichlet weights on 88 clusters and one unseen"
    predicted[8:14:2] = 1
    found = referee.evaluate(referee.read(truth, predicted, groups=groups, positive=1), rng=0)
    assert found["precision"].interval.low < 0.7


def test_g_mean_of_three_classes_is_no_mean_of_recalls():
    table = referee.ConfusionMatrix.from_matrix([[95, 3, 2], [5, 40, 5], [2, 8, 10]], rows="truth")
    found = estimate(get("g_mean"), table)
    rest = estimate(get("balanced_accuracy"), table)
    assert found.interval.method == "MOVER on class recalls"
    assert found.interval.low < rest.interval.low
    assert found.value - found.interval.low > 0.03


def test_clusters_of_one_at_a_stated_prevalence():
    plain = referee.evaluate(TRUTH, PREDICTED, prevalence=0.1, rng=3)
    clustered = referee.evaluate(referee.read(TRUTH, PREDICTED, groups=np.arange(200)), prevalence=0.1, rng=3)
    for name in ("precision", "accuracy", "f1", "npv"):
        assert clustered[name].value == pytest.approx(plain[name].value)
        assert clustered[name].interval.method.startswith("gamma weights on ")
        assert clustered[name].interval.width == pytest.approx(plain[name].interval.width, rel=0.25)
    few = referee.evaluate(referee.read(TRUTH, PREDICTED, groups=np.arange(200) % 4), prevalence=0.1, rng=3)
    assert few["precision"].interval is None
    assert "too few" in few["precision"].note


def test_few_clusters():
    five = referee.evaluate(referee.read(TRUTH, PREDICTED, groups=np.arange(200) % 5), rng=3)
    assert all(m.interval is None for m in five.measures)
    assert "5 clusters are too few" in five["accuracy"].note
    six = referee.evaluate(referee.read(TRUTH, PREDICTED, groups=np.arange(200) % 6), rng=3)
    assert six["accuracy"].interval.method == "Dirichlet weights on 6 clusters and one unseen"
    assert six["mcc"].interval.method == "gamma weights on 6 clusters, widened to t(5)"
    many = referee.evaluate(referee.read(TRUTH, PREDICTED, groups=np.arange(200) % 40), rng=3)
    assert many["mcc"].interval.method == "gamma weights on 36 clusters"


def test_clusters_without_an_error_still_have_width():
    groups = np.arange(200) % 40
    result = referee.evaluate(referee.read(TRUTH, TRUTH, groups=groups), rng=3)
    assert result["accuracy"].interval.width > 0
    assert "clusters" in result["accuracy"].interval.method
    assert 0.6 < result["mcc"].interval.low < 0.95


def test_the_same_seed_gives_the_same_interval():
    one, two, other = (referee.evaluate(TRUTH, PREDICTED, rng=s)["mcc"].interval for s in (1, 1, 2))
    assert tuple(one) == tuple(two)
    assert tuple(one) != tuple(other)
    assert tuple(one) == pytest.approx(tuple(other), abs=0.02)


def test_weights_that_depend_on_the_answer():
    """All alarms checked, a fiftieth of the rest: where no miss was drawn Kish's number says that there is none."""
    table = referee.read([1] * 40 + [0] * 100, [1] * 40 + [0] * 100, weights=[1.0] * 40 + [50.0] * 100, positive=1)
    found = referee.evaluate(table, rng=0)["sensitivity"]
    assert found.interval.low < 0.5
    assert found.interval.method == "wider of mid-P and gamma sums of weights"
    rng, inside = np.random.default_rng(2), 0
    for _ in range(300):
        y = (rng.random(3000) < 0.06).astype(int)
        said = np.where(y == 1, rng.random(3000) < 0.87, rng.random(3000) < 0.08).astype(int)
        kept = (said == 1) | (rng.random(3000) < 0.1)
        w = np.where(said == 1, 1.0, 10.0)[kept]
        answers = referee.read(y[kept], said[kept], weights=w, positive=1)
        inside += 0.87 in referee.evaluate(answers, metrics=["sensitivity"], rng=0)["sensitivity"].interval
    assert inside / 300 > 0.92


@given(hnp.arrays(float, 60, elements=st.floats(0, 1)))
@settings(max_examples=20, deadline=None)
def test_weights_that_are_nearly_equal_move_no_limit(u):
    plain = referee.evaluate(TRUTH[:60], PREDICTED[:60], metrics=["accuracy", "sensitivity", "f1"], rng=0)
    near = referee.evaluate(
        referee.read(TRUTH[:60], PREDICTED[:60], weights=1 + 1e-6 * u),
        metrics=["accuracy", "sensitivity", "f1"],
        rng=0,
    )
    for one, two in zip(plain.measures, near.measures, strict=True):
        assert list(one.interval) == pytest.approx(list(two.interval), abs=1e-3), one.name


def test_the_largest_class_of_all_is_not_that_of_each_cluster():
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(40), 2)
    truth = (rng.random(80) < 0.4).astype(int)
    answers = referee.read(truth, truth, groups=groups)
    rate = referee.evaluate(answers, metrics=["no_information_rate"], rng=0)["no_information_rate"]
    assert rate.value in rate.interval
    assert rate.interval.low < rate.value - 0.05  # the mean of the clusters' own largest shares lies .17 higher


def test_macro_mcc_does_not_borrow_errors_for_each_pair_of_classes():
    counts = np.diag([2, 1, 14, 1, 0, 3])
    counts[0, 2] = 1
    matrix = ConfusionMatrix.from_matrix(counts, rows="truth")
    found = estimate(get("mcc").macro, matrix)
    assert found.interval.method == "MOVER on classes, correlated"
    assert found.interval.high > found.value + 0.02  # draws of all 36 cells ended at the value itself


def test_draws_of_a_total_hold_as_much_as_the_matrix():
    matrix = ConfusionMatrix.from_counts(tp=150, fn=40, fp=60, tn=250)
    costs = CostMatrix.from_cells(fn=10, fp=1, labels=matrix.labels)
    total, mean = (m.using(costs=costs) for m in (metrics.total_cost, metrics.mean_cost))
    sampler = Sampler(matrix, 1)
    assert sampler.draw(total)[0] == pytest.approx(500 * sampler.draw(mean)[0])


@pytest.mark.parametrize("names", [("b", "a", "c"), (2, 0, 1), ("z", "y", "x")])
def test_names_of_classes_change_no_limit(names):
    """Several classes in another order: the draws go by what was counted."""
    counts = np.array([[12, 3, 1], [2, 20, 4], [0, 5, 9]])
    plain = ConfusionMatrix.from_matrix(counts, rows="truth", labels=("p", "q", "r"))
    order = np.argsort(np.array(names, dtype=object))
    other = ConfusionMatrix.from_matrix(
        counts[np.ix_(order, order)], rows="truth", labels=tuple(names[i] for i in order)
    )
    for name in ("mcc", "kappa", "f1_macro", "g_mean"):
        one, two = (
            estimate(get(name), matrix, level=0.95, sampler=Sampler(matrix, 3)) for matrix in (plain, other)
        )
        assert tuple(one.interval) == pytest.approx(tuple(two.interval), rel=1e-12)


def test_tables_of_one_evaluation_that_share_labels_do_not_share_draws():
    one, two = (ConfusionMatrix.from_counts(tp=tp, fn=5, fp=3, tn=20) for tp in (10, 11))
    draws = SharedDraws(one, 1)
    assert draws.of(one) is draws.of(one)
    assert draws.of(two).matrix is two


@pytest.mark.parametrize(("beta", "like"), [("0", "precision"), ("1e9", "sensitivity")])
def test_the_ends_of_f_beta_are_precision_and_recall(beta, like):
    for answers in (referee.read(TRUTH, PREDICTED, positive=1),
                    referee.read(TRUTH, PREDICTED, positive=1, weights=1.0 + PREDICTED)):  # fmt: skip
        made = referee.evaluate(answers, metrics=[f"fbeta:{beta}", like], rng=0)
        end, share = (m.interval for m in made.measures)
        assert made.measures[0].value == pytest.approx(made.measures[1].value)
        if answers.weights is None:
            assert tuple(end) == pytest.approx(tuple(share))
        else:
            assert end.low < made.measures[0].value < end.high


def test_samples_of_weighted_cases_of_one_of_three_classes_are_those_of_it_against_the_rest():
    draw = np.random.default_rng(8)
    truth, weights = draw.integers(0, 3, 200), draw.exponential(size=200)
    said = np.where(draw.random(200) < 0.5, truth, draw.integers(0, 3, 200))
    of_three = referee.read(truth, said, weights=weights, positive=1)
    of_two = referee.read(truth == 1, said == 1, weights=weights, positive=True)
    how = {"metrics": ["f1", "youden_j"], "interval": "percentile", "rng": 3}
    for one, two in zip(referee.evaluate(of_three, **how), referee.evaluate(of_two, **how), strict=True):
        assert tuple(one.interval) == pytest.approx(tuple(two.interval), abs=0.02)
        assert one.interval.low < one.value < one.interval.high
