"""A page for each package of formulas: every public function, in its own words."""

from __future__ import annotations

import importlib
import inspect
import math
from typing import Any

from referee.metrics.metric import NEEDS, SHAPES, Metric
from tools.handbook.docstring import markdown, reference, signature

PACKAGES = {
    "data": "How answers come in",
    "metrics": "Metrics",
    "curves": "Curves of a ranking",
    "calibration": "Calibration",
    "inference": "Methods: intervals and tests",
    "learners": "Splits and learners",
    "learners.estimators": "Estimators of true error",
    "planning": "How many cases",
    "bounds": "What is possible at all",
    "claims": "What a claim can mean",
}
START = (
    "The examples below begin so:\n\n```pycon\n>>> import numpy as np\n>>> from referee import *\n"
    ">>> from referee.core import *\n>>> from referee.{} import *\n\n```\n\n"
)
MADE = "<!-- Made by `python -m tools.handbook` from the code: edit the docstrings. -->\n\n"


def pages() -> dict[str, str]:
    """docs/formulas/PACKAGE.md for each package that exists."""
    made = {}
    for package, title in PACKAGES.items():
        try:
            module = importlib.import_module(f"referee.{package}")
        except ModuleNotFoundError:
            continue
        made[f"formulas/{package.replace('.', '-')}.md"] = _page(module, package, title)
    return made


def _page(module: Any, package: str, title: str) -> str:
    """One package: its own sentence, then each public name."""
    names = [name for name in module.__all__ if _is_shown(getattr(module, name))]
    intro = f"{MADE}# {title}\n\n{inspect.getdoc(module)}\n\n{START.format(package)}"
    return intro + "\n".join(_entry(f"referee.{package}.{name}", getattr(module, name)) for name in names)


def _is_shown(thing: Any) -> bool:
    """Functions, classes and metrics; not modules and tables."""
    return (
        isinstance(thing, Metric) or inspect.isroutine(thing) or (inspect.isclass(thing) and thing is not Metric)
    )


def _entry(path: str, thing: Any) -> str:
    """A name, how it is called, what rides on it, and what it says of itself."""
    said = "y_score" if isinstance(thing, Metric) and thing.by_scores else "y_pred"
    call = f"(y_true, {said})" if isinstance(thing, Metric) else signature(thing)
    facts = _facts(thing) if isinstance(thing, Metric) else ""
    return f"## `{path.rpartition('.')[2]}`\n\n```python\n{path}{call}\n```\n\n{facts}{markdown(thing)}\n"


def _facts(metric: Metric) -> str:
    """What a metric carries: range and direction, what it needs, how it varies, when it is undefined, its source."""
    low, high = (f"{x:g}" if math.isfinite(x) else "infinity" if x > 0 else "-infinity" for x in metric.range)
    better = f"better when {metric.better}" if metric.better else "neither better high nor low"
    return (
        f"**{metric.title}**: {better}; from {low} to {high}. "
        f"Needs {NEEDS[metric.needs]}; it is {SHAPES[metric.shape]}. "
        f"Undefined: {metric.undefined.sentence or 'never'}. "
        f"Reference: {reference(metric.reference)}.\n\n"
    )
