"""Fit a learner on each split and keep what it predicts, with progress for a person who watches."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pickle import PicklingError
from time import perf_counter
from typing import Any, Literal, get_args

import numpy as np

from referee import _check, _rng
from referee.core import Results, Splits
from referee.core.types import Column, Learner, Rng, Table
from referee.learners.data import LearnerCases
from referee.learners.fitting import WHOLE, Fitting, Outcome, sampler_and_learner
from referee.learners.run import ALONE, Progress, Run
from referee.learners.same_bits import one_thread

KILLED = "a worker process was killed, as it is when memory is short; n_jobs=1 needs less"
"""Why the fits that a killed worker took with it have no predictions."""

Keep = Literal["scores", "whole", "everywhere"]
"""What a run keeps beside the predictions of test parts."""

WORTH_SPREADING = 1.0
"""Seconds of fits below which starting processes costs more than it gives."""


def run_learner(
    learner: Learner,
    X: Table | LearnerCases,
    y: Column,
    splits: Splits,
    *,
    keep: Collection[Keep] = (),
    rng: Rng = None,
    run: Run = ALONE,
    name: str = "",
) -> Results:
    """Fit a scikit-learn style learner on the training part of each split and keep its predictions.

    The learner is copied for each fit and never changed; every random state left open in it gets a seed of its own
    a split, so that the answer is the same to the last bit for any `n_jobs`. Fits run with one BLAS thread. A fit
    that raises, or predicts nonsense, is reported with its split, and the others are kept; Ctrl-C keeps what is
    finished. A pair of a sampler, anything with `fit_resample`, and a learner resamples training parts only. A fit
    gets copies of the cases, which it may overwrite. `X` may be a `referee.Dataset`, which says the positive class
    too; `y` is None then. What else to `keep`: "scores", the predictions of the model of all cases ("whole"), those
    of each model for all cases ("everywhere").

    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from referee.learners import CrossValidation
    >>> X, y = np.arange(20.0)[:, None], np.repeat([0, 1], 10)
    >>> results = run_learner(GaussianNB(), X, y, CrossValidation(5).make(y, rng=1), keep=["whole"], rng=1)
    >>> results.counts.sum(axis=0).tolist(), results.whole[:3].tolist()
    ([[10, 0], [0, 10]], [0, 0, 0])
    """
    kept = {_check.choice("keep", word, get_args(Keep)) for word in _check.items("keep", keep, "what to keep")}
    data = X if isinstance(X, LearnerCases) else LearnerCases(X, y)
    if _check.instance("splits", splits, Splits).n != data.n:
        _check.fail("splits", f"be of the {data.n} cases of `y`", f"{splits.n} cases")
    seed, which = _rng.seed_of(rng), {"scores": "scores" in kept, "everywhere": "everywhere" in kept}
    job = Fitting.of(learner, data, splits, seed, **which)
    todo = [*([WHOLE] if "whole" in kept else []), *range(len(splits))]
    named = name or name_of(learner)
    return _finish({named: job}, data, todo, seed, run, {named: {}})[named]


def run_learners(
    learners: Mapping[str, Learner],
    data: LearnerCases,
    splits: Splits,
    *,
    scores: bool = False,
    rng: Rng = None,
    run: Run = ALONE,
    afford: Callable[[float], Splits] | None = None,
) -> dict[str, Results]:
    """Several learners on the same splits, as `run_learner`, under one bar and split by split.

    `afford` hears how many seconds the fits of the first split took, and says which splits are made: these, or the
    first of them. Ctrl-C keeps what is finished, which is nearly the same splits of each learner.

    >>> import numpy as np
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from referee.learners import CrossValidation
    >>> data = LearnerCases(np.arange(20.0)[:, None], np.repeat([0, 1], 10))
    >>> two = {"bayes": GaussianNB(), "majority": DummyClassifier()}
    >>> runs = run_learners(two, data, CrossValidation(5).make(data.codes, rng=1), rng=1)
    >>> {name: results.fits for name, results in runs.items()}
    {'bayes': 5, 'majority': 5}
    """
    seed = _rng.seed_of(rng)
    jobs = {name: Fitting.of(learner, data, splits, seed, scores=scores) for name, learner in learners.items()}
    with one_thread():
        start = perf_counter()
        told = {name: {0: job.fit(0)} for name, job in jobs.items()}
        seconds = perf_counter() - start
    made = splits if afford is None else afford(seconds)
    jobs = {name: replace(job, splits=made) for name, job in jobs.items()}
    return _finish(jobs, data, list(range(1, len(made))), seed, run, told)


def _finish(
    jobs: dict[str, Fitting],
    data: LearnerCases,
    todo: list[int],
    seed: int,
    run: Run,
    told: dict[str, dict[int, Outcome]],
) -> dict[str, Results]:
    """The results of each learner after these fits too; what is finished stays when they are stopped by hand."""
    interrupted, known = False, sum(map(len, told.values()))
    bar = Progress(known + len(jobs) * len(todo), run.progress, done=known)
    try:
        with closing(_outcomes(jobs, todo, run.n_jobs, run.backend)) as outcomes:
            for name, outcome in outcomes:
                bar.step()
                told[name][outcome[0]] = outcome
    except KeyboardInterrupt:
        interrupted = True
    finally:
        bar.close()
    facts: Any = {"seed": seed, "interrupted": interrupted}
    return {name: _results_of(name, job, data, told[name], **facts) for name, job in jobs.items()}


def _results_of(name: str, job: Fitting, data: LearnerCases, told: dict[int, Outcome], **facts: Any) -> Results:
    """The outcomes of fits as results."""
    said = {i: (codes, scores) for i, codes, scores, why in told.values() if not why}
    every = [said.get(i, (None, None)) for i in range(len(job.splits))]
    whole, whole_scores = said.get(WHOLE, (None, None))
    return data.results(
        name,
        job.splits,
        tuple(codes for codes, _ in every),
        scores=tuple(scores for _, scores in every) if job.scores else (),
        everywhere=job.everywhere,
        whole=whole,
        whole_scores=whole_scores,
        failures=tuple(sorted((i, why) for i, _, _, why in told.values() if why)),
        fits=len(told),
        **facts,
    )


def name_of(learner: Any) -> str:
    """What a learner is called that was given no name."""
    return type(sampler_and_learner(learner)[1]).__name__


@dataclass(frozen=True)
class Whole:
    """What the model of all cases says of them, why it says nothing, and how long it took."""

    predicted: Any
    scores: Any
    why: str
    seconds: float
    interrupted: bool = False


def fit_whole(learner: Any, data: LearnerCases, *, scores: bool, rng: Rng) -> Whole:
    """Fit a learner on all cases and let it predict them, with the seeds that `run_learner` gives that fit."""
    job = Fitting.of(learner, data, Splits("none", data.n, (np.arange(1),)), _rng.seed_of(rng), scores=scores)
    try:
        with one_thread():
            start = perf_counter()
            _, predicted, values, why = job.fit(WHOLE)
            return Whole(predicted, values, why, perf_counter() - start)
    except KeyboardInterrupt:
        return Whole(None, None, "interrupted", 0.0, interrupted=True)


def run_to_the_end(*args: Any, **options: Any) -> Results:
    """As `run_learner`, for a study that needs every fit: Ctrl-C ends the whole study and not only this run."""
    results = run_learner(*args, **options)
    if results.interrupted:
        raise KeyboardInterrupt
    return results


def _outcomes(
    jobs: dict[str, Fitting], todo: list[int], n_jobs: int, backend: str | None
) -> Generator[tuple[str, Outcome], None, None]:
    """The outcome of each fit of each learner, in whatever order they finish."""
    import joblib

    workers = joblib.effective_n_jobs(n_jobs) if backend is None else 2
    with one_thread():
        if workers > 1 and len(todo) > 1 and backend is None:
            start = perf_counter()
            for name, job in jobs.items():
                yield name, job.fit(todo[0])
            cheap = (perf_counter() - start) * (len(todo) - 1) < WORTH_SPREADING
            todo, workers = todo[1:], 1 if cheap else workers
        if workers == 1:
            for i in todo:
                for name, job in jobs.items():
                    yield name, job.fit(i)
            return
        yield from _spread_fits(jobs, todo, n_jobs, backend)


def _spread_fits(
    jobs: dict[str, Fitting], todo: list[int], n_jobs: int, backend: str | None
) -> Generator[tuple[str, Outcome], None, None]:
    """Fits spread over joblib's workers, in small batches; a list where the backend cannot give them one by one."""
    from joblib import Parallel, delayed, parallel_config

    size = max(1, len(todo) // 32)
    batches = [todo[i : i + size] for i in range(0, len(todo), size)]
    try:
        chosen = parallel_config(backend=backend) if backend else nullcontext()
    except ValueError as error:
        hint = " ".join(str(error).split()).rstrip(".") + "."
        _check.fail("backend", "be one that joblib can use", _check.show_value(backend), hint)
    with chosen:
        try:
            parallel, at_once = Parallel(n_jobs=n_jobs, return_as="generator_unordered"), False
        except (ValueError, NotImplementedError):
            parallel, at_once = Parallel(n_jobs=n_jobs), True
    left = dict.fromkeys((name, i) for i in todo for name in jobs)
    try:
        with nullcontext() if at_once else deaf():
            done = parallel(delayed(job.fit_all)(batch, name) for batch in batches for name, job in jobs.items())
        for batch in done:
            for name, outcome in batch:
                del left[name, outcome[0]]
                yield name, outcome
    except (BrokenExecutor, MemoryError):
        yield from ((name, (i, None, None, KILLED)) for name, i in left)
    except (PicklingError, TypeError, AttributeError) as error:
        lines = [line for line in str(error.__cause__ or error).splitlines() if line.strip(' "')]
        last = lines[-1].strip("' ") if lines else repr(error)
        why = f"{' or '.join(type(job.learner.base).__name__ for job in jobs.values())} ({last})"
        hint = "Define functions and classes at the top of a module, or say n_jobs=1."
        _check.fail("learner", "be something that can be pickled, to travel to other processes", why, hint)


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started inside ignore Ctrl-C, which a terminal sends to all: their parent ends them.

    A process inherits what its parent ignores, so the parent ignores it too for that moment. Outside the main thread,
    where signals cannot be set, nothing happens.

    >>> with deaf():
    ...     print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
    True
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
