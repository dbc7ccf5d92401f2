"""`referee plan`."""

from __future__ import annotations

import json
from typing import Any

import click

from referee import _format
from referee.cli import options


@click.group("plan")
def command() -> None:
    """How many test cases a question needs."""


@command.command(
    "width", epilog="Example: referee plan width --value 0.8 --n 20,50,100,500,1000,5000 --method wilson"
)
@click.option("--value", type=float, required=True, help="The proportion, such as an accuracy of 0.8.")
@click.option("--n", "sizes", default="20,50,100,500,1000,5000", show_default=True, help="Numbers of cases.")
@click.option("--method", default="midp", show_default=True, help="Interval method by name, such as wilson.")
@options.level
@options.as_json
def width(value: float, sizes: str, method: str, level: float, as_json: bool) -> None:
    """The interval of a measured proportion for several numbers of cases."""
    from referee.intervals.width import width_by_n

    cases: Any = [int(n) if n.is_integer() else n for n in options.numbers("n", sizes)]
    rows = width_by_n(value, cases, level=level, method=method)
    if as_json:
        fields = {"value": value, "level": level, "method": method, "rows": [row._asdict() for row in rows]}
        click.echo(json.dumps({"schema": "referee.width/1", **fields}, indent=1))
        return
    click.echo(f"{_format.percent(level)} interval ({method}) of a proportion of {value:g}")
    for row in rows:
        click.echo(f"  n = {row.n:>7,}  {_format.span(row.low, row.high, 3)}  width {row.width:.3f}")
