"""Where one model beats another: over all prevalences and cost ratios."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core.noun import Noun
from referee.core.types import Floats


class Region(Noun, schema="region/1", eq=False):
    """The advantage of model `a` over `b` in normalised expected cost, against the probability-cost.

    `probability_cost` is p c_FN / (p c_FN + (1 - p) c_FP), p the prevalence: it holds all that prevalence and costs
    have to say. `advantage` is the cost of `b` less that of `a` there, with pointwise limits `low` and `high`.
    """

    a: str
    b: str
    probability_cost: Floats
    advantage: Floats
    low: Floats
    high: Floats
    level: float
    method: str

    @property
    def verdicts(self) -> list[str]:
        """The verdict at each probability-cost: "better", "worse" or "undecided"."""
        return _words(self.low, self.high)

    def ranges(self) -> list[tuple[float, float, str]]:
        """Stretches of probability-cost with one verdict: (from, to, verdict)."""
        out: list[tuple[float, float, str]] = []
        for x, word in zip(self.probability_cost.tolist(), self.verdicts, strict=True):
            if out and out[-1][2] == word:
                out[-1] = (out[-1][0], x, word)
            else:
                out.append((x, x, word))
        return out

    def at(self, *, prevalence: float, cost_fn: float = 1.0, cost_fp: float = 1.0) -> str:
        """The verdict at a prevalence and costs, between grid points by straight lines."""
        p = _check.share("prevalence", prevalence)
        fn, fp = _check.positive_number("cost_fn", cost_fn), _check.positive_number("cost_fp", cost_fp)
        x = p * fn / (p * fn + (1 - p) * fp)
        low, high = (np.interp([x], self.probability_cost, limit) for limit in (self.low, self.high))
        return _words(low, high)[0]


def _words(low: Floats, high: Floats) -> list[str]:
    words = np.where(low > 0, "better", np.where(high < 0, "worse", "undecided"))
    return [str(word) for word in words]
