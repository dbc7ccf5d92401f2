"""The splits of a dataset, from whatever says how to split."""

from __future__ import annotations

from typing import Any

from referee import _check
from referee.core.splits import Splits
from referee.resampling.from_sklearn import from_sklearn


def splits_for(recipe: Any, X: Any, y: Any, *, groups: Any = None, times: Any = None, rng: Any = None) -> Splits:
    """The splits that a recipe, a scikit-learn splitter or the user made.

    >>> from referee.resampling.cross_validation import CrossValidation
    >>> splits_for(CrossValidation(2), None, [0, 1, 0, 1], rng=1).kind
    '2-fold'
    """
    if isinstance(recipe, Splits):
        return recipe
    if hasattr(recipe, "make"):
        made = recipe.make(y, groups=groups, rng=rng) if times is None else recipe.make(y, times=times, rng=rng)
        assert isinstance(made, Splits)
        return made
    if hasattr(recipe, "split"):
        return from_sklearn(recipe, y, X=X, groups=groups, rng=rng)
    _check.fail("splits", "be a recipe such as RandomSplits(30), Splits or a splitter", type(recipe).__name__)
