"""`referee textbook`."""

from __future__ import annotations

import json
from typing import Any

import click

from referee import _check
from referee.cli import options
from referee.cli.terminal import progress


@options.command("textbook", "4.5")
@click.argument("example", required=False)
@options.new_file("--figure", metavar="FILE", help="Also draw the example into a picture, such as page.png.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON document.")
def command(example: str | None, figure: str | None, as_json: bool) -> None:
    """The worked examples of five texts: a list of them, or run one EXAMPLE such as 4.5."""
    from referee.examples import textbook

    known = textbook.examples()
    if example is None:
        options.refuse(figure, "--figure can only be given with an example")
        rows = [[one.key, one.title, one.source, one.chapter] for one in known.values()]
        head = ["example", "what", "source", "chapter"]
        _tell({"examples": [dict(zip(head, row, strict=True)) for row in rows]}, as_json, _table([head, *rows]))
        return
    one = known[_check.choice("example", example, known)]
    options.refuse(figure and not one.drawings, f"example {example} has no figure")
    steps, names = textbook.run_example(example, draw=figure is not None)
    document = {"example": one.key, "title": one.title, "source": one.source, "chapter": one.chapter}
    shown = [{"code": step.code, "output": step.output} for step in steps]
    text = f"{one.title} ({one.source})\n\n" + "".join(map(str, steps)).rstrip("\n")
    _tell({**document, "steps": shown}, as_json, text)
    if figure is not None:
        names["ax"].figure.savefig(figure)


def _tell(document: dict[str, Any], as_json: bool, text: str) -> None:
    """Print in the form that was asked for."""
    progress().stop()
    click.echo(json.dumps({"schema": "referee.textbook/1", **document}, indent=1) if as_json else text)


def _table(rows: list[list[str]]) -> str:
    """Rows with columns of one width."""
    wide = [max(len(row[i]) for row in rows) for i in range(3)]
    return "\n".join("  ".join([*(c.ljust(w) for c, w in zip(row, wide, strict=False)), row[3]]) for row in rows)
