"""Where is it better: the prevalences and costs at which one model beats another."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import Answers, ConfusionMatrix, JointConfusion, Region
from referee.core.pair import Pair, names_of
from referee.core.types import Floats, Rng
from referee.inference.sampler import draw_count

POINTS = 201
PAIRED = "draws of joint answers within each class"


def where_better(
    a: Answers | ConfusionMatrix,
    b: Answers | ConfusionMatrix,
    *,
    level: float = 0.95,
    independent: bool = False,
    rng: Rng = None,
) -> Region:
    """The advantage of model a over b at every mix of prevalence and cost ratio, with its uncertainty.

    Normalised expected cost is FNR x + FPR (1 - x) at probability-cost x = p c_FN / (p c_FN + (1 - p) c_FP), so the
    difference of two classifiers is a line in x. Limits are pointwise, from draws of the answers within each class
    (joint answers when both were tested on the same cases). It errs as
    Dirichlet draws do, .92-.97 of .95.

    >>> a = ConfusionMatrix.from_counts(tp=2, fn=18, fp=15, tn=965)
    >>> b = ConfusionMatrix.from_counts(tp=19, fn=1, fp=50, tn=930)
    >>> region = where_better(a, b, rng=0)
    >>> [verdict for _, _, verdict in region.ranges()]
    ['better', 'undecided', 'worse']
    """
    level = _check.fraction("level", level)
    for name, model in (("a", a), ("b", b)):
        if not isinstance(model, Answers | ConfusionMatrix):
            _check.fail(name, "be answers or a ConfusionMatrix", type(model).__name__)
        if getattr(model, "groups", None) is not None:
            _check.fail("groups", "not be given: the draws take cases as independent", "groups")
        if isinstance(model, ConfusionMatrix) and model.weighted:
            _check.fail(name, "hold counts of cases", "sums of importance weights")
        if isinstance(model, Answers) and model.weights is not None:
            _check.fail("weights", "not be importance weights: the draws need counts of cases", "weights")
    seed = _rng.seed_of(rng)
    generator = _rng.stream(seed, "where better")
    names = names_of(a, b)
    if isinstance(a, Answers) and isinstance(b, Answers) and not independent:
        return where_joint_better(Pair(a, b).joint, names[0], names[1], level=level, rng=seed)
    tables = [(m if isinstance(m, ConfusionMatrix) else m.confusion).binary() for m in (a, b)]
    parts = [_rates(t.counts, generator) for t in tables]
    method = "draws of answers within each class, independent test sets"
    return _region(names[0], names[1], parts[1][0] - parts[0][0], parts[1][1] - parts[0][1], level, method)


def where_joint_better(joint: JointConfusion, a: str, b: str, *, level: float = 0.95, rng: Rng = None) -> Region:
    """The same from the joint answers of models `a` and `b` on the same cases.

    >>> joint = JointConfusion.from_labels([1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 0, 0], positive=1)
    >>> where_joint_better(joint, "svm", "tree", rng=0).advantage[[0, -1]].tolist()
    [-0.5, 0.5]
    """
    drawn, found = _draw_pairs(joint.binary().counts, _rng.stream(_rng.seed_of(rng), "where better"))
    return _region(a, b, drawn, found, level, PAIRED)


def _region(a: str, b: str, drawn: Floats, found: Floats, level: float, method: str) -> Region:
    """Advantages along the probability-cost from draws of differences of (FPR, FNR), with the observed pair."""
    x = np.linspace(0, 1, POINTS)
    lines = np.outer(x, drawn[:, 1]) + np.outer(1 - x, drawn[:, 0])
    low, high = np.quantile(lines, [(1 - level) / 2, (1 + level) / 2], axis=1, overwrite_input=True)
    value = found[1] * x + found[0] * (1 - x)
    return Region(a, b, x, value, np.minimum(low, value), np.maximum(high, value), level, method)


def _rates(counts: Any, generator: np.random.Generator) -> tuple[Floats, Floats]:
    """Draws of (FPR, FNR), shape (draws, 2), and the observed pair."""
    for k, name in ((0, "negative"), (1, "positive")):
        if counts[k].sum() == 0:
            _check.fail("confusion", "have cases of both classes", f"no {name} case")
    size = draw_count(2)
    wrong = [counts[0, 1], counts[1, 0]]
    drawn = [generator.beta(w + 0.5, counts[k].sum() - w + 0.5, size) for k, w in enumerate(wrong)]
    return np.stack(drawn, axis=1), np.array([w / counts[k].sum() for k, w in enumerate(wrong)])


def _draw_pairs(counts: Any, generator: np.random.Generator) -> tuple[Floats, Floats]:
    """Draws of (FPR_b - FPR_a, FNR_b - FNR_a) from joint answers, and the observed pair."""
    size, drawn, found = draw_count(2), [], []
    for k in (0, 1):
        cells = counts[k]
        if cells.sum() == 0:
            _check.fail("y_true", "hold cases of both classes", "one class")
        wrong = 1 - k
        only_a, only_b = cells[wrong, k], cells[k, wrong]
        shares = generator.dirichlet(np.array([only_a, only_b, cells.sum() - only_a - only_b]) + 1 / 3, size)
        drawn.append(shares[:, 1] - shares[:, 0])
        found.append((only_b - only_a) / cells.sum())
    return np.stack(drawn, axis=1), np.array(found)
