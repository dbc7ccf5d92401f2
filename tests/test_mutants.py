"""The mutation check itself: what it changes, what it leaves, and that a weak test is told."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("tools.validity")

from tools.validity import mutants

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


def test_the_sample_covers_what_stands_around_formulas_too():
    rooms = {mutant.file.split("/")[2] for mutant in mutants.sample(100, 1)}
    assert {"verbs", "data", "views", "studies", "inference", "metrics", "learners"} <= rooms


def test_the_sample_is_seeded_and_has_a_file_once():
    found = mutants.sample(12, 5)
    assert found == mutants.sample(12, 5) != mutants.sample(12, 6)
    assert len({m.file for m in found}) == 12
    for mutant in found:
        tests = [test for tests in mutants.own_tests(mutant.file) for test in tests]
        assert tests
        assert len(set(tests)) == len(tests)
        assert all((mutants.ROOT / test).exists() for test in tests)


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


def test_every_change_that_is_called_equivalent_can_be_made():
    for place in mutants.EQUIVALENT:
        file = f"src/referee/{place.split(':')[0]}"
        text = (mutants.ROOT / file).read_text()
        assert place in {mutants.mutate(file, text, *spot).place for spot in mutants.places(text)}


SUITE = """
from pathlib import Path
from tools.validity import mutants
home = Path("copy")
(home / "src").mkdir(parents=True)
(home / "tests").mkdir()
(home / "tests/test_good.py").write_text("def test_good(): pass")
(home / "tests/test_bad.py").write_text("def test_bad(): assert 0")
(home / "tests/test_long.py").write_text("def test_long():\\n    while True: pass")
for name, seconds in (("good", 9), ("bad", 9), ("long", 1)):
    print(mutants._failing(home.resolve(), [f"tests/test_{name}.py"], seconds))
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
    assert done.stdout.splitlines() == ["[]", "['tests/test_bad.py::test_bad']", "['tests/test_long.py']"]
