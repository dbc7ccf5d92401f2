"""The textbook: its chapters are Markdown with code, and this runs the code.

A chapter (`chapters/NAME.md`) is the one place of its prose and its examples. The pages of the documentation are made
from it, and `referee textbook` runs what stands between a line `<!-- example KEY: TITLE | SOURCE -->` and the next
heading or example. Blocks of the kind `pycon` are sessions; one of the kind `python` draws and leaves `ax`.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

FENCE = re.compile(r"^( *)```(\w+)\n((?:.*\n)*?)\1```$", re.M)
EXAMPLE = re.compile(r"^<!-- example (\S+): (.+?) \| (.+?) -->\n", re.M)
END = re.compile(r"^(?:## |<!-- example )", re.M)


@dataclass(frozen=True)
class Statement:
    """A statement of a session with what it printed."""

    code: str
    output: str

    def __str__(self) -> str:
        first, *more = self.code.splitlines()
        return "\n".join([f">>> {first}", *[f"... {line}" for line in more]]) + "\n" + self.output


@dataclass(frozen=True)
class Example:
    """A worked example: where it stands, its sessions and its drawings."""

    key: str
    title: str
    source: str
    chapter: str
    sessions: tuple[str, ...]
    drawings: tuple[str, ...]


@cache
def chapters() -> dict[str, str]:
    """The chapters by name, in the order of the book.

    >>> list(chapters())[0]
    'is-it-any-good'
    """
    folder = resources.files("referee.examples") / "chapters"
    order = (folder / "order.txt").read_text(encoding="utf-8").split()
    return {name: (folder / f"{name}.md").read_text(encoding="utf-8") for name in order}


@cache
def examples() -> dict[str, Example]:
    """The examples by key, in the order of the book.

    >>> examples()["paradox"].title
    'The accuracy paradox'
    """
    found = {}
    for name, text in chapters().items():
        for head in EXAMPLE.finditer(text):
            end = END.search(text, head.end())
            blocks = [(f[2], f[3]) for f in FENCE.finditer(text[head.end() : end.start() if end else None])]
            sessions, drawings = (tuple(b for kind, b in blocks if kind == k) for k in ("pycon", "python"))
            found[head[1]] = Example(head[1], head[2], head[3], name, sessions, drawings)
    return found


def run_session(text: str, names: dict[str, Any]) -> list[Statement]:
    r"""Run a session; `names` are its variables and stay.

    >>> run_session(">>> n = 2\n>>> n + 1\n", {})
    [Statement(code='n = 2', output=''), Statement(code='n + 1', output='3\n')]
    """
    steps = []
    for one in doctest.DocTestParser().get_examples(text):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                exec(compile(one.source, "<textbook>", "single"), names)
            except Exception as error:
                kind = type(error)
                print(f"Traceback (most recent call last):\n    ...\n{kind.__module__}.{kind.__name__}: {error}")
        steps.append(Statement(one.source.rstrip("\n"), out.getvalue()))
    return steps


def run_example(key: str, draw: bool = False) -> tuple[list[Statement], dict[str, Any]]:
    """Run an example after the imports of its chapter: its steps, and the variables it leaves."""
    example = examples()[key]
    names: dict[str, Any] = {}
    first = next(f[3] for f in FENCE.finditer(chapters()[example.chapter]) if f[2] == "pycon")
    run_session(first, names)
    steps = [step for session in example.sessions for step in run_session(session, names)]
    for drawing in example.drawings if draw else ():
        exec(drawing, names)
    return steps, names
