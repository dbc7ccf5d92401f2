"""Experiments: learners x datasets on shared splits, kept in a store that survives a crash."""

from typing import TYPE_CHECKING, Any

from referee.experiments.candidate import Candidate
from referee.experiments.dataset import Dataset
from referee.experiments.dry_run import dry_run
from referee.experiments.experiment import Experiment
from referee.experiments.export import export_predictions, export_results
from referee.experiments.mlflow_log import log_to_mlflow
from referee.experiments.reading import read_study
from referee.experiments.study_file import read_experiment

if TYPE_CHECKING:
    from referee.experiments.prepared import Prepared

__all__ = [
    "Candidate",
    "Dataset",
    "Experiment",
    "Prepared",
    "dry_run",
    "export_predictions",
    "export_results",
    "log_to_mlflow",
    "read_experiment",
    "read_study",
]


def __getattr__(name: str) -> Any:
    """`Prepared` is a scikit-learn class: it is loaded when it is asked for."""
    if name != "Prepared":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from referee.experiments.prepared import Prepared

    globals()["Prepared"] = Prepared
    return Prepared
