"""Options and values that several commands share."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import click

from referee import _check
from referee.core.noun import Noun
from referee.core.types import Label

seed = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all random draws."
)
level = click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON document.")
html = click.option("--html", type=click.Path(dir_okay=False), help="Also write a page that a person reads.")
encoding = click.option("--encoding", default="utf-8", show_default=True, help="Encoding of a text file.")
delimiter = click.option("--delimiter", default="", help="Column separator of a text file; found when not said.")


def shown(result: Noun, as_json: bool) -> None:
    """Print a result, as a person or as a program reads it."""
    click.echo(result.to_json() if as_json else str(result))


def written(result: Noun, html: str | None) -> None:
    """Write the page of a result, when one is asked for; it shows the command that made it."""
    if html is None:
        return
    import shlex
    import sys

    from referee.verbs.report import report

    report(result, html, command=shlex.join(["referee", *sys.argv[1:]]))


def progress() -> Callable[[int, int | None], None]:
    """A line on standard error on jobs of more than two seconds, when that is a terminal."""
    start = shown = time.monotonic()

    def told(rows: int, total: int | None) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - start < 2 or now - shown < 0.5 or not sys.stderr.isatty():
            return
        shown = now
        of = "" if total is None else f" of {total:,}"
        click.echo(f"\r{rows:,}{of} rows, {now - start:.0f} s\033[K", err=True, nl=False)
        if rows == total:
            click.echo(err=True)

    return told


def pairs(arg: str, text: str, convert: Callable[[str], Any]) -> dict[str, Any]:
    """Text such as fp=1,fn=20 as a mapping."""
    out = {}
    for item in text.split(","):
        key, equals, value = item.partition("=")
        try:
            if not equals:
                raise ValueError
            out[key.strip()] = convert(value)
        except ValueError:
            _check.fail(arg, "be written as name=value,name=value", repr(text))
    return out


def numbers(arg: str, text: str) -> list[float]:
    """Text such as 20,50,100 as numbers."""
    try:
        return [float(item) for item in text.split(",")]
    except ValueError:
        _check.fail(arg, "be numbers with commas between them", repr(text))


def label_of(text: str, labels: tuple[Label, ...]) -> Label:
    """The label that a word on the command line means."""
    for label in labels:
        if str(label) == text or (isinstance(label, bool) and str(label).lower() == text):
            return label
    for label in labels:
        if not isinstance(label, str | bool):
            try:
                if float(text) == label:
                    return label
            except ValueError:
                continue
    return text
