"""How a learner's score changes with its training size, its validation share or its complexity."""

from __future__ import annotations

from dataclasses import field

from referee.core.band import Band
from referee.core.estimate import Estimate
from referee.core.noun import Noun


class LearnerCurve(Noun, schema="learner_curve/1", eq=False):
    """Scores of a learner along one axis, and what they say.

    `held_out` is the score on cases that were not trained on, `training` on those that were; each a band with
    pointwise limits. `sentence` is the finding in one line, `advice` what to do or to know, `facts` the numbers
    behind them, `estimates` what was extrapolated or corrected. `choice` is the place on the axis that was chosen,
    where one was. `fits` is how many models were trained.
    """

    name: str
    metric: str
    held_out: Band
    training: Band | None
    sentence: str
    advice: tuple[str, ...] = ()
    facts: dict[str, float] = field(default_factory=dict)
    estimates: tuple[Estimate, ...] = ()
    choice: float | None = None
    fits: int = 0
    repeats: int = 0
    seed: int = 0

    def __repr__(self) -> str:
        return f"<LearnerCurve {self.name}, {self.metric}: {self.sentence}>"

    def rows(self) -> list[dict[str, float]]:
        """The curve as a table: the axis, the held-out score with its limits, the training score."""
        columns = {
            self.held_out.x_name or "x": self.held_out.x.tolist(),
            "held out": self.held_out.value.tolist(),
            "low": self.held_out.low.tolist(),
            "high": self.held_out.high.tolist(),
        }
        if self.training is not None:
            columns["training"] = self.training.value.tolist()
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
