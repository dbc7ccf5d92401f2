"""The mutation check itself: what it changes, what it leaves, and that a weak test is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("tools.validity")

from tools.validity import mutants, tests_by_line

pytestmark = pytest.mark.xdist_group("mutants")  # one process reads all files, once

TEXT = '''
LIMIT = 3


def f(a: int, b=2):
    """One."""
    if a < 1:
        _check.fail("a", f"be {a + 1}", -a)
    return "x" + str(a) if a == b else -a * b - 5
'''


def test_each_change_is_one_sign_comparison_or_constant():
    found = [mutants.mutate("f.py", TEXT, *place) for place in mutants.places(TEXT)]
    changes = sorted(m.change for m in found)
    assert changes == [
        "comparison Eq",
        "comparison Lt",
        "constant 1",
        "constant 5",
        "sign Mult",
        "sign Sub",
        "sign USub",
    ]
    assert len({m.text for m in found}) == len(found)
    for mutant in found:
        compile(mutant.text, "f.py", "exec")
        assert "LIMIT = 3" in mutant.text
        assert '"""One."""' in mutant.text
    assert "+a * b - 5" in next(m.text for m in found if m.change == "sign USub")


@pytest.mark.slow
def test_the_sample_covers_what_stands_around_formulas_too():
    rooms = {mutant.file.split("/")[2] for mutant in mutants.sample(100, 1)}
    assert {"verbs", "data", "views", "studies", "inference", "metrics", "learners"} <= rooms


@pytest.mark.slow
def test_the_sample_is_seeded_and_has_a_file_once():
    found = mutants.sample(12, 5)
    assert found == mutants.sample(12, 5) != mutants.sample(12, 6)
    assert len({m.file for m in found}) == 12


def test_a_mutant_knows_the_lines_that_run_with_it():
    text = "def f(a):\n    if (\n        a\n        < 2\n    ):\n        return 3\n"
    lines = {m.change: m.lines for m in (mutants.mutate("f.py", text, *place) for place in mutants.places(text))}
    assert lines == {"comparison Lt": (2, 4), "constant 2": (2, 4), "constant 3": (6, 6)}


FILE = "src/referee/metrics/fbeta.py"
SECONDS = {
    "tests/metrics/test_a.py::long": 3.0,
    "tests/metrics/test_a.py::short": 0.5,
    "tests/metrics/test_a.py::other": 0.1,
    "tests/core/test_b.py::middle": 1.0,
}


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    coverage = pytest.importorskip("coverage")
    monkeypatch.setattr(tests_by_line, "LINES", tmp_path / "lines")
    monkeypatch.setattr(tests_by_line, "SECONDS", tmp_path / "seconds")
    data = coverage.CoverageData(str(tmp_path / "lines"))
    for test, phase, line in (("long", "run", 7), ("short", "setup", 7), ("other", "run", 9)):
        data.set_context(f"tests/metrics/test_a.py::{test}|{phase}")
        data.add_lines({FILE: [line]})
    data.set_context("tests/core/test_b.py::middle|run")
    data.add_lines({FILE: [7, 8]})
    data.write()
    (tmp_path / "seconds").write_text(json.dumps(SECONDS))
    for kept in (tests_by_line._seconds, tests_by_line._contexts):
        kept.cache_clear()
    yield tmp_path / "seconds"
    for kept in (tests_by_line._seconds, tests_by_line._contexts):
        kept.cache_clear()


def test_the_tests_of_a_line_are_those_that_run_it_the_shortest_first(recorded):
    names = [test.split("::")[1] for test in tests_by_line.tests_of(FILE, 6, 7)]
    assert names == ["short", "middle", "long"]
    assert tests_by_line.tests_of(FILE, 8, 8) == ["tests/core/test_b.py::middle"]


def test_what_no_test_runs_gets_the_tests_of_its_folder(recorded):
    assert [test.split("::")[1] for test in tests_by_line.tests_of(FILE, 1, 2)] == ["other", "short", "long"]


def test_a_file_changed_since_gets_all_that_ran_it(recorded):
    os.utime(recorded, (0, 0))
    assert len(tests_by_line.tests_of(FILE, 1, 2)) == 4


def test_what_a_file_runs_while_it_is_read_belongs_to_all_its_tests(recorded):
    data = pytest.importorskip("coverage").CoverageData(str(tests_by_line.LINES))
    data.set_context("tests/metrics/test_a.py|collect")
    data.add_lines({FILE: [20]})
    data.write()
    assert [test.split("::")[1] for test in tests_by_line.tests_of(FILE, 20, 20)] == ["other", "short", "long"]


def test_the_nearest_tests_are_those_of_the_name_and_those_kept():
    tests = [
        "tests/a/test_b.py::x",
        "tests/a/test_fbeta.py::x",
        "tests/c/test_d.py::x",
        "tests/as_before/test_e.py::x",
    ]
    assert tests_by_line.nearest(FILE, tests) == ([tests[1]], [tests[3]])
    nouns = ["tests/as_before/test_nouns.py::x"]
    assert tests_by_line.nearest(FILE, nouns)[1] == []
    assert tests_by_line.nearest("src/referee/views/html.py", nouns)[1] == nouns


def test_tests_are_cut_by_time_and_their_files_filled_up(recorded):
    tests = tests_by_line.tests_of(FILE, 7, 7)
    assert tests_by_line.cut(tests, 2) == tests[:2]
    assert tests_by_line.cut(tests, 1.6) == tests[:1]  # reading a second file takes time too
    assert tests_by_line.cut(tests, 0.1) == tests[:1]
    assert tests_by_line.cut([], 2) == []
    assert tests_by_line.rest_of_files(tests) == ["tests/metrics/test_a.py::other"]


@pytest.mark.slow
def test_survivors_lower_the_share_and_are_named(monkeypatch):
    made = mutants.sample(4, 1)
    monkeypatch.setattr(mutants, "measure", lambda found: [(m, m is not found[0]) for m in found])
    monkeypatch.setattr(mutants, "EQUIVALENT", {})
    found = mutants.cells(4, 1)
    whole = next(c for c in found if c["world"] == "all changes")
    assert (whole["rate"], whole["low"]) == (0.75, 0.9)
    assert len(made) == 4
    (named,) = (c["world"] for c in found if c["promise"] == "survivor")
    assert made[0].file.endswith(named.split(":")[0])
    assert f"Survived: `{named}`." in mutants.tables(found, 4)
    monkeypatch.setattr(mutants, "EQUIVALENT", {made[0].place: "nothing changes"})
    assert next(c["rate"] for c in mutants.cells(4, 1) if c["world"] == "all changes") == 1.0


@pytest.mark.slow
def test_every_change_that_is_called_equivalent_can_be_made():
    for place in mutants.EQUIVALENT:
        file = f"src/referee/{place.split(':')[0]}"
        text = (mutants.ROOT / file).read_text()
        spots = [spot for spot in mutants.places(text) if f": {spot[1]} in " in place]
        assert place in {mutants.mutate(file, text, *spot).place for spot in spots}


SUITE = """
from pathlib import Path
from tools.validity import forked_tests
home = Path("copy").resolve()
(home / "src").mkdir(parents=True)
(home / "tests").mkdir()
(home / "tests/test_a.py").write_text(
    "def test_good(): pass\\n"
    "def test_bad(): assert 0\\n"
    "def test_long():\\n    while True: pass\\n"
)
(home / "tests/test_b.py").write_text("import nothing")
for names in (["a.py::test_good"], ["a.py::test_good", "a.py::test_bad"], ["a.py::test_long"], ["b.py::test"]):
    print(forked_tests.failing(home, [f"tests/test_{name}" for name in names], 2))
"""


@pytest.mark.slow
def test_what_fails_or_does_not_end_is_told_from_what_passes(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SUITE],
        env=os.environ | {"PYTHONPATH": str(mutants.ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "",
        *(f"tests/test_{name}" for name in ("a.py::test_bad", "a.py::test_long", "b.py::test")),
    ]
