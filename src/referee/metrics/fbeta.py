"""F-measure with a weight on recall, and F1."""

from referee import _check
from referee.metrics.registry import Values, metric

MOST = 1e100
"""A beta whose square floats hold."""


def _square(beta: float) -> float:
    if not 0 <= _check.number("beta", beta) <= MOST:
        _check.fail("beta", "be at least 0" if beta < 0 else f"be at most {MOST:g}", beta)
    return float(beta) ** 2


_UNDEFINED = "no case is positive or predicted positive"


@metric("F-beta", shape="overlap", undefined=_UNDEFINED, reference="vanrijsbergen1979", aliases=("f_beta",))
def fbeta(tp: Values, fp: Values, fn: Values, *, beta: float = 1.0) -> Values:
    """Weighted harmonic mean of precision and recall, recall counting `beta` times as much.

    (1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP). Its value is 0, not undefined, when TP is 0 and there are errors.

    >>> fbeta.using(beta=2)([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.6666666666666666
    """
    b2 = _square(beta)
    return (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)


@metric(
    "F1",
    shape="overlap",
    undefined=_UNDEFINED,
    reference="vanrijsbergen1979",
    aliases=("f_measure", "f1_score", "dice"),
)
def f1(tp: Values, fp: Values, fn: Values) -> Values:
    """Harmonic mean of precision and recall: 2 TP / (2 TP + FP + FN); it never looks at TN.

    >>> f1([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.6666666666666666
    """
    return 2 * tp / (2 * tp + fp + fn)
