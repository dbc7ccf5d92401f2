"""The pages of measured validity: made from the cells, the table of all promises too."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("tools.validity")

from tools.validity import __main__ as command
from tools.validity import clusters, comparing, docs
from tools.validity.cell import cell, mean_cell, spare, verdict, worst
from tools.validity.parts import SECONDS, parts
from tools.validity.promises import ROWS

PAGES = Path(__file__).resolve().parent.parent / "docs" / "validity"
INSIDE = cell("V2 paired difference", "n=30", 0.95, 1, 0.94, 0.97, exact=True)
NEAR = cell("V2 paired difference", "n=40", 935, 1000, 0.94, 0.97)
BROKEN = cell("V2 paired difference", "n=50", 800, 1000, 0.94, 0.97)


def part_of(*cells):
    return {"runs": 1000, "seed": 1, "cells": list(cells)}


def row_of(text, promise):
    return [line for line in text.splitlines() if line.startswith(f"| {promise} |")]


def test_three_words():
    assert [verdict(c) for c in (INSIDE, NEAR, BROKEN)] == ["yes", "within Monte Carlo error", "no"]
    assert worst([INSIDE, NEAR, BROKEN]) is BROKEN
    assert worst([INSIDE, NEAR]) is NEAR


def test_ends_that_no_rate_can_pass_do_not_count():
    assert spare(cell("size", "w", 0, 100, 0.0, 0.05)) == 0.05
    assert spare(cell("naive", "w", 50, 100, 0.0, 1.0)) == float("inf")
    assert spare(mean_cell("order", "w", -0.1, 0.01, 100, 0.0, 1.0)) == -0.1


def test_the_index_is_made_from_the_cells():
    text = docs.index({"comparing": part_of(INSIDE)})
    (row,) = row_of(text, "V2")
    assert row == (
        "| V2 | paired difference of accuracy, exact coverage | n=30: 0.950 (exact), band 0.94 to 0.97 | exact | yes "
        "| [comparing](comparing.md) |"
    )
    (row,) = row_of(docs.index({"comparing": part_of(INSIDE, NEAR)}), "V2")
    assert "n=40: 0.935 ± 0.008, band 0.94 to 0.97 (2 cells) | 1,000 | within Monte Carlo error |" in row
    (row,) = row_of(docs.index({"comparing": part_of(INSIDE, NEAR, BROKEN)}), "V2")
    assert "n=50: 0.800 ± 0.013, band 0.94 to 0.97 (3 cells) | 1,000 | **no**, 1 of 3 |" in row
    assert "not measured" in row_of(text, "V11")[0]


def test_a_cell_that_no_promise_names_has_a_row_too():
    text = docs.index({"comparing": part_of(INSIDE, cell("new", "w", 9, 10, 0.95, 1.0))})
    assert "| – | other cells of comparing | w: 0.900 ± 0.095, band 0.95 to 1 |" in text


def test_every_promise_has_a_row_and_every_row_a_part():
    named = {row.promise for row in ROWS}
    assert named == {f"V{i}" for i in range(1, 19)} | {"–"}
    assert {row.part for row in ROWS if row.part} <= set(parts())
    for row in ROWS:
        assert row.part or re.search(r"\w", row.instead[3])


def test_a_run_of_one_part_keeps_the_others_and_the_words_of_people(tmp_path):
    (tmp_path / "index.md").write_text(
        "# Top\n\nWords.\n\n<!-- measured: index -->\n<!-- end: index -->\n\nMore.\n"
    )
    docs.pages(tmp_path, {"comparing": part_of(INSIDE)})
    docs.pages(tmp_path, {"clusters": part_of(cell("clustered f1", "10 clusters", 95, 100, 0.9, 1.0))})
    text = (tmp_path / "index.md").read_text()
    assert text.startswith("# Top\n\nWords.\n\n<!-- measured: index -->")
    assert text.endswith("<!-- end: index -->\n\nMore.\n")
    assert "n=30: 0.950 (exact)" in row_of(text, "V2")[0]
    assert "10 clusters: 0.950 ± 0.022" in text
    assert set(docs.load(tmp_path)) == {"comparing", "clusters"}
    assert (tmp_path / "comparing.md").exists()
    docs.pages(tmp_path, {"comparing": part_of(BROKEN)})
    assert "0.800" in row_of((tmp_path / "index.md").read_text(), "V2")[0]


def test_the_pages_are_those_of_the_measured_cells(tmp_path):
    """Nobody wrote a number by hand: `python -m tools.validity --again --docs docs/validity` changes nothing."""
    shutil.copytree(PAGES, tmp_path / "pages")
    docs.pages(tmp_path / "pages", {})
    for page in sorted(PAGES.iterdir()):
        assert (tmp_path / "pages" / page.name).read_text() == page.read_text(), page.name


@pytest.mark.slow
def test_the_command_writes_the_pages_and_fails_for_a_broken_band(tmp_path, monkeypatch, capsys):
    out = tmp_path / "cells.json"
    arguments = ["clusters", "comparing", "--runs", "2", "--jobs", "2", "--out", str(out), "--docs", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["validity", *arguments])
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.setenv(name, "1")
    with pytest.raises(SystemExit) as end:
        command.main()
    made = json.loads(out.read_text())
    said = capsys.readouterr()
    alone = {**_by_world(clusters.cells(2, made["seed"])), **_by_world(comparing.cells(2, made["seed"]))}
    assert _by_world(made["cells"]) == alone, "the same for any number of processes"
    broken = sum(verdict(c) == "no" for c in made["cells"])
    assert end.value.code == (1 if broken else 0)
    assert "measured comparing: 19 cells" in said.err
    assert f"no {broken}" in said.out.splitlines()[-1]
    assert "V3 McNemar mid-p, size" in (tmp_path / "comparing.md").read_text()


def test_an_unknown_part_is_refused_by_name(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["validity", "colour"])
    with pytest.raises(SystemExit) as end:
        command.main()
    assert end.value.code == 2
    assert "no part is named 'colour'" in capsys.readouterr().err


def test_the_slowest_part_starts_first():
    assert set(SECONDS) <= set(parts())
    times = [SECONDS.get(name, 1000) for name in parts()]
    assert times == sorted(times, reverse=True)


def _by_world(cells):
    return {(c["promise"], c["world"]): c["rate"] for c in cells}
