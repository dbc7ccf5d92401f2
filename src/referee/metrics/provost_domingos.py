"""Provost and Domingos' multi-class AUC."""

from referee.metrics.registry import EVERY_CLASS, Placements, Projection, metric


@metric(
    "Multi-class AUC (Provost and Domingos)",
    needs="class scores",
    shape="influence",
    areas="each class by its share",
    undefined=EVERY_CLASS,
    reference="provost2003",
)
def provost_domingos(placements: Placements) -> Projection:
    """Mean of the one-vs-rest AUC of each class, weighted by the share of the class in these cases.

    Undefined when a class has no case. It depends on the prevalence twice, in the weights and in each rest.

    >>> P = [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2], [0.1, 0.2, 0.7]]
    >>> round(provost_domingos([0, 1, 2, 2], P), 6)
    0.791667
    """
    total = placements.sizes.sum()
    value, rows = placements.of_classes(placements.sizes / total)
    return value, rows + ((placements.against_rest - value) / total)[placements.truth]
