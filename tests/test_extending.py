"""The three walk-throughs of docs/extending.md, done in a copy: the tests that the page names then see what was added."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.doc_pages import ROOT, examples, run_inline, run_session

PAGE = examples((ROOT / "docs" / "extending.md").read_text())
FILES = {one.title: one for one in PAGE if one.title}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The source, its tests, and what the handbook needs."""
    home = tmp_path_factory.mktemp("clone")
    for folder in ("src", "tests", "tools", "docs"):
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
    """Add the line of a diff to what a package exports."""
    (line,) = lines.splitlines()
    with (home / name).open("a") as stub:
        stub.write(line.removeprefix("+") + "\n")


@pytest.mark.slow
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
    named = ["tests/metrics/test_properties.py", "tests/inference/test_properties.py"]
    named.append("tests/checks/test_audit_registry.py")
    assert all(f"`{name}`" in (ROOT / "docs" / "extending.md").read_text() for name in named)
    words = "spherical_score or error_rates or R135 or more_features or facts or exported or reference"
    code, out = run(copy, *quiet, *titles, *named, *[one.title for one in sources], "-k", words)
    assert code == 0, out
    assert int(re.search(r"(\d+) passed", out)[1]) > 9
    code, out = run(copy, "tools.handbook", "site", "--quick")
    assert code == 0, out
    for name, word in MADE.items():
        assert word in (copy / "site" / name).read_text(), name


MADE = {
    "formulas/metrics.md": "## `spherical_score`",
    "formulas/inference.md": "## `error_rates`",
    "checks/R135.md": "# R135: There are more features than training cases",
    "checks/index.md": "[R135](R135.md)",
}


EVERYWHERE = """
import json, sys
import numpy as np
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
import referee

NAME = "spherical_score"
rng = np.random.default_rng(0)
y = np.arange(200) % 2
p, q = (1 / (1 + np.exp(-rng.normal(2 * y - 1, spread))) for spread in (1.0, 2.0))
by_hand = np.mean(np.where(y, p, 1 - p) / np.hypot(p, 1 - p))
a, b = referee.read_models(y, scores={"one": p, "two": q})
found = referee.evaluate(a, rng=0)[NAME]
assert abs(found.value - by_hand) < 1e-12 and found.value in found.interval
duel = referee.compare(a, b, metric=NAME, rng=0)
assert duel.difference.value > 0 and duel.difference.name == NAME + "_difference"
assert duel.test.p_value < 0.05 and duel.verdict is referee.Verdict.BETTER
assert len(referee.compare_all([a, b], metric=NAME, rng=0)) == 1
apart = referee.compare(a, b, metric=NAME, independent=True, rng=0)
assert apart.difference.interval is not None and not apart.origin.same_cases
assert referee.gate(b, a, metric=NAME, margin=0.01, rng=0).passed
assert not referee.gate(a, b, metric=NAME, margin=0.01, rng=0).passed
groups = np.arange(200) // 2
whole = referee.read(y, y_score=p, groups=groups)
assert referee.evaluate(whole, metrics=[NAME], rng=0)[NAME].interval is not None
slices = referee.evaluate_by(referee.read_slices(a, by={"half": groups % 2}), metric=NAME, rng=0)
assert len(slices.tests) == 2
X = np.c_[y + rng.normal(size=200), rng.normal(size=200)]
skill = referee.estimate_error(GaussianNB(), X, y, metric=NAME, method="k_fold", rng=0)
assert 0.5 < skill.estimate.value < 1
learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
(pair,) = referee.compare_learners(learners, X, y, metric=NAME, rng=0)
assert pair.difference.interval is not None
data = {f"d{i}": (X[i * 30 : i * 30 + 60], y[i * 30 : i * 30 + 60]) for i in range(5)}
splits = referee.learners.RandomSplits(3, test=1 / 3)
study = referee.Experiment(learners, data, splits, rng=0, baselines=False).run("study.db", progress=False)
standings = referee.rank(study, metric=NAME, rng=0)
assert standings.metric == NAME
print(json.dumps([found.value, duel.test.p_value]))
"""


def test_the_new_metric_works_in_every_verb(copy, tmp_path):
    """One file was added: evaluate, compare, gate, rank, estimate_error and a study take it by its name."""
    one = FILES["src/referee/metrics/spherical_score.py"]
    (copy / one.title).write_text(one.text)
    script = tmp_path / "everywhere.py"
    script.write_text(EVERYWHERE)
    env = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = "\n".join(f"{i % 2},{0.9 if i % 2 else 0.3}" for i in range(40))
    (tmp_path / "p.csv").write_text(f"y,p\n{rows}\n")
    words = ["evaluate", str(tmp_path / "p.csv"), "--truth", "y", "--score", "p"]
    code, out = run(copy, "referee", *words)
    assert code == 0, out
    assert "spherical score" in out


def test_the_rest_of_the_page_runs():
    names: dict = {}
    for one in PAGE:
        if one.kind == "inline":
            run_inline(one.text, f"extending.md:{one.line}")
        elif not one.title:
            assert one.kind == "pycon"
            run_session(one.text, names, f"extending.md:{one.line}")
