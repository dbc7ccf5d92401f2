"""The confusion matrix as a heat map."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.views.figures.items import Item
from referee.views.figures.style import INK, drawing, words

MOST_SHARES = 6
MOST_NUMBERS = 20
MOST_NAMES = 60


def draw_confusion(items: list[Item], ax: Any = None) -> Any:
    """Shares of each true class as shades, counts as numbers; few classes have their shares written as well."""
    matrix: ConfusionMatrix = items[0].noun
    size = len(matrix.labels)
    side = 3.4 + 0.45 * min(size, MOST_NUMBERS)
    support = matrix.support[:, None]
    shares = np.divide(matrix.counts, support, out=np.full(matrix.counts.shape, np.nan), where=support > 0)
    with drawing(ax, (side, side * 0.88)) as ax:
        image = ax.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="equal")
        names = [words(label, 16) for label in matrix.labels]
        step = -(-size // MOST_NAMES)
        tilt = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if max(map(len, names)) > 6 else {}
        ax.set_xticks(range(0, size, step), names[::step], **tilt)
        ax.set_yticks(range(0, size, step), names[::step])
        ax.set(xlabel="Predicted class", ylabel="True class")
        ax.spines[:].set_visible(False)
        ax.tick_params(length=0)
        if size <= MOST_NUMBERS:
            _numbers(ax, matrix, shares)
        if size > MOST_SHARES:
            bar = ax.figure.colorbar(image, ax=ax, shrink=0.8, ticks=[0, 0.5, 1])
            bar.ax.set_yticklabels(["0%", "50%", "100%"])
            bar.set_label("Share of the true class")
            bar.outline.set_visible(False)
        return ax


def _numbers(ax: Any, matrix: ConfusionMatrix, shares: Any) -> None:
    size = len(matrix.labels)
    for i in range(size):
        for j in range(size):
            share = float(shares[i, j])
            text = _format.count(matrix.counts[i, j].item())
            if size <= MOST_SHARES and share == share:
                text += f"\n{100 * share:.0f}%"
            color = "white" if share > 0.55 else INK
            ax.text(j, i, text, ha="center", va="center", color=color, fontsize=max(6, 11 - size // 3))
