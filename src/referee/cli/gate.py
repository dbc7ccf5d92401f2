"""`referee gate`."""

from __future__ import annotations

from typing import Any

import click

from referee.cli import columns, options


@click.command(
    "gate",
    epilog="Example: referee gate base.parquet cand.parquet --id case --truth y --pred yhat --positive 1 "
    "--metric recall --margin 0.01",
)
@click.argument("base", type=click.Path())
@click.argument("candidate", type=click.Path())
@columns.file_options
@columns.pair_options
@click.option("--metric", help="The measure compared [default: accuracy; roc_auc for scores].")
@click.option("--margin", type=float, required=True, help="How much worse is still acceptable.")
@click.option("--ledger", type=click.Path(dir_okay=False), help="File that keeps looks at test sets.")
@options.level
@options.seed
@options.encoding
@options.delimiter
@options.as_json
def command(base: str, candidate: str, as_json: bool, **given: Any) -> int:
    """Exit with 0 only when CANDIDATE is shown to be not worse than BASE by the margin.

    Exit codes: 0 shown, 1 shown to be worse or undecided, 2 the call or its data are wrong. Prints one line; --json
    prints the whole comparison.
    """
    from referee.verbs.gate import gate

    metric = columns.metric_of(given)
    models = columns.two_files((base, candidate), given)
    result = gate(
        *models,
        metric=metric,
        margin=given["margin"],
        level=given["level"],
        independent=given["independent"],
        rng=given["seed"],
        ledger=given["ledger"],
    )
    options.shown(result, as_json)
    return 0 if result.passed else 1
