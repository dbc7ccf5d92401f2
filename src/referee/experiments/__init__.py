"""Experiments: learners x datasets on shared splits, kept in a store that survives a crash."""

from referee.experiments.candidate import Candidate
from referee.experiments.dataset import Dataset
from referee.experiments.experiment import Experiment

__all__ = ["Candidate", "Dataset", "Experiment"]
