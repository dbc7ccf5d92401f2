"""The textbook, executable: every worked example of the seeds, computed now, beside what the book prints."""

from __future__ import annotations

import inspect
import json
import math
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

BOOKS = {
    "000": (
        "Introduction to Data Mining, 4.5-4.6",
        "Tan, Steinbach and Kumar (2006): estimates, intervals, comparing",
    ),
    "001": (
        "Lecture notes on model evaluation",
        "Tan, Steinbach, Karpatne and Kumar, 2nd ed., chapter 3",
    ),
    "002": ("Measuring classification accuracy", "lecture after Duda, Hart and Stork (2000) and Cohen (1995)"),
    "003": ("Data Mining: The Textbook, 10.9", "Aggarwal (2015): evaluation by bootstrap"),
    "004": ("Evaluating hypotheses", "lecture after Mitchell (1997) and Alpaydin: intervals, tests, ROC"),
}
MADE = "<!-- Made by `python -m tools.handbook`: every value in the column `referee` was computed by it. -->\n\n"
WORDS = {
    "ok": "",
    "rounding": "The book rounds differently.",
    "wrong": "**The book slips here.**",
    "ambiguous": "The book can be read in two ways.",
}


def pages() -> dict[str, str]:
    """docs/textbook/seed-NNN.md for each document, and the list of them."""
    from adapters import SEED, cases

    book = json.loads((ROOT / "tests/reference/seed_examples.json").read_text())
    made, rows = {}, []
    for number, (title, author) in BOOKS.items():
        own = [
            case for case in cases("seed_examples.json") if case["seed"].startswith(number) and case["op"] in SEED
        ]
        errata = [slip for slip in book["errata"] if slip["seed"].startswith(number)]
        made[f"textbook/seed-{number}.md"] = _page(title, author, own, errata, SEED)
        rows.append(f"| [{title}](seed-{number}.md) | {author} | {len(own)} | {len(errata)} |\n")
    made["textbook/index.md"] = (
        f"{MADE}# The textbook, executable\n\nEvery worked example of five texts on evaluating classifiers, computed "
        "anew, with what the text prints beside it and the erratum where the text slips.\n\n"
        "| text | after | examples | errata |\n|---|---|---|---|\n" + "".join(rows)
    )
    return made


def _page(title: str, author: str, cases: list[Any], errata: list[Any], handlers: dict[str, Any]) -> str:
    """One text: its examples by section, the calls behind them, its errata."""
    parts = [f"{MADE}# {title}\n\n{author}. Examples: {len(cases)}.\n"]
    for where in dict.fromkeys(case["where"] for case in cases):
        parts.append(f"## {_cell(where)}\n\n| example | input | the text prints | referee |\n|---|---|---|---|")
        for case in [case for case in cases if case["where"] == where]:
            says = " ".join(
                filter(None, [WORDS[case["verdict"]], case["note"] if case["verdict"] != "ok" else ""])
            )
            what = _cell(case["what"]) + (f" *{_cell(says)}*" if says else "")
            value = _value(handlers[case["op"]](case["inputs"]))
            parts.append(f"| {what} | {_value(case['inputs'])} | {_cell(case['printed'] or '')} | {value} |")
        parts.append("")
    if errata:
        parts.append("## Errata\n\n| where | the text | what holds |\n|---|---|---|")
        parts += [f"| {_cell(e['where'])} | {_cell(e['text'])} | {_cell(e['fix'])} |" for e in errata]
        parts.append("")
    parts.append("## The calls\n\nWhat each kind of example calls; `c` holds its inputs.\n")
    for op in dict.fromkeys(case["op"] for case in cases):
        parts.append(f"`{op}`\n\n```python\n{_source(handlers[op])}\n```\n")
    return "\n".join(parts)


def _source(handler: Any) -> str:
    """The code of a handler."""
    try:
        return textwrap.dedent(inspect.getsource(handler)).strip().rstrip(",")
    except (OSError, TypeError):
        return repr(handler)


def _value(value: Any) -> str:
    """A number, a list or a mapping, short enough for a cell."""
    if isinstance(value, dict):
        text = ", ".join(f"{key} = {_value(item)}" for key, item in value.items())
    elif isinstance(value, str | bool) or value is None:
        text = "undefined" if value is None else str(value)
    elif isinstance(value, int | float):
        text = "undefined" if math.isnan(value) else f"{value:.6g}"
    elif hasattr(value, "tolist"):
        return _value(value.tolist())
    elif isinstance(value, list | tuple):
        items = [_value(item) for item in value]
        text = "[" + ", ".join(items if len(items) <= 12 else [*items[:10], "..."]) + "]"
    else:
        text = str(value)
    return _cell(text if len(text) <= 160 else text[:157] + "...")


def _cell(text: str) -> str:
    """Text that is safe inside a table."""
    return str(text).replace("|", "\\|").replace("<", "&lt;").replace("\n", " ").replace("*", "\\*")
