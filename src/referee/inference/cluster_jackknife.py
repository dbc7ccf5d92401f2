"""The difference of a label metric between two models when cases come in clusters."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Counts
from referee.inference._result import Measured, Terms, Wording, pivot
from referee.inference._rows import too_few
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric


def cluster_jackknife(
    tables_a: Counts,
    tables_b: Counts,
    *,
    metric: str | LabelMetric = "accuracy",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    unseen: float = 0.0,
) -> TestResult:
    """Test that two models have the same metric, leaving out one cluster at a time.

    `tables_a` and `tables_b` are the confusion tables of the clusters, shape `(G, K, K)`, in the same order. With d the
    difference and d_k the one without cluster k, its variance is (G - 1)/G sum (d_k - mean)^2, and d over its root is
    referred to t(G - 1); the interval has the same variance. For accuracy it is Obuchowski's and Durkalski's
    clustered McNemar test up to a factor near 1. Inapplicable with fewer than 6 clusters. It errs when a few
    clusters hold most cases.

    `unseen` clusters of each class, in which one model alone is right, and as many in which the other is, are added to
    the variance: where few clusters hold a class, none may have shown the models apart there. They hold as many cases
    of it as the others do in the mean. On the side of the clusters that differ most the error is also larger by what
    so many of them would move d, as one more may be unseen. `compare` takes half a cluster, which is ours;
    `python -m tools.validity worlds --family design_differences` measures it. References: durkalski2003,
    obuchowski1998.

    >>> one = np.array([[[4, 1], [0, 5]], [[3, 0], [1, 6]], [[5, 0], [0, 5]], [[4, 0], [1, 5]], [[5, 1], [0, 4]],
    ...                 [[4, 0], [0, 6]]])
    >>> two = np.array([[[3, 2], [2, 3]], [[3, 0], [2, 5]], [[4, 1], [1, 4]], [[3, 1], [1, 5]], [[5, 1], [1, 3]],
    ...                 [[4, 0], [1, 5]]])
    >>> test = cluster_jackknife(one, two)
    >>> round(test.effect.value, 3), round(test.p_value, 3)
    (0.15, 0.007)
    """
    chosen = label_metric(metric)
    terms, name = Terms(alternative, level), f"{chosen.name}_difference"
    a, b = _check.floats("tables_a", tables_a), _check.floats("tables_b", tables_b)
    if a.shape != b.shape or a.ndim != 3:
        _check.fail("tables_b", "have the shape of `tables_a`, (clusters, K, K)", f"{a.shape} and {b.shape}")
    groups, n = len(a), float(a.sum())
    words = Wording(
        "cluster jackknife",
        f"the {chosen.title} of the two models is equal in the population of clusters",
        "t",
        "It errs when a few clusters hold most of the cases.",
        name,
        f"cluster jackknife{', unseen clusters added' if unseen else ''}, t({groups - 1})",
        constant="every cluster shows the same difference, so there is no spread to judge it by",
        same="no cluster tells the models apart",
        bounds=(-chosen.width, chosen.width),
    )
    value = float(chosen.formula(a.sum(axis=0)) - chosen.formula(b.sum(axis=0)))
    without = chosen.formula(a.sum(axis=0) - a) - chosen.formula(b.sum(axis=0) - b)
    reason = too_few(groups)
    if not reason and (math.isnan(value) or np.isnan(without).any()):
        reason = f"{chosen.title} is undefined for a model, with or without one of the clusters"
    if reason:
        return words.refuse(Estimate(name, value, n, note=reason), reason, alternative)
    gaps, lean = without - without.mean(), 0.0
    se = math.sqrt((groups - 1) / groups * float((gaps**2).sum()))
    noise = np.finfo(float).eps * 8 * max(1.0, abs(float(chosen.formula(a.sum(axis=0)))))
    if float(np.abs(gaps).max()) <= noise:
        se = 0.0
    elif unseen:
        # what one of the clusters that make the differences skewed moves d: their third cumulant over the variance
        lean = -unseen * ((groups - 1) / groups) ** 2 * float((gaps**3).sum() / (gaps**2).sum())
        se = math.hypot(se, *(math.sqrt(unseen) * push for push in _unseen_pushes(chosen, a, b)))
    found = Measured(0.0 if abs(value) <= noise else value, se, n, groups - 1, (max(0.0, -lean), max(0.0, lean)))
    return pivot(words, found, terms, details={"clusters": float(groups)})


def _unseen_pushes(metric: LabelMetric, a: Counts, b: Counts) -> Iterator[float]:
    """How far one more cluster of each class moves the difference, when one model alone has its cases right."""
    whole, classes = (a.sum(axis=0), b.sum(axis=0)), a.sum(axis=2)
    value = float(metric.formula(whole[0]) - metric.formula(whole[1]))
    for t, held in enumerate((classes > 0).sum(axis=0)):
        right, wrong = np.zeros((2, *a.shape[1:]))
        right[t, t] = wrong[t, (t + 1) % len(right)] = classes[:, t].sum() / max(held, 1)
        for more in ((right, wrong), (wrong, right)):
            moved = metric.formula(whole[0] + more[0]) - metric.formula(whole[1] + more[1])
            yield float(moved) - value
