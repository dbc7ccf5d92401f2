"""The chapters of the textbook print what they printed, and draw each of their figures."""

from __future__ import annotations

import pytest

from helpers.as_before import check
from helpers.doc_pages import examples, run_inline
from referee.examples.textbook import chapters
from tools.handbook.chapters import IMAGE, page_of


@pytest.mark.slow
@pytest.mark.parametrize("name", chapters())
def test_a_chapter(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    page = page_of(chapters()[name], figures=tmp_path / "figures")
    assert {path.stem for path in tmp_path.glob("figures/*.png")} == {one[2] for one in IMAGE.finditer(page)}
    for one in examples(page):
        if one.kind == "inline":
            run_inline(one.text, f"{name}.md:{one.line}")
    check(f"chapter {name}", page, digits=True)
    from matplotlib import pyplot

    pyplot.close("all")
