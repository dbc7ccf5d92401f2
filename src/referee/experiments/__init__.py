"""Experiments: learners x datasets on shared splits, kept in a store that survives a crash."""

from referee.experiments.candidate import Candidate
from referee.experiments.dataset import Dataset
from referee.experiments.experiment import Experiment
from referee.experiments.reading import read_study

__all__ = ["Candidate", "Dataset", "Experiment", "read_study"]
