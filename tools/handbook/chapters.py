"""The chapters of the textbook as pages: their code run, what it printed below it, anchors for terms and slips."""

from __future__ import annotations

import contextlib
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

from referee.examples.textbook import EXAMPLE, FENCE, chapters, run_session

ROOT = Path(__file__).parents[2]
MADE = "<!-- Made by `python -m tools.handbook` from src/referee/examples/chapters: change it there. -->\n\n"
TERMS = re.compile(r"^<!-- terms: (.+?) -->\n", re.M)
SLIP = re.compile(r'^!!! warning "Slips? ([\d, and]+): (.+)"$', re.M)
IMAGE = re.compile(r"^!\[([^\]]+)\]\(figures/([\w-]+)\.png\)$", re.M)
DPI = 90


def page_of(text: str, run: bool = True, figures: Path | None = None) -> str:
    """A chapter as a page; `run` fills in what its code prints, and draws into the folder `figures`."""
    if figures:
        figures.mkdir(parents=True, exist_ok=True)
    names: dict[str, Any] = {}
    out, done = [], 0
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place) if run else contextlib.nullcontext():
        for part in re.finditer(f"{FENCE.pattern}|{IMAGE.pattern}", text, re.M):
            out.append(text[done : part.start()])
            out.append(_part(part, names, run, figures))
            done = part.end()
    return MADE + _anchored("".join([*out, text[done:]]))


def _part(part: re.Match[str], names: dict[str, Any], run: bool, figures: Path | None) -> str:
    """A block with what it prints, or a figure."""
    indent, kind, body = part[1], part[2], part[3]
    if kind is None:
        if run and figures:
            from matplotlib import pyplot

            names["ax"].figure.savefig(figures / f"{part[5]}.png", dpi=DPI)
            pyplot.close(names["ax"].figure)
        return part[0]
    if not run:
        return part[0]
    body = re.sub(f"^{indent}", "", body, flags=re.M)
    if kind == "pycon":
        shown = "".join(str(step) for step in run_session(body, names))
        assert "Traceback" not in shown or "\nreferee.errors." in shown, shown
        body = re.sub(r"^$(?=\n.)", "<BLANKLINE>", shown.rstrip("\n"), flags=re.M) + "\n"
    elif kind == "console":
        body = "".join(run_command(line) for line in body.splitlines())
    else:
        exec(compile(body, "<textbook>", "exec"), names)
    return "\n".join(f"{indent}{line}".rstrip() for line in f"```{kind}\n{body}```".split("\n"))


def run_command(line: str) -> str:
    """A command with what it prints."""
    sys.path.insert(0, str(ROOT / "tests"))
    from helpers.cli_runner import run

    code, out, err = run(*shlex.split(line.removeprefix("$ referee ")))
    assert (code in (0, 1), err) == (True, ""), f"{line}: {err}"
    return f"{line}\n{out}"


def _anchored(text: str) -> str:
    """The text with an anchor for each example, group of terms and slip."""
    text = EXAMPLE.sub(lambda m: f'<a id="example-{m[1]}"></a>\n*Example `{m[1]}`: {m[2]}. {m[3]}.*\n\n', text)
    text = TERMS.sub(lambda m: f'<a id="{anchor(m[1])}"></a>\n', text)
    return SLIP.sub(lambda m: "".join(f'<a id="slip-{n}"></a>' for n in _numbers(m)) + f"\n\n{m[0]}", text)


def anchor(terms: str) -> str:
    """The anchor of a group of terms: the first of them.

    >>> anchor("LOO*; corrected leave-one-out")
    'loo-star'
    """
    first = terms.split(";")[0].strip().lower().replace("*", " star").replace("'", " prime")
    return re.sub(r"[^a-z0-9]+", "-", first).strip("-")


def _numbers(slip: re.Match[str]) -> list[str]:
    return re.findall(r"\d+", slip[1])


def terms() -> dict[str, str]:
    """Each term with the page and anchor of its place."""
    found: dict[str, str] = {}
    for name, text in chapters().items():
        for group in TERMS.finditer(text):
            for term in group[1].split(";"):
                assert term.strip() not in found, f"{term} twice"
                found[term.strip()] = f"{name}.md#{anchor(group[1])}"
    return found


def slips() -> dict[int, tuple[str, str]]:
    """Each slip by its number: its title, and the page and anchor of its place."""
    found: dict[int, tuple[str, str]] = {}
    for name, text in chapters().items():
        for slip in SLIP.finditer(text):
            for number in map(int, _numbers(slip)):
                assert number not in found, f"slip {number} twice"
                found[number] = (slip[2], f"{name}.md#slip-{number}")
    return found


def title(name: str) -> str:
    """The title of a chapter."""
    return chapters()[name].partition("\n")[0].removeprefix("# ")
