"""Verbs: the tasks a user has."""

from referee.verbs.evaluate import evaluate

__all__ = ["evaluate"]
