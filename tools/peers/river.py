"""river: an AUC on a grid of thresholds, and one that ignores ties."""

from __future__ import annotations

from river import metrics

from referee import Ranking
from tools.peers.row import Row

PACKAGE = "river"
LABELS = [1, 1, 0, 0, 0, 1, 0, 1, 0, 1]
SCORES = [0.95, 0.93, 0.87, 0.85, 0.85, 0.85, 0.76, 0.53, 0.43, 0.25]


def rows() -> list[Row]:
    """One question."""
    grid, rolling = metrics.ROCAUC(), metrics.RollingROCAUC()
    for label, score in zip(LABELS, SCORES, strict=True):
        grid.update(bool(label), score)
        rolling.update(bool(label), score)
    ours = Ranking.from_scores(LABELS, SCORES, positive=1).auc
    said = f"{grid.get():.2f} (ROCAUC), {rolling.get():.2f} (RollingROCAUC)"
    wrong = max(abs(grid.get() - ours), abs(rolling.get() - ours)) > 1e-9
    return [Row("AUC of the ten cases of the textbook, three of them tied", said, f"{ours:.2f}", wrong)]
