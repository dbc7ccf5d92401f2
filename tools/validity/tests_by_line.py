"""Which tests run a line: the quick tests run once under coverage, and what each of them ran is kept in `out/`.

`python -m tools.validity.tests_by_line` records it again, in about a quarter of an hour on two cores; with the names of
test files it adds what they run.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINES = ROOT / "out" / "tests_by_line.coverage"
SECONDS = ROOT / "out" / "tests_by_line.json"
READING = 0.2
"""Seconds that reading a test file takes."""
BROWSERS = ("tests/views/test_browser.py", "tests/views/test_widget.py", "tests/test_teaching.py")
"""Tests that drive a browser take long, and their pages are read by others too."""


class Clock:
    """How long each test took, with what was made ready for it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of one phase of a test; what fails is not kept, for it notices nothing."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.seconds[report.nodeid] = float("inf")


def record(files: list[str]) -> int:
    """Run every quick test that starts no browser, and keep the lines and the seconds of computing of each.

    With files only theirs, which are added to what is kept.
    """
    os.chdir(ROOT)
    LINES.parent.mkdir(exist_ok=True)
    os.environ["COVERAGE_FILE"] = str(LINES)
    clock = Clock()
    how = ["-q", "-n", "2", "--dist", "loadgroup", *(f"--ignore={file}" for file in BROWSERS)]
    how += ["-p", "tools.validity.whose_lines"]
    how += ["--cov=referee", "--cov-context=test", "--cov-report=", "--cov-fail-under=0"]
    how += ["--cov-append", *files] if files else []
    code = int(pytest.main(how, plugins=[clock]))
    passed = {test: seconds for test, seconds in clock.seconds.items() if seconds < float("inf")}
    used = os.times().children_user + os.times().children_system
    load = used / sum(passed.values())  # seconds of computing: a busy machine makes tests look long
    before = json.loads(SECONDS.read_text()) if files and SECONDS.exists() else {}
    now = {test: round(load * seconds, 3) for test, seconds in passed.items()}
    SECONDS.write_text(json.dumps(before | now, indent=0))
    return code


def tests_of(file: str, first: int, last: int) -> list[str]:
    """The tests that run one of these lines, the shortest first; of a file that was changed since, any line.

    Where no test does, or only a process that a test starts: the tests of the folder.
    """
    seconds = _seconds()
    changed = (ROOT / file).stat().st_mtime > SECONDS.stat().st_mtime
    ran = {
        context.rsplit("|", 1)[0]  # a test and its phase, or a file that is read
        for line, contexts in _contexts(file).items()
        if changed or first <= line <= last
        for context in contexts
    }
    found = {test for test in seconds if test in ran or test.split("::")[0] in ran}
    near = f"tests/{Path(file).parts[2]}/"
    return sorted(found or {t for t in seconds if t.startswith(near)}, key=lambda t: seconds[t])


def nearest(file: str, tests: list[str]) -> tuple[list[str], list[str]]:
    """Of the tests those in the file of the same name, and those that compare with what was kept, in their order.

    The nouns take long to make: they are among these for what shows them.
    """
    own, views = f"/test_{Path(file).stem.strip('_')}.py::", "/views/" in file
    kept = [t for t in tests if t.startswith("tests/as_before/") and (views or "/test_nouns.py" not in t)]
    return [t for t in tests if own in t], kept


def rest_of_files(tests: list[str]) -> list[str]:
    """The other tests of the same files, the shortest first: a line may run in what the first of them makes for all."""
    files = {test.split("::")[0] for test in tests}
    others = {test for test in _seconds() if test.split("::")[0] in files}.difference(tests)
    return sorted(others, key=lambda t: _seconds()[t])


def cut(tests: list[str], seconds: float) -> list[str]:
    """The first of the tests that take so long together, with the reading of their files, one at least."""
    files: set[str] = set()
    costs = []
    for test in tests:
        costs.append(_seconds()[test] + (0 if test.split("::")[0] in files else READING))
        files.add(test.split("::")[0])
    ends = itertools.accumulate(costs)
    return [test for test, end in zip(tests, ends, strict=True) if end <= seconds] or tests[:1]


@functools.cache
def _seconds() -> dict[str, float]:
    if not SECONDS.exists():
        subprocess.run([sys.executable, "-m", "tools.validity.tests_by_line"], check=False, stdout=sys.stderr)
    return json.loads(SECONDS.read_text())


@functools.cache
def _contexts(file: str) -> dict[int, list[str]]:
    from coverage import CoverageData

    data = CoverageData(str(LINES))
    data.read()
    return data.contexts_by_lineno(file)


if __name__ == "__main__":
    sys.exit(record(sys.argv[1:]))
