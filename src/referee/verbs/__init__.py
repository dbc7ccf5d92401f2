"""Verbs: the tasks a user has."""

from referee.verbs.compare import compare
from referee.verbs.estimate import estimate_error
from referee.verbs.evaluate import evaluate
from referee.verbs.gate import gate
from referee.verbs.plot import plot
from referee.verbs.where_better import where_better

__all__ = [
    "compare",
    "estimate_error",
    "evaluate",
    "gate",
    "plot",
    "where_better",
]
