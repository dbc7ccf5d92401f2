"""How good is a classifier really, and is it really better than that one."""

import importlib
from __future__ import annotations
from referee._version import __version__
from typing import Any
from typing import TYPE_CHECKING

__all__ = [
    "Comparison",
    "Comparisons",
    "ConfusionMatrix",
    "CostMatrix",
    "Curve",
    "Estimate",
    "Evaluation",
    "FileError",
    "Finding",
    "Gate",
    "InputError",
    "Interval",
    "PairedPredictions",
    "PairingError",
    "Plan",
    "Predictions",
    "Ranking",
    "RefereeError",
    "RefereeWarning",
    "Region",
    "TestResult",
    "Verdict",
    "__version__",
    "bounds",
    "calibration",
    "compare",
    "curves",
    "evaluate",
    "gate",
    "intervals",
    "load",
    "metric",
    "metrics",
    "multiclass",
    "plan",
    "planning",
    "plot",
    "stattests",
    "where_better",
]
