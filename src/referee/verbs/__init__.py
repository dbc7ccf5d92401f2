"""Verbs: the tasks a user has."""

from referee.verbs.compare import compare
from referee.verbs.compare_rates import compare_rates
from referee.verbs.evaluate import evaluate
from referee.verbs.gate import gate
from referee.verbs.plan import plan
from referee.verbs.where_better import where_better

__all__ = ["compare", "compare_rates", "evaluate", "gate", "plan", "where_better"]
