"""The benchmarks' own bookkeeping: rows are kept as they come, and the page is made of them."""

from __future__ import annotations

import json
import sys
from types import ModuleType

import pytest

from tools.benchmarks import __main__ as bench
from tools.benchmarks.page import meets_goal
from tools.benchmarks.timing import row


def with_jobs(monkeypatch, name, jobs):
    module = ModuleType(f"tools.benchmarks.{name}")
    module.jobs = jobs
    monkeypatch.setitem(sys.modules, module.__name__, module)


def run(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["benchmarks", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    return ended.value.code


def test_a_module_that_fails_loses_no_row_and_stops_no_other(monkeypatch, tmp_path, capsys):
    def breaks():
        yield row("first job", 1000, 0.5, "peer", 1.0, 1)
        raise AssertionError("too slow")

    with_jobs(monkeypatch, "breaks", breaks)
    with_jobs(monkeypatch, "holds", lambda: [row("second job", 1, 2.0, "limit", 1.0, 1, at_most=True)])
    rows, page = tmp_path / "bench.json", tmp_path / "page.md"
    assert run(monkeypatch, "breaks", "holds", "--out", rows) == 1
    found = json.loads(rows.read_text())
    assert [r["job"] for part in found["parts"].values() for r in part] == ["first job", "second job"]
    assert found["failed"] == {"breaks": "AssertionError: too slow"}
    said = capsys.readouterr().out
    assert "2 rows, 1 goals missed on this machine; failed: breaks" in said
    assert "MISSED  limit" in said
    assert run(monkeypatch, "--rows", rows, "--docs", page) == 1
    assert "| first job | 1,000 | 500 ms |  | peer | 1.00 s | 2.00 | >= 1 |" in page.read_text()
    assert "**2.00 missed**" in page.read_text()


def test_a_quick_run_leaves_out_what_takes_minutes(monkeypatch):
    ran = []
    monkeypatch.setattr(bench, "run", lambda name, found: ran.append(name))
    assert run(monkeypatch, "--quick") == 0
    assert "verbs" in ran
    assert not bench.LONG & set(ran)


@pytest.mark.parametrize(("ours", "at_most", "met"), [(0.5, False, True), (2.0, False, False), (0.5, True, True)])
def test_a_goal_is_a_floor_of_speed_or_a_ceiling_of_cost(ours, at_most, met):
    assert meets_goal(row("job", 1, ours, "peer", 1.0, 1, at_most=at_most)) is met
