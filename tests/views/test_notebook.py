"""A notebook that is run: every figure appears, results show their verdict."""

from __future__ import annotations

import pytest

nbformat = pytest.importorskip("nbformat", reason="no nbconvert: install the extra dev")
nbclient = pytest.importorskip("nbclient", reason="no nbconvert: install the extra dev")
nbconvert = pytest.importorskip("nbconvert", reason="no nbconvert: install the extra dev")

CELLS = (
    "import referee\n"
    "y, s = [1, 0, 1, 0, 1, 0, 1, 1] * 6, [0.9, 0.1, 0.8, 0.4, 0.3, 0.2, 0.7, 0.6] * 6\n"
    "result = referee.evaluate(y, [v > 0.5 for v in s], s, positive=1, rng=0)",
    "result.plot();",
    "result.roc.plot();",
    "result.confusion.plot();",
    "result",
    "referee.explore(result)",
)


@pytest.mark.slow
def test_every_figure_of_a_notebook_appears(monkeypatch):
    monkeypatch.delenv("MPLBACKEND", raising=False)
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    made = [[output.get("data", {}) for output in cell.outputs] for cell in book.cells]
    for cell in made[1:4]:
        assert sum("image/png" in data for data in cell) == 1
    (shown,) = made[4]
    assert "It is right on" in shown["text/html"]
    (widget,) = made[5]
    assert "application/vnd.jupyter.widget-view+json" in widget
    page, _ = nbconvert.HTMLExporter().from_notebook_node(book)
    assert page.count('<img alt="No description has been provided for this image"') == 3 or page.count("<img") == 3
