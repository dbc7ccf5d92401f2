"""Random tables for one confusion matrix, drawn once and shared by all metrics that need them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from referee import _check, _rng
from referee.core import ConfusionMatrix
from referee.core.tables import one_vs_rest
from referee.core.types import Codes, Counts, Floats, Values
from referee.inference import bootstrap, dirichlet
from referee.metrics.label_metric import LabelMetric


class Records(NamedTuple):
    """The cell (truth x K + prediction) and importance weight of each case, for the bootstrap of weighted cases."""

    cell: Codes
    weights: Floats


@dataclass(eq=False)
class Sampler:
    """Dirichlet draws and bootstrap replicates of a matrix, by named streams of a seed.

    `clusters` are the tables of groups of cases, shape `(G, K, K)`; `records` the weighted cases.
    """

    matrix: ConfusionMatrix
    seed: int
    clusters: Counts | None = None
    records: Records | None = None
    size: int = 2000
    _stratified: dict[bytes, Counts] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def dirichlet(self) -> Counts:
        """Tables of shares from a Dirichlet on the cells."""
        return dirichlet.draws(self.matrix, self._stream("dirichlet"), order=self._order)

    @cached_property
    def _dirichlet_tables(self) -> Counts:
        """The one-vs-rest tables of the draws, which averages share."""
        return one_vs_rest(self.dirichlet)

    def draw(self, metric: LabelMetric) -> Values:
        """A metric of the Dirichlet draws; of a total, each draw holds as much as the matrix."""
        if metric.average is not None:
            return metric.of_tables(self._dirichlet_tables)
        values = metric.formula(self.dirichlet)
        if not metric.extensive:
            return values
        return values * self.matrix.counts.sum() / self.dirichlet.sum(axis=(-2, -1))

    @cached_property
    def bootstrap(self) -> Counts:
        """Tables of bootstrap samples of weighted cases, or of cases; with clusters random weights on them."""
        generator, mine, back = self._stream("bootstrap"), self._order, np.argsort(self._order)
        if self.clusters is None and self.matrix.weighted:
            if self.records is None:
                hint = "Pass the cases, or take the default interval."
                _check.fail("interval", "not be a bootstrap on a table of weights without its cases", "one", hint)
            shape = (len(self.matrix.labels), len(self.matrix.labels))
            return bootstrap.weighted_replicates(*self.records, shape, generator, self.size)
        if self.clusters is not None:
            drawn = dirichlet.draw_clusters(self.clusters[:, mine][:, :, mine], generator, self.size)
        else:
            drawn = bootstrap.replicates(self.matrix.counts[np.ix_(mine, mine)], generator, self.size)
        return drawn[:, back][:, :, back]

    def _stream(self, use: str) -> np.random.Generator:
        return _rng.stream(self.seed, use, *range(len(self.matrix.labels)))

    @cached_property
    def _order(self) -> Codes:
        """The classes by what was counted of them, the positive one last: names of classes change no draw."""
        counts, labels = self.matrix.counts, self.matrix.labels
        last = np.array([label == self.matrix.positive for label in labels])
        return np.lexsort((counts.diagonal(), counts.sum(axis=0), counts.sum(axis=1), last))

    def draw_stratified(self, shares: Floats) -> Counts:
        """Tables with the classes in the given shares, drawn class by class."""
        key = shares.tobytes()
        if key not in self._stratified:
            generator = self._stream("stratified")
            self._stratified[key] = dirichlet.stratified_draws(self.matrix, generator, shares, self._order)
        return self._stratified[key]
