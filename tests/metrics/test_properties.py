"""What must hold for every metric of the registry, on random tables and random columns of labels."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn import metrics as sk

import referee
from referee.errors import RefereeWarning
from referee.metrics import REGISTRY, get
from referee.metrics.label_metric import LabelMetric

LABELS = [m for m in REGISTRY.values() if isinstance(m, LabelMetric)]
AVERAGED = [getattr(m, a) for m in LABELS if m.binary for a in ("macro", "micro", "weighted")]
BOUND = [get("fbeta:beta=0.5"), get("fbeta:beta=0"), get("weighted_accuracy:w1=2,w2=0,w3=1,w4=0")]
EVERY = [*LABELS, *BOUND]
ALL = [*EVERY, *AVERAGED, get("mcc").macro]
CELLS = {"tn": (0, 0), "fp": (0, 1), "fn": (1, 0), "tp": (1, 1)}


def tables(k: int | None = None, high: int = 6) -> st.SearchStrategy[np.ndarray]:
    """Small tables, many cells empty, with at least one case."""
    size = st.integers(1, 4) if k is None else st.just(k)
    cell = st.one_of(st.just(0), st.integers(0, high))
    return size.flatmap(lambda n: hnp.arrays(np.int64, (n, n), elements=cell)).filter(lambda t: t.sum() > 0)


def on(table: np.ndarray, metrics: list[LabelMetric]) -> list[LabelMetric]:
    """The metrics that can be taken of a table of this size."""
    return [m for m in metrics if len(table) == 2 or not m.binary]


def same(a: float, b: float, tolerance: float = 1e-9) -> bool:
    return (math.isnan(a) and math.isnan(b)) or abs(a - b) <= tolerance * max(1.0, abs(a))


@given(st.one_of(tables(2), tables()))
@settings(max_examples=150, deadline=None)
def test_defined_exactly_when_not_undefined_and_inside_its_range(counts):
    table = counts.astype(float)
    for metric in on(table, ALL):
        value = float(metric.formula(table))
        assert math.isnan(value) == bool(metric.undefined_in(table)), metric
        assert not math.isinf(value), metric
        low, high = metric.range
        assert math.isnan(value) or low - 1e-12 <= value <= high + 1e-12, metric


@given(st.integers(1, 4).flatmap(lambda k: st.lists(tables(k), min_size=1, max_size=6)))
@settings(max_examples=40, deadline=None)
def test_a_batch_equals_one_by_one(some):
    batch = np.stack(some)
    laid_out = np.moveaxis(np.ascontiguousarray(np.moveaxis(batch, 0, -1)), -1, 0)  # batch last in memory
    for metric in on(some[0], ALL):
        each = [float(metric.formula(t)) for t in some]
        assert all(same(a, b, 1e-13) for a, b in zip(each, metric.formula(batch), strict=True)), metric
        assert all(same(a, b, 1e-13) for a, b in zip(each, metric.formula(laid_out[None])[0], strict=True)), metric


@given(st.one_of(tables(2), tables()))
@settings(max_examples=50, deadline=None)
def test_doubling_every_case_keeps_the_value_or_doubles_a_total(table):
    for metric in on(table, ALL):
        factor = 2.0 if metric.extensive else 1.0
        assert same(factor * float(metric.formula(table)), float(metric.formula(2 * table))), metric


@given(st.one_of(tables(2), tables()), st.data())
@settings(max_examples=40, deadline=None)
def test_weights_times_a_constant_change_nothing(table, data):
    weights = data.draw(hnp.arrays(float, table.shape, elements=st.floats(0.1, 3)))
    c = data.draw(st.floats(1e-3, 1e3))
    for metric in on(table, [m for m in ALL if not m.extensive]):
        once, scaled = float(metric.formula(table * weights)), float(metric.formula(c * table * weights))
        assert same(once, scaled, 1e-6), metric


@given(tables(), st.randoms())
@settings(max_examples=50, deadline=None)
def test_the_order_of_classes_is_irrelevant(table, random):
    order = random.sample(range(len(table)), len(table))
    for metric in (m for m in ALL if not m.binary and not m.ordinal):
        assert same(float(metric.formula(table)), float(metric.formula(table[np.ix_(order, order)]))), metric


@given(tables(2), st.integers(1, 9))
@settings(max_examples=50, deadline=None)
def test_ignored_cells_change_nothing(table, more):
    for metric in EVERY:
        for cell in metric.ignores:
            other = table.copy()
            other[CELLS[cell]] += more
            assert same(float(metric.formula(table)), float(metric.formula(other))), metric


@pytest.mark.parametrize("metric", [m for m in LABELS if m.binary], ids=lambda m: m.name)
def test_used_cells_matter(metric):
    table = np.array([[31.0, 7], [5, 23]])
    for cell in metric.uses:
        other = table.copy()
        other[CELLS[cell]] += 4
        assert float(metric.formula(other)) != float(metric.formula(table))


PAIRS = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.tuples(st.integers(0, k - 1), st.integers(0, k - 1)), min_size=1, max_size=30)
)


@given(PAIRS, st.randoms())
@settings(max_examples=30, deadline=None)
def test_order_of_cases_and_names_of_labels_are_irrelevant(pairs, random):
    shuffled = random.sample(pairs, len(pairs))
    words = dict(zip(range(4), ("delta", "alpha", "charlie", "bravo"), strict=True))
    truth, predicted = zip(*pairs, strict=True)
    truth2, predicted2 = zip(*shuffled, strict=True)
    seen = sorted({*truth, *predicted})
    one = referee.read(truth, predicted, positive=truth[0], labels=seen)
    two = referee.read(truth2, predicted2, positive=truth[0], labels=seen)
    columns = [[words[v] for v in column] for column in (truth2, predicted2)]
    named = referee.read(*columns, positive=words[truth[0]], labels=sorted(words[v] for v in seen))
    for metric in (m for m in ALL if not m.ordinal):
        assert same(metric.value(one), metric.value(two)), metric
        assert same(metric.value(one), metric.value(named)), metric


@given(PAIRS, PAIRS)
@settings(max_examples=30, deadline=None)
def test_merging_test_sets_is_merging_counts(first, second):
    labels = (0, 1, 2, 3)

    def counted(pairs):
        truth, predicted = zip(*pairs, strict=True)
        return referee.ConfusionMatrix.from_labels(truth, predicted, labels=labels, positive=1)

    merged, summed = counted(first + second), counted(first) + counted(second)
    assert merged == summed
    assert all(same(m.value(merged), m.value(summed)) for m in ALL)


@given(tables(2))
@settings(max_examples=40, deadline=None)
def test_swapping_the_positive_class_swaps_the_measures(table):
    p, n = (referee.ConfusionMatrix.from_matrix(table, ["n", "p"], rows="truth", positive=x) for x in "pn")
    mirror = {
        "sensitivity": "specificity",
        "precision": "negative_predictive_value",
        "false_positive_rate": "false_negative_rate",
        "false_discovery_rate": "false_omission_rate",
        "mcc": "mcc",
        "kappa": "kappa",
        "accuracy": "accuracy",
        "youden_j": "youden_j",
        "markedness": "markedness",
        "g_mean": "g_mean",
        "diagnostic_odds_ratio": "diagnostic_odds_ratio",
    }
    for one, other in (*mirror.items(), *((b, a) for a, b in mirror.items())):
        assert same(get(one).value(p), get(other).value(n)), one


@given(tables(2))
@settings(max_examples=40, deadline=None)
def test_complements_sum_to_one(table):
    cm = referee.ConfusionMatrix.from_matrix(table, rows="truth", positive=1)
    pairs = ("accuracy error_rate", "tpr fnr", "tnr fpr", "ppv fdr", "npv for")
    for a, b in (pair.split() for pair in pairs):
        total = get(a).value(cm) + get(b).value(cm)
        assert math.isnan(total) or abs(total - 1) < 1e-12


def columns(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    truth, predicted = np.indices(table.shape).reshape(2, -1)
    return np.repeat(truth, table.ravel()), np.repeat(predicted, table.ravel())


@pytest.mark.slow
@given(tables())
@settings(max_examples=60, deadline=None)
def test_equal_to_scikit_learn_where_it_is_right(table):
    """Where a class makes the measure 0/0, scikit-learn says 0 unless told NaN; its MCC says 0 for undefined."""
    truth, predicted = columns(table)
    labels = np.unique(np.concatenate([truth, predicted]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pairs = {
            "accuracy": sk.accuracy_score(truth, predicted),
            "error_rate": sk.zero_one_loss(truth, predicted),
            "mcc": sk.matthews_corrcoef(truth, predicted),
            "kappa": sk.cohen_kappa_score(truth, predicted),
            "kappa_linear": sk.cohen_kappa_score(truth, predicted, weights="linear"),
            "kappa_quadratic": sk.cohen_kappa_score(truth, predicted, weights="quadratic"),
            "balanced_accuracy": sk.balanced_accuracy_score(truth, predicted),
        }
        options = {"zero_division": np.nan, "labels": labels}
        for average in ("macro", "micro", "weighted"):
            pairs[f"precision_{average}"] = sk.precision_score(truth, predicted, average=average, **options)
            pairs[f"recall_{average}"] = sk.recall_score(truth, predicted, average=average, **options)
            pairs[f"f1_{average}"] = sk.f1_score(truth, predicted, average=average, **options)
            f2 = sk.fbeta_score(truth, predicted, beta=2, average=average, **options)
            pairs[f"fbeta_{average}:beta=2"] = f2
            jaccard = sk.jaccard_score(truth, predicted, average=average, labels=labels, zero_division=0)
            pairs[f"jaccard_{average}"] = jaccard
    for name, theirs in pairs.items():
        ours = get(name).value(referee.read(truth, predicted, labels=labels))
        if math.isnan(ours):
            assert math.isnan(theirs) or theirs == 0 or name == "balanced_accuracy", name
        else:
            assert same(ours, float(theirs)), (name, table.tolist())


@given(tables(2))
@settings(max_examples=60, deadline=None)
def test_two_class_measures_equal_scikit_learn(table):
    truth, predicted = columns(table)
    cm = referee.ConfusionMatrix.from_matrix(table, rows="truth", positive=1)
    options = {"pos_label": 1, "zero_division": np.nan}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pairs = {
            "precision": sk.precision_score(truth, predicted, **options),
            "recall": sk.recall_score(truth, predicted, **options),
            "f1": sk.f1_score(truth, predicted, **options),
            "fbeta:0.5": sk.fbeta_score(truth, predicted, beta=0.5, **options),
        }
    for name, theirs in pairs.items():
        assert same(get(name).value(cm), float(theirs)), (name, table.tolist())


@given(tables(2))
@settings(max_examples=60, deadline=None)
def test_likelihood_ratios_equal_scikit_learn(table):
    table = table + np.array(
        [[1, 1], [0, 1]]
    )  # no ratio over 0, which the undefined predicate has its own test for
    cm = referee.ConfusionMatrix.from_matrix(table, rows="truth", positive=1)
    plus, minus = sk.class_likelihood_ratios(*columns(table), labels=[0, 1])
    assert same(get("lr_plus").value(cm), float(plus))
    assert same(get("lr_minus").value(cm), float(minus))


def test_a_single_class_is_seen_through_rounded_sums_of_weights():
    weights = np.array([0.1, 0.2, 0.3, 0.7, 1.1, 1e-17])
    truth, predicted = ["b"] * 6, ["a", "b", "c", "a", "b", "c"]
    with pytest.warns(RefereeWarning, match="mcc is undefined: truth or prediction has a single class"):
        assert math.isnan(get("mcc")(truth, predicted, weights=weights))
    with pytest.warns(RefereeWarning, match="kappa is undefined: every case is of one class and predicted so"):
        assert math.isnan(get("kappa")(["b"] * 6, ["b"] * 6, weights=weights, labels=["a", "b", "c"]))


def test_facts_are_complete():
    from referee._references import works

    for metric in REGISTRY.values():
        assert metric.__doc__
        assert metric.reference in works()
        assert metric.title[0].isupper()
        assert metric.undefined.sentence
    for metric in LABELS:
        assert set(metric.uses) | set(metric.ignores) in ({"all"}, {"tp", "fp", "fn", "tn"})
    assert get("precision").uses == ("tp", "fp")
    assert get("f1").ignores == ("tn",)
    assert get("accuracy").ignores == ()


def test_parameters_reach_averages():
    truth, predicted = [0, 1, 2, 1, 2, 2], [0, 1, 1, 1, 0, 2]
    theirs = sk.fbeta_score(truth, predicted, beta=2, average="macro")
    assert get("fbeta_macro:beta=2")(truth, predicted) == pytest.approx(theirs)
    assert get("fbeta").macro.using(beta=2).name == "fbeta_macro:2"
    assert get(get("fbeta:beta=2").weighted.name).name == "fbeta_weighted:2"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("fbeta:beta=-1", "`beta` must be at least 0; got -1"),
        ("fbeta:beta=two", "`beta` must be a finite number; got 'two'"),
        ("weighted_accuracy:w1=-2", "`w1` must be at least 0"),
        ("fbeta:gamma=1", "`parameters` must be parameters of 'fbeta'; got gamma"),
        ("fbeta:beta=2,3", "`metric` must give parameters as name=value"),
        ("kappa_macro", "`average` must be asked of a metric for one class"),
        ("recal", "Did you mean 'recall'"),
    ],
)
def test_bad_names_get_the_sentence(name, sentence):
    with pytest.raises(referee.InputError, match=sentence.replace("(", r"\(")):
        get(name)([0, 1, 1], [0, 1, 0])
