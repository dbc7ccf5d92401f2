"""The randomised mix of two classifiers, which reaches any point on the line between theirs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _rng
from referee.core.hull import Hull, MixPlan


def mix_for(hull: Hull, *, fpr: float | None = None, tpr: float | None = None) -> MixPlan:
    """The mix of neighbouring hull vertices that has this false positive rate, or this true positive rate.

    With the wanted rate between those of two vertices, the second answers the share (rate - rate_1) /
    (rate_2 - rate_1) of the cases, drawn at random. It errs as the hull does, and two runs on one case may differ.
    Reference: provost2001.

    >>> from referee.core.hull import Hull
    >>> owners = (("none positive",), ("A",), ("all positive",))
    >>> h = Hull([0, 0.2, 1], [0, 0.8, 1], [np.inf, 0.5, -np.inf], owners, ("A",))
    >>> plan = mix_for(h, fpr=0.1)
    >>> plan.share, plan.tpr, plan.second.threshold
    (0.5, 0.4, 0.5)
    """
    if (fpr is None) == (tpr is None):
        _check.fail("fpr", "be given, or `tpr`, and not both", "neither" if fpr is None else "both")
    if _check.made("hull", hull, Hull).undefined:
        _check.fail("hull", "be defined", hull.undefined)
    rates, name = (hull.fpr, "fpr") if fpr is not None else (hull.tpr, "tpr")
    wanted = _check.share(name, fpr if fpr is not None else tpr)
    # on the best side of a vertical or horizontal edge: its top for a given FPR, its left for a given TPR
    i = int(np.searchsorted(rates, wanted, side="right" if fpr is not None else "left"))
    i = min(max(i, 1), len(hull) - 1)
    width = rates[i] - rates[i - 1]
    share = float((wanted - rates[i - 1]) / width) if width > 0 else 1.0
    x = hull.fpr[i - 1] + share * (hull.fpr[i] - hull.fpr[i - 1])
    y = hull.tpr[i - 1] + share * (hull.tpr[i] - hull.tpr[i - 1])
    return MixPlan(hull.point(i - 1), hull.point(i), share, float(x), float(y))


class MixedClassifier:
    """Answers each case with the second classifier with probability `share`, else with the first.

    Both have `predict`; wrap a scorer with `ThresholdClassifier`. Draws go on from call to call, so that cases
    predicted one by one are mixed too; `seed` is recorded, and the same seed with the same calls gives the same
    answers.

    >>> class Always:
    ...     def __init__(self, answer): self.answer = answer
    ...     def predict(self, X): return np.full(len(X), self.answer)
    >>> MixedClassifier(Always(0), Always(1), share=0.25, rng=1).predict(np.zeros(400)).mean().item()
    0.2075
    """

    def __init__(self, first: Any, second: Any, *, share: float, rng: Any = None) -> None:
        for name, model in (("first", first), ("second", second)):
            if not callable(getattr(model, "predict", None)):
                _check.fail(name, "have a method `predict`", type(model).__name__)
        self.first, self.second = first, second
        self.share = _check.share("share", share)
        self.seed = _rng.seed_of(rng)
        self._draws = _rng.stream(self.seed, "mix")

    def predict(self, X: Any) -> NDArray[Any]:
        """A label for each case."""
        answers = [np.asarray(model.predict(X)) for model in (self.first, self.second)]
        return np.where(self._draws.random(len(answers[0])) < self.share, answers[1], answers[0])
