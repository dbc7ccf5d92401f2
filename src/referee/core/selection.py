"""A learner chosen among candidates, and what the choice itself did to the winner's score."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from referee.core.estimate import Estimate
from referee.core.noun import Noun
from referee.core.types import Floats


class Selection(Noun, schema="selection/1", eq=False):
    """The candidates from simple to complex, their scores on shared splits, and the chosen one.

    `chosen` was taken by `rule`; `best` has the best mean. `apparent` is the best mean as it stands, optimistic
    because it is the best of several; `estimate` (BBC-CV) and `corrected` (Tibshirani's) take that off. `optimism` is
    how much better the apparent value looks than the estimate. `model` is the chosen learner, fitted on all data; it
    does not travel as JSON.
    """

    metric: str
    candidates: tuple[str, ...]
    scores: Floats
    chosen: str
    best: str
    rule: str
    limit: float
    apparent: Estimate
    estimate: Estimate
    corrected: Estimate
    optimism: float
    sentence: str
    splits: str = ""
    fits: int = 0
    seed: int = 0
    _model: Any = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"<Selection of {self.chosen} among {len(self.candidates)} by {self.metric}>"

    @property
    def model(self) -> Any:
        """The chosen learner, fitted on all data; None when the selection was read from a file."""
        return self._model

    def rows(self) -> list[dict[str, Any]]:
        """One row a candidate: mean and standard deviation over the splits, and whether it was chosen."""
        return [
            {
                "candidate": name,
                "mean": float(row.mean()),
                "sd": float(row.std(ddof=1)),
                "chosen": name == self.chosen,
            }
            for name, row in zip(self.candidates, self.scores, strict=True)
        ]
