"""Where a measured error and its variance come from: bias, test and training cases, the learner's seed and tuning."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import Estimate, Interval, Results, Splits, VarianceSources
from referee.core.types import Array, Column, Floats, Learner, Rng, Table
from referee.inference.t_paired import corrected_t
from referee.learners.data import LearnerCases
from referee.learners.estimators.on_results import OnResults
from referee.learners.fitting import copy_unfitted, random_states, set_parameters
from referee.learners.recipe import dealt
from referee.learners.run import ALONE, Run
from referee.learners.run_learner import run_to_the_end
from referee.metrics.metric import Metric

PARTS = 5
"""Two of five parts train one model, two another, and the fifth tests both."""

OVERLAP = 0.1
"""What is added to 1 / repeats in the variance of a mean over repeats of the same cases: chosen by simulation."""


def variance_sources(
    learner: Learner,
    X: Table,
    y: Column = None,
    *,
    metric: str | Metric = "error_rate",
    repeats: int = 50,
    level: float = 0.95,
    rng: Rng = None,
    run: Run = ALONE,
) -> VarianceSources:
    """Split the variance of a measured error among its sources, and the error into bias and variance.

    In each repeat two models of disjoint 2/5 of the cases are tested on the last fifth; a third has the training
    cases of the first and another seed, a fourth another shuffle of its tuning. With d the difference of the losses
    of two models on the m test cases, (mean(d)^2 - var(d) / m) / 2 is the variance between such models, without bias:
    for disjoint training parts that of training cases, seed and tuning together, else that of the seed or of the
    tuning alone. The test cases add var(loss) / m. Seeds are the random states that the learner leaves open; tuning is
    a search of scikit-learn, whose folds are shuffled. Only for means over cases that are independent. Intervals are
    t over the repeats of the linearised share, its variance times (1/repeats + 1/10), for repeats share cases: in
    simulated worlds with known shares they hold them in 93% to 100%. It speaks of models of 2/5 of the cases.
    References: dietterich1998, bouthillier2021.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> draw = np.random.default_rng(0)
    >>> y = np.arange(100) % 2
    >>> found = variance_sources(GaussianNB(), draw.normal(size=(100, 2)) + y[:, None], y, repeats=5, rng=1)
    >>> [share.name for share in found.shares], found.fits
    (['test cases', 'training cases'], 10)
    """
    level, repeats = _check.fraction("level", level), _check.whole("repeats", repeats, least=3)
    data, seed = X if isinstance(X, LearnerCases) else LearnerCases(X, y), _rng.seed_of(rng)
    if data.n < 2 * PARTS:
        _check.fail("y", f"have at least {2 * PARTS} cases", data.n)
    first, other = _two_ways(data, repeats, seed)
    own, tuned = open_states(learner)
    wanted = {"apart": (1, 1, other)} | ({"seed": (1, 0, first)} if own else {})
    wanted |= {"tuning": (0, 1, first)} if tuned else {}
    name = type(learner).__name__
    runs = {}
    for source, (at_seed, at_tuning, splits) in {"base": (0, 0, first), **wanted}.items():
        again = _Again(learner, at_seed, at_tuning)
        runs[source] = run_to_the_end(again, data, None, splits, rng=seed, run=run, name=name)
        if not runs[source].complete:
            _check.fail("learner", "fit on every split", f"{name}: {runs[source].failures[0][1]}")
    parts = _parts({source: _losses(metric, results) for source, results in runs.items()})
    error, bias, up, down = bias_variance([runs["base"], runs["apart"]])
    return VarianceSources(
        learner=name,
        metric=OnResults(metric, runs["base"]).name,
        shares=_shares(parts, level),
        variance=float(sum(column.mean() for column in parts.values())),
        error=error,
        bias=bias,
        variance_up=up,
        variance_down=down,
        trained=len(first.train(0)),
        tested=len(first.tests[0]),
        repeats=repeats,
        fits=sum(results.fits for results in runs.values()),
        level=level,
        seed=seed,
    )


def _two_ways(data: LearnerCases, repeats: int, seed: int) -> tuple[Splits, Splits]:
    """Splits with the same test parts and disjoint training parts, stratified."""
    tests, trains, others = [], [], []
    for r in range(repeats):
        part = dealt(data.codes, PARTS, _rng.stream(seed, "splits", "two ways", r))
        tests.append(np.flatnonzero(part == 0))
        trains.append(np.flatnonzero((part == 1) | (part == 2)))
        others.append(np.flatnonzero(part > 2))
    facts: Any = {"repeats": repeats, "seed": seed, "drawn": True}
    first, second = (Splits("two ways", data.n, tuple(tests), tuple(rows), **facts) for rows in (trains, others))
    return first, second


def _losses(metric: str | Metric, results: Results) -> list[Floats]:
    """The loss of each test case of each split."""
    measure = OnResults(metric, results)
    found = None if measure.metric.by_scores else measure.part_losses
    if found is None:
        hint = "Use error_rate, accuracy or a cost."
        _check.fail("metric", "be a mean over cases of predicted classes", measure.name, hint)
    return found


def _parts(losses: dict[str, list[Floats]]) -> dict[str, Floats]:
    """The variance that each source adds, one estimate per repeat."""
    base = losses.pop("base")
    between = {
        source: np.array([_between(one, two) for one, two in zip(base, other, strict=True)])
        for source, other in losses.items()
    }
    training = between.pop("apart") - sum(between.values(), np.zeros(len(base)))
    tested = np.array([part.var(ddof=1) / len(part) for part in base])
    return {"test cases": tested, "training cases": training, **between}


def _between(one: Floats, two: Floats) -> float:
    """The variance of the true error between two models, from their losses on the same cases."""
    d = one - two
    return float(d.mean() ** 2 - d.var(ddof=1) / len(d)) / 2


def _shares(parts: dict[str, Floats], level: float) -> tuple[Estimate, ...]:
    """The share of each source in the whole, with the corrected t interval of the linearised ratio, cut to [0, 1].

    A source whose estimate is below 0 has no share, and the others share the whole, so that they sum to 1.
    """
    whole = sum(parts.values(), np.zeros(len(next(iter(parts.values())))))
    total, out = float(whole.mean()), []
    known = sum(max(0.0, float(column.mean())) for column in parts.values())
    for source, column in parts.items():
        if not total > 0:
            why = "the measured error does not vary"
            out.append(Estimate(source, float("nan"), len(column), undefined=why))
            continue
        share = float(column.mean()) / total
        effect = corrected_t((column - share * whole) / total, test_train_ratio=OVERLAP, level=level).effect
        half = 0.0 if effect is None or effect.interval is None else effect.interval.width / 2
        value = max(0.0, float(column.mean())) / known
        low, high = max(0.0, min(value, share - half)), min(1.0, max(value, share + half))
        out.append(Estimate(source, value, len(column), Interval(low, high, level, "corrected t, linearised")))
    return tuple(out)


def open_states(learner: Learner) -> tuple[bool, bool]:
    """Whether a learner leaves random states open, and whether it tunes itself on folds that can be shuffled.

    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> search = GridSearchCV(LogisticRegression(random_state=0), {"C": [0.1, 1.0]})
    >>> open_states(DecisionTreeClassifier()), open_states(search)
    ((True, False), (False, True))
    """
    again = _Again(learner, 0, 0)
    return bool(again.own_states), again.tunes


class _Again:
    """The learner with seeds of its own and of its tuning that can be drawn again apart from each other.

    `random_state` is what `run_learner` gives each split, the same for every variant.
    """

    def __init__(self, learner: Learner, at_seed: int, at_tuning: int) -> None:
        self.learner, self.at_seed, self.at_tuning = learner, at_seed, at_tuning
        self.random_state: int | None = None

    @property
    def tunes(self) -> bool:
        """Whether it searches by cross-validation of a number of folds, or of folds that can be shuffled."""
        cv = getattr(self.learner, "cv", 0)
        searches = hasattr(self.learner, "estimator") and hasattr(self.learner, "cv")
        return searches and (cv is None or isinstance(cv, int) or hasattr(cv, "random_state"))

    @property
    def own_states(self) -> list[str]:
        """The open random states that are not those of the search."""
        return [key for key in random_states(self.learner) if not (self.tunes and key == "random_state")]

    def fit(self, X: Table, y: Column) -> _Again:
        """Fit a copy with the seeds of this variant."""
        from sklearn.model_selection import StratifiedKFold

        model, seed = copy_unfitted(self.learner), self.random_state or 0
        own = _rng.stream(seed, "seed", self.at_seed).integers(2**31 - 1, size=len(self.own_states)).tolist()
        states: dict[str, Any] = dict(zip(self.own_states, own, strict=True))
        if self.tunes:
            shuffle = int(_rng.stream(seed, "tuning", self.at_tuning).integers(2**31 - 1))
            cv: Any = getattr(self.learner, "cv", None)
            folds: Any = copy.copy(cv) if hasattr(cv, "random_state") else StratifiedKFold(cv or 5)
            folds.shuffle, folds.random_state = True, shuffle
            states["cv"] = folds
            if getattr(self.learner, "random_state", 0) is None:
                states["random_state"] = shuffle
        set_parameters(model, states)
        self.model_ = model.fit(X, y)
        return self

    def predict(self, X: Table) -> Array:
        """What the fitted copy predicts."""
        return self.model_.predict(X)


def bias_variance(runs: Sequence[Results]) -> tuple[float, float, float, float]:
    """Error, bias, and the variance that adds to the error and that takes off it, of predictions of held-out cases.

    With the main prediction of a case the most frequent one of models that did not see it (the first label of equal
    ones): bias is the share of cases that it gets wrong; the variance up is how often models depart from a main
    prediction that is right, the variance down how often they are right against one that is wrong, both per case. So
    error = bias + up - down, exactly. Noise in the labels counts as bias. With few models per case the main
    prediction is itself uncertain, and some bias is taken for variance. Reference: domingos2000.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("random splits", 3, ([0, 1], [0, 1], [0, 1]), repeats=3)
    >>> results = Results("rule", (0, 1), [0, 1, 1], splits, ([0, 0], [0, 0], [1, 1]))
    >>> [round(part, 3) for part in bias_variance([results])]
    [0.5, 0.5, 0.167, 0.167]
    """
    runs = [_check.instance("runs", one, Results) for one in _check.items("runs", runs, "results")]
    if not runs:
        _check.fail("runs", "be at least one", "none")
    first = runs[0]
    votes = np.zeros((first.n, len(first.labels)))
    for results in runs:
        for rows, codes in map(results.test, results.finished):
            np.add.at(votes, (rows, codes), 1)
    told = votes.sum(axis=1) > 0
    if not told.any():
        _check.fail("runs", "have predictions", "none")
    votes, truth = votes[told], first.truth[told]
    shares = votes / votes.sum(axis=1, keepdims=True)
    right = shares[np.arange(len(truth)), truth]
    wrong = shares.argmax(axis=1) != truth
    up = np.where(wrong, 0.0, 1 - right)
    down = np.where(wrong, right, 0.0)
    return float((1 - right).mean()), float(wrong.mean()), float(up.mean()), float(down.mean())
