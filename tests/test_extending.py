"""The three walk-throughs of docs/extending.md, done in a copy: the tests that the page names then see what was added."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from doc_pages import ROOT, examples, run_inline, run_session

PAGE = examples((ROOT / "docs" / "extending.md").read_text())
FILES = {one.title: one for one in PAGE if one.title}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The source, its tests, and what the handbook needs."""
    home = tmp_path_factory.mktemp("clone")
    for folder in ("src", "tests", "handbook", "docs"):
        shutil.copytree(ROOT / folder, home / folder, ignore=shutil.ignore_patterns("__pycache__", "*.png"))
    for name in ("pyproject.toml", "mkdocs.yml", "Makefile"):
        shutil.copy(ROOT / name, home / name)
    return home


def run(home: Path, *words: str) -> tuple[int, str]:
    """Python in the copy."""
    path = os.pathsep.join([str(home / "src"), str(home)])
    env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-m", *words], cwd=home, env=env, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def exported(home: Path, name: str, lines: str) -> None:
    """Put the lines of a diff where the page says: an import among the imports, a name among the names."""
    imported, listed = [line.removeprefix("+") + "\n" for line in lines.splitlines()]
    text = (home / name).read_text()
    package = imported.split()[1].rpartition(".")[0]
    text = text.replace(f"from {package}", f"{imported}from {package}", 1)
    (home / name).write_text(text.replace("__all__ = [\n", f"__all__ = [\n{listed}", 1))


def test_the_walk_throughs_hold(copy):
    sources = [one for one in FILES.values() if one.title.startswith("src/") and one.kind == "python"]
    own = [one for one in FILES.values() if one.title.startswith("tests/")]
    assert len(sources) == len(own) == 3
    for one in [*sources, *own]:
        assert not (copy / one.title).exists(), "the page adds what is there"
        (copy / one.title).write_text(one.text)
    quiet = ("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    titles = [one.title for one in own]
    for one in FILES.values():
        if one.kind == "diff":
            exported(copy, one.title, one.text)
    named = ["tests/metrics/test_properties.py", "tests/stattests/test_properties.py"]
    named.append("tests/checks/test_audit_registry.py")
    assert all(f"`{name}`" in (ROOT / "docs" / "extending.md").read_text() for name in named)
    words = "miss_share or error_rates or R135 or more_features or exported or reference"
    code, out = run(copy, *quiet, *titles, *named, *[one.title for one in sources], "-k", words)
    assert code == 0, out
    assert int(re.search(r"(\d+) passed", out)[1]) > 9
    code, out = run(copy, "handbook", "--check")
    assert code == 1
    for name in ("formulas/metrics.md", "formulas/stattests.md", "checks/R135.md", "checks/index.md"):
        assert f"docs/{name} is out of date" in out


def test_the_rest_of_the_page_runs():
    names: dict = {}
    for one in PAGE:
        if one.kind == "inline":
            run_inline(one.text, f"extending.md:{one.line}")
        elif not one.title:
            assert one.kind == "pycon"
            run_session(one.text, names, f"extending.md:{one.line}")
