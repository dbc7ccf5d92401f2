"""`referee estimate`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import labelled, options


@options.command("estimate", "data.csv --target y --learner sklearn.naive_bayes.GaussianNB")
@click.argument("file", type=click.Path())
@labelled.target
@labelled.learner
@labelled.params
@labelled.features
@click.option("--groups", help="Column that names the group of each case; groups stay together.")
@click.option("--times", help="Column of times; models are tested on later cases.")
@click.option("--positive", help="The positive class.")
@options.preset("--method", default="auto", help="How to estimate, such as k_fold or loo.")
@options.preset("--metric", default="error_rate", help="What to estimate.")
@labelled.jobs
@options.usual
def command(file: str, **given: Any) -> int:
    """The true error of a learner, estimated from a FILE of labelled cases with numbers as features.

    A learner is a dotted path, with parameters in brackets or by --param: sklearn.svm.SVC(C=0.1,kernel=linear).
    """
    from referee.verbs.estimate import estimate_error

    table = labelled.read(file, given)
    skill = estimate_error(
        labelled.made(given),
        table.X,
        table.y,
        groups=table.groups,
        times=table.times,
        positive=labelled.positive(table.labels, given),
        **options.chosen(given, "method", "metric", "level", "rng", "n_jobs"),
    )
    options.shown(skill)
    return options.stopped(skill, "the estimate rests on the fits that were finished")
