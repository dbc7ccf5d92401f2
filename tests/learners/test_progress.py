"""Progress as people expect it: one bar in place, one line per ten seconds in logs, one output in a notebook."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import pytest

from referee.learners import run
from referee.learners.run import Progress


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that a test sets."""
    now = SimpleNamespace(time=0.0)
    monkeypatch.setattr(run, "monotonic", lambda: now.time)
    return now


def ran(clock, fits, seconds, **options):
    bar = Progress(fits, **options)
    for _ in range(fits):
        clock.time += seconds
        bar.step()
    bar.close()


def test_a_terminal_has_one_bar_that_is_taken_away(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    ran(clock, 100, 1.0)
    said = sys.stderr.getvalue()
    assert "50 of 100 fits, 50 s left" in said
    assert said.count("\r") == 101
    assert "\n" not in said
    assert said.endswith("\r\x1b[J")


def test_a_log_has_one_line_per_ten_seconds(clock, capsys):
    ran(clock, 120, 1.0)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 12
    assert lines[0] == "  10 of 120 fits, 1 min 50 s left"


def test_short_work_leaves_no_line_in_a_log(clock, capsys):
    ran(clock, 100, 0.09)
    ran(clock, 100, 1.0, shown=False)
    assert capsys.readouterr().err == ""


def test_a_notebook_has_one_output_that_is_updated(clock, monkeypatch, capsys):
    made = []

    class Handle:
        def __init__(self, first):
            self.texts = [first]

        def update(self, data, raw):
            self.texts.append(data["text/plain"])

    def display(data, raw, display_id):
        made.append(Handle(data["text/plain"]))
        return made[-1]

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    ran(clock, 150, 1.0)
    assert len(made) == 1
    assert made[0].texts[-1] == "150 of 150 fits"
    assert capsys.readouterr().err == ""
