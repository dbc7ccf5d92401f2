"""`referee estimate`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import options


@options.command(
    "estimate",
    "data.csv --target y --learner GaussianNB",
    first=("target", "learner", "metric", "method", "budget"),
)
@click.argument("file", type=click.Path())
@options.target
@options.learner
@options.params
@options.features
@click.option("--groups", help="Column that names the group of each case; groups stay together.")
@click.option("--times", help="Column of times; models are tested on later cases.")
@options.positive
@options.preset("--method", default="auto", help="How to estimate, such as 10-CV, LOO or .632+.")
@options.preset("--metric", default="error_rate", help="What to estimate.")
@options.budget
@options.jobs
@options.usual
def command(file: str, **given: Any) -> int:
    """The true error of a learner, estimated from a FILE of labelled cases.

    A learner is a class of scikit-learn or the path of any other, with parameters in brackets or by --param:
    SVC(C=0.1,kernel=linear).
    """
    from referee.verbs.estimate import estimate_error

    told = "the estimate rests on the fits that were finished"
    return options.print_for_cases(estimate_error, file, given, told)
