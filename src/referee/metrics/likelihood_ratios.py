"""Likelihood ratios of a positive and of a negative answer."""

from referee.metrics.registry import Rates, Values, metric


@metric(
    "Positive likelihood ratio",
    range=(0.0, float("inf")),
    shape="rates",
    rates=Rates("log", (-1.0, 1.0), complement=(True, False)),
    undefined="there is no false positive, or no positive case",
    reference="deeks2004",
    aliases=("lr_plus", "lr_positive", "plr"),
)
def positive_likelihood_ratio(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """How much a positive answer multiplies the odds of being positive: sensitivity / (1 - specificity).

    >>> positive_likelihood_ratio([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    1.5
    """
    return (tp / (tp + fn)) / (fp / (fp + tn))


@metric(
    "Negative likelihood ratio",
    better="lower",
    range=(0.0, float("inf")),
    shape="rates",
    rates=Rates("log", (-1.0, 1.0), complement=(False, True)),
    undefined="there is no true negative, or no positive case",
    reference="deeks2004",
    aliases=("lr_minus", "lr_negative", "nlr"),
)
def negative_likelihood_ratio(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """How much a negative answer multiplies the odds of being positive: (1 - sensitivity) / specificity.

    >>> negative_likelihood_ratio([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.5
    """
    return (fn / (tp + fn)) / (tn / (fp + tn))
