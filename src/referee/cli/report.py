"""`referee report`."""

from __future__ import annotations

import click

from referee import _check
from referee.cli import options


@options.command("report", "result.json -o page.html")
@click.argument("results", type=click.Path(), nargs=-1, required=True)
@options.new_file("-o", "--out", required=True, help="The page to write.")
def command(results: tuple[str, ...], out: str) -> None:
    """Write one page that a person reads from RESULTS that were saved as JSON; several are sections of it."""
    from referee.core import load
    from referee.verbs.report import report

    found = []
    for path in results:
        found.append(load(path))
        try:
            str(found[-1])
        except Exception as error:
            _check.fail("results", "hold fields that fit together", f"{path} ({type(error).__name__}: {error})")
    click.echo(f"The page is {report(found, out)}")
