"""Verbs: the tasks a user has."""

from referee.verbs.compare import compare
from referee.verbs.compare_learners import compare_learners, compare_results
from referee.verbs.estimate import estimate_error
from referee.verbs.evaluate import evaluate
from referee.verbs.gate import gate
from referee.verbs.where_better import where_better

__all__ = [
    "compare",
    "compare_learners",
    "compare_results",
    "estimate_error",
    "evaluate",
    "gate",
    "where_better",
]
