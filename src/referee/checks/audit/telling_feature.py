"""R130: a feature that alone predicts the class."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from referee import _format
from referee.checks.audit.fits import classes_to_learn
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand
from referee.core.types import Floats

MOST = 20_000
BINS = 20
PROMISING = 0.8
TELLING = 0.95
CERTAIN = 0.99
Rule = Callable[[NDArray[np.bool_]], NDArray[np.int64]]


@check(
    "R130",
    "One feature alone predicts the class",
    severity="serious",
    needs=("train",),
    errs="Some honest tasks are that easy; it cannot know when the feature is measured.",
    advice="Ask whether it is known before the class is, and how it was made; if not, remove it.",
    reference="kapoor2023",
)
def telling_feature(m: Material) -> Remarks:
    """The share of the majority rule's errors that one feature removes, on the half of the cases not fitted on.

    A rule names the commonest class of each category, or of each of up to 20 bins of equal count, then of the leaves of
    a small tree. A warning from 95%, serious from 99%.
    """
    data = m.training(MOST, "telling")
    y = classes_to_learn(data)
    demand(data.n >= 40, "at least 40 training cases")
    half = m.stream("telling halves").permutation(data.n) % 2 == 0
    found = []
    for j, name in enumerate(data.names):
        column, categories = data.values[:, j], data.levels[j] is not None
        share = _removed(partial(_by_bins, _binned(column, categories), y), y, half)
        if share >= PROMISING and not categories:
            share = max(share, _removed(partial(_by_tree, column, y), y, half))
        if share >= TELLING:
            found.append((share, name))
    found.sort(reverse=True)
    if not found:
        return
    shown = ", ".join(f"{_format.label(name)} {_format.percent(round(share, 3))}" for share, name in found[:3])
    evidence = f"share of the majority rule's errors that it removes alone, on held-out cases: {shown}"
    yield Remark(evidence, severity="serious" if found[0][0] >= CERTAIN else "warning")


def _binned(column: Floats, categories: bool) -> NDArray[np.int64]:
    """Codes of the bins of a feature; missing values have their own."""
    gone = np.isnan(column)
    if gone.all():
        return np.zeros(len(column), dtype=np.int64)
    if categories:
        codes = np.nan_to_num(column, nan=-1.0).astype(np.int64) + 1
    else:
        edges = np.unique(np.quantile(column[~gone], np.linspace(0, 1, BINS + 1)[1:-1]))
        codes = np.where(gone, 0, np.searchsorted(edges, np.nan_to_num(column), side="left") + 1)
    return codes


def _by_tree(column: Floats, y: NDArray[np.int64], own: NDArray[np.bool_]) -> NDArray[np.int64]:
    """What a small tree on the feature, fitted on these cases, says of the others."""
    from sklearn.tree import DecisionTreeClassifier

    x = np.nan_to_num(column, nan=float(np.nanmax(column)) + 1.0)[:, None]
    tree = DecisionTreeClassifier(max_leaf_nodes=8, min_samples_leaf=5, random_state=0).fit(x[own], y[own])
    return np.asarray(tree.predict(x[~own]))


def _by_bins(bins: NDArray[np.int64], y: NDArray[np.int64], own: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The commonest class of each bin among these cases, said of the others."""
    table = np.zeros((int(bins.max()) + 1, int(y.max()) + 1), dtype=np.int64)
    np.add.at(table, (bins[own], y[own]), 1)
    rule = np.where(table.sum(axis=1) > 0, table.argmax(axis=1), table.sum(axis=0).argmax())
    return np.asarray(rule[bins[~own]])


def _removed(rule: Rule, y: NDArray[np.int64], half: NDArray[np.bool_]) -> float:
    """The share of the majority rule's errors removed, over both halves, each judged by the rule of the other."""
    right = wrong = 0
    for own in (half, ~half):
        right += int((rule(own) == y[~own]).sum())
        wrong += int((y[~own] != np.bincount(y[own]).argmax()).sum())
    return 1 - (len(y) - right) / wrong if wrong else 0.0
