"""Average precision."""

import numpy as np

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


@metric(
    "Average precision",
    shape="influence",
    undefined=LACKS_POSITIVES,
    reference="manning2008",
    aliases=("ap", "average_precision_score", "pr_auc"),
    influence=influence,
)
def average_precision(positives: Values, negatives: Values) -> Values:
    """The step area under the precision-recall curve: precision times the gain in recall, summed.

    It errs by its scale: chance gives about the prevalence, so values at different prevalence cannot be compared.

    >>> average_precision([1, 0, 1, 0], [4, 3, 2, 1], positive=1)
    0.8333333333333333
    """
    hits, called = np.cumsum(positives, axis=-1), np.cumsum(positives + negatives, axis=-1)
    precision = np.where(called > 0, hits / np.where(called > 0, called, 1), 0.0)
    return np.asarray((positives * precision).sum(axis=-1) / hits[..., -1])
