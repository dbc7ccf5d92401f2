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
jobs = click.option("--jobs", type=int, default=1, show_default=True, help="Number of processes.")


def read(file: str, given: dict[str, Any]) -> LabelledTable:
    """The cases of a file, by the columns that the options name."""
    from referee.data.labelled import read_labelled

    names = given["features"]
    return read_labelled(
        file,
        given["target"],
        features=None if names is None else [name.strip() for name in names.split(",")],
        groups=given["groups"],
        times=given.get("times"),
        encoding=given["encoding"],
        delimiter=given["delimiter"],
    )


def positive(table: LabelledTable, given: dict[str, Any]) -> Label | None:
    """The label that --positive means, when it is said."""
    return None if given["positive"] is None else options.label_of(given["positive"], table.labels)
