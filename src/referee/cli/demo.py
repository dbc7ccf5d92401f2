"""`referee demo`."""

from __future__ import annotations

import importlib.util
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from referee import _check
from referee.cli import options


@options.command("demo", "--out out")
@click.option("--out", type=click.Path(file_okay=False), help="Folder for the results as JSON and as pages.")
@options.seed
def command(out: str | None, rng: int) -> None:
    """Two models on bundled data, evaluated and compared; then a study of three learners on three datasets."""
    from referee.verbs.demo import run_demo

    folder = None if out is None else Path(out)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            _check.fail("out", "be a folder that can be made", _check.show_value(out), f"{error.strerror}.")
    results, region = run_demo(rng)
    for name, result in results.items():
        click.echo(result)
        click.echo()
        if folder is not None:
            result.to_json(folder / f"{name}.json")
    study = _study(folder, rng)
    if folder is not None:
        click.echo(f"The results are in {folder}; referee.load reads them back.")
        _pages(results, region, study, folder)


def _study(folder: Path | None, seed: int) -> Any:
    """The study and what the whole of it shows, kept when there is a folder."""
    from referee.verbs.demo import run_demo_study

    with nullcontext(folder) if folder is not None else TemporaryDirectory() as place:
        study, standings = run_demo_study(place, seed)
    click.echo(f"{study}\n\n{standings}\n")
    if folder is not None:
        standings.to_json(folder / "standings.json")
        click.echo(
            f"The study is {folder / 'demo-study.toml'}: copy it, change it, and run referee experiment on it."
        )
    return study


def _pages(results: dict[str, Any], region: Any, study: Any, folder: Path) -> None:
    """The pages of the first model, of the comparison and of the study, and where they are."""
    if importlib.util.find_spec("jinja2") is None:
        click.echo("Pages to look at need one more package: pip install 'referee[report]'.")
        return
    from referee.verbs.report import report

    page = report(results["logistic"], folder / "report.html")
    second = report(results["accuracy"], folder / "comparison.html", region=region)
    third = report(study, folder / "study.html")
    click.echo(f"Open {page} in a browser; {second} shows the comparison, {third} the study.")
