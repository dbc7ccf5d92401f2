"""Predictions that are counted where they are: databases, folders, globs, large files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from referee import _format
from referee.cli import columns, options

LARGE = 1 << 28
"""Bytes of a file from which its rows are counted in batches rather than kept."""

RECORDS = ("weights", "groups")


def source_options(pair: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options of what is counted where it is; a pair may name two tables or queries."""
    twice = " Twice for two tables." if pair else ""
    made = (
        click.option(
            "--table", multiple=pair, help=f"Table of a database, with duckdb:FILE or sqlite:FILE.{twice}"
        ),
        click.option("--query", multiple=pair, help=f"SQL query of a database, instead of --table.{twice}"),
        click.option(
            "--missing",
            type=click.Choice(["refuse", "drop"]),
            default="refuse",
            show_default=True,
            help="What to do with rows that lack a value.",
        ),
        click.option("--exact", is_flag=True, help="Keep every distinct score, however many there are."),
    )

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(made):
            command = option(command)
        return command

    return decorated


def elsewhere(file: str, given: dict[str, Any]) -> bool:
    """Whether the rows are counted where they are: databases, folders, globs, large files, and on demand."""
    if given["exact"] or given["missing"] == "drop" or given["table"] or given["query"]:
        return True
    if not isinstance(scores(given), str | None):
        return True
    path = Path(file)
    if path.is_file():
        plain = all(given[role] is None for role in (*RECORDS, "case_id"))
        return plain and path.stat().st_size >= LARGE
    return path.is_dir() or ":" in file or any(sign in file for sign in "*?[")


def reach(given: dict[str, Any], refused: tuple[str, ...] = (*RECORDS, "case_id")) -> dict[str, Any]:
    """The options of counting; what needs every record is refused."""
    for role in refused:
        if given[role]:
            without = "one file, without --by, --exact and --missing"
            raise click.UsageError(f"{columns.flag(role)} needs every record: give {without}")
    names = ("truth", "pred", "positive", "missing", "exact", "encoding", "delimiter")
    return {name: given[name] for name in names} | {"score": scores(given), "progress": options.progress()}


def scores(given: dict[str, Any]) -> Any:
    """The column of the score, or a column for each class, written as class=column,class=column."""
    text = given["score"]
    parts = [] if text is None else text.split(",")
    return options.pairs("score", text, str) if len(parts) > 1 and all("=" in part for part in parts) else text


def pair_of(files: tuple[str, ...], given: dict[str, Any]) -> tuple[list[str], dict[str, Any]] | None:
    """The sources and columns that `compare` is called with; None when the files are read as records."""
    if not any(elsewhere(file, given) for file in files):
        return None
    out = reach(given, (*RECORDS, "by_position"))
    columns.needed(given, "truth")
    for name in ("table", "query"):
        out[name] = given[name] if len(given[name]) > 1 else next(iter(given[name]), None)
        if len(given[name]) > 2:
            raise click.UsageError(f"--{name} can be given once or twice; got {len(given[name])}")
    two = len(files) == 2 or any(len(given[name]) == 2 for name in ("table", "query"))
    if not two:
        names = columns.model_names(given["models"])
        scores = columns.measure_of(columns.metric_of(given, given.get("scores", False))) is not None
        out |= {"pred": None, "score": names} if scores else {"pred": names, "score": None}
        _stray(given, ("pred", "score", "case_id", "independent"), "two tables or files")
        return list(files), out
    _stray(given, ("models",), "one table or file")
    if (given["pred"] is None) == (given["score"] is None):
        raise click.UsageError("give --pred, the column of the predicted class, or --score")
    if (given["case_id"] is None) != bool(given["independent"]):
        got = "both" if given["independent"] else "neither"
        raise click.UsageError(f"two tables need --id or --independent; got {got}")
    out |= {"on": given["case_id"], "independent": given["independent"], "names": _names(files, given)}
    return list(files), out


def _names(files: tuple[str, ...], given: dict[str, Any]) -> tuple[str, str]:
    """What the models are called: by table, by file, or A and B."""
    named = given["table"] if len(given["table"]) == 2 else [Path(file).stem for file in files]
    if len(set(named)) != 2:
        return "A", "B"
    return _format.label(named[0], 60), _format.label(named[1], 60)


def _stray(given: dict[str, Any], names: tuple[str, ...], source: str) -> None:
    stray = [columns.flag(name) for name in names if given[name] not in (None, False)]
    if stray:
        raise click.UsageError(f"{', '.join(stray)} can only be given with {source}")
