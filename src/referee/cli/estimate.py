"""`referee estimate`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import labelled, options


@click.command(
    "estimate",
    epilog="Example: referee estimate data.csv --target y --learner sklearn.naive_bayes.GaussianNB",
)
@click.argument("file", type=click.Path())
@labelled.target
@labelled.learner
@click.option("--param", "params", multiple=True, help="Parameter of the learner as name=value; may be repeated.")
@labelled.features
@click.option("--groups", help="Column that names the group of each case; groups stay together.")
@click.option("--times", help="Column of times; models are tested on later cases.")
@click.option("--positive", help="The positive class.")
@click.option("--method", default="auto", show_default=True, help="How to estimate, such as k_fold or loo.")
@click.option("--metric", default="error_rate", show_default=True, help="What to estimate.")
@labelled.jobs
@options.level
@options.seed
@options.encoding
@options.delimiter
@options.as_json
def command(file: str, as_json: bool, **given: Any) -> int:
    """The true error of a learner, estimated from a FILE of labelled cases with numbers as features.

    A learner is a dotted path, with parameters in brackets or by --param: sklearn.svm.SVC(C=0.1,kernel=linear).
    """
    from referee.resampling.named_learner import named_learner, parameter_of
    from referee.verbs.estimate import estimate_error

    table = labelled.read(file, given)
    skill = estimate_error(
        named_learner(given["learner"], dict(map(parameter_of, given["params"]))),
        table.X,
        table.y,
        method=given["method"],
        metric=given["metric"],
        groups=table.groups,
        times=table.times,
        positive=labelled.positive(table, given),
        level=given["level"],
        rng=given["seed"],
        n_jobs=given["jobs"],
    )
    options.shown(skill, as_json)
    return options.stopped(skill, "the estimate rests on the fits that were finished")
