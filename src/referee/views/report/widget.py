"""The threshold explorer of a page as a widget for notebooks: the same markup, style and script, with a state."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from referee import _check
from referee.core import Evaluation, ThresholdTable
from referee.views.pages import pictures_of
from referee.views.report.explorer import explorer_part
from referee.views.report.page import data, macro, text_of

if TYPE_CHECKING:
    from anywidget import AnyWidget

GLUE = """
export default {
  render({ model, el }) {
    const root = el.attachShadow({ mode: "open" });
    root.innerHTML = model.get("html");
    const heard = [];
    startPage(root, {
      read: () => model.get("state"),
      write: (text) => { model.set("state", text); model.save_changes(); },
      hear: (answer) => { heard.push(answer); model.on("change:state", answer); },
    });
    return () => heard.forEach((answer) => model.off("change:state", answer));
  },
};
"""
"""A shadow root keeps ids and style of several widgets apart; the state that a page keeps in its address is a trait."""


def explorer_widget(result: Evaluation, table: ThresholdTable) -> AnyWidget:
    """The explorer of an evaluation as an `anywidget`."""
    facts, part = explorer_part(result, table, [p for p in pictures_of(result) if not p.empty])
    style = text_of("page.css").replace(":root", ":host").replace("body {", ":host {")
    block: Any = part.blocks[0]
    body = macro("explorer", block.facts)
    live = f'<script type="application/json" id="data">{data(facts)}</script>'
    return _kind()(facts, table.thresholds.tolist(), f"<style>{style}</style>{body}{live}")


@lru_cache(maxsize=1)
def _kind() -> Any:
    """The class of the widget, made when it is first asked for: its package is an extra."""
    anywidget = _check.package("anywidget", "notebook")
    traitlets = _check.package("traitlets", "notebook")

    class Explorer(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        """The threshold explorer; `threshold`, `prevalence` and `cost_ratio` follow its sliders, and move them."""

        _esm = text_of("page.js") + GLUE
        html = traitlets.Unicode().tag(sync=True)
        state = traitlets.Unicode().tag(sync=True)
        threshold = traitlets.Float()
        prevalence = traitlets.Float()
        cost_ratio = traitlets.Float()

        def __init__(self, facts: dict[str, Any], thresholds: list[float], html: str) -> None:
            self._texts = [knob["texts"] for knob in facts["knobs"]]
            self._stops = [thresholds, facts["prevalences"], facts["ratios"]]
            start = [values[knob["at"]] for values, knob in zip(self._stops, facts["knobs"], strict=True)]
            super().__init__(html=html)
            self._move(start)
            self.observe(self._hear, "state")
            self.observe(self._turn, list(NAMES))

        def _hear(self, _: Any) -> None:
            """Take the state of the sliders."""
            given = dict(item.split("=", 1) for item in self.state.split("&") if "=" in item)
            words = [text.replace(" ", "-") for text in self._texts[0]]
            found = [getattr(self, name) for name in NAMES]
            if given.get("t") in words:
                found[0] = self._stops[0][words.index(given["t"])]
            for k, key in ((1, "p"), (2, "c")):
                if key in given:
                    found[k] = _nearest(self._stops[k], float(given[key]))
            self._move(found)

        def _turn(self, _: Any) -> None:
            """Move the sliders to the stops nearest to what Python was told."""
            values = [getattr(self, name) for name in NAMES]
            self._move([_nearest(stops, value) for stops, value in zip(self._stops, values, strict=True)])

        def _move(self, values: list[float]) -> None:
            at = self._texts[0][self._stops[0].index(values[0])].replace(" ", "-")
            with self.hold_trait_notifications():
                self.threshold, self.prevalence, self.cost_ratio = values
                self.state = f"t={at}&p={values[1]:.6g}&c={values[2]:g}"

    return Explorer


NAMES = ("threshold", "prevalence", "cost_ratio")


def _nearest(stops: list[float], wanted: float) -> float:
    """The stop nearest to a value; an infinite value has its own, or the farthest."""
    return wanted if wanted in stops else min(stops, key=lambda stop: abs(stop - wanted))
