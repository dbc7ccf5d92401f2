"""Verbs: the tasks a user has."""

from referee.verbs.compare import compare
from referee.verbs.evaluate import evaluate
from referee.verbs.evaluate_by import evaluate_by
from referee.verbs.gate import gate
from referee.verbs.where_better import where_better

__all__ = ["compare", "evaluate", "evaluate_by", "gate", "where_better"]
