"""What commands on a file of labelled cases share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from referee.cli import options
from referee.core.types import Label

if TYPE_CHECKING:
    from referee.data.labelled import LabelledTable

target = click.option("--target", required=True, help="Column of the class to learn.")
learner = click.option("--learner", required=True, help="The learner, such as sklearn.naive_bayes.GaussianNB.")
features = click.option("--features", help="Columns to learn from, commas between them; all others when not said.")
jobs = options.preset("--jobs", "n_jobs", type=int, default=1, help="Number of processes.")
params = click.option(
    "--param", "params", multiple=True, help="Parameter of the learner as name=value; may be repeated."
)


def read(file: str, given: dict[str, Any]) -> LabelledTable:
    """The cases of a file, by the columns that the options name."""
    from referee.data.labelled import read_labelled

    features = None if given["features"] is None else options.names(given["features"])
    groups, times = given.get("groups"), given.get("times")
    text = options.chosen(given, "encoding", "delimiter")
    return read_labelled(file, given["target"], features=features, groups=groups, times=times, **text)


def made(given: dict[str, Any]) -> Any:
    """The learner that --learner and --param name."""
    from referee.resampling.named_learner import named_learner, parameter_of

    return named_learner(given["learner"], dict(map(parameter_of, given.get("params", ()))))


def positive(labels: tuple[Label, ...], given: dict[str, Any]) -> Label | None:
    """The label that --positive means, when it is said."""
    return None if given["positive"] is None else options.label_of(given["positive"], labels)
