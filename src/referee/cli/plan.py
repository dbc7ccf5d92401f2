"""`referee plan`."""

from __future__ import annotations

from typing import Any

import click

from referee import _format
from referee.cli import options
from referee.cli.grouped import Commands


@click.group("plan", cls=Commands)
def command() -> None:
    """How many test cases a question needs, or what those in hand can show."""


@options.command("plan width", "--value 0.8 --n 20,50,100,500,1000,5000 --method wilson", command)
@options.number("--value", required=True, help="The proportion, such as an accuracy of 0.8.")
@click.option("--n", "sizes", help="Numbers of cases [default: 20,50,100,500,1000,5000].")
@options.number("--width", help="The width wanted: how many cases give it?")
@options.preset("--method", default="midp", help="Interval method by name, such as wilson.")
@options.level
@options.output
def width(value: float, sizes: str | None, width: float | None, method: str, level: float) -> None:
    """The interval of a measured proportion for several numbers of cases, or the cases for a width."""
    if width is not None:
        options.refuse(sizes is not None, "give --n or --width; got both")
        _answer("width", value=value, width=width, method=method, level=level)
        return
    from referee.inference.coverage import width_by_n

    wanted = sizes or "20,50,100,500,1000,5000"
    cases: Any = [int(n) if n.is_integer() else n for n in options.numbers("n", wanted)]
    rows = width_by_n(value, cases, level=level, method=method)
    fields = {"value": value, "level": level, "method": method, "rows": [row._asdict() for row in rows]}
    cells = [[f"{row.n:,}", _format.span(row.low, row.high, 3), f"{row.width:.3f}"] for row in rows]
    title = f"{_format.percent(level)} interval ({method}) of a proportion of {value:g}"
    options.print_rows(title, ["n", "interval", "width"], cells, "><>", {"schema": "referee.width/1", **fields})


NUMBERS = {
    "effect": "The true difference.",
    "discordance": "Share of cases that just one model has right.",
    "a": "The first value.",
    "b": "The second value.",
    "ratio": "How many times the first the second is (auc: negatives to a positive).",
    "correlation": "Correlation of the two estimated AUCs.",
    "margin": "How much worse is still acceptable.",
    "n": "Cases in all: what is their power?",
    "power": "The power wanted [default: 0.8, without --n].",
}
QUESTIONS = {
    "paired": (
        "A difference in accuracy between two models on the same cases.",
        ("effect", "discordance"),
        "--effect 0.05 --discordance 0.15 --power 0.9",
    ),
    "independent": ("Two accuracies on different test sets.", ("a", "b", "ratio"), "--a 0.85 --b 0.75"),
    "auc": ("Two AUCs on the same cases.", ("a", "b", "correlation", "ratio"), "--a 0.85 --b 0.80 --ratio 4"),
    "noninferiority": (
        "That a candidate is not worse by the margin.",
        ("margin", "discordance", "effect"),
        "--margin 0.02 --discordance 0.06 --n 1000",
    ),
}
"""Each question with what it asks, its numbers and an example."""


def _add(name: str) -> None:
    """Add one question as a command."""
    words, names, example = QUESTIONS[name]

    @options.level
    @options.output
    def run(**given: Any) -> None:
        _answer(name, **given)

    made: list[click.Parameter] = [
        click.Option([f"--{item}"], type=float, help=NUMBERS[item]) for item in (*names, "n", "power")
    ]
    text = f"{words}\n\nHow many cases show it with --power, or the power of --n cases."
    options.command(f"plan {name}", example, command, params=made, help=text)(run)


def _answer(question: Any, **numbers: Any) -> None:
    from referee.verbs.plan import plan

    options.print_result(plan(question, **numbers))


for _name in QUESTIONS:
    _add(_name)
