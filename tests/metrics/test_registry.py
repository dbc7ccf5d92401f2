"""The one registry: what holds for every metric, whatever it needs."""

from __future__ import annotations

import doctest
import warnings

import numpy as np
import pytest

import referee
from referee import read
from referee.core import Ranking
from referee.core.cases import Cases
from referee.core.cost import CostMatrix
from referee.errors import InputError, RefereeWarning
from referee.metrics import NEEDS, REGISTRY, SHAPES, aliases, get, hand_till, metric, unregister
from referee.metrics.case_metric import CaseMetric
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import kish
from referee.metrics.ranking_metric import RankingMetric

RNG = np.random.default_rng(5)
P = RNG.dirichlet(np.ones(3), size=60).round(2)
P[:, 2] = 1 - P[:, 0] - P[:, 1]
P = P.clip(0.01, None)
P /= P.sum(axis=1, keepdims=True)
Y = np.arange(60) % 3
SCORE = P[:, 2].round(1)
PLAIN = [m for m in REGISTRY.values() if not m.takes_costs]
CASES = [m for m in REGISTRY.values() if isinstance(m, CaseMetric)]
RANKINGS = [m for m in REGISTRY.values() if isinstance(m, RankingMetric)]
IDS = {"ids": lambda m: m.name}


def said(entry, rows=slice(None), y=Y, p=P):
    """The columns that a metric needs: three classes, or class 2 against the rest."""
    if isinstance(entry, LabelMetric) and not entry.binary:
        return y[rows], p[rows].argmax(axis=1)
    if isinstance(entry, LabelMetric):
        return (y[rows] == 2) * 1, (p[rows].argmax(axis=1) == 2) * 1
    if isinstance(entry, RankingMetric):
        return (y[rows] == 2) * 1, SCORE[rows]
    return y[rows], p[rows]


@pytest.mark.parametrize("entry", REGISTRY.values(), **IDS)
def test_the_docstring_runs(entry):
    names = {**vars(referee.metrics), "CostMatrix": CostMatrix}
    tests = doctest.DocTestParser().get_doctest(entry.__doc__ or "", names, entry.name, None, 0)
    assert tests.examples
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RefereeWarning)
        assert doctest.DocTestRunner(verbose=False).run(tests).failed == 0


@pytest.mark.parametrize("entry", REGISTRY.values(), **IDS)
def test_facts(entry):
    assert entry.needs in NEEDS
    assert entry.shape in SHAPES
    assert entry.better in ("higher", "lower", None)
    assert entry.by_scores == (entry.needs != "labels")
    assert entry.range[0] < entry.range[1]
    if isinstance(entry, RankingMetric):
        assert (entry.influence is not None) == (entry.shape == "influence")
    assert repr(entry) == f"<metric {entry.name}: {entry.title}>"
    for name in (entry.name, *entry.aliases, entry.name.upper().replace("_", "-"), entry.name.replace("_", " ")):
        assert get(name) is entry
    assert all(aliases()[alias] == entry.name for alias in entry.aliases)


@pytest.mark.parametrize("entry", CASES, **IDS)
def test_every_formula_of_cases_is_batched_and_counts_repetitions(entry):
    cases = entry.sees(read(Y, y_score=P))
    weights = RNG.integers(1, 4, size=(2, 3, 60)).astype(float)
    got = entry.formula(cases, weights)
    assert got.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            rows = np.repeat(np.arange(60), weights[i, j].astype(int))
            assert got[i, j] == pytest.approx(entry(Y[rows], P[rows]), abs=1e-12)


@pytest.mark.parametrize("entry", RANKINGS, **IDS)
def test_every_formula_of_rankings_is_batched_and_counts_repetitions(entry):
    y, s = said(entry)
    times = RNG.integers(1, 4, size=(2, 3, 60))
    codes = np.unique(-s, return_inverse=True)[1]

    def table(weights, chosen):
        return np.stack([np.bincount(codes, weights=w * chosen) for w in weights.reshape(6, 60)]).reshape(2, 3, -1)

    positives, negatives = (table(times, y == c).astype(int) for c in (1, 0))
    got = entry.formula(positives, negatives)
    assert got.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            rows = np.repeat(np.arange(60), times[i, j])
            assert got[i, j] == pytest.approx(entry(y[rows], s[rows], positive=1), abs=1e-12)


@pytest.mark.parametrize("entry", PLAIN, **IDS)
def test_scale_of_weights_and_order_of_cases_do_not_matter(entry):
    w = RNG.random(60) + 0.1
    order = RNG.permutation(60)
    y, told = said(entry)
    base = entry(y, told, weights=w)
    assert entry(y, told, weights=7 * w) == pytest.approx(base, rel=1e-12)
    assert entry(y, told, sample_weight=w) == base
    assert entry(y[order], told[order], weights=w[order]) == pytest.approx(base, rel=1e-12)
    assert entry.range[0] <= base <= entry.range[1]
    assert isinstance(base, float)


@pytest.mark.parametrize("entry", REGISTRY.values(), **IDS)
def test_columns_answers_and_the_table_give_one_value(entry):
    y, told = said(entry)
    options = {"positive": 1} if len(np.unique(y)) == 2 else {}
    answers = read(y, told, **options) if entry.needs == "labels" else read(y, y_score=told, **options)
    value = entry(y, told, **options)
    assert entry(answers) == entry.value(answers) == value
    assert entry(entry.sees(answers)) == value
    assert entry.n_of(entry.sees(answers)) <= 60


@pytest.mark.parametrize("entry", CASES, **IDS)
def test_names_of_classes_do_not_matter(entry):
    names = np.array(["x", "y", "z"])
    assert entry(names[Y], P) == entry(Y, P)
    flipped = entry(names[::-1][Y], P[:, ::-1])
    assert flipped == pytest.approx(entry(Y, P), rel=1e-12)


def test_a_name_is_taken_once_and_losses_are_of_means():
    with pytest.raises(InputError, match="`name` must be new in the registry of metrics; got hand_till"):
        metric("Again", needs="class scores")(hand_till.raw)
    with pytest.raises(InputError, match="`name` must be new in the registry of metrics; got tpr"):
        metric("Again", aliases=("tpr",))(lambda tp: tp)
    with pytest.raises(InputError, match="be a mean over cases"):
        hand_till.losses(Cases(Y, P, (0, 1, 2)))
    assert len({*REGISTRY, *aliases()}) == len(REGISTRY) + len(aliases())


def test_what_a_formula_takes_says_what_it_needs():
    @metric("Distance of the probability", needs="probabilities", shape="mean", better="lower")
    def distance(truth, scores):
        return 1 - scores[np.arange(len(truth)), truth]

    @metric("Positives on top", shape="smooth")
    def on_top(positives, negatives):
        return positives[..., 0] / positives.sum(axis=-1)

    @metric("Hits among all", shape="rate", undefined="there is no case")
    def hits(tp, tn, fp, fn):
        return tp, tp + tn + fp + fn

    try:
        assert (distance.needs, on_top.needs, hits.needs) == ("probabilities", "ranking", "labels")
        answers = read([1, 0, 1], [1, 0, 0], [0.75, 0.5, 0.25], positive=1)
        assert [get(name)(answers) for name in ("Distance", "on-top", "hits")] == [0.5, 0.5, pytest.approx(1 / 3)]
        result = referee.evaluate(answers, metrics=["distance", "on_top", "hits"], rng=0)
        assert [round(m.value, 4) for m in result.measures] == [0.5, 0.5, 0.3333]
    finally:
        for name in ("distance", "on_top", "hits"):
            unregister(name)
    assert not {"distance", "on_top", "hits"} & {*REGISTRY}
    for needs, formula, sentence in (
        (None, lambda truth, scores: truth, "`needs` must be 'probabilities' or 'class scores'"),
        ("labels", lambda positives, negatives: positives, "`needs` must be 'ranking'"),
        ("ranking", lambda tp: tp, "`needs` must be 'labels'"),
        (None, lambda hits: hits, "`formula` must take `counts` or cells"),
    ):
        with pytest.raises(InputError, match=sentence):
            metric("Bad", needs=needs)(formula)


def test_options_belong_to_the_reading_of_columns():
    answers = read([1, 0], [1, 0], positive=1)
    for options in ({"positive": 1}, {"labels": [0, 1]}, {"weights": [1, 1]}, {"said": [1, 0]}):
        with pytest.raises(InputError, match="must not be given with answers or a table"):
            get("f1")(answers, **options)
    with pytest.raises(InputError, match="`y_pred` must be given with `y_true`"):
        get("f1")([1, 0])
    with pytest.raises(InputError, match="`y_score` must be given with `y_true`"):
        get("auc")([1, 0])
    with pytest.raises(InputError, match="`weights` must be given once"):
        get("f1")([1, 0], [1, 0], weights=[1, 1], sample_weight=[1, 1])
    with pytest.raises(InputError, match="`data` must be answers with a score, or a Ranking"):
        get("auc")(answers.confusion)
    with pytest.raises(InputError, match="`data` must be answers or a ConfusionMatrix"):
        get("f1")(Ranking.from_scores([1, 0], [0.3, 0.2]))
    with pytest.raises(InputError, match="`data` must be answers with scores"):
        get("log_loss")(answers.confusion)
    assert get("f1")([1, 0, 0], [1, 0, 1], average="macro") == get("f1_macro")([1, 0, 0], [1, 0, 1])


def test_kishs_number_is_the_number_of_cases_of_equal_weight():
    assert kish(6.0, 12.0) == 3
    assert kish(0.0, 0.0) == 0
