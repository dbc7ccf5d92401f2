"""Every public function of the rooms gives what it gave, with each of its options."""

from __future__ import annotations

import inspect
import typing

import numpy as np
import pytest

import referee
from helpers.as_before import check, saved
from helpers.drawn_models import cases

MODELS = cases("alone")
Y, (ONE, TWO), (MATRIX, OTHER) = MODELS[0].truth, [m.ranking for m in MODELS], [m.confusion for m in MODELS]
X1, X2 = (np.random.default_rng(seed).normal(0.1 * seed, 1.0, 14).round(1) for seed in (1, 2))
TABLE = np.random.default_rng(3).normal(0.8, 0.1, (9, 4)).round(2) + np.array([0.0, 0.02, 0.05, 0.1])
BY_GROUP = np.random.default_rng(6).integers(0, 6, (12, 2, 2))
RIGHT = np.random.default_rng(4).random((40, 3)) < [0.9, 0.8, 0.7]
GIVEN = {
    "a": X1,
    "auc": 0.8,
    "b": X2,
    "base": 2.0,
    "classes": 3,
    "classifiers": {"one": ONE, "two": TWO},
    "convex": True,
    "correlation": 0.4,
    "costs": {"fp": 1, "fn": 3},
    "counts": [[20, 5], [8, 30]],
    "data": ONE,
    "df": 7.0,
    "difference": 0.05,
    "differences": X1,
    "discordance": 0.2,
    "drawn": np.sort(X1),
    "dprime": 1.3,
    "effect": 0.06,
    "error": 0.15,
    "fn": 9,
    "fp": 7,
    "folds": 5,
    "fraction": 0.2,
    "grid": referee.core.ScoreGrid.of_bins([[3, 1, 0], [1, 4, 2], [0, 2, 9]], [[9, 3, 0], [2, 4, 1], [1, 0, 2]]),
    "groups": [X1, X2, X1 + 0.3],
    "h": 12,
    "highs": [0.9, 0.8],
    "hits": [False] * 30 + [True, False] * 20,
    "hull": referee.curves.roc_hull(ONE),
    "interpolation": "counts",
    "k": 4,
    "kind": "bca",
    "level": 0.9,
    "lows": [0.6, 0.3],
    "margin": 0.05,
    "matrix": MATRIX,
    "mean": 0.3,
    "mean1": 0.3,
    "mean2": 0.1,
    "mu": 0.1,
    "n": 50,
    "n1": 40,
    "n2": 30,
    "n_a": 200,
    "n_b": 150,
    "negatives": 240,
    "normals": referee.bounds.Normals([0.0, 0.0], np.eye(2), [1.0, 0.5], [[2.0, 0.5], [0.5, 1.0]]),
    "null": 0.1,
    "only_a": 9,
    "only_b": 3,
    "p": 0.3,
    "p_values": [0.001, 0.02, 0.03, 0.4, 0.9],
    "positives": 60,
    "precision": 0.7,
    "prevalence": 0.1,
    "prior": 0.4,
    "ranking": ONE,
    "ranks": np.argsort(np.argsort(TABLE, axis=1), axis=1) + 1,
    "rate1": 0.7,
    "rate2": 0.6,
    "rates": [0.8, 0.5],
    "ratio": 1.5,
    "resamples": 200,
    "rho": 0.2,
    "right": RIGHT,
    "rng": 0,
    "roc": referee.curves.roc(ONE),
    "rope": 0.05,
    "scores": TABLE,
    "scores_a": MODELS[0].scores,
    "scores_b": MODELS[1].scores,
    "sd": 0.9,
    "sd1": 0.9,
    "sd2": 0.7,
    "se": 0.2,
    "se1": 0.2,
    "se2": 0.1,
    "sensitivity": 0.8,
    "share_a": 0.2,
    "share_b": 0.3,
    "sigma": 0.9,
    "specificity": 0.8,
    "successes": 41,
    "table": [[30, 9], [4, 17]],
    "tables_a": BY_GROUP,
    "tables_b": BY_GROUP[:, ::-1],
    "test": "mcnemar",
    "test_train_ratio": 0.1,
    "top": 0.1,
    "tp": 40,
    "value": 0.8,
    "value1": 0.3,
    "value2": 0.1,
    "values": X1,
    "variances": X2**2 + 0.1,
    "weights": [1.0, -0.5],
    "width": 0.1,
    "x": X1,
    "x1": 31,
    "x2": 19,
    "y": X2,
    "y_true": Y,
    "y_true_a": Y,
    "y_true_b": Y,
}
"""What a public function is called with, by the name of its parameter."""
PERFECT, CONSTANT, LONE = (
    referee.Ranking.from_scores(truth, scores, positive=1)
    for truth, scores in (
        ([1, 1, 1, 0, 0, 0], [6, 5, 4, 3, 2, 1]),
        ([1, 0, 1, 0], [1] * 4),
        ([1, 0, 0], [2, 3, 1]),
    )
)
RANKINGS = {"perfect": PERFECT, "constant": CONSTANT, "one positive": LONE}
DRAWN = np.random.default_rng(9).normal(0.1, 1.0, 60).round(2)
SIZES = (3, 4, 5, 6, 9, 10, 11, 20, 25, 26, 30, 31, 50, 51)
SAMPLES = {"all 0": np.zeros(14), "two": X1[:2], "one": X1[:1], "the same": X1}
SAMPLES |= {f"{size} drawn": DRAWN[:size] for size in SIZES} | {
    "ties": np.array([0.0, 0.0, 1, 1, 1, -1, -1, 2, 0, 1])
}
SHARES, RATIOS = (0.0, 1.0, 0.5, 0.01, 0.99), (0.0, 1.0, 0.001, 0.3)
EDGES = {
    **dict.fromkeys(("a", "b", "x", "y", "values", "differences"), SAMPLES),
    **dict.fromkeys(("ranking", "data"), RANKINGS),
    **dict.fromkeys(("auc", "p", "rate1", "rate2", "value", "sensitivity", "specificity", "precision"), SHARES),
    **dict.fromkeys(("prevalence", "prior", "rho", "share_a", "share_b", "error", "fraction"), SHARES),
    **dict.fromkeys(("sd", "se", "sigma", "effect", "difference", "discordance", "margin", "top"), RATIOS),
    **dict.fromkeys(("n", "n1", "n2", "n_a", "n_b", "positives", "negatives"), (1, 2, 3, 5, 10, 30, 31, 1000)),
    **dict.fromkeys(("tp", "fp", "fn", "only_a", "only_b", "k", "h"), (0, 1, 2, 3, 10, 25, 26)),
    **dict.fromkeys(("level", "power"), (0.5, 0.6, 0.99)),
    **dict.fromkeys(("bins", "folds", "classes"), (2, 3, 7)),
    "ratio": (0.2, 5.0),
    "mu": (-2.0, 0.5),
    "null": (-0.3, 0.0),
    "counts": {"no error": [[20, 0], [0, 30]], "one answer": [[0, 5], [0, 30]], "one case": [[0, 0], [0, 1]]},
    "table": {
        "agreed": [[30, 0], [0, 17]],
        "split": [[0, 9], [4, 0]],
        "one side": [[30, 9], [0, 17]],
        "no failure": [[30, 0], [17, 0]],
        "one failure": [[30, 1], [17, 0]],
    },
    "matrix": {"no error": referee.ConfusionMatrix.from_counts(tp=9, fn=0, fp=0, tn=12)},
    "p_values": {"one": [1.0], "ends": [0.0, 0.0, 1.0]},
    "right": {"all": np.ones((6, 3), dtype=bool), "two": RIGHT[:, :2]},
    "scores": {"constant": np.full((9, 4), 0.8), "two learners": TABLE[:, :2], "three datasets": TABLE[:3]},
    "successes": (0, 1, 49, 50),
    "x1": (0, 40),
    "x2": (0, 30),
}
"""Where formulas end: what a parameter is also set to."""
BOTH = {"data": referee.core.Pair(*MODELS), "a": None, "b": None, "metric": "f1"}
OF_ONE = {
    "bounds.posterior_error": {"probabilities": np.linspace(0.5, 1.0, 30)},
    "claims.against_majority": {"found": referee.claims.consistent_matrices(n=20, positives=8, accuracy="0.85")},
    "claims.consistent_folds": {"folds": [(5, 10), (4, 10)]},
    "claims.parse_reported": {"name": "f1"},
    "claims.same_rates": {"a": 0.8, "b": 0.7},
    "curves.average_roc": {"data": cases("classes")[0]},
    "curves.confusion_at": {"threshold": 0.5},
    "curves.cost_break_even": {"a": MATRIX, "b": OTHER},
    "curves.crossfit_threshold": {"y_score": MODELS[0].scores, "choose": referee.curves.threshold_by_youden},
    "curves.lift_at": {"top": 16},
    "curves.mix_for": {"fpr": 0.2, "tpr": 0.7},
    "curves.partial_auc": {"specificity": (0.7, 0.95), "sensitivity": (0.7, 0.9)},
    "curves.partial_auc_mcclish": {"specificity": (0.7, 0.95), "sensitivity": (0.7, 0.9)},
    "curves.roc_crossings": {"a": ONE, "b": TWO},
    "inference.bootstrap_limits": {"value": 0.2, "jackknife": np.array([X2, np.ones(14)])},
    "inference.cluster_jackknife": {"metric": "f1"},
    "inference.dataset_weights": {"differences": TABLE - 0.8, "variances": TABLE / 100},
    "inference.delong_many": {
        "scores": [MODELS[0].scores, MODELS[1].scores],
        "groups": np.arange(160) // 4,
        "weights": None,
    },
    "inference.delong_paired": {"groups": np.arange(160) // 4, "weights": None},
    "inference.five_by_two_f": {"a": TABLE[:5, :2], "b": TABLE[4:, 2:]},
    "inference.five_by_two_t": {"a": TABLE[:5, :2], "b": TABLE[4:, 2:]},
    "inference.independent_draws": {"a": MATRIX, "b": OTHER, "metric": "f1"},
    "inference.monte_carlo": {"population": referee.inference.Normal(0.2, 1.0)},
    "inference.mover": {"scale": "log"},
    "inference.paired_bootstrap": BOTH,
    "inference.paired_draws": BOTH,
    "inference.permutation_auc": BOTH,
    "inference.permutation_metric": BOTH,
    "inference.random_effects": {"weights": None},
    "inference.roc_difference": {"a": MODELS[0].scores, "b": MODELS[1].scores},
    "inference.spiegelhalter": {"data": MODELS[0]},
    "inference.threshold_table": {"roc": referee.curves.roc(PERFECT)},
    "inference.weighted_difference": {"sums": BY_GROUP[:2] + 1, "squares": 2 * BY_GROUP[:2] + 2},
}
RATES = {"a": 0.85, "b": 0.8}
"""What one function means by a name that others use for something else."""


OPTIONS = {
    "adjust": ("bonferroni", "finner"),
    "baseline": (1,),
    "beta": (0.5, 2.0),
    "correct_ties": (False,),
    "datasets": ([f"d{i}" for i in range(9)],),
    "digits": (2,),
    "enough": (3,),
    "eta": (0.2,),
    "exact": (True,),
    "fpr": ([0.1, 0.4],),
    "fractional": (True,),
    "fractions": ([0.1, 0.5],),
    "guaranteed": (True,),
    "intervals": (False,),
    "learners": (list("abcd"),),
    "least_learners": (2,),
    "method": ("wilson", "jeffreys", "delong", "hanley_mcneil", "bootstrap"),
    "missing": ("drop",),
    "most": (5,),
    "points": (7,),
    "positive": (0, 1),
    "shift": (0.1,),
    "simultaneous": (True,),
    "statistic": ("median", "sd"),
    "stratified": (False,),
    "thresholds": ([0.2, 0.4],),
    "tolerance": (0.01,),
    "tpr": ([0.5, 0.9],),
    "yates": (True,),
}
"""What an option is set to that no function needs."""


def called(name, function):
    """The call with what it needs, one more for each option and each of its values, and one for each edge."""
    parameters = inspect.signature(function).parameters
    own = GIVEN | (RATES if name.startswith("planning.") else {}) | OF_ONE.get(name, {})
    needed = {p: own[p] for p, about in parameters.items() if about.default is about.empty and p in own}
    needed |= {p: own[p] for p in ("rng", "resamples") if p in parameters}
    yield "", needed
    for p in needed.keys() & EDGES.keys() - OF_ONE.get(name, {}).keys():
        edges = EDGES[p] if isinstance(EDGES[p], dict) else {str(value): value for value in EDGES[p]}
        for word, value in edges.items():
            yield f"{p}: {word}", needed | {p: value}
    hints = typing.get_type_hints(function)
    for p in parameters:
        if p in needed:
            continue
        literal = typing.get_origin(hints[p]) is typing.Literal
        options = typing.get_args(hints[p]) if literal else (own.get(p), *OPTIONS.get(p, ()))
        edges = EDGES.get(p, ()) if p not in OF_ONE.get(name, {}) else ()
        for value in (*options, *(edges if isinstance(edges, tuple) else ())):
            if value is not None:
                yield f"{p}={value}" if isinstance(value, str | float | int) else p, needed | {p: value}


def told(value):
    if hasattr(value, "to_dict"):
        return saved(value)
    if isinstance(value, tuple | list):
        return str([told(part) for part in value])
    return str(np.asarray(value).tolist()) if isinstance(value, np.ndarray | np.generic) else repr(value)


ELSEWHERE = (
    "bounds.error_parts",
    "bounds.nearest_neighbour_bounds",
    "claims.answers_of_audit",
    "inference.curve_band",
    "inference.replicates",
)
"""What takes a learner, an audit, a function or a generator, and has tests of its own."""
ROOMS = ("bounds", "calibration", "claims", "curves", "inference", "planning")
FUNCTIONS = {
    f"{room}.{name}": function
    for room in ROOMS
    for name in getattr(referee, room).__all__
    if inspect.isroutine(function := getattr(getattr(referee, room), name))
    if f"{room}.{name}" not in ELSEWHERE
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function(name):
    for how, given in called(name, FUNCTIONS[name]):
        try:
            text = told(FUNCTIONS[name](**given))
        except referee.RefereeError as refused:
            text = str(refused)
        check(f"{name} {how}", text)
