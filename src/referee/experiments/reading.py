"""The results of a study, read from its store."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from typing import Any

from referee import _check, _rng
from referee.core import Results, StudyResults
from referee.errors import FileError
from referee.experiments.store_format import DONE, FAILED, StoreFile, split_prints, unpacked, unpacked_splits
from referee.metrics.metric import Metric
from referee.metrics.registry import directed
from referee.resampling.per_split import mean_over

COLUMNS = "split, state, seconds, error, predicted_type, predicted, scores_type, scores, split_print, environment"
DATASET = "id, fingerprint, labels, positive, truth_type, truth, splits, split_rows"


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
    with store.believed():
        facts = store.facts
        if not facts:
            _check.fail("path", "hold a study", f"{store.path}, which is empty", error=FileError)
        measures = tuple(directed(name) for name in facts["metrics"])
        names = [name for (name,) in store.rows("SELECT name FROM datasets ORDER BY id")]
        columns = store.rows("SELECT name, baseline FROM learners ORDER BY id")
        datasets = tuple(datasets or names)
        learners = tuple(learners or (name for name, _ in columns))
        cells: list[list[Results]] = []
        seconds: list[tuple[tuple[float, ...], ...]] = []
        used: set[int] = set()
        for dataset in datasets:
            shared = _dataset(store, dataset)
            found = [_cell(store, facts["seed"], dataset, learner, shared) for learner in learners]
            cells.append([cell for cell, _, _ in found])
            seconds.append(tuple(tuple(times) for _, times, _ in found))
            used.update(*(environments for _, _, environments in found))
        return StudyResults(
            facts["name"],
            datasets,
            learners,
            tuple(cell for row in cells for cell in row),
            tuple(measure.name for measure in measures),
            tuple(tuple(tuple(_mean(measure, cell) for cell in row) for row in cells) for measure in measures),
            tuple(name for name, baseline in columns if baseline and name in learners),
            facts["seed"],
            tuple(seconds),
            _versions(store, used),
            interrupted,
        )


def _dataset(store: StoreFile, name: str) -> dict[str, Any]:
    """What the cells of a dataset share."""
    query = f"SELECT {DATASET} FROM datasets WHERE name = ?"
    ((key, data, labels, positive, kind, truth, splits, rows),) = store.rows(query, name)
    made = unpacked_splits(splits, rows)
    return {
        "id": key,
        "data": data,
        "labels": tuple(json.loads(labels)),
        "positive": json.loads(positive),
        "truth": unpacked(kind, truth),
        "splits": made,
        "prints": split_prints(made),
    }


def _cell(
    store: StoreFile, seed: int, dataset: str, learner: str, shared: dict[str, Any]
) -> tuple[Results, list[float], set[int]]:
    splits, labels = shared["splits"], shared["labels"]
    count = len(splits)
    predicted, scores, seconds = [None] * count, [None] * count, [math.nan] * count
    failures: dict[int, str] = {}
    used: set[int] = set()
    query = f"""SELECT {COLUMNS} FROM runs WHERE dataset = ? AND state IN ({DONE}, {FAILED})
        AND learner = (SELECT id FROM learners WHERE name = ?) ORDER BY split"""
    for i, state, took, error, kind, codes, scores_kind, values, text, environment in store.rows(
        query, shared["id"], learner
    ):
        if i >= count or text != shared["prints"][i]:
            where = f"{learner} on {dataset}, split {i}, of other splits"
            _check.fail("store", "hold runs of its own splits", where, error=FileError)
        if state == FAILED:
            failures[i] = error
            continue
        used.add(environment)
        seconds[i] = took
        predicted[i] = _checked(unpacked(kind, codes), len(splits.tests[i]), len(labels))
        if values is not None:
            scores[i] = unpacked(scores_kind, values, 1 if len(labels) == 2 else len(labels))
    kept = any(values is not None for values in scores)
    results = Results(
        learner=learner,
        labels=labels,
        truth=shared["truth"],
        splits=splits,
        predicted=tuple(predicted),
        scores=tuple(scores) if kept else (),
        positive=shared["positive"],
        failures=tuple(sorted(failures.items())),
        data=shared["data"],
        seed=cell_seed(seed, dataset, learner),
        fits=sum(codes is not None for codes in predicted) + len(failures),
    )
    return results, seconds, used


def cell_seed(seed: int, dataset: str, learner: str) -> int:
    """The seed of a learner on a dataset of a study."""
    return _rng.seed_of(_rng.stream(seed, "study", dataset, "learner", learner))


def _checked(codes: Any, n: int, classes: int) -> Any:
    if len(codes) != n or (len(codes) and (codes.min() < 0 or codes.max() >= classes)):
        _check.fail("store", f"hold predictions of {n} cases and {classes} classes", "others", error=FileError)
    return codes


def _mean(measure: Metric, results: Results) -> float:
    if not results.finished or (measure.by_scores and not results.scores):
        return math.nan
    return mean_over(results, measure)


def _versions(store: StoreFile, used: set[int]) -> dict[str, str]:
    """The versions that ran; several of a package one after the other."""
    found: dict[str, list[str]] = {}
    for key, text in store.rows("SELECT id, versions FROM environments ORDER BY id"):
        if key in used:
            for name, version in json.loads(text).items():
                if version not in found.setdefault(name, []):
                    found[name].append(version)
    return {name: " and ".join(all_) for name, all_ in found.items()}
