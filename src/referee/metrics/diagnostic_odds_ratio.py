"""Diagnostic odds ratio."""

from referee.core.types import Values
from referee.metrics.label_metric import Rates
from referee.metrics.registry import metric, when


def _no_error(fp: Values, fn: Values) -> Values:
    return fp * fn == 0


@metric(
    "Diagnostic odds ratio",
    range=(0.0, float("inf")),
    shape="rates",
    rates=Rates("logit", (1.0, 1.0)),
    undefined=when(_no_error, "there is no false positive or no false negative"),
    reference="glas2003",
    aliases=("dor",),
)
def diagnostic_odds_ratio(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """Odds of a positive answer among positives over those among negatives: TP TN / (FP FN).

    >>> diagnostic_odds_ratio([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    3.0
    """
    return tp * tn / (fp * fn)
