"""Random tables for one confusion matrix, drawn once and shared by all metrics that need them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from referee import _check, _rng
from referee.core import ConfusionMatrix
from referee.core.tables import one_vs_rest
from referee.core.types import Codes, Counts, Floats, Values
from referee.inference import bootstrap
from referee.metrics.label_metric import LabelMetric

MOST_WEIGHTS = 4_000_000
"""Random weights of clusters that are held at a time."""

Unseen = Literal["heaviest", "mean"]
"""What a case in an empty cell weighs where cases have weights."""

SMALL, NOTHING = 0.05, 1e-6
"""The shape of a gamma variable that is next to nothing in most draws; and the part of a case that is nothing."""

FEWEST_DRAWS, MOST_DRAWS = 1_000, 10_000
"""Dirichlet draws of one table."""

LARGE = 100.0
"""The shape from which a gamma variable is made of a normal one. Its quantiles from .0005 to .9995 are then wrong by
less than .003 standard deviations, a tenth of the Monte Carlo error of 10,000 draws."""


def dirichlet_draws(
    matrix: ConfusionMatrix,
    generator: np.random.Generator,
    *,
    size: int | None = None,
    order: Codes | None = None,
    unseen: Unseen = "heaviest",
) -> Counts:
    """Tables of shares drawn from a Dirichlet on (cells + 1/(K(K-1))) f: shape `(size, K, K)`.

    The off-diagonal cells, which are errors, have one case more together; with two classes each cell has a half
    (Jeffreys). An empty cell can occur in a draw, as it can in the next test set. f makes the sum n - 2, so that a
    share p varies by p (1 - p) / (n - 1), as in samples. `python -m tools.validity labels` measures
    how quantiles of metrics of the draws cover. It errs where a class has one or two cases. With importance
    weights a cell is a gamma variable with the mean and variance of its weighted Bayesian bootstrap, and n Kish's
    number; `unseen` says how much a case that was not seen weighs. `order` is that of the classes in which cells are
    drawn. References: rubin1981, kish1965.
    """
    k = len(matrix.labels)
    count = size or draw_count(k)
    prior = 1.0 / (k * max(1, k - 1))
    shape, scale = _gamma_of(matrix, prior, unseen)
    n = matrix.counts.sum() if matrix.squares is None else matrix.counts.sum() ** 2 / matrix.squares.sum()
    drawn = draw_gammas(generator, shape * variance_factor(float(n), prior * k**2), count, order)
    return drawn if matrix.squares is None else drawn * scale


def draw_clusters(tables: Counts, generator: np.random.Generator, size: int) -> tuple[Counts, Counts]:
    """Sums of the tables of G clusters with random weights, in two sets of shape `(size, K, K)`.

    Each weight is gamma(f), f that of `variance_factor` for G clusters, so that the mean over clusters varies as in
    samples of them. To each cell a gamma of 1/(K(K-1)) cases is added, as `dirichlet_draws` does; in the first set
    times the mean size of a cluster: an error that was not seen may come in a whole cluster, or alone. The order of the
    clusters does not matter. It errs under 30 clusters. References: rubin1981, field2007.

    >>> tables = np.array([[[3, 0], [0, 0]], [[0, 0], [0, 4]]] * 20)
    >>> drawn, _ = draw_clusters(tables, np.random.default_rng(0), 2000)
    >>> drawn.shape, bool(abs(drawn[:, 1, 1].mean() / drawn[:, 0, 0].mean() - 4 / 3) < 0.02)
    ((2000, 2, 2), True)
    """
    count, k = tables.shape[:2]
    flat = tables.reshape(count, -1).astype(float)
    flat = flat[np.lexsort(flat.T)]
    prior, unit = 1.0 / (k * max(1, k - 1)), float(flat.sum() / count)
    factor = variance_factor(count, prior * k**2)
    out = np.empty((2, size, k * k))
    step = max(1, MOST_WEIGHTS // count)
    for start in range(0, size, step):
        rows = out[:, start : start + step]
        rows[:] = generator.standard_gamma(factor, size=(rows.shape[1], count)) @ flat
        added = generator.standard_gamma(prior * factor, size=rows.shape[1:])
        rows += np.stack([unit * added, added])
    together, alone = out.reshape(2, size, k, k)
    return together, alone


def variance_factor(n: float, added: float) -> float:
    """What a Dirichlet on n cases and some added is multiplied by, for a sum of n - 2 (1 at least).

    A share p of it then has the variance p (1 - p) / (n - 1), the unbiased one of a sample.

    >>> variance_factor(10, 2)
    0.6666666666666666
    """
    return max(n - 2, 1.0) / (n + added)


def stratified_draws(
    matrix: ConfusionMatrix, generator: np.random.Generator, shares: Floats, order: Codes | None = None
) -> Counts:
    """As `dirichlet_draws`, each true class apart (on its cells + 1/K) and put together in the given shares."""
    k = len(matrix.labels)
    shape, scale = _gamma_of(matrix, 1.0 / k, "heaviest")
    rows = draw_gammas(generator, shape, draw_count(k), order) * scale
    return rows / rows.sum(axis=-1, keepdims=True) * shares[:, None]


def draw_count(k: int) -> int:
    """How many draws: 10,000 up to 7 classes, fewer beyond, 2,000 of 16 to 100 and 1,000 at least.

    A limit from 2,000 draws varies by .06 standard deviations of what it limits, from 10,000 by .03.
    """
    wanted = np.clip(500_000 // (k * k), 2_000, MOST_DRAWS)
    return max(FEWEST_DRAWS, int(min(wanted, 20_000_000 // (k * k))))


def draw_gammas(generator: np.random.Generator, shape: Floats, count: int, order: Codes | None = None) -> Floats:
    """Gamma variables of each shape: `(count, *shape.shape)`, laid out cell by cell in memory.

    Sums over cells then run along draws. `order` is that in which the places along each axis are drawn. A gamma(a) is
    a gamma(1 + a) times U^(1/a). Of a small a that is next to nothing in most draws, and costs as much as any other:
    so only what is more than NOTHING of it is made. Of a large a it is a (1 - 1/(9a) + z/(3 sqrt a))^3, z normal.
    Reference: wilson1931.

    >>> drawn = draw_gammas(np.random.default_rng(0), np.array([0.01, 5.0]), 10_000)
    >>> drawn.shape, bool(abs(drawn[:, 0].mean() - 0.01) < 0.003), bool(abs(drawn[:, 1].mean() - 5) < 0.1)
    ((10000, 2), True, True)
    """
    places = range(len(shape)) if order is None else order.tolist()
    cells = np.array(list(product(places, repeat=shape.ndim))) @ np.cumprod((1, *shape.shape[:0:-1]))[::-1]
    shapes, drawn = shape.ravel(), np.empty((shape.size, count))
    for cell in cells[shapes[cells] >= SMALL]:
        if shapes[cell] < LARGE:
            generator.standard_gamma(shapes[cell], out=drawn[cell])
        else:
            generator.standard_normal(out=drawn[cell])
            _to_gamma(drawn[cell], float(shapes[cell]))
    for a in np.unique(shapes[shapes < SMALL]).tolist():
        own, least = cells[shapes[cells] == a], NOTHING**a
        where = _some_of(generator, len(own) * count, 1 - least)
        u = least + (1 - least) * generator.random(len(where))
        drawn[own] = 0.0
        drawn[own[where // count], where % count] = u ** (1 / a) * generator.standard_gamma(1 + a, size=len(where))
    return np.moveaxis(drawn.reshape(*shape.shape, count), -1, 0)


def _to_gamma(normal: Floats, a: float) -> None:
    """Normal variables made gamma(a), in their place, by the cube of Wilson and Hilferty."""
    normal *= 1 / (3 * a**0.5)
    normal += 1 - 1 / (9 * a)
    normal *= normal * normal
    normal *= a


def _some_of(generator: np.random.Generator, total: int, chance: float) -> Codes:
    """The places out of `total` at which something of this chance happens, found by the gaps between them."""
    expected = total * chance
    gaps = generator.geometric(chance, size=int(expected + 10 * np.sqrt(expected) + 10))
    places = np.cumsum(gaps) - 1
    return places[places < total]


def _gamma_of(matrix: ConfusionMatrix, prior: float, unseen: Unseen) -> tuple[Floats, Floats]:
    """Shape and scale of each cell's gamma variable.

    What could come into an empty cell may weigh as much as the heaviest cases, and what is added elsewhere as the cases
    of its cell: where all alarms are checked and a few of the rest, an answer that was not seen is one of the rest.
    """
    counts = matrix.counts.astype(float)
    if matrix.squares is None:
        return counts + prior, np.ones_like(counts)
    unit = np.divide(matrix.squares, counts, out=np.zeros_like(counts), where=counts > 0)
    unit = np.where(counts > 0, unit, unit.max()) if unseen == "heaviest" else matrix.squares.sum() / counts.sum()
    mean, variance = counts + prior * unit, matrix.squares + prior * unit**2
    return mean**2 / variance, variance / mean


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
    def dirichlet(self) -> list[Counts]:
        """Tables of shares from a Dirichlet on the cells, with weights for both ways that an unseen case may weigh."""
        ways: tuple[Unseen, ...] = get_args(Unseen) if self.matrix.weighted else ("heaviest",)
        how: Any = {"order": self._order}
        return [dirichlet_draws(self.matrix, self._stream("dirichlet"), unseen=way, **how) for way in ways]

    @cached_property
    def _dirichlet_tables(self) -> list[Counts]:
        """The one-vs-rest tables of the draws, which averages share."""
        return [one_vs_rest(drawn) for drawn in self.dirichlet]

    def draw(self, metric: LabelMetric) -> list[Values]:
        """A metric of each set of Dirichlet draws; of a total, each draw holds as much as the matrix."""
        if metric.average is not None:
            return [metric.of_tables(tables) for tables in self._dirichlet_tables]
        values = [metric.formula(drawn) for drawn in self.dirichlet]
        if not metric.extensive:
            return values
        total = self.matrix.counts.sum()
        return [v * total / drawn.sum(axis=(-2, -1)) for v, drawn in zip(values, self.dirichlet, strict=True)]

    @cached_property
    def bootstrap(self) -> Counts:
        """Tables of bootstrap samples of weighted cases, or of cases; with clusters random weights on them."""
        if self.clusters is not None:
            return self.cluster_draws[0]
        generator, mine, back = self._stream("bootstrap"), self._order, np.argsort(self._order)
        if self.matrix.weighted:
            if self.records is None:
                hint = "Pass the cases, or take the default interval."
                _check.fail("interval", "not be a bootstrap on a table of weights without its cases", "one", hint)
            shape = (len(self.matrix.labels), len(self.matrix.labels))
            return bootstrap.weighted_replicates(*self.records, shape, generator, self.size)
        drawn = bootstrap.replicates(self.matrix.counts[np.ix_(mine, mine)], generator, self.size)
        return drawn[:, back][:, :, back]

    @cached_property
    def cluster_draws(self) -> list[Counts]:
        """Tables with random weights on the clusters, for both ways that an error which was not seen may come."""
        assert self.clusters is not None
        generator, mine, back = self._stream("bootstrap"), self._order, np.argsort(self._order)
        sets = draw_clusters(self.clusters[:, mine][:, :, mine], generator, self.size)
        return [drawn[:, back][:, :, back] for drawn in sets]

    def _stream(self, use: str) -> np.random.Generator:
        return _rng.stream(self.seed, use, *range(len(self.matrix.labels)))

    def draw_classes(self, used: Codes) -> Counts:
        """Draws of the tables of some classes against the rest: shape `(draws, classes, 2, 2)`.

        Each class has a share of the draws of one table: limits that are averaged vary less than one.
        """
        count = max(FEWEST_DRAWS, MOST_DRAWS // len(self.matrix.labels))
        places = self._order[np.isin(self._order, used)]
        tables = self.matrix.class_tables[places].astype(float)
        factor = variance_factor(float(self.matrix.counts.sum()), 2.0)
        drawn = draw_gammas(self._stream("classes"), ((tables + 0.5) * factor).ravel(), count)
        return drawn.reshape(count, *tables.shape)[:, np.argsort(places)]

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
            self._stratified[key] = stratified_draws(self.matrix, generator, shares, self._order)
        return self._stratified[key]
