"""What the gallery shows: a title, a sentence, and the code that makes the picture, which is run as it is shown."""

from __future__ import annotations

from typing import NamedTuple


class Scene(NamedTuple):
    """One picture. Its code leaves `ax`, a matplotlib Axes, or `page`, the path of a report.

    `height` is how much of a page is shown, in pixels.
    """

    name: str
    title: str
    words: str
    code: str
    height: int = 0


SETUP = """\
import numpy as np
import referee
from referee import calibration, curves, inference, learners
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

data = load_breast_cancer()
X, y = data.data, np.where(data.target == 0, "malignant", "benign")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=1 / 3, stratify=y, random_state=0)
models = {}
models_to_fit = {"logistic": make_pipeline(StandardScaler(), LogisticRegression()), "naive Bayes": GaussianNB()}
for name, learner in models_to_fit.items():
    learner.fit(X_train, y_train)
    score = learner.predict_proba(X_test)[:, 1]
    models[name] = referee.read(y_test, learner.predict(X_test), score, positive="malignant", name=name)
logistic, bayes = models.values()
"""

SCENES = (
    Scene(
        "page-evaluation",
        "The page of an evaluation",
        "The verdict first, then the threshold explorer: the numbers and all pictures follow the sliders.",
        'result = referee.evaluate(logistic, costs={"fp": 1, "fn": 20}, rng=7)\n'
        'referee.report(result, page := "evaluation.html")',
        2700,
    ),
    Scene(
        "page-comparison",
        "The page of a comparison",
        "Is it really better? The difference against the margin, both curves and their difference, who is right where "
        "the other is wrong.",
        'duel = referee.compare(logistic, bayes, metric="roc_auc", margin=0.02, rng=7)\n'
        'referee.report(duel, page := "comparison.html")',
        1500,
    ),
    Scene(
        "page-learner",
        "The page of a learner",
        "Before there is a model: what will it do on new cases, does it learn anything, would more cases help?",
        "few = np.random.default_rng(1).permutation(len(y))[:150]\n"
        "tree = DecisionTreeClassifier(random_state=0)\n"
        'skills = [referee.estimate_error(tree, X[few], y[few], method=m, rng=7) for m in ("k_fold", "632+")]\n'
        "curve = learners.learning_curve(tree, X[few], y[few], rng=7)\n"
        "chance = learners.against_chance(tree, X[few], y[few], resamples=99, rng=7)\n"
        'referee.report([*skills, curve, chance], page := "learner.html")',
        1500,
    ),
    Scene(
        "page-study",
        "The page of a study",
        "Learners on datasets: the standings, the critical-difference diagram, the best and the ties of each dataset.",
        "datasets = {\n"
        '    "iris": load_iris(return_X_y=True),\n'
        '    "wine": load_wine(return_X_y=True),\n'
        '    "cancer": (X, y),\n'
        '    **{f"cancer, columns {i} to {i + 4}": (X[:, i : i + 5], y) for i in range(0, 30, 5)},\n'
        "}\n"
        "candidates = {\n"
        '    "logistic": make_pipeline(StandardScaler(), LogisticRegression()),\n'
        '    "bayes": GaussianNB(),\n'
        '    "tree": DecisionTreeClassifier(random_state=0),\n'
        '    "5-nn": KNeighborsClassifier(),\n'
        "}\n"
        "splits = referee.learners.RandomSplits(10, test=1 / 3)\n"
        "study = referee.Experiment(learners=candidates, datasets=datasets, splits=splits, baselines=False, rng=7)\n"
        'results = study.run("study.db")\n'
        'referee.report(results, page := "study.html")',
        1800,
    ),
    Scene(
        "roc",
        "ROC curves with a band and their hull",
        "Two classifiers on the same cases; the hull is what drawing lots between thresholds reaches.",
        "hull = curves.roc_hull({name: model.ranking for name, model in models.items()})\n"
        "band = inference.roc_band(bayes.ranking, rng=7)\n"
        "one, two = (curves.roc(model.ranking) for model in (logistic, bayes))\n"
        'ax = referee.plot({"logistic": one, "naive Bayes": [two, band], "hull": hull})',
    ),
    Scene(
        "roc-ten-cases",
        "The textbook curve of ten cases",
        "Three tied scores of 0.85 are one step that goes up and across at once.",
        "scores = [0.95, 0.93, 0.87, 0.85, 0.85, 0.85, 0.76, 0.53, 0.43, 0.25]\n"
        "labels = [1, 1, 0, 0, 0, 1, 0, 1, 0, 1]\n"
        "ranking = referee.Ranking.from_scores(labels, scores, positive=1)\n"
        "ax = referee.plot([curves.roc(ranking), curves.roc_hull(ranking)], slope=1.0)",
    ),
    Scene(
        "roc-difference",
        "The difference of two ROC curves",
        "At each rate of false alarms, how many more positives the first model finds, with pointwise limits.",
        'duel = referee.compare(logistic, bayes, metric="roc_auc", rng=7)\nax = duel.curve_difference.plot()',
    ),
    Scene(
        "precision-recall",
        "Precision and recall",
        "Points, not a line to read between; the dashed level is what guessing gives.",
        "ax = referee.plot({name: curves.precision_recall(model.ranking) for name, model in models.items()})",
    ),
    Scene(
        "det",
        "DET curves",
        "Misses against false alarms on normal-deviate axes: straight where scores are normal.",
        "ax = referee.plot({name: curves.det(model.ranking) for name, model in models.items()})",
    ),
    Scene(
        "gain",
        "Gain",
        "Looking at the highest scores first, how soon are the positives found?",
        "ax = referee.plot({name: curves.gain_curve(model.ranking) for name, model in models.items()})",
    ),
    Scene(
        "cost",
        "Cost curves",
        "Expected cost at the best threshold, for every prevalence and cost ratio at once.",
        "ax = referee.plot({name: curves.cost_curve(model.ranking) for name, model in models.items()})",
    ),
    Scene(
        "calibration",
        "Calibration",
        "Does a probability mean what it says? Bars are intervals, the grey range is what perfect calibration gives.",
        'truth = y_test == "malignant"\n'
        "ax = calibration.reliability_curve(truth, logistic.scores, bins=5, rng=7).plot()",
    ),
    Scene(
        "decision",
        "Decision curve",
        "Net benefit against treating all and treating none.",
        'truth = y_test == "malignant"\nax = curves.decision_curve(truth, logistic.scores).plot()',
    ),
    Scene(
        "scores",
        "Scores by true class",
        "The less the two overlap, the better the score ranks.",
        "ax = curves.score_histogram(bayes.ranking).plot()",
    ),
    Scene(
        "confusion",
        "A confusion matrix",
        "Counts, and the share of each row in shade.",
        "ax = logistic.confusion.plot()",
    ),
    Scene(
        "measures",
        "Measures with their intervals",
        "A rare disease: 2 of 20 found. Accuracy is high, and says nothing.",
        "ax = referee.evaluate(referee.ConfusionMatrix.from_counts(tp=2, fn=18, fp=15, tn=965), rng=7).plot()",
    ),
    Scene(
        "comparison",
        "A comparison",
        "The difference with its interval against 0 and the margin; the verdict is in the title.",
        'ax = referee.compare(logistic, bayes, metric="accuracy", margin=0.02, rng=7).plot()',
    ),
    Scene(
        "where-better",
        "Where a model is better",
        "Two published tables, 20 of 1,000 cases positive: which is cheaper depends on prevalence and costs.",
        "first = referee.ConfusionMatrix.from_counts(tp=2, fn=18, fp=15, tn=965)\n"
        "second = referee.ConfusionMatrix.from_counts(tp=19, fn=1, fp=50, tn=930)\n"
        "ax = referee.where_better(first, second, rng=7).plot()",
    ),
    Scene(
        "skill",
        "True against apparent error",
        "What a tree will do on new cases, and what it looks like on those it was trained on.",
        "few = np.random.default_rng(1).permutation(len(y))[:150]\n"
        "tree = DecisionTreeClassifier(random_state=0)\n"
        'ax = referee.estimate_error(tree, X[few], y[few], method="632+", rng=7).plot()',
    ),
    Scene(
        "learning-curve",
        "A learning curve",
        "Would more cases help? Held-out and training score against the number of training cases.",
        "few = np.random.default_rng(1).permutation(len(y))[:150]\n"
        "ax = learners.learning_curve(GaussianNB(), X[few], y[few], rng=7).plot()",
    ),
    Scene(
        "chance",
        "Permuted labels",
        "Does the learner find anything? Its accuracy among those of learners that were taught nonsense.",
        "few = np.random.default_rng(1).permutation(len(y))[:60]\n"
        "one = X[few][:, 1:2]  # the texture alone\n"
        "ax = learners.against_chance(GaussianNB(), one, y[few], resamples=199, rng=7).plot()",
    ),
    Scene(
        "critical-difference",
        "The critical-difference diagram",
        "Learners by average rank; bars join those that the test does not distinguish.",
        "rng = np.random.default_rng(3)\n"
        'names = ("C4.5", "C4.5 + m", "C4.5 + cf", "C4.5 + m + cf", "forest")\n'
        "easy = rng.uniform(0.6, 0.9, 14)\n"
        "scores = {}\n"
        "for i, name in enumerate(names):\n"
        '    scores[name] = {f"set {j}": easy[j] + i / 50 + rng.normal(0, 0.02) for j in range(14)}\n'
        'ax = referee.rank(scores, metric="accuracy", test="nemenyi", rng=7).plot()',
    ),
    Scene(
        "adjusted",
        "P-values read together",
        "What is left of each after Holm's adjustment.",
        "p = [0.001, 0.008, 0.02, 0.04, 0.3]\n"
        'ax = inference.adjust(p, adjust="holm", labels=["age", "sex", "site", "scanner", "hour"]).plot()',
    ),
    Scene(
        "width",
        "How many cases an accuracy of 0.8 needs",
        "The interval of the same accuracy from 20 to 5,000 cases.",
        'ax = referee.plot(inference.width_by_n(0.8, [20, 50, 100, 500, 1000, 5000], method="wilson"))',
    ),
)
