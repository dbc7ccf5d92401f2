"""`referee plan`."""

from __future__ import annotations

import json

import pytest

import referee
from cli_runner import run


def test_width_prints_a_line_for_each_n():
    code, out, err = run("plan", "width", "--value", "0.8", "--n", "20,50,100,500,1000,5000", "--method", "wilson")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "95% interval (wilson) of a proportion of 0.8"
    assert lines[1] == "  n =      20  [0.584, 0.919]  width 0.335"
    assert len(lines) == 7


def test_width_as_json_is_the_interval():
    document = json.loads(run("plan", "width", "--value", "0.8", "--n", "100", "--level", "0.9", "--json")[1])
    assert document["schema"] == "referee.width/1"
    (row,) = document["rows"]
    expected = referee.intervals.midp(80, 100, level=0.9)
    assert (row["low"], row["high"]) == (pytest.approx(expected.low), pytest.approx(expected.high))
