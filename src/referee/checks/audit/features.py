"""R130 to R132 and R134: what features and labels say of each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import class_p, cross_tabulate, table_p
from referee.checks.audit.fits import classes_to_learn, fit_on_half
from referee.checks.audit.material import LEVEL, InapplicableError, Material, demand
from referee.checks.registry import Remark, Remarks, check
from referee.core.types import Bools, Codes, Floats
from referee.inference.adjust import adjust

MOST = 20_000
BINS = 20
PROMISING = 0.8
TELLING = 0.95
CERTAIN = 0.99
Rule = Callable[[Bools], Codes]
MOST_RELATED = 4000
RELATED = 0.05


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
        share = _share_removed(partial(_by_bins, _bin_codes(column, categories), y), y, half)
        if share >= PROMISING and not categories:
            share = max(share, _share_removed(partial(_by_tree, column, y), y, half))
        if share >= TELLING:
            found.append((share, name))
    found.sort(reverse=True)
    if not found:
        return
    shown = ", ".join(f"{_format.label(name)} {_format.percent(round(share, 3))}" for share, name in found[:3])
    evidence = f"share of the majority rule's errors that it removes alone, on held-out cases: {shown}"
    yield Remark(evidence, severity="serious" if found[0][0] >= CERTAIN else "warning")


def _bin_codes(column: Floats, categories: bool) -> Codes:
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


def _by_tree(column: Floats, y: Codes, own: Bools) -> Codes:
    """What a small tree on the feature, fitted on these cases, says of the others."""
    from sklearn.tree import DecisionTreeClassifier

    x = np.nan_to_num(column, nan=float(np.nanmax(column)) + 1.0)[:, None]
    tree = DecisionTreeClassifier(max_leaf_nodes=8, min_samples_leaf=5, random_state=0).fit(x[own], y[own])
    return np.asarray(tree.predict(x[~own]))


def _by_bins(bins: Codes, y: Codes, own: Bools) -> Codes:
    """The commonest class of each bin among these cases, said of the others."""
    table = np.zeros((int(bins.max()) + 1, int(y.max()) + 1), dtype=np.int64)
    np.add.at(table, (bins[own], y[own]), 1)
    rule = np.where(table.sum(axis=1) > 0, table.argmax(axis=1), table.sum(axis=0).argmax())
    return np.asarray(rule[bins[~own]])


def _share_removed(rule: Rule, y: Codes, half: Bools) -> float:
    """The share of the majority rule's errors removed, over both halves, each judged by the rule of the other."""
    right = wrong = 0
    for own in (half, ~half):
        right += int((rule(own) == y[~own]).sum())
        wrong += int((y[~own] != np.bincount(y[own]).argmax()).sum())
    return 1 - (len(y) - right) / wrong if wrong else 0.0


@check(
    "R131",
    "Whether a value is missing depends on the class",
    needs=("train",),
    errs="It cannot know whether values will be missing for the same reason where the model is used.",
    advice="Find out why it is missing. A model will use the gap, and fail where gaps arise otherwise.",
    reference="rubin1976",
)
def telling_missing(m: Material) -> Remarks:
    """Test of missing against the classes for each feature with missing values, Holm over the features."""
    data = m.train
    assert data is not None
    if data.y is None:
        raise InapplicableError("needs the classes of the training cases")
    gaps = np.flatnonzero(data.missing.any(axis=0))
    if not len(gaps):
        return
    sizes = np.bincount(data.y, minlength=len(m.labels))
    tables = []
    for j in gaps:
        gone = np.bincount(data.y[data.missing[:, j]], minlength=len(m.labels))
        tables.append(np.stack([gone, sizes - gone]))
    held = adjust([table_p(table) for table in tables]).adjusted
    found = sorted((p, i) for i, p in enumerate(held) if p < LEVEL)
    shown = []
    for p, i in found[:3]:
        shares = tables[i][0] / np.maximum(sizes, 1)
        most, least = int(shares.argmax()), int(np.where(sizes > 0, shares, np.inf).argmin())
        parts = [(_format.percent(round(float(shares[k]), 4)), _format.quote(m.labels[k])) for k in (most, least)]
        words = " and ".join(f"{share} of {label}" for share, label in parts)
        shown.append(f"{_format.label(data.names[gaps[i]])} is missing in {words} ({_format.p_equals(p)})")
    if shown:
        yield Remark("; ".join(shown))


@check(
    "R132",
    "No feature is shown to be related to the class",
    needs=("train",),
    errs="A weak relation in few cases is not seen; absence of evidence is all that it has.",
    advice="A model that does well here must be asked how. Check that features and labels belong to the same rows.",
    reference="holm1979",
)
def unrelated_features(m: Material) -> Remarks:
    """Nothing at 5%, neither a feature alone (Kruskal-Wallis or chi-square, Holm) nor a forest on held-out cases."""
    data = m.training(MOST_RELATED, "unrelated")
    y = classes_to_learn(data)
    p = [class_p(data.values[:, j], y, data.levels[j] is not None) for j in range(len(data.names))]
    least = min(adjust(p).adjusted)
    if least < RELATED:
        return
    model, others, truth = fit_on_half(data.design(), y, m.seed, "unrelated")
    by_forest = table_p(cross_tabulate(truth, model.predict(others)))
    if not by_forest < RELATED:
        alone = f"smallest p of {_format.plural(len(p), 'feature')} {_format.p_value(least)} (Holm)"
        forest = f"of a forest on held-out cases {_format.p_value(by_forest)}"
        yield Remark(f"{alone}, {forest}; {data.n:,} cases")


@check(
    "R134",
    "Repeated measurements of one case disagree on its class",
    needs=("ids",),
    errs="A case whose class changed between measurements disagrees honestly.",
    advice="Their labels carry that much noise: no model can be shown to be better than it. Settle them, or say so.",
    reference="duda2001",
)
def unlike_repeats(m: Material) -> Remarks:
    """Ids with several rows, in either set, whose classes are not all the same."""
    sets = [d for d in (m.train, m.test) if d is not None and "ids" in d.roles and d.y is not None]
    ids = np.concatenate([d.roles["ids"] for d in sets])
    y = np.concatenate([d.y for d in sets if d.y is not None])
    _, place, sizes = np.unique(ids, return_inverse=True, return_counts=True)
    if sizes.max() == 1:
        raise InapplicableError("no case was measured twice")
    classes, _ = np.unique([place, y], axis=1)
    unlike = np.bincount(classes) > 1
    if unlike.any():
        twice = int((sizes > 1).sum())
        yield Remark(f"{_format.plural(int(unlike.sum()), 'case')} of {twice:,} that were measured more than once")
