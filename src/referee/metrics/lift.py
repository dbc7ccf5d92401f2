"""Lift among the highest scores."""

import numpy as np

from referee import _check
from referee.core.ranking import running
from referee.metrics.registry import LACKS_POSITIVES, Floats, Values, metric


def _inside(top: Values, tied: Values, called: Values) -> Values:
    """How much of each score lies among the `top` cases, ties at the cut in expectation."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.clip(np.where(tied > 0, (top - (called - tied)) / tied, 0.0), 0, 1))


def _cases(n: Values, share: float) -> Values:
    """How many of n cases the top share has: a whole number where they are counted."""
    whole = np.asarray(n).dtype.kind in "iu"
    return np.asarray(np.maximum(1, np.round(share * n)) if whole else share * n)


def influence(positives: Floats, negatives: Floats, *, share: float = 0.1) -> tuple[Floats, Floats]:
    """What one positive, and what one negative case at each score adds to the value.

    With R the recall in the top share f and eta the share of positives at the cut: a case with truth y and place t in
    the top adds (y (t - R) - eta (t - f)) / (f P), P the number of positives; the cut moves with the cases. eta is of
    the cases that the cut may move over, 2 sqrt(n f (1 - f)) on either side: one case at the cut would say 0 or 1.
    """
    tied = positives + negatives
    called, hits = (np.append(0.0, np.cumsum(x)) for x in (tied, positives))
    top, total, n = _cases(tied.sum(), share), float(positives.sum()), float(called[-1])
    inside, f = _inside(top, tied, called[1:]), float(top) / n
    recall = float((positives * inside).sum() / total)
    reach = 2 * np.sqrt(n * f * (1 - f))
    ends = np.array([max(0.0, f * n - reach), min(n, f * n + reach)])
    eta = float(np.diff(np.interp(ends, called, hits))[0] / max(np.diff(ends)[0], 1e-300))
    scale = f * total
    move = eta * (inside - f)
    return (inside - recall - move) / scale, -move / scale


def unit(positives: Floats, negatives: Floats, *, share: float = 0.1) -> float:
    """The share of cases in the top: the lift times it is the share of the positives that are there."""
    n = np.asarray(positives.sum() + negatives.sum())
    return float(_cases(n, share) / n)


@metric(
    "Lift of the top {share} of cases",
    shape="influence",
    range=(0.0, float("inf")),
    undefined=LACKS_POSITIVES,
    reference="tan2006",
    aliases=("lift_10", "lift_score"),
    influence=influence,
    unit=unit,
)
def lift(positives: Values, negatives: Values, *, share: float = 0.1) -> Values:
    """Precision among the highest-scored `share` of the cases, over the prevalence; ties at the cut in expectation.

    The share of n cases are k = max(1, round(share n)) cases, halves to even; with importance weights k is not rounded.
    It errs by chance when k is small, and it cannot exceed 1 / prevalence.

    >>> lift([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1, share=0.4)
    1.25
    """
    if not _check.share("share", share) > 0:
        _check.fail("share", "be greater than 0", share)
    p, n = (counts.sum(axis=-1, keepdims=True) for counts in (positives, negatives))
    top = _cases(p + n, share)
    inside = sum(
        (own * _inside(top, own + others, tp + fp)).sum(axis=-1)
        for own, others, tp, fp in running(positives, negatives)
    )
    return np.asarray(inside / p[..., 0] / (top / (p + n))[..., 0])
