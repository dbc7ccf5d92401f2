"""The splits of a dataset, from any scikit-learn splitter or from whatever says how to split."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import Splits
from referee.resampling.recipe import cases_of


def from_sklearn(splitter: Any, y: Any, *, X: Any = None, groups: Any = None, rng: Any = None) -> Splits:
    """The splits that a scikit-learn splitter makes of these labels.

    Anything with `split(X, y, groups)` will do. A splitter that shuffles without a seed of its own gets one, so
    that the splits can be made again. A splitter whose training and test parts share cases is refused.

    >>> from sklearn.model_selection import KFold
    >>> from_sklearn(KFold(3), [0, 1, 0, 1, 0, 1]).tests[0].tolist()
    [0, 1]
    """
    from sklearn.model_selection import BaseShuffleSplit

    if isinstance(splitter, str | bytes) or not callable(getattr(splitter, "split", None)):
        _check.fail("splitter", "have a method `split`", type(splitter).__name__)
    n, seed = cases_of(y).n, _rng.seed_of(rng)
    if getattr(splitter, "random_state", 0) is None:
        import copy

        splitter = copy.copy(splitter)
        splitter.random_state = int(_rng.stream(seed, "splits", "scikit-learn").integers(2**31 - 1))
    rows = np.zeros((n, 1)) if X is None else X
    parts = [(np.asarray(train), np.asarray(test)) for train, test in splitter.split(rows, y, groups)]
    cvargs = getattr(splitter, "cvargs", {})
    repeats = int(getattr(splitter, "n_repeats", 1))
    facts = {"splitter": str(splitter), **{str(k): v for k, v in cvargs.items()}}
    trains, tests = tuple(train for train, _ in parts), tuple(test for _, test in parts)
    if len(tests) % repeats:
        repeats = 1
    made: Any = {"repeats": repeats, "parameters": facts, "seed": seed}
    made |= {"keeps": "cases" if groups is None else "groups", "drawn": isinstance(splitter, BaseShuffleSplit)}
    return Splits(type(splitter).__name__, n, tests, trains, **made)


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
