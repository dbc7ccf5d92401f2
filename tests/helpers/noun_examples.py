"""An example of every noun, for the tests that hold for all of them."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import referee
import referee.core
from referee import ConfusionMatrix, CostMatrix, Ranking, calibration, curves, inference, learners
from referee.core import Estimate, Finding, Interval, TestResult
from referee.core.feature_column import FeatureColumn
from referee.core.pair import Pair
from referee.core.results import Results, StudyPlan
from referee.core.splits import Splits
from referee.data.counter import count_answers, count_models
from referee.inference.threshold_table import threshold_table
from referee.verbs.compare_parts import disagreements
from referee.verbs.compare_rates import compare_rates
from referee.verbs.estimate import estimate_error

NAN, INF = math.nan, math.inf
Y, P, W = [1, 0, 1, 1, 0, 0], [1, 0, 0, 1, 1, 0], [1.0, 2.0, 0.5, 1.0, 1.0, 3.0]

S = [0.9, 0.2, 0.4, 0.4, 0.3, 0.7]
MODEL = referee.read(Y, P, S, positive=1, name="a")
OTHER = referee.read(Y, P[::-1], S[::-1], positive=1, name="b")
KNOWN = [
    referee.read(Y, p, s, positive=1, name=n, case_ids=list("uvwxyz"))
    for n, p, s in (("a", P, S), ("b", P[::-1], S[::-1]))
]
DISAGREEMENTS = disagreements(Pair(*KNOWN))
DUMMY, CLASSES, FEATURES = DummyClassifier(), [0, 1] * 20, np.arange(40.0)[:, None]
CELL = Results(
    "rule", ("a", "b"), [0, 1, 0, 1], Splits("2-fold", 4, ([0, 1], [2, 3])), ([0, 1], None), failures=((1, "no"),)
)
STUDY = referee.core.StudyResults(
    "study",
    ("toy",),
    ("rule", "other"),
    (CELL, CELL),
    ("accuracy",),
    (((1.0, NAN),),),
    ("other",),
    7,
    (((0.1, NAN), (NAN, NAN)),),
    {"numpy": "2.0"},
)
TABLE = referee.core.ScoreTable(
    "accuracy",
    "higher",
    ("iris", "wine", "a\x1b[2J", "b", "c", "d"),
    ("svm", "tree", "<i>x"),
    [[0.9, 0.8, 0.7], [0.8, 0.8, 0.6], [0.7, NAN, 0.5], [0.9, 0.7, 0.8], [0.7, 0.6, 0.4], [0.8, 0.7, 0.7]],
    (("a\x1b[2J", "tree", "ValueError: no"),),
    "results.csv",
)
STANDINGS = referee.rank(TABLE, margin=0.01, rng=0)
NOUNS = {
    "score table": TABLE,
    "match": STANDINGS["svm", "tree"],
    "standings": STANDINGS,
    "standings of two": referee.rank(TABLE, learners=["svm", "tree"], rng=0),
    "standings against a baseline": referee.rank(TABLE, baseline="svm", test="bonferroni-dunn", rng=0),
    "interval": Interval(0.1, 0.9, 0.95, "wilson"),
    "one-sided interval": Interval(0.1, 1.0, 0.99, "midp", "lower"),
    "endless interval": Interval(-INF, INF, 0.95, "ratio"),
    "interval without limits": Interval(NAN, NAN, 0.95, "none"),
    "estimate": Estimate("accuracy", 0.8, 100, Interval(0.7, 0.9, 0.95, "mid-P"), title="Accuracy"),
    "undefined estimate": Estimate("precision", NAN, 0, undefined="no case was predicted positive"),
    "infinite estimate": Estimate("diagnostic_odds_ratio", INF, 10, Interval(3.0, INF, 0.95, "MOVER")),
    "finding": Finding("R001", "warning", "title \u2028 <b>", "evidence", "advice"),
    "confusion": ConfusionMatrix.from_labels(list("abca"), list("abba")),
    "binary confusion": ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72),
    "boolean confusion": ConfusionMatrix.from_labels([True, False], [True, True]),
    "huge labels": ConfusionMatrix.from_labels([2**70, 1], [1, 1]),
    "weighted confusion": ConfusionMatrix.from_labels(Y, P, weights=W),
    "expected confusion": ConfusionMatrix.from_rates(sensitivity=0.5, specificity=0.9, prevalence=0.1),
    "costs": CostMatrix.from_cells(fp=1, fn=20, tp=-1, labels=("no", "yes")),
    "ranking": Ranking.from_scores(Y, [0.9, 0.2, 0.4, 0.4, 0.3, INF], positive=1),
    "weighted ranking": Ranking.from_scores(Y, [0.9, 0.2, 0.4, -INF, 0.3, 0.1], positive=1, weights=W),
    "test": TestResult(
        "McNemar",
        "no difference",
        0.03,
        effect=Estimate("difference", 0.1, 50, Interval(0.01, 0.2, 0.95, "Tango")),
        statistic=2.2,
        details={"df": 1.0, "se": NAN, "limit": INF},
        warnings=("few discordant cases",),
    ),
    "inapplicable test": TestResult("t", "no difference", NAN, inapplicable="variance 0"),
    "evaluation": referee.evaluate(
        referee.read(Y, P, positive=1, name="m"), costs={"fp": 1, "fn": 20}, prevalence=0.1, rng=0
    ),
    "evaluation of classes": referee.evaluate(list("abcb"), list("abca"), rng=0),
    "evaluation of one class": referee.evaluate([1, 1], [1, 1], rng=0),
    "comparison": referee.compare(MODEL, OTHER, margin=0.1, rng=0),
    "comparison of scores": referee.compare(MODEL, OTHER, metric="roc_auc", rng=0),
    "comparisons": referee.compare_all({"a": MODEL, "b": OTHER, "c": MODEL}, rng=0),
    "gate": referee.gate(MODEL, OTHER, margin=0.1, rng=0),
    "disputed case": DISAGREEMENTS.only_a[0],
    "disagreements": DISAGREEMENTS,
    "region": referee.where_better(MODEL, OTHER, rng=0),
    "decision": referee.compare(MODEL, OTHER, rng=0).decision,
    "curve": curves.roc(MODEL.ranking),
    "hull": curves.roc_hull(MODEL.ranking),
    "operating point": curves.operating_points(MODEL.ranking)[0],
    "optimal range": curves.optimal_ranges(MODEL.ranking)[0],
    "mix plan": curves.mix_for(curves.roc_hull(MODEL.ranking), fpr=0.2),
    "lift": curves.lift_at(MODEL.ranking, 0.5),
    "threshold": curves.threshold_by_youden(MODEL.ranking),
    "cross-fit": curves.crossfit_threshold(Y, S, curves.threshold_by_youden, folds=2, rng=0),
    "decision curve": curves.decision_curve(Y, S),
    "Brier decomposition": calibration.brier_decomposition(Y, S),
    "calibration error": calibration.calibration_error(Y, S, rng=0, resamples=50),
    "reliability curve": calibration.reliability_curve(Y, S, rng=0, resamples=50),
    "recalibration": calibration.recalibration(Y, S),
    "average ROC": curves.average_roc(list("abcabc"), np.eye(3)[[0, 1, 2, 0, 2, 1]]),
    "plan": referee.plan("auc", a=0.85, b=0.8),
    "plan of a width": referee.plan("width", value=0.8, n=100),
    "comparison of rates": compare_rates(0.85, 30, 0.75, 5000),
    "family": inference.adjust([0.01, 0.2]),
    "pairwise": inference.nemenyi([[0.9, 0.8, 0.7], [0.8, 0.85, 0.6], [0.7, 0.6, 0.65]]),
    "joint confusion": referee.core.Pair(MODEL, OTHER).joint,
    "band": inference.roc_band(MODEL.ranking, rng=0, resamples=100),
    "binned ranking": Ranking([0.5, 0.0], [3, 1], [1, 2], 1, tops=[1.0, 0.25]),
    "answers": MODEL,
    "answers of clusters": referee.read(
        Y, P, S, positive=1, weights=W, groups=list("aababb"), case_ids=list("uvwxyz")
    ),
    "answers without some": referee.read(
        {"y": [1, 0, 1, None], "p": [1, 1, 0, 0]}, truth="y", pred="p", positive=1, missing="drop", keep="counts"
    ),
    "origin": referee.compare(MODEL, OTHER, rng=0).origin,
    "score grid": referee.core.ScoreGrid.of_bins([[0, 1], [1, 1]], [[2, 0], [0, 1]]),
    "counted with another": count_models({"y": Y, "a": S, "b": S}, truth="y", scores={"a": "a", "b": "b"})[0],
    "class scores": referee.core.ClassScores("a", [0.9, 0.4], [[1, 0], [1, 2]], ("a", "b"), tops=[0.95, 0.4]),
    "counts of classes": count_answers(
        {"y": list("abcabc"), "a": S, "b": S, "c": S}, truth="y", score={"a": "a", "b": "b", "c": "c"}
    ),
    "slices": referee.evaluate_by(
        referee.read_slices(
            pa.table({"y": Y, "p": P, "s": S, "r": list("aababb")}), by="r", truth="y", pred="p", score="s"
        ),
        rng=0,
    ),
    "counted": referee.read(Y, P, S, positive=1, weights=[2, 1, 3, 1, 1, 1], weights_are="counts"),
    "validation": referee.validate(GaussianNB(), FEATURES, CLASSES, n=40, runs=10, rng=0),
    "splits": Splits("2-fold", 4, ([0, 1], [2, 3]), parameters={"folds": 2}, seed=3),
    "bootstrap splits": Splits("bootstrap", 3, ([1],), ([0, 0, 2],)),
    "results": Results(
        "rule",
        ("a", "b"),
        [0, 1, 0],
        Splits("bootstrap", 3, ([1], [0, 2]), ([0, 0, 2], [1, 1, 1]), repeats=2),
        ([1], None),
        scores=([0.5], None),
        failures=((1, "ValueError: no"),),
        whole=[0, 1, 0],
    ),
    "feature column": FeatureColumn("job", "text", missing=2, levels=3),
    "study plan": StudyPlan(
        "study",
        7,
        ("accuracy",),
        ("toy",),
        (("toy.csv", 4, 2, 2, "2-fold", 2),),
        ("tree", "majority"),
        (("DecisionTreeClassifier()", 1), ("DummyClassifier()", 1)),
        ("majority",),
        "study.db",
        1,
        1,
    ),
    "study results": STUDY,
    "learner curve": learners.learning_curve(
        DUMMY, FEATURES, CLASSES, rng=0, splits=learners.TrainingSizes(repeats=3)
    ),
    "selection": learners.select_learner({"a": DUMMY, "b": DUMMY}, FEATURES, CLASSES, rng=0),
    "against chance": learners.against_chance(DUMMY, FEATURES, CLASSES, resamples=3, rng=0),
    "estimator": referee.core.Estimator("LOO*", "loo_star", Estimate("error_rate", 0.2, 40), "nearly unbiased"),
    "variance sources": learners.variance_sources(DUMMY, FEATURES, CLASSES, repeats=3, rng=0),
    "skill": estimate_error(GaussianNB(), np.arange(12.0)[:, None] % 7, Y * 2, method="3-fold", rng=0),
    "score histogram": curves.score_histogram(MODEL.ranking),
    "threshold table": threshold_table(curves.roc(MODEL.ranking), measures=["precision", "mcc"]),
    "audit": referee.audit((FEATURES, CLASSES), (FEATURES[:9], CLASSES[:9]), rng=0),
    "empty audit": referee.core.Audit(()),
    "error limits": referee.bounds.parametric_bounds(referee.bounds.Normals([0.0], [[1.0]], [1.0], [[4.0]])),
    "consistent matrices": referee.claims.consistent_matrices(n=20, positives=8, accuracy="0.85", f1="0.8"),
    "consistent folds": referee.claims.consistent_folds([(5, 10), (4, 10)], accuracy="0.8"),
    "contradiction of folds": referee.claims.consistent_folds([(5, 10), (4, 10)], accuracy="0.8", tpr="0.99"),
    "contradiction": referee.claims.consistent_matrices(n=30, accuracy="0.85"),
    "checklist": referee.claims.checklist(),
    "review": referee.review(accuracy="0.85", n=30, against=0.75, against_n=500, claim="significant"),
    "review of counts": referee.review(
        tpr="0.63", tnr="0.72", n=200, positives=100, prevalence=0.01, against="0.6", claim="better"
    ),
    "always valid": inference.AlwaysValid().update(only_a=3, only_b=1, n=9),
}
