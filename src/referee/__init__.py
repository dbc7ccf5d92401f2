"""How good is a classifier really, and is it really better than that one."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from referee._version import __version__

if TYPE_CHECKING:
    from referee import (
        bounds,
        calibration,
        claims,
        curves,
        experiments,
        intervals,
        metrics,
        planning,
        resampling,
        stattests,
    )
    from referee.core import (
        Audit,
        Comparison,
        Comparisons,
        ConfusionMatrix,
        CostMatrix,
        Curve,
        Estimate,
        Evaluation,
        Finding,
        Gate,
        Interval,
        Plan,
        Ranking,
        Region,
        Results,
        Review,
        ScoreTable,
        Skill,
        Slices,
        Splits,
        Standings,
        StudyResults,
        TestResult,
        Validation,
        Verdict,
        load,
    )
    from referee.core.answers import Answers
    from referee.core.pair import Pair
    from referee.data.read import read
    from referee.data.read_models import read_models
    from referee.data.read_slices import read_slices
    from referee.errors import FileError, InputError, PairingError, RefereeError, RefereeWarning
    from referee.experiments import Experiment
    from referee.metrics.registry import metric
    from referee.resampling import Bootstrap, CrossValidation, Holdout, LeaveOneOut, RandomSplits
    from referee.verbs.audit import audit
    from referee.verbs.compare import compare
    from referee.verbs.compare_all import compare_all
    from referee.verbs.compare_learners import compare_learners
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

_HOMES = {
    "Audit": "core",
    "Bootstrap": "resampling",
    "Comparison": "core",
    "Comparisons": "core",
    "ConfusionMatrix": "core",
    "CostMatrix": "core",
    "CrossValidation": "resampling",
    "Curve": "core",
    "Estimate": "core",
    "Evaluation": "core",
    "Experiment": "experiments",
    "FileError": "errors",
    "Finding": "core",
    "Gate": "core",
    "Holdout": "resampling",
    "InputError": "errors",
    "Interval": "core",
    "LeaveOneOut": "resampling",
    "Pair": "core.pair",
    "PairingError": "errors",
    "Plan": "core",
    "Answers": "core.answers",
    "RandomSplits": "resampling",
    "Ranking": "core",
    "RefereeError": "errors",
    "RefereeWarning": "errors",
    "Region": "core",
    "Results": "core",
    "Review": "core",
    "ScoreTable": "core",
    "Skill": "core",
    "Slices": "core",
    "Splits": "core",
    "Standings": "core",
    "StudyResults": "core",
    "TestResult": "core",
    "Validation": "core",
    "Verdict": "core",
    "audit": "verbs",
    "compare": "verbs",
    "compare_all": "verbs",
    "compare_learners": "verbs",
    "estimate_error": "verbs",
    "evaluate": "verbs",
    "evaluate_by": "verbs",
    "gate": "verbs",
    "load": "core",
    "metric": "metrics.registry",
    "plan": "verbs",
    "plot": "verbs",
    "rank": "verbs",
    "report": "verbs",
    "review": "verbs",
    "read": "data",
    "read_models": "data",
    "read_slices": "data",
    "validate": "verbs",
    "where_better": "verbs",
}
_PACKAGES = (
    "bounds",
    "calibration",
    "claims",
    "curves",
    "experiments",
    "intervals",
    "metrics",
    "planning",
    "resampling",
    "stattests",
)

__all__ = [
    "Answers",
    "Audit",
    "Bootstrap",
    "Comparison",
    "Comparisons",
    "ConfusionMatrix",
    "CostMatrix",
    "CrossValidation",
    "Curve",
    "Estimate",
    "Evaluation",
    "Experiment",
    "FileError",
    "Finding",
    "Gate",
    "Holdout",
    "InputError",
    "Interval",
    "LeaveOneOut",
    "Pair",
    "PairingError",
    "Plan",
    "RandomSplits",
    "Ranking",
    "RefereeError",
    "RefereeWarning",
    "Region",
    "Results",
    "Review",
    "ScoreTable",
    "Skill",
    "Slices",
    "Splits",
    "Standings",
    "StudyResults",
    "TestResult",
    "Validation",
    "Verdict",
    "__version__",
    "audit",
    "bounds",
    "calibration",
    "claims",
    "compare",
    "compare_all",
    "compare_learners",
    "curves",
    "estimate_error",
    "evaluate",
    "evaluate_by",
    "experiments",
    "gate",
    "intervals",
    "load",
    "metric",
    "metrics",
    "plan",
    "planning",
    "plot",
    "rank",
    "read",
    "read_models",
    "read_slices",
    "report",
    "resampling",
    "review",
    "stattests",
    "validate",
    "where_better",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that `import referee` stays quick."""
    if name in _PACKAGES:
        return importlib.import_module(f"referee.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"referee.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
