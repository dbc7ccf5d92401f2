"""`referee validate`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import labelled, options


@click.command(
    "validate",
    epilog="Example: referee validate data.csv --target y --learner sklearn.naive_bayes.GaussianNB --runs 100",
)
@click.argument("file", type=click.Path())
@labelled.target
@labelled.learner
@labelled.features
@click.option("--positive", help="The positive class.")
@click.option("--n", type=int, help="Cases of a dataset; as many as the file has when not said.")
@click.option("--runs", type=int, default=200, show_default=True, help="Number of simulated datasets.")
@click.option("--test", default="corrected_t", show_default=True, help="The comparison of learners to measure.")
@click.option("--method", default="auto", show_default=True, help="The estimate of true error to measure.")
@click.option("--metric", default="error_rate", show_default=True, help="What is compared and estimated.")
@labelled.jobs
@options.level
@options.seed
@options.encoding
@options.delimiter
@options.as_json
def command(file: str, as_json: bool, **given: Any) -> int:
    """What a procedure does on data like yours: its false alarms, and how often its interval covers.

    False alarms are measured in null worlds made from the FILE; coverage where it holds at least 5 times --n cases.
    """
    from referee.resampling.named_learner import named_learner
    from referee.verbs.validate import validate

    table = labelled.read(file, {"groups": None, "times": None, **given})
    how = {name: given[name] for name in ("n", "runs", "test", "method", "metric", "level")}
    how |= {"positive": labelled.positive(table, given), "rng": given["seed"], "n_jobs": given["jobs"]}
    found = validate(named_learner(given["learner"]), table.X, table.y, **how)
    options.shown(found, as_json)
    return options.stopped(found, "the shares are of the worlds that were finished")
