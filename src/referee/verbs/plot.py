"""Plot: any result as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.core import Answers, Ranking
from referee.core.layers_above import draw_plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot(value: Any, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw a result, several in a list, or several by name in a mapping, and return the matplotlib Axes.

    Curves, points, hulls and bands of one plane share a picture: `plot({"svm": [curve, band], "tree": other})`.
    Rankings, and answers with scores, are drawn as ROC curves; answers without scores as their confusion
    matrix. `ax` is drawn into when given. Nothing is shown and no global style is touched: save the picture with
    `ax.figure.savefig`. Options: `slope` for an iso-performance line in the ROC plane, `measures` for an evaluation.
    What is undefined is said in the picture. Needs the extra `plot`.

    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> plot(Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1]), ax) is ax
    True
    """
    return draw_plot(_drawable(value), ax, **options)


def _drawable(value: Any) -> Any:
    """Data as the noun that shows it."""
    from referee.curves.roc import roc

    if isinstance(value, Mapping):
        return {key: _drawable(item) for key, item in value.items()}
    if isinstance(value, list) or (isinstance(value, tuple) and not hasattr(value, "_fields")):
        return [_drawable(item) for item in value]
    if isinstance(value, Ranking):
        return roc(value)
    if isinstance(value, Answers):
        if value.scores is None or value.scores.ndim > 1:
            return value.confusion
        return roc(value.ranking, name=value.name or "roc")
    return value
