"""`referee gate`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import answers, options


@options.command(
    "gate",
    "base.parquet cand.parquet --id case --truth y --pred yhat --positive 1 --metric recall --margin 0.01",
    first=("truth", "pred", "models", "metric", "margin"),
)
@click.argument("files", nargs=-1, required=True, metavar="BASE [CANDIDATE]")
@click.option("--models", help="Columns of base and candidate in one source, such as old,new.")
@answers.file_options
@answers.pair_options
@answers.source_options(pair=True)
@click.option("--metric", help=answers.METRIC)
@options.number("--margin", required=True, help="How much worse is still acceptable.")
@options.ledger
@options.usual
def command(files: tuple[str, ...], **given: Any) -> int:
    """Exit with 0 only when CANDIDATE is shown to be not worse than BASE by the margin.

    Both are files, or sources that are counted where they are (a glob in quotes, a folder, duckdb:FILE or sqlite:FILE
    with --table or --query). One source holds both as columns (--models), or a database as two tables.

    Exit codes: 0 shown, 1 shown to be worse or undecided, 2 the call or its data are wrong. Prints one line; --json
    prints the whole comparison.
    """
    from referee.verbs.gate import gate

    options.refuse(len(files) > 2, f"give a base and a candidate; got {len(files)} files")
    if len(files) == 1 and given["models"] is None and not (given["table"] or given["query"]):
        raise click.UsageError("give a base and a candidate; got one file")
    metric = answers.metric_of(given)
    models = answers.read_pair(files, given, metric)
    options.refuse(len(models) != 2, f"give a base and a candidate; got {len(models)} models")
    how = options.pick(given, "margin", "level", "independent", "rng", "ledger")
    result = gate(*models, metric=metric, **how)
    options.print_result(result)
    return 0 if result.passed else 1
