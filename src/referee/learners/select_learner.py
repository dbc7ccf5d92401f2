"""Choose a learner among candidates, fit it on all data, and say what the choice did to its score."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from referee import _check, _format, _rng
from referee.core import Estimate, Results, Selection, Splits
from referee.core.types import Column, Counts, Learner, Rng, Table
from referee.learners.cross_validation import CrossValidation
from referee.learners.data import LearnerCases, rows_of, table_of
from referee.learners.fitting import Copies, sampler_and_learner
from referee.learners.per_split import Running, failure_notes, metric_counts, per_split
from referee.learners.recipe import Recipe
from referee.learners.run import ALONE, Run
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import directed_metric, label_metric


def select_learner(
    candidates: Mapping[str, Learner],
    X: Table | LearnerCases,
    y: Column = None,
    *,
    metric: str | Metric = "accuracy",
    rule: Rule = "one_se",
    splits: Recipe | Splits | None = None,
    rng: Rng = None,
    run: Run = ALONE,
) -> Selection:
    """Fit candidates, named from simple to complex, on shared splits, choose one, and fit it on all data.

    "one_se" takes the simplest within one standard error of the best mean, "one_sd" within one standard deviation of
    the best candidate's scores, "best" the best. The apparent value of the best is optimistic; the estimate of what
    the procedure gives is BBC-CV's, with Tibshirani's correction beside it. Every candidate is fitted on training
    parts only. A `referee.Dataset` instead of `X` and `y` also says groups, times and the positive class. It errs when
    the order from simple to complex is wrong, and by the folds that it chose on.
    Reference: breiman1984, tsamardinos2018, tibshirani2009.

    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(100) % 2
    >>> X = rng.normal(size=(100, 2)) + 1.5 * y[:, None]
    >>> trio = {"majority": DummyClassifier(), "bayes": GaussianNB(), "1-nn": KNeighborsClassifier(1)}
    >>> chosen = select_learner(trio, X, y, rng=1)
    >>> chosen.chosen, chosen.model.predict(X[:2]).tolist(), chosen.fits
    ('bayes', [0, 1], 31)
    """
    if not isinstance(candidates, Mapping) or not candidates:
        _check.fail("candidates", "map names to learners, from simple to complex", type(candidates).__name__)
    _check.choice("rule", rule, RULES)
    running = Running(X, y, metric, rng, run)
    measure, seed, made = running.measure, running.seed, running.splits(splits, CrossValidation(10))
    named = {str(name): learner for name, learner in candidates.items()}
    runs: dict[str, Results] = {}
    for name, learner in named.items():
        runs[name] = running(learner, made, name=name)
        trouble = failure_notes(runs[name])
        if trouble:
            _check.fail("candidates", "fit on every split", f"{name}: {trouble[0]}")
    names = tuple(runs)
    scores = np.stack([per_split(r, measure) for r in runs.values()])
    if not np.isfinite(scores).all():
        which = names[int(np.argwhere(~np.isfinite(scores))[0, 0])]
        _check.fail("metric", "have a value on every split", f"{measure.name} is undefined for {which!r} on some")
    overlap = 0.0 if made.repeats == 1 else made.test_train_ratio
    found = simplest_within(scores, rule=rule, better=measure.good_end, ratio=overlap)
    fixed = tibshirani_correction(scores, better=measure.good_end)
    n, chosen, best = made.n, names[found.chosen], names[found.best]
    apparent = Estimate(
        measure.name, fixed.apparent, n, note=f"best mean of {len(names)} candidates, and so optimistic"
    )
    if not isinstance(measure, LabelMetric):
        estimate = Estimate(measure.name, math.nan, n, undefined="BBC-CV needs a label metric")
        optimism = fixed.optimism
    else:
        tables = np.stack([metric_counts(measure, by_case(r), r) for r in runs.values()])
        estimate = bbc_cv(tables, metric=measure, allowance=found.allowance, rng=seed)
        optimism = measure.sign * (fixed.apparent - estimate.value)
    note = "mean of the best less Tibshirani's bias; no interval"
    return Selection(
        metric=measure.name,
        candidates=names,
        scores=scores,
        chosen=chosen,
        best=best,
        rule=RULES[rule],
        limit=found.limit,
        apparent=apparent,
        estimate=estimate,
        corrected=Estimate(measure.name, fixed.corrected, n, note=note),
        optimism=optimism,
        sentence=_sentence(chosen, best, rule, measure.name, estimate if estimate.defined else apparent, optimism),
        splits=made.kind,
        fits=sum(r.fits for r in runs.values()) + 1,
        seed=seed,
        _model=_final(named[chosen], running.data, X, seed),
    )


def by_case(results: Results) -> Counts:
    """What each case adds to the confusion counts, over all splits that test it: shape `(n, K, K)`."""
    k = len(results.labels)
    out = np.zeros((results.n, k, k))
    for i in results.finished:
        rows, codes = results.test(i)
        np.add.at(out, (rows, results.truth[rows], codes), 1)
    return out


def _final(learner: Learner, data: LearnerCases, X: Table | LearnerCases, seed: int) -> Any:
    """The chosen learner fitted on all data, in the type of table that came."""
    sampler, alone = sampler_and_learner(learner)
    model = Copies(alone, "learner", ("fit", "predict"), seed=seed, fits=1).copy(-1)
    rows = rows_of(data.table if X is data else table_of(X, data.n), None)
    labels = data.target.copy()
    if sampler is not None:
        balance = Copies(sampler, "sampler", ("fit_resample",), seed=seed, fits=1).copy(-1)
        rows, labels = balance.fit_resample(rows, labels)
    return model.fit(rows, labels)


def _sentence(chosen: str, best: str, rule: Rule, metric: str, estimate: Estimate, optimism: float) -> str:
    name, value = _format.words(metric), _format.number(estimate.value)
    why = "is the best" if chosen == best else f"is the {RULES[rule]} ({_format.label(best)})"
    seems = f" The best mean looks better than that by {_format.number(optimism)}." if optimism > 0 else ""
    return f"{_format.label(chosen)} {why}; its {name} is estimated as {value}.{seems}"


def bbc_cv(
    tables: Counts,
    *,
    metric: str | LabelMetric = "accuracy",
    allowance: float = 0.0,
    resamples: int = 1000,
    rng: Rng = None,
) -> Estimate:
    """The metric of the winner among candidates, chosen and scored on different cases.

    `tables` has shape (candidates, cases, K, K): what each candidate's held-out predictions add to the confusion
    counts for each case. In each of `resamples` bootstrap samples of the cases the best candidate inside is scored on
    the cases outside; the estimate is the mean of these scores. With an `allowance` the first candidate within it of
    the best is taken instead. Nothing is fitted anew. Undefined when the metric is undefined in every sample. It
    errs to the pessimistic side, as a choice made on fewer distinct cases is worse, and has no interval with known
    coverage. Reference: tsamardinos2018.

    >>> from referee.metrics.registry import label_metric
    >>> rng = np.random.default_rng(0)
    >>> noise = np.eye(4)[rng.integers(4, size=(20, 60))].reshape(20, 60, 2, 2)
    >>> apparent = max(label_metric("accuracy").formula(noise.sum(axis=1)))
    >>> round(float(apparent), 2), round(bbc_cv(noise, rng=0).value, 2)
    (0.63, 0.53)
    """
    chosen, m = label_metric(metric), _check.whole("resamples", resamples, least=1)
    counts = _check.floats("tables", tables)
    if counts.ndim != 4 or counts.shape[2] != counts.shape[3] or counts.shape[1] < 2:
        _check.fail("tables", "have shape (candidates, cases, K, K) with two or more cases", f"{counts.shape}")
    candidates, n, k, _ = counts.shape
    directed_metric(chosen)
    draws = _rng.stream(_rng.seed_of(rng), "bbc_cv").integers(n, size=(m, n))
    inside = np.stack([np.bincount(row, minlength=n) for row in draws]).astype(float)
    outside = (inside == 0).astype(float)
    scores, held = np.empty((candidates, m)), np.empty((candidates, m))
    for c in range(candidates):
        cells = counts[c].reshape(n, k * k)
        scores[c] = chosen.sign * chosen.formula((inside @ cells).reshape(m, k, k))
        held[c] = chosen.formula((outside @ cells).reshape(m, k, k))
    scores = np.where(np.isnan(scores), -np.inf, scores)
    winner = (scores >= scores.max(axis=0) - allowance).argmax(axis=0)
    values = held[winner, np.arange(m)]
    known = values[np.isfinite(values)]
    if not len(known):
        reason = f"{chosen.title} is undefined outside every bootstrap sample"
        return Estimate(chosen.name, float("nan"), n, undefined=reason)
    note = "bootstrap bias corrected (BBC-CV); no interval with known coverage"
    if len(known) < m:
        note += f"; undefined in {m - len(known)} of {m} samples, which are left out"
    return Estimate(chosen.name, float(known.mean()), n, note=note, title=chosen.title)


Rule = Literal["one_se", "one_sd", "best"]
RULES: dict[str, str] = {
    "one_se": "simplest within one standard error of the best",
    "one_sd": "simplest within one standard deviation of the best",
    "best": "best",
}


@dataclass(frozen=True)
class Choice:
    """Positions of the chosen and of the best candidate, and the limit that the chosen one had to reach."""

    chosen: int
    best: int
    limit: float
    allowance: float


def simplest_within(
    scores: Table, *, rule: Rule = "one_se", better: Literal["higher", "lower"] = "higher", ratio: float = 0.0
) -> Choice:
    """Choose among candidates that are ordered from simple to complex.

    `scores` has one row per candidate and one column per split. With s the standard deviation of the best candidate's k
    scores, "one_se" allows s sqrt(1/k + ratio), `ratio` being n_test / n_train when the splits overlap in their test
    cases (0 for one k-fold); "one_sd" allows s; "best" allows nothing. The chosen is the first candidate whose mean
    is no further from the best mean than that. It errs towards the simple side on purpose. Reference: breiman1984.

    >>> scores = [[0.70, 0.74, 0.72], [0.80, 0.78, 0.82], [0.85, 0.76, 0.82]]
    >>> simplest_within(scores).chosen, simplest_within(scores, rule="best").chosen
    (1, 2)
    """
    table = _check.floats("scores", scores)
    if table.ndim != 2 or table.shape[1] < 2 or not len(table):
        _check.fail(
            "scores", "have one row per candidate and a column for each of 2 or more splits", f"{table.shape}"
        )
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0].tolist()
        _check.fail("scores", "be finite", f"{table[row, column]} for candidate {row} on split {column}")
    _check.choice("rule", rule, RULES)
    _check.choice("better", better, ("higher", "lower"))
    if _check.number("ratio", ratio) < 0:
        _check.fail("ratio", "be at least 0", ratio)
    sign = 1.0 if better == "higher" else -1.0
    means = sign * table.mean(axis=1)
    best, k = int(means.argmax()), table.shape[1]
    spread = float(table[best].std(ddof=1))
    allowance = {"one_se": spread * float(np.sqrt(1 / k + ratio)), "one_sd": spread, "best": 0.0}[rule]
    limit = float(means[best]) - allowance
    slack = 16 * float(np.finfo(float).eps) * max(1.0, float(np.abs(means).max()))
    chosen = int(np.flatnonzero(means >= limit - slack)[0])
    return Choice(chosen, best, sign * limit, allowance)


@dataclass(frozen=True)
class BiasCorrection:
    """The winner's apparent value, its estimated optimism, and the value with the optimism taken off."""

    winner: int
    apparent: float
    optimism: float
    corrected: float


def tibshirani_correction(scores: Table, *, better: Literal["higher", "lower"] = "higher") -> BiasCorrection:
    """Take off the optimism of the best of several candidates.

    `scores` has one row per candidate and one column per fold. The winner is best on average; its optimism is the mean
    over folds of how much the best candidate of that fold beats the winner there. The first of equals wins. A fold
    where a candidate has no score is left out. It errs when folds are small, where it overcorrects. Reference:
    tibshirani2009.

    >>> found = tibshirani_correction([[0.75, 0.5, 1.0], [0.5, 0.75, 0.75]])
    >>> found.winner, found.apparent, round(found.optimism, 3), round(found.corrected, 3)
    (0, 0.75, 0.083, 0.667)
    """
    table = _check.floats("scores", scores)
    if table.ndim != 2 or not table.size:
        _check.fail("scores", "have one row per candidate and one column per fold", f"shape {table.shape}")
    _check.choice("better", better, ("higher", "lower"))
    table = table[:, np.isfinite(table).all(axis=0)]
    if not table.shape[1]:
        return BiasCorrection(-1, math.nan, math.nan, math.nan)
    sign = 1.0 if better == "higher" else -1.0
    gains = sign * table
    winner = int(gains.mean(axis=1).argmax())
    optimism = float((gains.max(axis=0) - gains[winner]).mean())
    apparent = float(table[winner].mean())
    return BiasCorrection(winner, apparent, optimism, apparent - sign * optimism)
