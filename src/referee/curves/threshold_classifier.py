"""A fitted model that answers at a chosen threshold of its score, and a decision tree relabelled so."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Hull, OperatingPoint, Ranking
from referee.core.types import Array, Column, Floats, Label, Table
from referee.curves._counts import cut_number
from referee.curves.hull import roc_hull
from referee.curves.operating_point import operating_points


class Thresholded(ABC):
    """A two-class model that answers by whether `score` reaches its `threshold`."""

    threshold: float

    def _set_classes(self, classes: Any, positive: Label | None, of: str) -> None:
        """Take the classes, and the positive one of them: the second when none is said."""
        self.classes_ = np.asarray(classes)
        known = self.classes_.tolist()
        if positive is not None and positive not in known:
            _check.fail("positive", f"be a class of the {of}", positive, f"Known: {_format.listing(known)}.")
        self.positive: Label = known[1] if positive is None else positive
        self._column = known.index(self.positive)

    @abstractmethod
    def score(self, X: Table) -> Floats:
        """The score of the positive class for each case."""

    def predict(self, X: Table) -> Array:
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
        self._set_classes(classes, positive, "model")
        self.model, self.threshold = model, cut_number(threshold)

    def score(self, X: Table) -> Floats:
        """The score of the positive class for each case."""
        if callable(getattr(self.model, "predict_proba", None)):
            return np.asarray(self.model.predict_proba(X), dtype=float)[:, self._column]
        margin = np.asarray(self.model.decision_function(X), dtype=float)
        return margin if self._column == 1 else -margin


class RelabelledTree(Thresholded):
    """A fitted two-class decision tree of scikit-learn whose leaves are labelled for stated costs and class mix.

    Leaves in descending share of positives give the ROC hull of every labelling of the tree: with L leaves, L +
    1 of the 2^L labellings can be optimal. Those leaves are called positive that the operating point for `costs`
    and `prevalence` asks for. Shares are those of the cases in `X`, `y`; without them, of the cases that the
    tree was fitted on, which flatters them; a leaf that no case of `X` reaches keeps its share from the fit.
    Reference: ferri2002.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X = np.array([[0], [0], [0], [0], [1], [1], [2], [2]])
    >>> tree = DecisionTreeClassifier().fit(X, [0, 0, 0, 1, 1, 0, 1, 1])
    >>> RelabelledTree(tree, costs={"fp": 1, "fn": 5}).predict([[0], [1], [2]]).tolist()
    [1, 1, 1]
    >>> RelabelledTree(tree, costs={"fp": 5, "fn": 1}).predict([[0], [1], [2]]).tolist()
    [0, 0, 1]
    """

    def __init__(
        self,
        tree: Any,
        X: Table = None,
        y: Column = None,
        *,
        costs: Any = None,
        prevalence: float | None = None,
        positive: Label | None = None,
    ) -> None:
        classes = np.asarray(getattr(tree, "classes_", ()))
        if not hasattr(tree, "tree_") or len(classes) != 2:
            _check.fail("tree", "be a fitted decision tree for two classes", type(tree).__name__)
        if (X is None) != (y is None):
            _check.fail("X", "be given together with `y`", "one of them")
        self._set_classes(classes, positive, "tree")
        self.tree = tree
        self._scores, self.ranking = self._rank_nodes(X, y)
        self.hull: Hull = roc_hull(self.ranking)
        if self.hull.undefined:
            _check.fail("y", "hold both classes", self.hull.undefined)
        self.point: OperatingPoint = operating_points(self.hull, costs=costs, prevalence=prevalence)[0]
        assert self.point.threshold is not None
        self.threshold = self.point.threshold

    def score(self, X: Table) -> Floats:
        """The share of positives in the leaf of each case."""
        return np.asarray(self._scores[self.tree.apply(X)], dtype=float)

    def _rank_nodes(self, X: Table, y: Column) -> tuple[Floats, Ranking]:
        """The share of positives at each node, and the ranking of the cases by it."""
        inner = self.tree.tree_
        fitted = inner.value[:, 0, :] * (inner.weighted_n_node_samples / inner.value[:, 0, :].sum(axis=1))[:, None]
        share = fitted[:, self._column] / fitted.sum(axis=1)
        leaves = np.flatnonzero(inner.children_left == -1)
        counts = fitted[leaves]
        if X is not None:
            truth = np.asarray(y)
            unknown = truth[~np.isin(truth, self.classes_)]
            if len(unknown):
                _check.fail("y", "hold classes of the tree only", repr(unknown[0].item()))
            reached = np.asarray(self.tree.apply(X))
            if len(reached) != len(truth):
                _check.fail("y", f"have as many cases as `X` ({len(reached)})", str(len(truth)))
            table = [np.bincount(reached[truth == c], minlength=inner.node_count) for c in self.classes_]
            counts = np.stack(table, axis=1)[leaves].astype(float)
            seen = counts.sum(axis=1) > 0
            share = share.copy()
            share[leaves[seen]] = counts[seen, self._column] / counts[seen].sum(axis=1)
        counts = np.where(np.abs(counts - np.round(counts)) < 1e-6, np.round(counts), counts)
        distinct, place = np.unique(-share[leaves], return_inverse=True)
        positives = np.bincount(place, weights=counts[:, self._column])
        negatives = np.bincount(place, weights=counts[:, 1 - self._column])
        return share, Ranking(-distinct, positives, negatives, self.positive)
