"""The results of a study, read from its store."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee import _check, _rng
from referee.core import Results, StudyResults
from referee.errors import FileError
from referee.learners.per_split import mean_over
from referee.metrics.metric import Metric
from referee.metrics.registry import directed_metric
from referee.studies.packing import split_prints, unpack, unpack_splits
from referee.studies.store_format import DONE, FAILED, OURS, StoreFile, names_as_json

COLUMNS = "split, state, seconds, error, predicted_type, predicted, scores_type, scores, split_print"
DATASET = "fingerprint, labels, positive, truth_type, truth, splits, split_rows"


def read_study(path: str | os.PathLike[str]) -> StudyResults:
    """The results of a study so far, from its store alone: nothing runs, and nothing in it is executed.

    A store that another process is writing can be read at any time.

    >>> import referee, tempfile, pathlib
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "study.db"
    >>> study = referee.Experiment({"bayes": GaussianNB()}, {"iris": load_iris(return_X_y=True)}, rng=1)
    >>> kept = study.run(path)
    >>> read_study(path)
    <StudyResults study: 4 learners x 1 datasets, 120 of 120 runs>
    """
    with StoreFile(path, create=False) as store:
        return results_in(store)


def results_in(
    store: StoreFile, datasets: Sequence[str] = (), learners: Sequence[str] = (), *, interrupted: bool = False
) -> StudyResults:
    """The results of some datasets and learners of an open store, all by default."""
    with store.guard_reading():
        facts = store.facts
        if not facts:
            _check.fail("path", "hold a study", f"{store.path}, which is empty", error=FileError)
        store.verify()
        measures = tuple(directed_metric(name) for name in facts["metrics"])
        columns = store.rows("SELECT name, baseline FROM learners ORDER BY id")
        datasets = tuple(datasets or (name for (name,) in store.rows("SELECT name FROM datasets ORDER BY id")))
        learners = tuple(learners or (name for name, _ in columns))
        found = []
        for dataset in datasets:
            empty = _empty(store, dataset)
            prints, seeds = split_prints(empty.splits), [cell_seed(facts["seed"], dataset, a) for a in learners]
            named = [replace(empty, learner=a, seed=seed) for a, seed in zip(learners, seeds, strict=True)]
            found.append([_cell(store, dataset, cell, prints) for cell in named])
        cells = [[cell for cell, _ in row] for row in found]
        return StudyResults(
            facts["name"],
            datasets,
            learners,
            tuple(cell for row in cells for cell in row),
            tuple(measure.name for measure in measures),
            tuple(tuple(tuple(_mean(measure, cell) for cell in row) for row in cells) for measure in measures),
            tuple(name for name, baseline in columns if baseline and name in learners),
            facts["seed"],
            tuple(tuple(seconds for _, seconds in row) for row in found),
            _versions(store, datasets, learners),
            interrupted,
        )


def _empty(store: StoreFile, name: str) -> Results:
    """What the cells of a dataset share: its truth and its splits, and no predictions."""
    query = f"SELECT {DATASET} FROM datasets WHERE name = ?"
    ((data, labels, positive, kind, truth, splits, rows),) = store.rows(query, name)
    made, facts = unpack_splits(splits, rows), {"positive": json.loads(positive), "data": data}
    return Results("", tuple(json.loads(labels)), unpack(kind, truth), made, (None,) * len(made), **facts)


def _cell(
    store: StoreFile, dataset: str, empty: Results, prints: list[bytes]
) -> tuple[Results, tuple[float, ...]]:
    """The results of a learner, filled with what was kept, and the seconds of each split."""
    count, size = len(empty.splits), len(empty.labels)
    predicted: list[Any] = [None] * count
    scores, seconds = [None] * count, [math.nan] * count
    failures: dict[int, str] = {}
    query = f"""SELECT {COLUMNS} FROM runs WHERE state IN ({DONE}, {FAILED}) AND {OURS} ORDER BY split"""
    for i, state, took, error, kind, codes, scores_kind, values, text in store.rows(
        query, *names_as_json([dataset], [empty.learner])
    ):
        if i >= count or text != prints[i]:
            where = f"{empty.learner} on {dataset}, split {i}, of other splits"
            _check.fail("store", "hold runs of its own splits", where, error=FileError)
        if state == FAILED:
            failures[i] = error
            continue
        seconds[i] = took
        said, n = unpack(kind, codes), len(empty.splits.tests[i])
        if len(said) != n or (n and (said.min() < 0 or said.max() >= size)):
            _check.fail("store", f"hold predictions of {n} cases and {size} classes", "others", error=FileError)
        predicted[i] = said
        if values is not None:
            scores[i] = unpack(scores_kind, values, 1 if size == 2 else size)
    filled: dict[str, Any] = {"predicted": tuple(predicted), "failures": tuple(sorted(failures.items()))}
    if any(values is not None for values in scores):
        filled["scores"] = tuple(scores)
    fits = sum(codes is not None for codes in predicted) + len(failures)
    return replace(empty, **filled, fits=fits), tuple(seconds)


def cell_seed(seed: int, dataset: str, learner: str) -> int:
    """The seed of a learner on a dataset of a study."""
    return _rng.seed_of(_rng.stream(seed, "study", dataset, "learner", learner))


def _mean(measure: Metric, results: Results) -> float:
    if not results.finished or (measure.by_scores and not results.scores):
        return math.nan
    return mean_over(results, measure)


def _versions(store: StoreFile, datasets: Sequence[str], learners: Sequence[str]) -> dict[str, str]:
    """The versions that ran; several of a package one after the other."""
    found: dict[str, list[str]] = {}
    used = f"SELECT environment FROM runs WHERE state = {DONE} AND {OURS}"
    query = f"SELECT versions FROM environments WHERE id IN ({used}) ORDER BY id"
    for (text,) in store.rows(query, *names_as_json(datasets, learners)):
        for name, version in json.loads(text).items():
            if version not in found.setdefault(name, []):
                found[name].append(version)
    return {name: " and ".join(all_) for name, all_ in found.items()}
