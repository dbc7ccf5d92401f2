"""`referee evaluate`."""

from __future__ import annotations

from typing import Any

import click

from referee import _check
from referee.cli import answers, options

COLUMNS = ("truth", "pred", "score", "threshold", "positive", "weights", "groups", "case_id")
FILE_OPTIONS = (*COLUMNS, "by", "table", "query", "keep")
CELLS = ("tp", "fn", "fp", "tn")
METRIC = "Only this measure, such as f1 or sensitivity_at_specificity:0.9; may be repeated."
INTERVAL = (
    "Interval method. Of a share: agresti_coull, clopper_pearson, jeffreys, midp, wald, wilson; of any measure of "
    "classes: dirichlet, percentile, basic, bca, delta; of an area: newcombe, delong, delong_logit, hanley_mcneil, "
    "bootstrap, bootstrap_bca, obuchowski."
)


@options.command(
    "evaluate",
    "predictions.csv --truth y --pred yhat --positive yes",
    first=("truth", "pred", "score", "positive", "metrics"),
)
@click.argument("file", required=False)
@click.option("--pred", help="Column of the predicted class.")
@click.option("--score", help="Column of the score of the positive class, or class=column,class=column.")
@options.number("--threshold", help="Call a case positive at this score or above (without --pred).")
@answers.file_options
@click.option(
    "--by", help="Columns of slices, such as region,month: every measure for each, and those that differ."
)
@answers.source_options()
@click.option("--costs", help="What errors cost, for example fp=1,fn=20.")
@click.option("--prevalence", help="Share of the positive class in use: 0.01, or a range 0.005,0.02.")
@options.repeated("--metric", "metrics", help=METRIC)
@options.preset("--interval", default="auto", help=INTERVAL)
@options.number("--tp", help="True positives, instead of a file (with --fn, --fp, --tn).")
@options.number("--fn", help="False negatives.")
@options.number("--fp", help="False positives.")
@options.number("--tn", help="True negatives.")
@options.number("--sensitivity", help="A known rate, instead of counts (with --specificity).")
@options.number("--specificity", help="A known rate, instead of counts (with --sensitivity).")
@options.number("--population", help="Size of the population, with --sensitivity and --specificity.")
@options.number("--positives", help="Positives in the population, instead of a prevalence.")
@options.usual
def command(file: str | None, **given: Any) -> None:
    """Every measure of a model's predictions, each with its interval, its n and its method.

    The data are a FILE (CSV, Parquet, Arrow or JSON lines) with a column of truth and one of predictions, or four
    counts, or the rates of a classifier with a prevalence. A glob in quotes, a folder, and a database (duckdb:FILE or
    sqlite:FILE with --table or --query) are counted where they are, in batches, however large.
    """
    from referee.core import Answers, ConfusionMatrix
    from referee.verbs.evaluate import evaluate

    kinds = {
        "a file": file is not None,
        "counts": any(given[cell] is not None for cell in CELLS),
        "rates": given["sensitivity"] is not None or given["specificity"] is not None,
    }
    kind = options.only(kinds, "a file, the counts --tp --fn --fp --tn, the rates")
    if kind != "a file":
        answers.refuse_stray(given, FILE_OPTIONS, "a file")
    if kind != "rates":
        answers.refuse_stray(given, ("population", "positives"), "--sensitivity and --specificity")
    prevalence = _prevalence(given["prevalence"])
    if file is not None:
        if given["by"] is not None:
            options.print_result(_slices(file, given, prevalence))
            return
        data: Answers | ConfusionMatrix = answers.read_file(file, given)
    elif kind == "counts":
        answers.complete(given, CELLS, "all four counts")
        data = ConfusionMatrix.from_counts(**options.pick(given, *CELLS))
    else:
        data, prevalence = _from_rates(given, prevalence), None
    how = options.pick(given, "level", "interval", "rng")
    metrics = [m for item in given["metrics"] for m in item.split(";")] or None
    options.print_result(evaluate(data, costs=options.costs(given), prevalence=prevalence, metrics=metrics, **how))


def _prevalence(text: str | None) -> Any:
    if text is None:
        return None
    values = options.numbers("prevalence", text)
    return values[0] if len(values) == 1 else tuple(values)


def _slices(file: str, given: dict[str, Any], prevalence: Any) -> Any:
    """The evaluation of each slice."""
    from referee.verbs.evaluate_by import evaluate_by

    metrics = given["metrics"]
    options.refuse(len(metrics) > 1, "--by takes one --metric, by which slices are tested against the rest")
    slices = answers.read_file_slices(file, given)
    how = options.pick(given, "level", "rng") | {"costs": options.costs(given), "prevalence": prevalence}
    return evaluate_by(slices, metric=metrics[0] if metrics else None, **how)


def _from_rates(given: dict[str, Any], prevalence: Any) -> Any:
    """A table expected from rates."""
    from referee.core import ConfusionMatrix

    for name in ("sensitivity", "specificity"):
        options.refuse(given[name] is None, f"give --{name} too")
    known = given["positives"], given["population"]
    options.refuse(prevalence is None and None in known, "give --prevalence, or --positives and --population, too")
    if isinstance(prevalence, tuple):
        _check.fail("prevalence", "be one number with --sensitivity and --specificity", prevalence)
    rates = options.pick(given, "sensitivity", "specificity")
    population = 1.0 if given["population"] is None else given["population"]
    positives = given["positives"]
    return ConfusionMatrix.from_rates(**rates, prevalence=prevalence, positives=positives, population=population)
