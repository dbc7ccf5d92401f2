"""`referee demo`."""

from __future__ import annotations

import importlib.util
import textwrap
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from referee import _check
from referee.cli import options

if TYPE_CHECKING:
    from referee.verbs.demo import Step

PAGES = {"comparison.html": 1, "report.html": 3, "audit.html": 4, "study.html": 5}
"""Pages by the step whose result they show."""
WIDTH = 96


@options.command("demo", "--out out")
@click.option("--out", type=click.Path(file_okay=False), help="Folder for the data, the results and their pages.")
@options.seed
def command(out: str | None, rng: int) -> None:
    """Six questions about classifiers of digits, each with its answer and the command that gives it."""
    from referee.verbs.demo import run_demo

    folder = None if out is None else Path(out)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            _check.fail("out", "be a folder that can be made", _check.show_value(out), f"{error.strerror}.")
    with nullcontext(folder) if folder is not None else TemporaryDirectory() as place:
        steps = run_demo(place, rng)
    for number, step in enumerate(steps, 1):
        click.echo(f"{number}. {step.question}")
        click.echo(textwrap.fill(step.answer, WIDTH, initial_indent="   ", subsequent_indent="   "))
        click.echo(f"   $ referee {step.command}" if folder is not None else "")
    if folder is None:
        click.echo("With --out FOLDER the data, the commands and the pages are kept there.")
    else:
        _keep(steps, folder)


def _keep(steps: list[Step], folder: Path) -> None:
    """The results as JSON and as pages, and where they are."""
    for number, step in enumerate(steps, 1):
        step.result.to_json(folder / f"step-{number}.json")
    if importlib.util.find_spec("jinja2") is None:
        click.echo("Pages to look at need one more package: pip install 'referee[report]'.")
        return
    from referee.verbs.report import report

    for name, place in PAGES.items():
        report(steps[place].result, folder / name)
    others = ", ".join(name for name in PAGES if name != "report.html")
    click.echo(f"Open {folder / 'report.html'} in a browser; beside it are {others}.")
