"""The explorer as a widget: its traits, without a notebook, and its script in a real browser."""

from __future__ import annotations

import sys

import pytest

import referee
from helpers.report_pages import evaluation, evil, rows_of, vehicles
from referee.errors import InputError
from referee.views.numbers import percent_cells
from referee.views.report import widget as views

pytest.importorskip("anywidget", reason="no anywidget: install the extra notebook")


def test_traits_start_where_the_page_does_and_follow_the_state():
    widget = referee.explore(evaluation())
    assert (widget.threshold, widget.prevalence, widget.cost_ratio) == (0.5, pytest.approx(0.4, abs=0.1), 5.0)
    heard = []
    widget.observe(lambda change: heard.append((change["name"], change["new"])), ["threshold", "prevalence"])
    at = rows_of().thresholds[20]
    widget.state = f"t={at:.4g}&p=0.05&c=20"
    assert (widget.threshold, widget.prevalence, widget.cost_ratio) == (at, 0.05, 20.0)
    assert sorted(heard) == [("prevalence", 0.05), ("threshold", at)]


def test_setting_a_trait_moves_to_the_nearest_stop():
    widget = referee.explore(evaluation())
    widget.prevalence = 0.052
    assert widget.prevalence == 0.05
    assert "&p=0.05&" in widget.state
    widget.threshold = float("inf")
    assert widget.state.startswith("t=above-all-scores&")
    widget.threshold = 0.5001
    assert widget.threshold == 0.5


def test_hostile_text_is_escaped():
    widget = referee.explore(referee.evaluate(evil(), rng=0))
    assert "<script>window" not in widget.html
    assert "<img" not in widget.html


def test_what_has_no_explorer_is_refused():
    with pytest.raises(InputError, match="`result` must have scores of two classes; got an evaluation without"):
        referee.explore(vehicles())
    with pytest.raises(InputError, match="`result` must be what evaluate returns; got str"):
        referee.explore("result")


def test_without_the_package_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    views._kind.cache_clear()
    with pytest.raises(InputError, match=r"Install it with: pip install 'referee\[notebook\]'"):
        referee.explore(evaluation())


HOST = """<!doctype html><meta charset=utf-8><title>host</title><div id="one"></div><div id="two"></div><script type="module">
%s
const cells = ["one", "two"].map((id) => {
  const values = { html: %s, state: %s }, heard = [];
  const model = {
    get: (name) => values[name], set: (name, value) => { values[name] = value; }, save_changes: () => {},
    on: (_, answer) => heard.push(answer), off: (_, answer) => heard.splice(heard.indexOf(answer), 1),
    tell: (state) => { values.state = state; heard.forEach((answer) => answer()); }, values, heard,
  };
  const end = widget.render({ model, el: document.getElementById(id) });
  return { model, end };
});
globalThis.cells = cells;
</script>"""


def test_two_widgets_in_one_document_follow_their_own_state(chromium, tmp_path):
    from referee.views.report.page import data

    made, table = referee.explore(evaluation()), rows_of()
    esm = type(made)._esm
    script = str(getattr(esm, "default_value", esm)).replace("export default", "const widget =")
    path = tmp_path / "host.html"
    path.write_text(HOST % (script, data(made.html), data(made.state)), encoding="utf-8")
    page = chromium.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path.as_uri())
    before = page.locator("#two #value-0").inner_text()
    page.locator("#one #threshold").fill("12")
    made.state = page.evaluate("cells[0].model.values.state")
    assert made.threshold == table.thresholds[12]
    assert page.locator("#one #value-0").inner_text() == percent_cells(table.measures[12][0])[0]
    assert page.locator("#two #value-0").inner_text() == before
    made.threshold = table.thresholds[30]
    page.evaluate("state => cells[1].model.tell(state)", made.state)
    assert page.locator("#two #threshold").input_value() == "30"
    page.evaluate("cells[1].end()")
    assert page.evaluate("cells[1].model.heard.length") == 0
    assert page.evaluate("location.hash") == ""
    page.close()
    assert errors == []
