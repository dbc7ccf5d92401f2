"""`referee demo`."""

from __future__ import annotations

from pathlib import Path

import click

from referee import _check
from referee.cli import options


@click.command("demo", epilog="Example: referee demo --out out")
@click.option("--out", type=click.Path(file_okay=False), help="Folder for the results as JSON.")
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
    for name, result in run_demo(seed).items():
        click.echo(result)
        click.echo()
        if folder is not None:
            result.to_json(folder / f"{name}.json")
    if folder is not None:
        click.echo(f"The results are in {folder}; referee.load reads them back.")
