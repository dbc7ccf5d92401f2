"""Every example in the documentation runs, and the generated pages are what the code says now."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from cli_runner import run

DOCS = Path(__file__).parents[1] / "docs"
GENERATED = {"formulas", "commands", "textbook"}
PAGES = sorted(p for p in DOCS.rglob("*.md") if p.relative_to(DOCS).parts[0] not in GENERATED)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SHOWN = [
    (str(page.relative_to(DOCS)), *shown)
    for page in PAGES
    if page.name != "rank.md"  # its table is in tests/cli/test_rank.py
    for shown in re.findall(r"```console\n\$ referee (.*)\n((?:.|\n)*?)```", page.read_text())
]


@pytest.mark.parametrize("page", [p for p in PAGES if ">>>" in p.read_text()], ids=lambda p: p.stem)
def test_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```.*$", "", page.read_text(), flags=re.M)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize(("page", "command", "output"), SHOWN)
def test_shown_output_is_real(page, command, output):
    code, out, err = run(*shlex.split(command))
    assert code in (0, 1)  # 1: a verdict that is not met is an answer too
    assert err == ""
    assert out == output


def test_links_lead_somewhere():
    for page in DOCS.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+\.md)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.relative_to(DOCS)}: {link}"


def test_generated_pages_are_fresh():
    from handbook import commands, formulas, textbook

    made = {**formulas.pages(), **textbook.pages()}
    stale = [name for name, text in made.items() if (DOCS / name).read_text() != text]
    assert not stale, "run python -m handbook"
    assert all((DOCS / name).exists() for name in commands.pages())


def test_every_page_is_in_the_menu():
    menu = (DOCS.parent / "mkdocs.yml").read_text()
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    assert [name for name in sorted(pages) if name not in menu] == []
