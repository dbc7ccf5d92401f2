"""Verbs: the tasks a user has."""

from referee.verbs.compare import compare
from referee.verbs.compare_rates import compare_rates
from referee.verbs.estimate import estimate_error
from referee.verbs.evaluate import evaluate
from referee.verbs.gate import gate
from referee.verbs.plan import plan
from referee.verbs.plot import plot
from referee.verbs.where_better import where_better

__all__ = [
    "compare",
    "compare_rates",
    "estimate_error",
    "evaluate",
    "gate",
    "plan",
    "plot",
    "where_better",
]
