"""The table of other tools: asked where one is here, shown as the page shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

peers = pytest.importorskip("tools.peers.__main__")
Row = pytest.importorskip("tools.peers.row").Row
PAGE = Path(__file__).parents[1] / "docs" / "compared.md"


def test_a_mended_tool_is_marked_and_the_rest_of_the_page_kept():
    rows = [Row("one", "bad", "good", True), Row("two", "right", "right", False)]
    made = peers.table({"tool 1.0": rows})
    assert made.splitlines()[2:] == [
        "| tool 1.0 | one | bad | good |",
        "| tool 1.0 | two | right (mended) | right |",
    ]
    again = peers.place_table(PAGE.read_text(), made)
    assert made in again
    assert peers.place_table(again, made) == again
    assert again.startswith("# How referee differs")
    assert "pROC" in again


def test_the_page_was_made_with_every_tool():
    shown = re.findall(r"^\| ([\w-]+) \d[\d.]* \|", PAGE.read_text(), flags=re.M)
    tools = {p.stem for p in (PAGE.parents[1] / "tools" / "peers").glob("*.py")} - {"__init__", "__main__", "row"}
    assert {name.lower().replace("-", "_") for name in shown} == tools


def test_what_statsmodels_and_scikit_learn_answer():
    pytest.importorskip("statsmodels")
    from tools.peers import scikit_learn, statsmodels

    (row,) = statsmodels.rows()
    assert row.here == "[-0.047, 0.198]"
    assert len(scikit_learn.rows()) == 3
