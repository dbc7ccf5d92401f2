"""Validate: what a procedure does on data like the user's, measured."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Estimate, Validation
from referee.core.types import Column, Label, Learner, Rng, Table
from referee.data.read import read
from referee.inference.proportion import proportion_interval
from referee.learners.data import LearnerCases
from referee.learners.fitting import Copies
from referee.learners.recipe import draw_rows
from referee.learners.run import ALONE, QUIET, Run
from referee.learners.run_learner import deaf, run_to_the_end
from referee.learners.two_blocks import two_blocks
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.studies.dataset import Dataset
from referee.verbs.compare_learners import LearnerJob
from referee.verbs.estimate import estimate_error
from referee.verbs.learner_tests import TESTS

POPULATION = 5
"""The data are taken as a population when they hold so many times the cases of a subsample."""

FEWEST = 10
"""Fewer worlds than this say nothing, when the rest was stopped by hand."""

Facts = tuple[float, ...]


def validate(
    learner: Learner,
    X: Table | Dataset,
    y: Column = None,
    *,
    n: int | None = None,
    runs: int = 200,
    test: str = "corrected_t",
    method: str = "auto",
    metric: str | Metric = "error_rate",
    level: float = 0.95,
    rng: Rng = None,
    run: Run = ALONE,
) -> Validation:
    """Measure the false alarms of a comparison of learners and the coverage of an estimate, with this learner at n.

    False alarms: `runs` null worlds of n cases (by default as many as the data have) are made from the data by
    `two_blocks`; in each, the learner on one block is compared with itself on the other by `test`, as
    `compare_learners` does, and a p below 1 - level is a false alarm. Coverage: where the data hold at least 5n cases
    they are the population; `runs` subsamples of n are drawn, the error is estimated by `method`, as
    `estimate_error` does, and the interval is held against the error on all other cases of the model trained on the
    subsample, and against the mean of these errors. Each share comes with its own interval. It errs as a simulation
    does: it speaks of worlds like these data, not of the cases that the model will meet. Text becomes columns of 0 and
    1, a missing number the median of all. Reference: dietterich1998.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> draw = np.random.default_rng(0)
    >>> y = np.arange(60) % 2
    >>> found = validate(GaussianNB(), draw.normal(size=(60, 2)) + y[:, None], y, runs=20, rng=1)
    >>> found.size.n, found.covers_model
    (20, None)
    """
    level = _check.fraction("level", level)
    runs = _check.whole("runs", runs, least=FEWEST)
    _check.choice("test", test, TESTS)
    data = X if isinstance(X, Dataset) else Dataset("", X, y)
    values = _check.floats("X", data.X) if data.features is None else data.features.numbers
    codes, labels = data.codes, data.labels
    size = len(codes) if n is None else _check.whole("n", n, least=10)
    if size > len(codes):
        _check.fail("n", f"be at most the number of cases ({len(codes)})", size)
    seed = _rng.seed_of(rng)
    measure, truth = get(metric), np.asarray(labels)[codes]
    job = _Validation(learner, values, truth, codes, size, test, method, measure, data.positive, level, seed)
    nulls, stopped = _run_all(job.null, runs, run.n_jobs)
    if len(nulls) < FEWEST:
        raise KeyboardInterrupt
    cannot = [] if all(math.isfinite(p) for p, _ in nulls) else ["p was undefined in some null worlds: no alarm"]
    alarms = _share("false alarms", sum(p < 1 - level for p, _ in nulls), len(nulls))
    fits = int(sum(count for _, count in nulls))
    model = average = None
    if stopped:
        done = f"stopped by hand after {len(nulls)} of {runs} null worlds"
        cannot.append(f"the other null worlds and coverage: {done}")
    elif len(codes) < POPULATION * size:
        cannot.append(
            f"coverage: {_format.count(len(codes))} cases are fewer than {POPULATION} times n = {size}; "
            f"say n of at most {len(codes) // POPULATION} to measure it there"
        )
    else:
        samples, stopped = _run_all(job.sample, runs, run.n_jobs)
        fits += int(sum(row[3] for row in samples)) + len(samples)
        if stopped:
            cannot.append(f"the other subsamples: stopped by hand after {len(samples)} of {runs}")
        kept = np.array([row[:3] for row in samples if math.isfinite(row[0])])
        if stopped and len(kept) < FEWEST:
            cannot.append(f"coverage: fewer than {FEWEST} subsamples were finished")
        elif len(kept) == 0:
            cannot.append(f"coverage: method {method!r} gives no interval with known coverage")
        else:
            low, high, truth = kept.T
            model = _share("covers this model", int(np.sum((low <= truth) & (truth <= high))), len(kept))
            mean = float(truth.mean())
            average = _share("covers the learner", int(np.sum((low <= mean) & (mean <= high))), len(kept))
    cannot.append("how the cases of use differ from these")
    return Validation(
        learner=type(learner).__name__,
        metric=measure.name,
        test=test,
        n=size,
        population=len(codes),
        nominal=1 - level,
        level=level,
        size=alarms,
        method=method,
        covers_model=model,
        covers_learner=average,
        sentence=_sentence(test, alarms, 1 - level, size),
        world="two blocks of features drawn from the cases of each class, with noise of a quarter standard deviation",
        cannot=tuple(cannot),
        fits=fits,
        seed=seed,
        interrupted=stopped,
        columns=data.columns,
    )


@dataclass(frozen=True)
class _Validation:
    """All that a run needs, as it travels to a worker."""

    learner: Any
    X: Any
    y: Any
    codes: Any
    n: int
    test: str
    method: str
    measure: Metric
    positive: Label | None
    level: float
    seed: int

    def null(self, i: int) -> Facts:
        """The p of the learner against itself in null world i, and the number of fits."""
        seed = _rng.seed_of(_rng.stream(self.seed, "validate", "null", str(i)))
        X, y = two_blocks(self.X, self.y, self.n, rng=seed)
        splits = TESTS[self.test].recipe.make(y, rng=seed)
        blocks = zip(np.hsplit(X, 2), ("first", "second"), strict=True)
        how: dict[str, Any] = {"rng": seed, "run": QUIET}
        cases = ((LearnerCases(x, y, self.positive), name) for x, name in blocks)
        first, second = (run_to_the_end(self.learner, x, None, splits, name=name, **how) for x, name in cases)
        duel = LearnerJob(self.measure, None, self.level, self.test, seed)
        found = duel.learners(first, second, "first", "second", self.level)
        return float(found.test.p_value), float(first.fits + second.fits)

    def sample(self, i: int) -> Facts:
        """The interval of subsample i, the error of its model on all other cases, and the number of fits."""
        stream = _rng.stream(self.seed, "validate", "sample", str(i))
        seed = _rng.seed_of(stream)
        rows = draw_rows(self.codes, self.n, stream)
        how: dict[str, Any] = {"method": self.method, "metric": self.measure, "level": self.level}
        data = Dataset("", self.X[rows], self.y[rows], positive=self.positive)
        skill = estimate_error(self.learner, data, rng=seed, run=QUIET, **how)
        if skill.interrupted:
            raise KeyboardInterrupt
        rest = np.setdiff1d(np.arange(len(self.y)), rows)
        model = Copies(self.learner, "learner", ("fit", "predict"), seed=seed, fits=0).copy(-1)
        model.fit(self.X[rows], self.y[rows])
        told = model.predict(self.X[rest])
        labels = tuple(np.unique(self.y).tolist())
        truth = self.measure.value(read(self.y[rest], told, labels=labels, positive=self.positive))
        span = skill.estimate.interval
        low, high = (math.nan, math.nan) if span is None else (span.low, span.high)
        return low, high, truth, float(skill.fits)


def _run_all(task: Any, runs: int, n_jobs: int) -> tuple[list[Facts], bool]:
    """Every run, by one process or several, in their order, and whether Ctrl-C ended them before the last."""
    import joblib

    found: list[Facts] = []
    try:
        spread: Any = map(task, range(runs))
        if joblib.effective_n_jobs(n_jobs) > 1:
            with deaf():
                pool = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
                spread = pool(joblib.delayed(task)(i) for i in range(runs))
        for run in spread:
            found.append(run)
    except KeyboardInterrupt:
        return found, True
    return found, False


def _share(name: str, part: int, whole: int) -> Estimate:
    """A share of runs with its mid-P interval."""
    return Estimate(name, part / whole, whole, proportion_interval(part, whole))


def _sentence(test: str, size: Estimate, nominal: float, n: int) -> str:
    """What the measured share says of the promise."""
    span = size.interval
    assert span is not None
    words = f"{test} with this learner at n = {n} rejects a true null in {size.value:.1%} of {size.n} worlds"
    if span.low > nominal:
        return f"{words}: more than the {nominal:.0%} it promises. Do not trust its p as it is."
    if span.high < nominal:
        return f"{words}: fewer than the {nominal:.0%} it promises. It is conservative: it misses differences."
    return f"{words}, which agrees with the {nominal:.0%} it promises."
