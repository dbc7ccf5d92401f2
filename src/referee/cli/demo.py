"""`referee demo`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import click

from referee import _check
from referee.cli import options


@click.command("demo", epilog="Example: referee demo --out out")
@click.option("--out", type=click.Path(file_okay=False), help="Folder for the results as JSON and as pages.")
@options.seed
def command(out: str | None, seed: int) -> None:
    """Two learners on bundled data: train on two thirds, evaluate each on the rest, and say which is better."""
    from referee.verbs.demo import run_demo

    folder = None if out is None else Path(out)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            _check.fail("out", "be a folder that can be made", repr(out), f"{error.strerror}.")
    results, region = run_demo(seed)
    for name, result in results.items():
        click.echo(result)
        click.echo()
        if folder is not None:
            result.to_json(folder / f"{name}.json")
    if folder is not None:
        click.echo(f"The results are in {folder}; referee.load reads them back.")
        _pages(results, region, folder)


def _pages(results: dict[str, Any], region: Any, folder: Path) -> None:
    """The pages of the first model and of the comparison, and where they are."""
    if importlib.util.find_spec("jinja2") is None:
        click.echo("Pages to look at need one more package: pip install 'referee[report]'.")
        return
    from referee.verbs.report import report

    page = report(results["logistic"], folder / "report.html")
    second = report(results["accuracy"], folder / "comparison.html", region=region)
    click.echo(f"Open {page} in a browser; {second} shows the comparison.")
