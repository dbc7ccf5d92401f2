"""`referee evaluate`."""

from __future__ import annotations

from typing import Any

import click

from referee import _check
from referee.cli import answers, options

COLUMNS = ("truth", "pred", "score", "threshold", "positive", "weights", "groups", "case_id")
FILE_OPTIONS = (*COLUMNS, "by", "table", "query", "keep")


@click.command("evaluate", epilog="Example: referee evaluate predictions.csv --truth y --pred yhat --positive yes")
@click.argument("file", required=False)
@click.option("--pred", help="Column of the predicted class.")
@click.option("--score", help="Column of the score of the positive class, or class=column,class=column.")
@click.option("--threshold", type=float, help="Call a case positive at this score or above (without --pred).")
@answers.file_options
@click.option(
    "--by", help="Columns of slices, such as region,month: every measure for each, and those that differ."
)
@answers.source_options()
@click.option("--costs", help="What errors cost, for example fp=1,fn=20.")
@click.option("--prevalence", help="Share of the positive class in use: 0.01, or a range 0.005,0.02.")
@click.option("--metric", "metrics", multiple=True, help="Only this measure; may be repeated.")
@click.option("--interval", default="auto", show_default=True, help="Interval method by name, such as wilson.")
@click.option("--tp", type=float, help="True positives, instead of a file (with --fn, --fp, --tn).")
@click.option("--fn", type=float, help="False negatives.")
@click.option("--fp", type=float, help="False positives.")
@click.option("--tn", type=float, help="True negatives.")
@click.option("--sensitivity", type=float, help="A known rate, instead of counts (with --specificity).")
@click.option("--specificity", type=float, help="A known rate, instead of counts (with --sensitivity).")
@click.option("--population", type=float, help="Size of the population, with --sensitivity and --specificity.")
@options.level
@options.seed
@options.encoding
@options.delimiter
@options.as_json
def command(file: str | None, as_json: bool, **given: Any) -> None:
    """Every measure of a model's predictions, each with its interval, its n and its method.

    The data are a FILE (CSV, Parquet, Arrow or JSON lines) with a column of truth and one of predictions, or four
    counts, or the rates of a classifier with a prevalence. A glob in quotes, a folder, and a database (duckdb:FILE or
    sqlite:FILE with --table or --query) are counted where they are, in batches, however large.
    """
    from referee.verbs.evaluate import evaluate

    kinds = {
        "a file": file is not None,
        "counts": any(given[cell] is not None for cell in ("tp", "fn", "fp", "tn")),
        "rates": given["sensitivity"] is not None or given["specificity"] is not None,
    }
    chosen = [name for name, present in kinds.items() if present]
    if len(chosen) != 1:
        got = " and ".join(chosen) or "none of them"
        raise click.UsageError(f"give one of: a file, the counts --tp --fn --fp --tn, the rates; got {got}")
    _no_stray(given, FILE_OPTIONS, kinds["a file"], "a file")
    _no_stray(given, ("population",), kinds["rates"], "--sensitivity and --specificity")
    prevalence = _prevalence(given["prevalence"])
    if kinds["a file"]:
        assert file is not None
        if given["by"] is not None:
            options.shown(_slices(file, given, prevalence), as_json)
            return
        data = answers.read_file(file, given)
    elif kinds["counts"]:
        data = _from_counts(given)
    else:
        data, prevalence = _from_rates(given, prevalence), None
    result = evaluate(
        data,
        costs=None if given["costs"] is None else options.pairs("costs", given["costs"], float),
        prevalence=prevalence,
        metrics=[m for item in given["metrics"] for m in item.split(";")] or None,
        level=given["level"],
        interval=given["interval"],
        rng=given["seed"],
    )
    options.shown(result, as_json)


def _no_stray(given: dict[str, Any], names: tuple[str, ...], apply: bool, source: str) -> None:
    """Refuse options that would be ignored."""
    stray = [f"--{name.removeprefix('case_')}" for name in names if given[name] is not None]
    if stray and not apply:
        raise click.UsageError(f"{', '.join(stray)} can only be given with {source}")


def _prevalence(text: str | None) -> Any:
    if text is None:
        return None
    values = options.numbers("prevalence", text)
    return values[0] if len(values) == 1 else tuple(values)


def _slices(file: str, given: dict[str, Any], prevalence: Any) -> Any:
    """The evaluation of each slice."""
    from referee.verbs.evaluate_by import evaluate_by

    metrics = given["metrics"]
    if len(metrics) > 1:
        raise click.UsageError("--by takes one --metric, by which slices are tested against the rest")
    return evaluate_by(
        answers.read_file_slices(file, given),
        metric=metrics[0] if metrics else None,
        costs=None if given["costs"] is None else options.pairs("costs", given["costs"], float),
        prevalence=prevalence,
        level=given["level"],
        rng=given["seed"],
    )


def _from_counts(given: dict[str, Any]) -> Any:
    """A matrix from its four cells."""
    from referee.core.confusion import ConfusionMatrix

    cells = {cell: given[cell] for cell in ("tp", "fn", "fp", "tn")}
    absent = [f"--{cell}" for cell, value in cells.items() if value is None]
    if absent:
        raise click.UsageError(f"give all four counts; {', '.join(absent)} missing")
    return ConfusionMatrix.from_counts(**cells)


def _from_rates(given: dict[str, Any], prevalence: Any) -> Any:
    """A table expected from rates."""
    from referee.core.confusion import ConfusionMatrix

    for name in ("sensitivity", "specificity"):
        if given[name] is None:
            raise click.UsageError(f"give --{name} too")
    if prevalence is None:
        raise click.UsageError("give --prevalence too")
    if isinstance(prevalence, tuple):
        _check.fail("prevalence", "be one number with --sensitivity and --specificity", prevalence)
    return ConfusionMatrix.from_rates(
        sensitivity=given["sensitivity"],
        specificity=given["specificity"],
        prevalence=prevalence,
        population=1.0 if given["population"] is None else given["population"],
    )
