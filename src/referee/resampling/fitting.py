"""One fit of a learner on one split, with one thread: what it predicts, its scores, or why there are none."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core import Splits
from referee.resampling.data import Labelled, Table
from referee.resampling.learner import Copies, predicts_by_argmax, scored

Outcome = tuple[int, Any, Any, str]
"""The number of a split, its predictions, its scores, and why there are none."""

WHOLE = -1
"""The number of the fit on all cases."""


_LOCK = threading.Lock()

_HELD: list[tuple[Any, Any]] = []

_USERS = 0


@dataclass(frozen=True)
class Fitting:
    """All that a fit needs, as it travels to a worker."""

    learner: Copies
    sampler: Copies | None
    table: Table
    y: NDArray[Any]
    levels: NDArray[Any]
    splits: Splits
    scores: bool
    everywhere: bool
    positive: int

    @classmethod
    def of(
        cls,
        learner: Any,
        sampler: Any,
        data: Labelled,
        splits: Splits,
        seed: int,
        *,
        scores: bool,
        everywhere: bool,
    ) -> Fitting:
        """The fits of a learner and of the sampler before it, if any."""
        seeds = {"seed": seed, "fits": len(splits)}
        copies = Copies(learner, "learner", ("fit", "predict"), **seeds)
        before = None if sampler is None else Copies(sampler, "sampler", ("fit_resample",), **seeds)
        return cls(copies, before, data.table, data.target, data.levels, splits, scores, everywhere, data.up)

    def fit(self, i: int) -> Outcome:
        """The predictions of split i, its scores, and why there are none."""
        whole = i == WHOLE
        train = None if whole else self.splits.train(i)
        test = None if whole or self.everywhere else self.splits.tests[i]
        n = len(self.y) if test is None else len(test)
        try:
            model = self.learner.copy(i)
            X, y = self.table.rows(train), self.y if train is None else self.y[train]
            if self.sampler is not None:
                X, y = self.sampler.copy(i).fit_resample(X, y)
            model.fit(X, y)
            asked = self.table.rows(test)
            shares = model.predict_proba(asked) if self.scores and predicts_by_argmax(model) else None
            said = model.predict(asked) if shares is None else model.classes_[np.argmax(shares, axis=1)]
            codes, why = codes_of(said, self.levels, n, test)
            if why or not self.scores:
                return i, codes, None, why
            values, why = scored(model, asked, self.levels, self.positive, n, shares)
            return i, None if why else codes, values, why
        except Exception as error:
            return i, None, None, f"{type(error).__name__}: {error}".rstrip(": ")

    def fit_all(self, indices: list[int]) -> list[Outcome]:
        """Several fits in a worker, each with one BLAS thread."""
        with one_thread():
            return [self.fit(i) for i in indices]


def codes_of(said: Any, levels: NDArray[Any], n: int, rows: Any = None) -> tuple[Any, str]:
    """Predicted labels of these rows as codes, and why they cannot be used."""
    said = np.asarray(said)
    if said.shape != (n,):
        return None, f"predict gave an array of shape {said.shape} for {n} cases"
    if said.dtype.kind == "f" and np.isnan(said).any():
        first = int(np.isnan(said).argmax())
        row = first if rows is None else int(rows[first])
        return None, f"predict gave NaN for {int(np.isnan(said).sum())} of {n} cases, the first at row {row}"
    if said.dtype.kind == "O" or (said.dtype.kind in "US") != (levels.dtype.kind in "US"):
        place = {label: code for code, label in enumerate(levels.tolist())}
        codes = np.array([place.get(label, -1) for label in said.tolist()])
        unknown = codes < 0
    else:
        order = np.argsort(levels)  # labels may have a declared order, which need not be theirs
        codes = order[np.minimum(np.searchsorted(levels, said, sorter=order), len(levels) - 1)]
        unknown = levels[codes] != said
    if unknown.any():
        return None, f"predict gave {said[unknown].tolist()[0]!r}, which is no label of `y`"
    return codes, ""


@contextmanager
def one_thread() -> Generator[None, None, None]:
    """Limit BLAS and OpenMP to one thread, so that a fit gives the same bits everywhere.

    The limit of BLAS is the process's: the first thread to ask sets it, the last to leave lifts it, and libraries
    loaded meanwhile are limited too. That of OpenMP is each thread's own.

    >>> with one_thread():
    ...     pass
    """
    global _USERS
    blas, openmp = _pools(len(sys.modules))
    with _LOCK:
        _USERS += 1
        if not _HELD or _HELD[-1][0] is not blas:
            _HELD.append((blas, blas.limit(limits=1)))
    try:
        with openmp.limit(limits=1):
            yield
    finally:
        with _LOCK:
            _USERS -= 1
            while _HELD and not _USERS:
                _HELD.pop()[1].restore_original_limits()


@lru_cache(maxsize=1)
def _pools(modules: int) -> tuple[Any, Any]:
    """The thread pools of this process, looked up again when more modules are loaded."""
    from threadpoolctl import ThreadpoolController

    found = ThreadpoolController()
    return found.select(user_api="blas"), found.select(user_api="openmp")
