"""The threshold explorer of a page, in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import _check
from referee.core import Evaluation
from referee.verbs.report import explorer_table

if TYPE_CHECKING:
    from anywidget import AnyWidget


def explore(result: Evaluation) -> AnyWidget:
    """The threshold explorer of an evaluation with scores of two classes: a widget for Jupyter, VS Code, marimo, Colab.

    It is the explorer of the page that `report` writes: linked pictures, sliders of threshold, prevalence and of what a
    miss costs, and every measure with its interval. Its traits `threshold`, `prevalence` and `cost_ratio` follow the
    sliders; setting one moves its slider to the nearest stop. `observe` hears of every change. Needs the extras
    `notebook` (anywidget) and `report` (jinja2).

    >>> from referee import evaluate
    >>> result = evaluate([1, 0, 1, 0], None, [0.9, 0.2, 0.6, 0.4], positive=1, rng=0)
    >>> widget = explore(result)
    >>> widget.threshold = 0.61
    >>> widget.threshold
    0.6
    """
    from referee.views.report.widget import explorer_widget

    if not isinstance(result, Evaluation):
        _check.fail("result", "be what evaluate returns", type(result).__name__)
    table = explorer_table(result)
    if table is None or len(table) < 2:
        hint = "Give scores and `positive` to `referee.evaluate`."
        _check.fail("result", "have scores of two classes", "an evaluation without", hint)
    return explorer_widget(result, table)
