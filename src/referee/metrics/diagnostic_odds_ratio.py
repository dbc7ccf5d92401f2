"""Diagnostic odds ratio."""

from referee.metrics.registry import Rates, Values, metric


@metric(
    "Diagnostic odds ratio",
    range=(0.0, float("inf")),
    shape="rates",
    rates=Rates("logit", (1.0, 1.0)),
    undefined="there is no false positive or no false negative",
    reference="glas2003",
    aliases=("dor",),
)
def diagnostic_odds_ratio(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """Odds of a positive answer among positives over those among negatives: TP TN / (FP FN).

    >>> diagnostic_odds_ratio([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    3.0
    """
    return tp * tn / (fp * fn)
