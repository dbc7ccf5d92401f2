"""`referee export`."""

from __future__ import annotations

from pathlib import Path

import click

from referee import _check
from referee.cli import options
from referee.core.whole_file import write_whole

FORMS = {".md": "to_markdown", ".tex": "to_latex", ".json": "to_json"}


@options.command("export", "study.db --results results.csv --predictions p.parquet")
@click.argument("store", type=click.Path())
@options.path("--predictions", help="Every prediction, to a .parquet or .csv file.")
@options.path("--results", help="A row for each run with its metrics, to a .parquet or .csv file.")
@options.path("--table", help="The table of means, to a .md, .tex or .json file.")
@click.option("--mlflow", help="Runs to the tracking store of MLflow at this address.")
def command(
    store: str, predictions: str | None, results: str | None, table: str | None, mlflow: str | None
) -> None:
    """Write what a study's STORE holds, for other programs and for papers.

    Predictions have OpenML's columns: repeat, fold, row_id, prediction, truth, confidence.<class>. In CSV a text
    that begins like a formula gets an apostrophe in front.
    """
    nothing = not (predictions or results or table or mlflow)
    options.refuse(nothing, "say what to write: --predictions, --results, --table or --mlflow")
    kind = "" if table is None else Path(table).suffix.lower()
    if table is not None:
        _check.choice("table", kind, FORMS)
    from referee.studies.export import export_predictions, export_results
    from referee.studies.reading import read_study

    study = read_study(store)
    for path, write in ((predictions, export_predictions), (results, export_results)):
        if path is not None:
            click.echo(f"Wrote {write(study, path)}.")
    if table is not None:
        text = getattr(study, FORMS[kind])()
        write_whole(table, text.rstrip("\n") + "\n", arg="table")
        click.echo(f"Wrote {table}.")
    if mlflow is not None:
        from referee.studies.export import log_to_mlflow

        click.echo(f"Logged {log_to_mlflow(study, mlflow)} runs to {mlflow}.")
