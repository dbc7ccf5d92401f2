"""A fitted model that answers at a chosen threshold of its score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.types import Floats, Label
from referee.curves.confusion_at import cut_number


class Thresholded(ABC):
    """A two-class model that answers by whether `score` reaches its `threshold`."""

    threshold: float

    def _named(self, classes: Any, positive: Label | None, of: str) -> None:
        """Take the classes, and the positive one of them: the second when none is said."""
        self.classes_ = np.asarray(classes)
        known = self.classes_.tolist()
        if positive is not None and positive not in known:
            _check.fail("positive", f"be a class of the {of}", positive, f"Known: {_format.listing(known)}.")
        self.positive: Label = known[1] if positive is None else positive
        self._column = known.index(self.positive)

    @abstractmethod
    def score(self, X: Any) -> Floats:
        """The score of the positive class for each case."""

    def predict(self, X: Any) -> NDArray[Any]:
        """A label for each case."""
        positive = self.score(X) >= self.threshold
        return self.classes_[np.where(positive, self._column, 1 - self._column)]


class ThresholdClassifier(Thresholded):
    """A fitted two-class model of scikit-learn's kind, called positive when its score is at least `threshold`.

    The score is the probability of the positive class (`predict_proba`), or the `decision_function` when there is
    none; `score` shows it, and thresholds must come from the same. The positive class is `positive`, or the second
    of `model.classes_`. It errs when the threshold was chosen on the cases that the model was fitted on.

    >>> class Model:
    ...     classes_ = np.array(["no", "yes"])
    ...     def predict_proba(self, X): return np.column_stack([1 - X, X])
    >>> ThresholdClassifier(Model(), 0.2).predict(np.array([0.1, 0.2, 0.7])).tolist()
    ['no', 'yes', 'yes']
    """

    def __init__(self, model: Any, threshold: float, *, positive: Label | None = None) -> None:
        classes = getattr(model, "classes_", None)
        if classes is None or len(classes) != 2:
            got = type(model).__name__ if classes is None else f"{len(classes)} classes"
            _check.fail("model", "be fitted and have two `classes_`", got)
        if not any(callable(getattr(model, name, None)) for name in ("predict_proba", "decision_function")):
            rule = "have a method `predict_proba` or `decision_function`"
            _check.fail("model", rule, type(model).__name__)
        self._named(classes, positive, "model")
        self.model, self.threshold = model, cut_number(threshold)

    def score(self, X: Any) -> Floats:
        """The score of the positive class for each case."""
        if callable(getattr(self.model, "predict_proba", None)):
            return np.asarray(self.model.predict_proba(X), dtype=float)[:, self._column]
        margin = np.asarray(self.model.decision_function(X), dtype=float)
        return margin if self._column == 1 else -margin
