"""The learners of a study file: classes with parameters, pipelines, searches, samplers."""

from __future__ import annotations

import inspect
import re
from contextlib import suppress
from typing import Any

from referee import _format
from referee.errors import InputError
from referee.learners.named_learner import KNOWN, NotImported, named_learner, paths_in
from referee.learners.named_learner import _import_path as imported
from referee.learners.over_sampling import OverSampling
from referee.learners.under_sampling import UnderSampling
from referee.studies.experiment import Candidate
from referee.studies.study_text import ANY, FLAG, TABLE, TEXT, WHOLE, Kind, Place, StudyText

SAMPLERS = {"over-sampling": OverSampling, "under-sampling": UnderSampling}

_STEPS = Kind("be a list of classes", lambda value: isinstance(value, list) and bool(value))
_LEARNER: dict[str, Kind] = {
    "name": TEXT,
    "class": TEXT,
    "params": TABLE,
    "steps": _STEPS,
    "scale": FLAG,
    "prepare": FLAG,
    "search": TABLE,
    "sampler": ANY,
}
_PART: dict[str, Kind] = {"class": TEXT, "params": TABLE}
_SEARCH: dict[str, Kind] = {"grid": TABLE, "draws": WHOLE, "folds": WHOLE, "scoring": TEXT}


def learner_at(study: StudyText, place: Place) -> Candidate:
    """The learner that a [[learner]] describes, with its parameters checked."""
    table = study.table(place, _LEARNER)
    if ("class" in table) == ("steps" in table):
        got = "both" if "class" in table else "neither"
        study.fail(place, "say what it is by one of `class` and `steps`", got)
    if "steps" in table:
        if "params" in table:
            study.fail((*place, "params"), "be given inside each of `steps`", "beside them")
        from sklearn.pipeline import make_pipeline

        made = make_pipeline(*[_part(study, (*place, "steps", i)) for i in range(len(table["steps"]))])
        name = table.get("name", " + ".join(_class_name(step) for _, step in made.steps))
    else:
        made = _build(study, place, table)
        name = table.get("name", _class_name(made))
    from sklearn.base import is_regressor

    with suppress(AttributeError, TypeError):
        if is_regressor(made):
            what = "steps" if "steps" in table else "class"
            study.fail((*place, what), "be a classifier", f"{type(made).__name__}, which predicts numbers")
    prefix, prepare = "", table.get("prepare", True)
    if prepare and table.get("scale", False):
        from referee.learners.prepared import Prepared

        made, prefix = Prepared(made, scale=True), "learner__"
    elif "scale" in table and not prepare:
        study.fail((*place, "scale"), "be given with prepare = true", "prepare = false")
    if "search" in table:
        made = _search(study, (*place, "search"), made, prefix)
    sampler = _sampler(study, (*place, "sampler")) if "sampler" in table else None
    with study.at(place):
        return Candidate(name, made, sampler, prepare=prepare)


def _class_name(made: Any) -> str:
    """The name of the class of a learner."""
    return made.path.rpartition(".")[2] if isinstance(made, NotImported) else type(made).__name__


def modules_of(study: StudyText) -> tuple[str, ...]:
    """The modules outside the known packages that the learners of a study name, without importing any."""
    found: list[str] = []

    def walk(value: Any, key: str = "") -> None:
        if isinstance(value, dict):
            for inner, item in value.items():
                walk(item, inner)
        elif isinstance(value, list):
            for item in value:
                walk(item, key)
        elif isinstance(value, str) and key in ("class", "steps", "sampler"):
            found.extend(path.rpartition(".")[0] for path in paths_in(value))

    walk(study.data.get("learner", []))
    return tuple(dict.fromkeys(module for module in found if module and module.split(".")[0] not in KNOWN))


def _part(study: StudyText, place: Place) -> Any:
    """A learner or transformer that is written as text, or as a table with `class` and `params`."""
    value = study.get(place)
    if isinstance(value, str):
        return _resolve(study, place, value, {})
    if isinstance(value, dict):
        return _build(study, place, study.table(place, _PART, needs=["class"]))
    study.fail(place, "be a class, or a table with `class` and `params`", _format.quote(value))


def _build(study: StudyText, place: Place, table: dict[str, Any]) -> Any:
    """The object of a class with the parameters beside it."""
    params = {key: _value(study, (*place, "params", key)) for key in table.get("params", {})}
    return _resolve(study, (*place, "class"), table["class"], params, (*place, "params"))


def _value(study: StudyText, place: Place) -> Any:
    """The value of a parameter; a table with `class` is another learner, inside lists too."""
    value = study.get(place)
    if isinstance(value, dict) and "class" in value:
        return _part(study, place)
    if isinstance(value, list):
        return [_value(study, (*place, i)) for i in range(len(value))]
    return value


def _resolve(study: StudyText, place: Place, path: str, params: dict[str, Any], where: Place = ()) -> Any:
    """What a path means, its parameters known to it and of a value that it accepts."""
    with study.at(place):
        known = None if "(" in path else _parameters(imported(path.strip(), study.dry))
    if known is not None:
        for key in params:
            study.check_known((*where, key), key, known, f"be a parameter of {path.rpartition('.')[2]}")
    with study.at(where or place):
        made = named_learner(path, params, known_only=study.dry)
    _check_accepted(study, where or place, made)
    return made


def _parameters(kind: Any) -> set[str] | None:
    """The names of the parameters of a class; None when it takes any."""
    try:
        signature = inspect.signature(kind)
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values()):
        return None
    return set(signature.parameters)


def _check_accepted(study: StudyText, place: Place, made: Any) -> None:
    """Refuse a value that the learner itself would refuse when it is fitted; scikit-learn's can say so before."""
    words = _objection(made)
    if words:
        found = re.search(r"'(\w+)' parameter", words)
        key = found[1] if found else ""
        value = made.get_params(deep=False).get(key)
        where = (*place, key) if key else place
        study.fail(where, f"be a value that {type(made).__name__} accepts", _format.quote(value), words)


def _objection(made: Any) -> str:
    """What a learner of scikit-learn says against its own parameters; nothing when it accepts them."""
    if not hasattr(made, "_parameter_constraints"):  # LightGBM inherits the method without what it checks by
        return ""
    try:
        made._validate_params()
    except (TypeError, ValueError) as error:
        return " ".join(str(error).split())
    return ""


def _search(study: StudyText, place: Place, made: Any, prefix: str) -> Any:
    """A search for the best parameters on folds of each training part: nested tuning."""
    from sklearn.metrics import get_scorer_names
    from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, StratifiedKFold

    table = study.table(place, _SEARCH, needs=["grid"])
    own = made.get_params(deep=True)
    blind = any(isinstance(part, NotImported) for part in (made, *own.values()))
    known = {key.removeprefix(prefix) for key in own if key.startswith(prefix)}
    grid = {}
    for key, values in table["grid"].items():
        where = (*place, "grid", key)
        if not blind:
            study.check_known(where, key, known, "be a parameter of the learner")
        if not isinstance(values, list) or not values:
            study.fail(where, "be a list of values to try", _format.quote(values))
        grid[prefix + key] = (
            values if blind else [_try_value(study, (*where, i), made, prefix + key) for i in range(len(values))]
        )
    if not grid:
        study.fail((*place, "grid"), "name at least one parameter", "none")
    scoring = table.get("scoring", "accuracy")
    study.check_known((*place, "scoring"), scoring, get_scorer_names(), "be a scoring of scikit-learn")
    folds = table.get("folds", 3)
    for key, least in (("folds", 2), ("draws", 1)):
        if table.get(key, least) < least:
            study.fail((*place, key), f"be at least {least}", table[key])
    inner = {"cv": StratifiedKFold(folds, shuffle=True, random_state=0), "scoring": scoring}
    if "draws" in table:
        return RandomizedSearchCV(made, grid, n_iter=table["draws"], **inner)
    return GridSearchCV(made, grid, **inner)


def _try_value(study: StudyText, place: Place, made: Any, key: str) -> Any:
    """A value of a grid, when the learner accepts it."""
    from sklearn.base import clone

    value = _value(study, place)
    copy = clone(made).set_params(**{key: value})
    owner, _, name = key.rpartition("__")
    part = copy.get_params(deep=True)[owner] if owner else copy
    words = _objection(part)
    if words:
        study.fail(place, f"hold values of {name} that {type(part).__name__} accepts", _format.quote(value), words)
    return value


def _sampler(study: StudyText, place: Place) -> Any:
    said = study.get(place)
    if isinstance(said, str) and said in SAMPLERS:
        return SAMPLERS[said]()
    try:
        return _part(study, place)
    except InputError as error:
        if isinstance(said, str) and "." not in said:
            study.check_known(place, said, SAMPLERS, f"be {', '.join(map(repr, SAMPLERS))} or a class")
        raise error
