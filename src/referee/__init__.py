"""How good is a classifier really, and is it really better than that one."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from referee._version import __version__

if TYPE_CHECKING:
    from referee import intervals, metrics, stattests
    from referee.core import (
        ConfusionMatrix,
        CostMatrix,
        Estimate,
        Evaluation,
        Finding,
        Interval,
        Ranking,
        TestResult,
        load,
    )
    from referee.counting import Predictions
    from referee.errors import FileError, InputError, PairingError, RefereeError, RefereeWarning
    from referee.metrics.registry import metric
    from referee.verbs.evaluate import evaluate

_HOMES = {
    "ConfusionMatrix": "core",
    "CostMatrix": "core",
    "Estimate": "core",
    "Evaluation": "core",
    "FileError": "errors",
    "Finding": "core",
    "InputError": "errors",
    "Interval": "core",
    "PairingError": "errors",
    "Predictions": "counting",
    "Ranking": "core",
    "RefereeError": "errors",
    "RefereeWarning": "errors",
    "TestResult": "core",
    "evaluate": "verbs",
    "load": "core",
    "metric": "metrics.registry",
}
_PACKAGES = ("intervals", "metrics", "stattests")

__all__ = [
    "ConfusionMatrix",
    "CostMatrix",
    "Estimate",
    "Evaluation",
    "FileError",
    "Finding",
    "InputError",
    "Interval",
    "PairingError",
    "Predictions",
    "Ranking",
    "RefereeError",
    "RefereeWarning",
    "TestResult",
    "__version__",
    "evaluate",
    "intervals",
    "load",
    "metric",
    "metrics",
    "stattests",
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
