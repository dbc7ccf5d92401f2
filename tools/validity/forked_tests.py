"""Tests that run in a fork of this process, where what most of them import is there."""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep
from types import ModuleType
from typing import NoReturn

import pytest

NONE_COLLECTED = 5
COMMON = (
    "numpy",
    "scipy.stats",
    "scipy.optimize",
    "sklearn.model_selection",
    "sklearn.pipeline",
    "sklearn.naive_bayes",
    "sklearn.linear_model",
    "sklearn.neighbors",
    "sklearn.ensemble",
    "pandas",
    "pyarrow.parquet",
    "narwhals",
    "hypothesis",
    "matplotlib.figure",
    "jinja2",
    "click",
)
"""Packages that most tests import, and that start no thread."""


class Chosen:
    """The tests of a run by name, until one fails; each is written in a file as it starts.

    A file that cannot be read is written as its first test.
    """

    def __init__(self, tests: list[str], out: Path) -> None:
        self.tests, self.out = tests, out

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Stop at a file that cannot be read."""
        blamed = [test for test in self.tests if report.failed and test.split("::")[0] == report.nodeid]
        if blamed:
            self.out.write_text(blamed[0])
            os._exit(1)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Leave out what was not chosen."""
        self.session = session
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.tests if test in found]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Name the test that runs."""
        self.out.write_text(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stop at the first failure, which is the last one named."""
        if report.failed:
            self.session.shouldstop = "noticed"


def failing(home: Path, tests: list[str], seconds: int) -> str:
    """The test that fails or does not end in time, else none; the first of them when they do not start.

    A fork of this process runs them: what every test imports is there, which is most of the time of a small one.
    """
    if not tests:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder) / "test"
        child = os.fork()
        if not child:
            _run_tests(home, tests, seconds, named)
        code = _wait(child, 5 * seconds)
        if code in (0, NONE_COLLECTED):
            return ""
        return named.read_text() if named.exists() else tests[0]


def _run_tests(home: Path, tests: list[str], seconds: int, named: Path) -> NoReturn:
    """Run tests on the copy in silence, and end the process."""
    code = 3
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.chdir(home)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        path = [str(home / "src"), str(home / "tests")]
        os.environ |= {"PYTHONPATH": os.pathsep.join(path), "CI": "true"}
        sys.path[:0] = path
        sys.dont_write_bytecode = False  # what is compiled once serves every mutant
        for name in [name for name in sys.modules if name.split(".")[0] in ("referee", "tools", "helpers")]:
            del sys.modules[name]
        sys.modules["__main__"] = ModuleType("__main__")  # or processes of a test would import this command
        files = sorted({test.split("::")[0] for test in tests})
        how = ["-q", "-p", "no:cacheprovider", "--assert=plain"]
        code = int(pytest.main([*how, *files], plugins=[Chosen(tests, named)]))
    finally:
        os._exit(code)


def _wait(child: int, seconds: int) -> int:
    """The exit code of a process that leads a group, which is killed with it when it takes longer."""
    end = perf_counter() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if perf_counter() > end:
            os.killpg(child, signal.SIGKILL)
        sleep(0.05)
