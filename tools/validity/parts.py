"""The parts of the measurement, and one of them measured; apart from the command, so that processes can load it."""

from __future__ import annotations

import importlib
import pkgutil
from time import perf_counter

from tools import validity
from tools.validity.cell import Cell

SECONDS = {
    "estimators": 1200,
    "auc": 1200,
    "probabilities": 1000,
    "score_differences": 1000,
    "permuted": 950,
    "audit": 950,
    "differences": 800,
    "learners": 700,
    "mutants": 600,
    "few_datasets": 900,
    "ranking": 500,
    "trained": 400,
    "labels": 300,
    "properties": 180,
    "clusters": 160,
    "resume": 90,
    "comparing": 2,
}
"""About how long each part takes at 4,000 runs on one core."""


def parts() -> list[str]:
    """Every module that measures, the slowest first, so that none runs alone at the end."""
    names = [m.name for m in pkgutil.iter_modules(validity.__path__) if not m.name.startswith("_")]
    made = {name: importlib.import_module(f"tools.validity.{name}") for name in names}
    found = [name for name, part in made.items() if hasattr(part, "cells")]
    return sorted(found, key=lambda name: (-SECONDS.get(name, 1000), name))


def measure_part(name: str, runs: int, seed: int) -> tuple[list[Cell], float]:
    """The cells of one part, and how long they took."""
    start = perf_counter()
    found: list[Cell] = importlib.import_module(f"tools.validity.{name}").cells(runs, seed)
    return found, perf_counter() - start
