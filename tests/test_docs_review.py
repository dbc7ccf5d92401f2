"""What the pages on reviews show is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli_runner import run
from referee.claims.checklist import QUESTIONS

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {name: (DOCS / name).read_text() for name in ("review.md", "checklist.md")}
SHOWN = [
    (page, command, output)
    for page, text in PAGES.items()
    for command, output in re.findall(r"```console\n\$ referee (.*)\n((?:.|\n)*?)```", text)
]


@pytest.mark.parametrize(("page", "command", "output"), SHOWN, ids=lambda v: v[:40])
def test_shown_output_is_real(page, command, output):
    code, out, err = run(*shlex.split(command))
    assert code in (0, 1)
    assert (out, err) == (output, "")


@pytest.mark.parametrize("page", PAGES)
def test_the_python_runs(page):
    for block in re.findall(r"```python\n((?:.|\n)*?)```", PAGES[page]):
        exec(block, {})


def test_every_question_stands_on_the_page():
    for question, _ in QUESTIONS.values():
        assert question in PAGES["checklist.md"]


def test_every_code_stands_on_the_page():
    source = (DOCS.parent / "src" / "referee" / "verbs" / "review.py").read_text()
    for code in re.findall(r'"(R3\d\d)"', source):
        assert code in PAGES["review.md"]
