"""A learner with the preparation of columns inside: it imports scikit-learn, so import it where it is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils.metaestimators import available_if

from referee.experiments.preparation import Preparation

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _has(name: str) -> Callable[[_Method], _Method]:
    """A method that is there when the learner has it."""
    return available_if(lambda self: callable(getattr(self.learner, name, None)))


class Prepared(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    """A learner that can be given text columns and missing numbers, as a scikit-learn classifier.

    What the columns need is learnt in `fit`, from the training part alone (see `Preparation`); `scale` also brings
    numbers to mean 0 and standard deviation 1. Tables of numbers without gaps pass as they are. The learner itself is
    fitted, as a pipeline fits its last step.

    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = np.array([["a", 1.0], ["a", None], ["b", 2.0], ["b", 3.0]], dtype=object)
    >>> Prepared(GaussianNB()).fit(X, [0, 0, 1, 1]).predict(X).tolist()
    [0, 0, 1, 1]
    """

    def __init__(self, learner: Any, scale: bool = False) -> None:
        self.learner = learner
        self.scale = scale

    def fit(self, X: Any, y: Any) -> Prepared:
        """Learn what the columns need, and the classes."""
        self.preparation_ = Preparation.of(X, scale=self.scale)
        self.learner.fit(self.preparation_.numbers(X), y)
        return self

    @property
    def classes_(self) -> Any:
        """The classes of the fitted learner, where it keeps them."""
        return self.learner.classes_

    def predict(self, X: Any) -> Any:
        """A class for each row."""
        return self.learner.predict(self.preparation_.numbers(X))

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> Any:
        """A probability of each class for each row."""
        return self.learner.predict_proba(self.preparation_.numbers(X))

    @_has("decision_function")
    def decision_function(self, X: Any) -> Any:
        """The learner's own score."""
        return self.learner.decision_function(self.preparation_.numbers(X))
