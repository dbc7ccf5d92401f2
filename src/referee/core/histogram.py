"""How the scores of each class are spread."""

from __future__ import annotations

from referee import _check
from referee.core.noun import Noun
from referee.core.types import Floats


class ScoreHistogram(Noun, schema="score_histogram/1", eq=False):
    """Positives and negatives in bins of equal width between `edges`, which are one more than the bins.

    A bin holds its lower edge; the last one holds its upper edge too. Infinite scores are in the outer bins.

    >>> h = ScoreHistogram([0.0, 0.5, 1.0], [1, 3], [4, 0])
    >>> len(h), h.positives.tolist()
    (2, [1.0, 3.0])
    """

    edges: Floats
    positives: Floats
    negatives: Floats

    def __post_init__(self) -> None:
        super().__post_init__()
        if not len(self.positives) == len(self.negatives) == max(len(self.edges) - 1, 0):
            _check.fail("histogram", "have one edge more than bins", f"{len(self.edges)} edges")

    def __len__(self) -> int:
        return len(self.positives)
