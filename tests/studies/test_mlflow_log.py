"""A study in MLflow. The package is large and not among those of the tests: without it the first test is skipped."""

from __future__ import annotations

import sys

import pytest

from referee.core.results import Results, StudyResults
from referee.core.splits import Splits
from referee.errors import InputError
from referee.studies.export import log_to_mlflow

FOLDS = Splits("2-fold", 4, ([0, 1], [2, 3]))
CELLS = (
    Results("rule", (0, 1), [0, 1, 0, 1], FOLDS, ([0, 1], [1, 1])),
    Results("other", (0, 1), [0, 1, 0, 1], FOLDS, ([0, 1], None), failures=((1, "ValueError: no"),)),
)
STUDY = StudyResults("trial", ("toy",), ("rule", "other"), CELLS, ("accuracy",), (((0.75, 1.0),),), ("other",), 7)


def test_runs_in_a_file_store(tmp_path, monkeypatch):
    pytest.importorskip("mlflow", reason="needs the extra mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    from mlflow.tracking import MlflowClient

    place = f"file:{tmp_path / 'runs'}"
    assert log_to_mlflow(STUDY, place) == 2
    client = MlflowClient(tracking_uri=place)
    experiment = client.get_experiment_by_name("trial")
    runs = {run.info.run_name: run for run in client.search_runs([experiment.experiment_id])}
    rule, other = runs["rule on toy"], runs["other on toy"]
    assert rule.data.metrics["accuracy"] == 0.75
    history = client.get_metric_history(rule.info.run_id, "accuracy.split")
    assert sorted((point.step, point.value) for point in history) == [(0, 1.0), (1, 0.5)]
    assert (rule.data.params["seed"], rule.data.params["splits"]) == ("7", "2-fold")
    assert (rule.info.status, other.info.status) == ("FINISHED", "FAILED")
    assert (other.data.tags["baseline"], other.data.tags["failures"]) == ("true", "1")


def test_without_the_package(monkeypatch):
    for name in ("mlflow", "mlflow.exceptions", "mlflow.tracking"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match="Install it with: pip install 'referee\\[mlflow\\]'"):
        log_to_mlflow(STUDY)
