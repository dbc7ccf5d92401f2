"""The line on standard error that says how far a long job is."""

from __future__ import annotations

import contextlib
import io
import threading
import time

import click
import pytest

from referee.cli import cli
from referee.cli.terminal import Watch, progress


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self):
        return True


def looked_at(test):
    """Standard error is a terminal while the test runs."""

    def wrapped():
        with contextlib.redirect_stderr(Terminal()) as stderr:
            test(stderr)

    wrapped.__name__ = test.__name__
    return wrapped


def waited(stderr, text):
    for _ in range(500):
        if text in stderr.getvalue():
            return
        time.sleep(0.01)
    pytest.fail(f"no {text!r} in {stderr.getvalue()!r}")


@looked_at
def test_a_job_without_rows_and_one_with_them(stderr):
    with Watch(after=0.01, every=0.01) as watch:
        waited(stderr, "\rworking, 0 s")
        watch(1000, None)
        waited(stderr, "\r1,000 rows, 0 s")
        watch(2000, 8000)
        waited(stderr, "\r2,000 of 8,000 rows, 0 s")
    assert stderr.getvalue().endswith("\r\033[K")
    said = stderr.getvalue()
    time.sleep(0.05)
    assert stderr.getvalue() == said


@looked_at
def test_a_short_job_says_nothing(stderr):
    with Watch():
        pass
    assert stderr.getvalue() == ""


def test_nothing_where_nobody_looks():
    with contextlib.redirect_stderr(io.StringIO()) as made, Watch(after=0.0, every=0.001):
        time.sleep(0.05)
    assert made.getvalue() == ""


@pytest.mark.parametrize("name", ["evaluate", "compare", "gate", "plan", "test"])
def test_every_command_is_watched_and_counting_tells_its_rows(name, monkeypatch):
    seen = []

    @click.command(name)
    def command():
        seen.append(progress())

    monkeypatch.setattr(type(cli), "get_command", lambda self, ctx, given: command)
    cli.main([name], standalone_mode=False)
    cli.main([name], standalone_mode=False)
    assert [type(w) for w in seen] == [Watch] * 2
    assert seen[0] is not seen[1]
    assert all(w._outcome.is_set() for w in seen)


@looked_at
def test_an_error_ends_it(stderr):
    before = threading.active_count()

    def job():
        with Watch(after=0.01, every=0.01):
            waited(stderr, "working")
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        job()
    assert threading.active_count() == before
