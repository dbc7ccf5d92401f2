"""`referee experiment`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee import _format
from referee.cli import options


@options.command("experiment", "study.toml --store study.db --jobs 2")
@click.argument("study", type=click.Path())
@options.new_file("--store", help="File that keeps the runs; STUDY with .db by default.")
@options.jobs
@click.option("--cluster", help="Address of a Dask scheduler, such as tcp://10.0.0.1:8786.")
@click.option("--retry", is_flag=True, help="Run again what failed.")
@options.number("--time-limit", help="Seconds after which a run is ended and counts as failed.")
@click.option("--no-baselines", is_flag=True, help="Leave the baselines out.")
@click.option("--other-versions", is_flag=True, help="Go on though packages changed since the runs that are kept.")
@click.option("--dry-run", is_flag=True, help="Check everything, show the plan, and run nothing.")
@options.output
def command(study: str, **given: Any) -> int:
    """Run the STUDY that a TOML file describes: its learners on its datasets, on shared splits.

    Every finished run is kept at once: stop it at any moment, and the same command goes on where it was. Exit code 1
    when runs failed.
    """
    from referee.studies.dry_run import dry_run
    from referee.studies.study_file import read_experiment
    from referee.studies.study_learner import modules_of
    from referee.studies.study_text import StudyText

    modules = modules_of(StudyText(study))
    if modules:
        done = "names" if given["dry_run"] else "imports"
        named = ", ".join(map(_format.label, modules))
        click.echo(f"referee: the study {done} {named}, outside the packages that are known", err=True)
    store = given["store"] or str(Path(study).with_suffix(".db"))
    baselines = False if given["no_baselines"] else None
    made = read_experiment(study, baselines=baselines, time_limit=given["time_limit"], dry=given["dry_run"])
    if given["dry_run"]:
        options.print_result(dry_run(made, store))
        return 0
    results = made.run(store, **options.pick(given, "n_jobs", "cluster", "retry", "other_versions"))
    options.print_result(results)
    if options.form() == "text":
        _more(made, results, store)
    if results.interrupted:
        return 130
    return 1 if results.failures else 0


def _more(made: Any, results: Any, store: str) -> None:
    """What was done to columns, and what to do next."""
    from referee.data.row_keys import copied_cases
    from referee.studies.dry_run import dry_run
    from referee.views.pages.plan import column_lines

    click.echo()
    for line in column_lines(dry_run(made)):
        click.echo(line)
    for name, data in made.tables.items():
        copied = copied_cases(data.table, made.splits_of(name))
        if copied:
            told = f"{_format.plural(copied, 'case')} of {_format.count(data.n)} have a copy in a training part"
            click.echo(f"{_format.label(name)}: {told}, on which a learner that only remembers looks good.")
    if results.interrupted or results.missing:
        click.echo(f"Stopped. What finished is kept in {store}; the same command goes on.")
    elif results.failures:
        click.echo(f"Kept in {store}. Run failed runs again by --retry; next: referee rank {store}")
    else:
        click.echo(f"Kept in {store}. Next: referee rank {store}")
