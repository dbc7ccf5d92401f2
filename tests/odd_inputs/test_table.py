"""The table of odd inputs as a whole: every known case is in it, and nothing is in it twice."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path

from helpers.elsewhere import exists
from odd_inputs.table import CASES

HERE = Path(__file__).parent

# Cases whose test needs a store, processes or much data, and stands with those.
ELSEWHERE = {
    "bad58": "test_faults.test_memory_grows_with_the_rows_and_not_faster",
    "bad65": "studies.test_workers.test_a_killed_worker_costs_a_retry_and_a_lasting_killer_has_failed",
    "bad66": "studies.test_store.test_killed_at_fifty_moments_and_resumed",
    "bad67": "studies.test_store.test_what_has_changed_under_its_name_is_refused",
    "bad68": "studies.test_store.test_a_full_disk_is_said_and_costs_nothing_that_was_kept",
    "bad69": "studies.test_store.test_a_folder_that_cannot_be_written_is_said_before_anything_runs",
    "bad70": "studies.test_store.test_two_processes_share_a_store_and_no_run_is_done_twice",
}


def every_row():
    files = sorted(HERE.glob("test_*.py"))
    tables = [importlib.import_module(f"odd_inputs.{file.stem}") for file in files if file.stem != "test_table"]
    return [row for module in tables for row in module.TABLE.rows]


def test_every_known_case_is_in_the_table_and_no_row_is_there_twice():
    rows = every_row()
    assert len(rows) > 500
    assert {row.case for row in rows if row.case} | ELSEWHERE.keys() == CASES.keys()
    assert list(CASES) == [f"bad{i:02d}" for i in range(1, 82)]
    assert [key for key, times in Counter((row.door, row.given) for row in rows).items() if times > 1] == []


def test_what_stands_elsewhere_is_there():
    assert [place for place in ELSEWHERE.values() if not exists(place)] == []
