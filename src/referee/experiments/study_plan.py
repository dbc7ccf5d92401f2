"""The resampling plan of a study file."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from referee import _format
from referee.experiments.study_text import FLAG, NUMBER, TEXT, WHOLE, Kind, StudyText
from referee.resampling.bootstrap import Bootstrap
from referee.resampling.cross_validation import CrossValidation
from referee.resampling.holdout import Holdout
from referee.resampling.leave_one_out import LeaveOneOut
from referee.resampling.random_splits import RandomSplits
from referee.resampling.recipe import Recipe

PLANS: dict[str, tuple[Any, dict[str, Any]]] = {
    "random splits": (RandomSplits, {}),
    "k-fold": (CrossValidation, {}),
    "repeated k-fold": (CrossValidation, {"repeats": 10}),
    "bootstrap": (Bootstrap, {}),
    "holdout": (Holdout, {}),
    "leave-one-out": (LeaveOneOut, {}),
}
"""Each kind of plan, and where it differs from the recipe's own defaults."""

_KINDS: dict[str, Kind] = {"folds": WHOLE, "repeats": WHOLE, "samples": WHOLE, "stratified": FLAG, "test": NUMBER}


def plan_of(study: StudyText) -> Recipe:
    """The recipe that [plan] asks for: 30 random splits, a third to test, when nothing is said."""
    if "plan" not in study.data:
        return RandomSplits(30, test=1 / 3)
    place = ("plan",)
    if not isinstance(study.data["plan"], dict):
        study.fail(place, "be a table", _format.quoted(study.data["plan"]))
    said = study.data["plan"].get("kind", "random splits")
    kind = next((name for name in PLANS if _plain(name) == _plain(str(said))), None)
    if kind is None:
        rule = "be one of " + ", ".join(map(repr, PLANS))
        study.fail((*place, "kind"), rule, _format.quoted(said))
    recipe, differs = PLANS[kind]
    known = {field.name: _KINDS[field.name] for field in fields(recipe)}
    given = study.table(place, {"kind": TEXT, **known})
    with study.at(place):
        made: Recipe = recipe(**{**differs, **{key: value for key, value in given.items() if key != "kind"}})
    return made


def _plain(name: str) -> str:
    return name.lower().replace("_", " ").replace("-", " ").strip()
