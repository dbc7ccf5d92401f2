"""Verbs: the tasks a user has."""

from referee.verbs.compare import compare
from referee.verbs.evaluate import evaluate
from referee.verbs.gate import gate
from referee.verbs.report import report
from referee.verbs.where_better import where_better

__all__ = ["compare", "evaluate", "gate", "report", "where_better"]
