"""The families of worlds, the most doubtful methods first."""

from __future__ import annotations

import importlib

from tools.validity.worlds.world import Family

NAMES = (
    "probabilities",
    "loss_differences",
    "skills",
    "skill_differences",
    "ranking",
    "ranking_differences",
    "slices",
    "labels",
    "weights",
    "prevalence",
    "clusters",
    "areas",
    "area_differences",
    "label_differences",
    "apart",
    "design_differences",
    "many_classes",
    "rules",
    "large",
    "ranks",
    "chance",
    "learners",
    "estimates",
    "expected",
)
"""Each is a module here with `FAMILY`."""


def _all() -> dict[str, Family]:
    return {name: importlib.import_module(f"tools.validity.worlds.{name}").FAMILY for name in NAMES}


FAMILIES = _all()
"""Families by name."""
