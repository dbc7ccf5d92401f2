"""`referee validate`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import options


@options.command(
    "validate",
    "data.csv --target y --learner GaussianNB --runs 100",
    first=("target", "learner", "method", "metric", "n"),
)
@click.argument("file", type=click.Path())
@options.target
@options.learner
@options.features
@options.positive
@click.option("--n", type=int, help="Cases of a dataset; as many as the file has when not said.")
@options.preset("--runs", type=int, default=200, help="Number of simulated datasets.")
@options.preset("--test", default="corrected_t", help="The comparison of learners to measure.")
@options.preset("--method", default="auto", help="The estimate of true error to measure.")
@options.preset("--metric", default="error_rate", help="What is compared and estimated.")
@options.jobs
@options.usual
def command(file: str, **given: Any) -> int:
    """What a procedure does on data like yours: its false alarms, and how often its interval covers.

    False alarms are measured in null worlds made from the FILE; coverage where it holds at least 5 times --n cases.
    """
    from referee.verbs.validate import validate

    told = "the shares are of the worlds that were finished"
    return options.print_for_cases(validate, file, given, told, "n", "runs", "test")
