"""Average precision."""

import numpy as np

from referee.core.ranking import running
from referee.metrics.registry import LACKS_POSITIVES, Floats, Values, metric


def influence(positives: Floats, negatives: Floats) -> tuple[Floats, Floats]:
    """What one positive, and what one negative case at each score adds to the value.

    A positive at score s has the precision there, and raises the precision of every positive below it; a negative
    lowers it. The mean over all cases is 0.
    """
    hits, called = np.cumsum(positives), np.cumsum(positives + negatives)
    total = positives.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.where(called > 0, hits / called, 0.0)
        push = np.where(called > 0, positives / called, 0.0)
    value = (positives * precision).sum() / total
    # each case counts among those called at its own score and at every score below it
    below = np.cumsum(push[::-1])[::-1]
    lost = np.cumsum((push * precision)[::-1])[::-1]
    return (precision - value + below - lost) / total, -lost / total


def removal(positives: Floats, negatives: Floats) -> tuple[Floats, Floats]:
    """What one positive, and what one negative case at each score adds to the value, by taking it away.

    A lone negative above all positives halves the precision of the first of them: without it the value rises by more
    than a small change of its weight says (`influence`). With v the value of P positives and v_i without case i it is
    v - v_i for a negative and (1 - 1 / P) (v - v_i) for a positive case, less what makes the mean over all cases 0.
    """
    hits, called = np.cumsum(positives), np.cumsum(positives + negatives)
    total, others = positives.sum(), np.maximum(called - 1, 1)
    here = positives * hits / called
    value, above = here.sum() / total, np.cumsum(here) - here
    fewer = np.cumsum((positives * hits / others)[::-1])[::-1]
    lost = positives * (hits - 1) / others
    rest = np.cumsum(lost[::-1])[::-1] - np.maximum(hits - 1, 0) / others
    own = (1 - 1 / total) * value - (above + rest) / total
    other = value - (above + fewer) / total
    return own - (positives @ own + negatives @ other) / total, other


def bias(positives: Floats, negatives: Floats, positive_squares: Floats, negative_squares: Floats) -> float:
    """How far the value of a sample lies too high.

    A positive case is among the cases called at its own score: its precision is that of the others and more, by
    (1 - precision) / called. Samples with few positives have a low precision, and each of their positives counts more:
    the covariance of the value and the number of positives, over that number, is taken off. With importance weights
    the precision of the others, a ratio H / M of sums, is biased by (precision N2 - (1 - precision) H2) / M^2, with H2
    and N2 the squared weights of the positives and negatives called; it is 0 where all weights are equal.
    """
    at = positives > 0
    hits, called, own = np.cumsum(positives)[at], np.cumsum(positives + negatives)[at], positives[at]
    one = positive_squares[at] / own
    alone = called - one <= 1e-9 * called
    if alone.all():
        return 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        without = (hits - one) / (called - one)
        # the highest case alone shows no precision: that of the next score stands in
        without[: int(np.argmin(alone))] = without[int(np.argmin(alone))]
        other = np.maximum(np.cumsum(positive_squares)[at] - one**2, 0.0)
        ratio = (without * np.cumsum(negative_squares)[at] - (1 - without) * other) / (called - one) ** 2
    pushes = hits / called - without + np.where(alone, 0.0, ratio)
    together = float((positive_squares * influence(positives, negatives)[0]).sum())
    return (float((own * pushes).sum()) - together) / float(own.sum())


@metric(
    "Average precision",
    shape="influence",
    undefined=LACKS_POSITIVES,
    reference="manning2008",
    aliases=("ap", "average_precision_score", "pr_auc"),
    influence=influence,
    removal=removal,
    bias=bias,
)
def average_precision(positives: Values, negatives: Values) -> Values:
    """The step area under the precision-recall curve: precision times the gain in recall, summed.

    It errs by its scale: chance gives about the prevalence, so values at different prevalence cannot be compared.

    >>> average_precision([1, 0, 1, 0], [4, 3, 2, 1], positive=1)
    0.8333333333333333
    """
    total: Values = np.zeros(positives.shape[:-1])
    for own, _, hits, alarms in running(positives, negatives):
        called = hits + alarms
        total = total + (own * np.where(called > 0, hits / np.where(called > 0, called, 1), 0.0)).sum(axis=-1)
    return np.asarray(total / positives.sum(axis=-1))
