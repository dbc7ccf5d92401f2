"""`referee report`."""

from __future__ import annotations

import click


@click.command("report", epilog="Example: referee report result.json -o page.html")
@click.argument("results", type=click.Path(), nargs=-1, required=True)
@click.option("-o", "--out", required=True, type=click.Path(dir_okay=False), help="The page to write.")
def command(results: tuple[str, ...], out: str) -> None:
    """Write one page that a person reads from RESULTS that were saved as JSON; several are sections of it."""
    from referee.core.noun import load
    from referee.verbs.report import report

    click.echo(f"The page is {report([load(path) for path in results], out)}")
