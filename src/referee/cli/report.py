"""`referee report`."""

from __future__ import annotations

import click


@click.command("report", epilog="Example: referee report result.json -o page.html")
@click.argument("result", type=click.Path())
@click.option("-o", "--out", required=True, type=click.Path(dir_okay=False), help="The page to write.")
def command(result: str, out: str) -> None:
    """Write one page that a person reads from a RESULT that was saved as JSON."""
    from referee.core.noun import load
    from referee.verbs.report import report

    click.echo(f"The page is {report(load(result), out)}")
