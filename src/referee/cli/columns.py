"""Models from the columns of one file or of two."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

from referee import _format
from referee.cli import options

MEASURES = "roc_auc, average_precision, lift, brier_score or log_loss"
PAIRINGS = ("case_id", "by_position", "independent")


class Source(NamedTuple):
    """The name of a model, its file and the columns of what it said: a class, a score or both."""

    name: str
    file: str
    pred: str | None
    score: str | None = None


def file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what the columns of a file are."""
    made = (
        click.option("--truth", help="Column of the true class."),
        click.option("--positive", help="The positive class."),
        click.option("--weights", help="Column of importance weights."),
        click.option("--groups", help="Column that names the cluster of each case."),
        click.option("--id", "case_id", help="Column of case identifiers."),
    )
    for option in reversed(made):
        command = option(command)
    return command


def pair_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of two files: what the model said, and how the rows belong together."""
    made = (
        click.option("--pred", help="Column of the predicted class, in both files."),
        click.option("--score", help="Column of the score or probability, in both files."),
        click.option("--by-position", is_flag=True, help="Row i of both files is the same case."),
        click.option("--independent", is_flag=True, help="The files are different test sets."),
    )
    for option in reversed(made):
        command = option(command)
    return command


def two_files(files: tuple[str, ...], given: dict[str, Any]) -> tuple[Any, Any]:
    """The models of two files, which must be said to be paired by id, by position, or not at all."""
    said = [option for option in PAIRINGS if given[option]]
    if not said:
        raise click.UsageError("two files need --id, --by-position or --independent; none is assumed")
    if given["by_position"] and len(said) > 1:
        others = " and ".join(flag(option) for option in said if option != "by_position")
        raise click.UsageError(f"--by-position cannot be given with {others}")
    if (given["pred"] is None) == (given["score"] is None):
        raise click.UsageError("give --pred, the column of the predicted class, or --score")
    needed(given, "truth")
    names = [Path(file).stem for file in files]
    if names[0] == names[1]:
        root = os.path.commonpath([Path(file).absolute().parent for file in files])
        names = [os.path.relpath(file, root) for file in files]
    pred, score = given["pred"], given["score"]
    labels = [_format.label(name, 60) for name in names]
    sources = [Source(label, file, pred, score) for label, file in zip(labels, files, strict=True)]
    one, two = models_of(sources, given)
    return one, two


def model_names(text: str | None) -> list[str]:
    """The columns of two or more models, written with commas."""
    names = [] if text is None else [name.strip() for name in text.split(",")]
    twice = sorted({name for name in names if names.count(name) > 1})
    if len(names) < 2 or twice:
        got = f"{twice[0]} twice" if twice else text or "none"
        raise click.UsageError(f"--models must name two or more columns of the file; got {got}")
    return names


def metric_of(given: dict[str, Any], scores: bool = False) -> str:
    """The metric asked for; scores go with measures of scores, and those with scores."""
    metric: str | None = given["metric"]
    measure = None if metric is None else measure_of(metric)
    flag = "--scores" if scores else "--score" if given["score"] is not None else ""
    if flag and metric is not None and measure is None:
        raise click.UsageError(f"{flag} can only be given with --metric {MEASURES}; got {metric}")
    if measure is not None and given["pred"] is not None:
        raise click.UsageError(f"{measure} needs --score, the column of the score; got --pred")
    return measure or ("roc_auc" if flag else metric or "accuracy")


def measure_of(metric: str) -> str | None:
    """The measure of scores that is asked for, or None."""
    from referee.verbs import score_duels

    return score_duels.measure_of(metric)


def models_of(sources: list[Source], given: dict[str, Any]) -> list[Any]:
    """Predictions of each source; labels of all are read together, so that 1 is 1 in every file."""
    from referee.data.files import key_column, number_column, read_columns
    from referee.data.predictions import Predictions

    needed(given, "truth")
    common = [given[role] for role in ("truth", "weights", "groups", "case_id") if given[role] is not None]
    read = {}
    for file in dict.fromkeys(source.file for source in sources):
        said = [name for s in sources if s.file == file for name in (s.pred, s.score) if name is not None]
        read[file] = read_columns(file, [*common, *said], encoding=given["encoding"], delimiter=given["delimiter"])
    labels = _labels(sources, given["truth"], read)
    made = []
    for source in sources:
        columns = read[source.file]
        rest: dict[str, Any] = {
            "y_pred": None if source.pred is None else labels[_named(source.pred, source.file, read)],
            "y_score": None if source.score is None else number_column(columns, source.score),
            "weights": None if given["weights"] is None else number_column(columns, given["weights"]),
            "groups": None if given["groups"] is None else key_column(columns, given["groups"]),
            "case_ids": None if given["case_id"] is None else key_column(columns, given["case_id"]),
            "name": source.name,
        }
        made.append((labels[_named(given["truth"], source.file, read)], rest))
    models = [Predictions(truth, **rest) for truth, rest in made]
    if given["positive"] is None:
        return models
    known = tuple(dict.fromkeys(label for model in models for label in model.labels))
    positive = options.label_of(given["positive"], known)
    return [Predictions(truth, positive=positive, **rest) for truth, rest in made]


def _labels(sources: list[Source], truth: str, read: dict[str, Any]) -> dict[str, Any]:
    """Columns of labels by name: those of all text files are parsed together, a file with types keeps its own."""
    from referee.data.files import label_columns

    text: dict[str, Any] = {}
    out: dict[str, Any] = {}
    for file, columns in read.items():
        names = [truth, *[s.pred for s in sources if s.file == file and s.pred is not None]]
        cells = {_named(name, file, read): columns[name] for name in names}
        if all("string" in str(column.type) for column in cells.values()):
            text |= cells
        else:
            out |= label_columns(cells, list(cells))
    return out | label_columns(text, list(text))


def needed(given: dict[str, Any], *names: str) -> None:
    """Refuse a call that does not name these columns."""
    for name in names:
        if given[name] is None:
            raise click.UsageError(f"{flag(name)} must name a column of the file")


def flag(name: str) -> str:
    """A parameter as it is typed."""
    return "--" + {"case_id": "id"}.get(name, name).replace("_", "-")


def _named(column: str, file: str, read: dict[str, Any]) -> str:
    """A column, with its file where there are several."""
    return column if len(read) == 1 else f"{column} of {file}"
