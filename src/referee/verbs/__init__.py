"""Verbs: the tasks a user has."""

from referee.verbs.audit import audit
from referee.verbs.compare import compare
from referee.verbs.compare_all import compare_all
from referee.verbs.compare_learners import compare_learners, compare_results
from referee.verbs.compare_rates import compare_rates
from referee.verbs.estimate import estimate_error
from referee.verbs.evaluate import evaluate
from referee.verbs.evaluate_by import evaluate_by
from referee.verbs.gate import gate
from referee.verbs.plan import plan
from referee.verbs.plot import plot
from referee.verbs.rank import rank
from referee.verbs.report import report
from referee.verbs.review import review
from referee.verbs.validate import validate
from referee.verbs.where_better import where_better

__all__ = [
    "audit",
    "compare",
    "compare_all",
    "compare_learners",
    "compare_rates",
    "compare_results",
    "estimate_error",
    "evaluate",
    "evaluate_by",
    "gate",
    "plan",
    "plot",
    "rank",
    "report",
    "review",
    "validate",
    "where_better",
]
