"""`referee estimate`."""

from __future__ import annotations

import importlib
import json
from typing import Any

import click

from referee import _check
from referee.cli import options


@click.command(
    "estimate",
    epilog="Example: referee estimate data.csv --target y --learner sklearn.naive_bayes.GaussianNB",
)
@click.argument("file", type=click.Path())
@click.option("--target", required=True, help="Column of the class to learn.")
@click.option("--learner", required=True, help="Class of the learner, such as sklearn.naive_bayes.GaussianNB.")
@click.option("--param", "params", multiple=True, help="Parameter of the learner as name=value; may be repeated.")
@click.option("--features", help="Columns to learn from, commas between them; all others when not said.")
@click.option("--groups", help="Column that names the group of each case; groups stay together.")
@click.option("--times", help="Column of times; models are tested on later cases.")
@click.option("--positive", help="The positive class.")
@click.option("--method", default="auto", show_default=True, help="How to estimate, such as k_fold or loo.")
@click.option("--metric", default="error_rate", show_default=True, help="What to estimate.")
@click.option("--jobs", type=int, default=1, show_default=True, help="Number of processes.")
@options.level
@options.seed
@options.encoding
@options.delimiter
@options.as_json
def command(file: str, as_json: bool, **given: Any) -> None:
    """The true error of a learner, estimated from a FILE of labelled cases with numbers as features."""
    import numpy as np

    from referee.counting.column import labels_column
    from referee.counting.encode import encode
    from referee.counting.files import key_column, label_columns, number_column, read_columns
    from referee.counting.header import column_names
    from referee.verbs.estimate import estimate_error

    text = {"encoding": given["encoding"], "delimiter": given["delimiter"]}
    roles = [given[role] for role in ("target", "groups", "times") if given[role] is not None]
    if given["features"] is None:
        names = [name for name in column_names(file, roles, **text) if name not in roles]
    else:
        names = [name.strip() for name in given["features"].split(",")]
    if not names:
        _check.fail("features", "name at least one column", "none beside the target")
    columns = read_columns(file, [*roles, *names], **text)
    y = label_columns(columns, [given["target"]])[given["target"]]
    _, labels = encode(labels_column("y", y))
    skill = estimate_error(
        _learner(given["learner"], given["params"]),
        np.stack([number_column(columns, name).astype(float) for name in names], axis=1),
        y,
        method=given["method"],
        metric=given["metric"],
        groups=None if given["groups"] is None else key_column(columns, given["groups"]),
        times=None if given["times"] is None else number_column(columns, given["times"]),
        positive=None if given["positive"] is None else options.label_of(given["positive"], labels),
        level=given["level"],
        rng=given["seed"],
        n_jobs=given["jobs"],
    )
    options.shown(skill, as_json)


def _learner(path: str, params: tuple[str, ...]) -> Any:
    """The learner that a dotted path names, with its parameters."""
    module, _, name = path.rpartition(".")
    try:
        kind = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError):
        hint = "Write the whole path, such as sklearn.naive_bayes.GaussianNB."
        _check.fail("learner", "name a class that can be imported", repr(path), hint)
    values = {}
    for item in params:
        key, equals, value = item.partition("=")
        if not equals:
            _check.fail("param", "be written as name=value", repr(item))
        try:
            values[key.strip()] = json.loads(value)
        except ValueError:
            values[key.strip()] = value
    try:
        return kind(**values)
    except TypeError as error:
        _check.fail("param", f"be parameters of {name}", ", ".join(params) or "none", f"{error}.")
