"""A study in MLflow: a run for each learner on each dataset."""

from __future__ import annotations

import re
import time
from typing import Any

from referee import _check
from referee.core.results import Results
from referee.core.studyresults import StudyResults
from referee.resampling.per_split import per_split

MOST = 1000
"""The most metrics that MLflow takes at once."""


def log_to_mlflow(study: StudyResults, tracking_uri: str | None = None) -> int:
    """Log a study to MLflow and give the number of runs that it made there. Needs the extra `mlflow`.

    The experiment has the name of the study. Each run has the dataset, the learner, the splits and the seed as
    parameters, the mean of each metric, and its value on each split as the steps of `<metric>.split`. A metric that
    is undefined is not logged. `tracking_uri` is MLflow's own setting unless given.

    >>> log_to_mlflow(study, "http://127.0.0.1:5000")  # doctest: +SKIP
    15
    """
    refused = _check.package("mlflow.exceptions", "mlflow").MlflowException
    try:
        client = _check.package("mlflow.tracking", "mlflow").MlflowClient(tracking_uri=tracking_uri)
        found = client.get_experiment_by_name(study.name)
        experiment = client.create_experiment(study.name) if found is None else found.experiment_id
        for dataset, learner, cell in study:
            _log(client, experiment, study, dataset, learner, cell)
    except refused as error:
        words = " ".join(str(error).split())
        _check.fail("mlflow", "be a tracking store that takes runs", _check.written(tracking_uri), words)
    return len(study.cells)


def _log(client: Any, experiment: str, study: StudyResults, dataset: str, learner: str, cell: Results) -> None:
    """One run of MLflow: a learner on a dataset."""
    from mlflow.entities import Metric, Param, RunTag

    facts = {
        "dataset": dataset,
        "learner": learner,
        "seed": study.seed,
        "splits": cell.splits.kind,
        "splits.number": len(cell.splits),
        "splits.fingerprint": cell.splits.fingerprint,
        "data.fingerprint": cell.data,
    }
    tags = {"baseline": str(learner in study.baselines).lower(), "failures": str(len(cell.failures))}
    now = int(time.time() * 1000)
    values = []
    for metric in study.metrics:
        name, mean = re.sub(r"[^\w\-. :/]", "_", metric), study.mean(metric, dataset, learner)
        if mean == mean:
            values.append(Metric(name, mean, now, 0))
            tested = per_split(cell, metric).tolist()
            values += [Metric(f"{name}.split", v, now, i) for i, v in enumerate(tested) if v == v]
    run = client.create_run(experiment, run_name=f"{learner} on {dataset}").info.run_id
    params = [Param(key, str(value)) for key, value in facts.items()]
    client.log_batch(run, params=params, tags=[RunTag(key, value) for key, value in tags.items()])
    for start in range(0, len(values), MOST):
        client.log_batch(run, metrics=values[start : start + MOST])
    client.set_terminated(run, "FINISHED" if cell.complete else "FAILED")
