"""One-vs-one AUC, pairs weighted by their cases."""

from referee.metrics.registry import EVERY_CLASS, Placements, Projection, metric


@metric(
    "One-vs-one AUC, weighted by pair",
    needs="class scores",
    shape="influence",
    undefined=EVERY_CLASS,
    reference="handtill2001",
    automatic=False,
)
def ovo_weighted_auc(placements: Placements) -> Projection:
    """As `hand_till`, each pair weighted by its number of cases.

    Undefined when a class has no case. It depends on the prevalence, unlike `hand_till`.

    >>> P = [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2], [0.1, 0.2, 0.7]]
    >>> round(ovo_weighted_auc([0, 1, 2, 2], P), 6)
    0.8125
    """
    sizes, areas = placements.sizes, placements.areas
    both = 2 * (len(sizes) - 1) * sizes.sum()
    pull = (sizes[:, None] + sizes) / both
    return placements.average(pull, (areas + areas.T).sum(axis=1) / both - (pull * areas).sum() / sizes.sum())
