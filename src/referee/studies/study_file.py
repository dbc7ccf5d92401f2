"""A study as a file: learners, datasets, plan, metrics and seed in TOML."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from referee import _check, _format
from referee.learners.bootstrap import Bootstrap
from referee.learners.cross_validation import CrossValidation, LeaveOneOut
from referee.learners.random_splits import Holdout, RandomSplits
from referee.learners.recipe import Recipe
from referee.metrics.registry import directed_metric
from referee.studies.experiment import Experiment
from referee.studies.study_dataset import dataset_at
from referee.studies.study_learner import learner_at
from referee.studies.study_text import FLAG, NUMBER, TEXT, TEXTS, WHOLE, Kind, Place, StudyText

_SECTIONS = ("study", "plan", "dataset", "learner")
_STUDY: dict[str, Kind] = {"name": TEXT, "seed": WHOLE, "metrics": TEXTS, "time_limit": NUMBER, "baselines": FLAG}


PLANS: dict[str, tuple[Any, dict[str, Any]]] = {
    "random splits": (RandomSplits, {}),
    "k-fold": (CrossValidation, {}),
    "repeated k-fold": (CrossValidation, {"repeats": 10}),
    "bootstrap": (Bootstrap, {}),
    "holdout": (Holdout, {}),
    "leave-one-out": (LeaveOneOut, {}),
}
"""Each kind of plan, and where it differs from the recipe's own defaults."""

_KINDS: dict[str, Kind] = {
    "folds": WHOLE,
    "repeats": WHOLE,
    "resamples": WHOLE,
    "stratified": FLAG,
    "test": NUMBER,
}


def read_experiment(
    path: str | Path, *, baselines: bool | None = None, time_limit: float | None = None, dry: bool = False
) -> Experiment:
    r"""The experiment that a TOML file describes, checked before anything runs.

    A key, class, column or parameter that is not known is refused with the file and the keys that lead to it, and
    with the names that are near. Paths of files are relative to the study file. `baselines` and `time_limit` stand
    for those of the file. docs/experiments.md explains every key. With `dry` no module is imported but those of known
    packages: the experiment can be counted by `dry_run`, and not run.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "study.toml"
    >>> _ = file.write_text('[[dataset]]\nbundled = "iris"\n[[learner]]\nclass = "sklearn.naive_bayes.GaussianNB"\n')
    >>> study = read_experiment(file)
    >>> list(study.datasets), list(study.learners), len(study.splits_of("iris"))
    (['iris'], ['GaussianNB'], 30)
    """
    study = StudyText(path, dry=dry)
    for key in study.data:
        study.check_known((key,), key, _SECTIONS, "be one of [study], [plan], [[dataset]] and [[learner]]")
    facts, options = _facts(study, path), {"baselines": baselines, "time_limit": time_limit}
    facts |= {key: value for key, value in options.items() if value is not None}
    recipe = plan_of(study)
    datasets, places = _by_name(study, "dataset", dataset_at)
    learners, _ = _by_name(study, "learner", learner_at)
    experiment = Experiment(learners, datasets, splits=recipe, **facts)
    for name, place in places.items():
        with study.at(("plan",) if "plan" in study.data else place):
            experiment.splits_of(name)
    with study.at(("study", "metrics")):
        experiment.check()
    return experiment


def _facts(study: StudyText, path: str | Path) -> dict[str, Any]:
    """What [study] says, with its defaults."""
    study.data.setdefault("study", {})
    table = study.table(("study",), _STUDY)
    named: set[str] = set()
    for i, metric in enumerate(table.get("metrics", ())):
        place = ("study", "metrics", i)
        with study.at(place):
            name = directed_metric(metric).name
        if name in named:
            study.fail(place, "name each metric once", f"{name!r} twice")
        named.add(name)
    facts: dict[str, Any] = {"name": table.get("name", Path(path).stem), "rng": table.get("seed", 0)}
    facts |= {"metrics": tuple(table.get("metrics", ("accuracy",))), "baselines": table.get("baselines", True)}
    with study.at(("study", "seed")):
        _check.whole("seed", facts["rng"])
    if "time_limit" in table:
        with study.at(("study", "time_limit")):
            facts["time_limit"] = _check.positive_number("time_limit", table["time_limit"])
    return facts


def _by_name(
    study: StudyText, section: str, read: Callable[[StudyText, Place], Any]
) -> tuple[dict[str, Any], dict[str, Place]]:
    """What the tables of a section describe, and where each stands, by names that differ."""
    made: dict[str, Any] = {}
    places: dict[str, Place] = {}
    for place in study.tables(section):
        item = read(study, place)
        if item.name in places:
            got = f"{item.name!r}, as in {study.path_to(places[item.name])}"
            study.fail((*place, "name"), "differ from the names before", got, "Give each a name.")
        made[item.name], places[item.name] = item, place
    return made, places


def plan_of(study: StudyText) -> Recipe:
    """The recipe that [plan] asks for: 30 random splits, a third to test, when nothing is said."""
    if "plan" not in study.data:
        return RandomSplits(30, test=1 / 3)
    place = ("plan",)
    said = study.get(place, dict).get("kind", "random splits")
    kind = next((name for name in PLANS if _plain(name) == _plain(str(said))), None)
    if kind is None:
        rule = "be one of " + ", ".join(map(repr, PLANS))
        study.fail((*place, "kind"), rule, _format.quote(said))
    recipe, differs = PLANS[kind]
    known = {field.name: _KINDS[field.name] for field in fields(recipe)}
    given = study.table(place, {"kind": TEXT, **known})
    with study.at(place):
        made: Recipe = recipe(**{**differs, **{key: value for key, value in given.items() if key != "kind"}})
    return made


def _plain(name: str) -> str:
    return name.lower().replace("_", " ").replace("-", " ").strip()
