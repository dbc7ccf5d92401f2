"""Two normal classes: parameters given or fitted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee import _check, _format
from referee.core.types import Column, Floats, Table
from referee.data.column import labels_column
from referee.data.encode import encode


@dataclass(frozen=True, eq=False)
class Normals:
    """Means and covariances of two normal classes, the prior of the second, and the cases they were fitted on, if any.

    >>> Normals([0, 0], np.eye(2), [1, 1], np.eye(2)).equal
    True
    """

    mean0: Floats
    cov0: Floats
    mean1: Floats
    cov1: Floats
    prior: float = 0.5
    cases: int = 0

    def __post_init__(self) -> None:
        for name in ("mean0", "mean1"):
            object.__setattr__(self, name, np.atleast_1d(_check.floats(name, getattr(self, name))))
            if getattr(self, name).ndim != 1 or not np.isfinite(getattr(self, name)).all():
                _check.fail(name, "be finite numbers, one per feature", f"shape {getattr(self, name).shape}")
        d = len(self.mean0)
        if not d:
            _check.fail("mean0", "have at least one feature", "none")
        if len(self.mean1) != d:
            _check.fail("mean1", f"have as many features as `mean0` ({d})", len(self.mean1))
        for name in ("cov0", "cov1"):
            cov = np.atleast_2d(_check.floats(name, getattr(self, name)))
            if cov.shape != (d, d):
                _check.fail(name, f"be a {d} x {d} matrix", f"shape {cov.shape}")
            if not np.isfinite(cov).all():
                _check.fail(name, "hold finite numbers", "NaN or infinity")
            if not np.allclose(cov, cov.T) or np.linalg.eigvalsh(cov).min() <= 0:
                _check.fail(name, "be a covariance matrix: symmetric with positive eigenvalues", "another matrix")
            object.__setattr__(self, name, cov)
        _check.fraction("prior", self.prior)

    @classmethod
    def fit(cls, X: Table, y: Column, *, equal: bool = False) -> Normals:
        """The normal classes that fit data with two labels best; the prior is the share of the second label.

        With `equal` one covariance is fitted to both classes.

        Bounds from fitted parameters hold only as far as the classes are normal and the fit is near: they are
        estimates, not bounds, of the error on new cases.
        """
        x = _check.floats("X", X)
        if x.ndim != 2 or not np.isfinite(x).all():
            _check.fail("X", "be a table of finite numbers", f"shape {x.shape}")
        (codes,), labels = encode(labels_column("y", y))
        if len(labels) != 2 or len(codes) != len(x):
            _check.fail("y", f"have two classes over the {len(x)} rows of X", _format.listing(labels))
        parts = [x[codes == k] for k in (0, 1)]
        for part, label in zip(parts, labels, strict=True):
            if len(part) <= x.shape[1]:
                got = f"{_format.plural(len(part), 'case')} of {label!r}"
                _check.fail("X", f"have more cases of each class than features ({x.shape[1]})", got)
        covs = [np.atleast_2d(np.cov(part, rowvar=False)) for part in parts]
        if _check.flag("equal", equal):
            freedom = [len(part) - 1 for part in parts]
            pooled = np.asarray((freedom[0] * covs[0] + freedom[1] * covs[1]) / sum(freedom))
            covs = [pooled, pooled]
        prior = float((codes == 1).mean())
        return cls(parts[0].mean(axis=0), covs[0], parts[1].mean(axis=0), covs[1], prior, len(x))

    @property
    def dimension(self) -> int:
        """Number of features."""
        return len(self.mean0)

    @property
    def equal(self) -> bool:
        """Whether the covariances are equal."""
        return bool(np.allclose(self.cov0, self.cov1, rtol=1e-12, atol=0))

    @property
    def gap(self) -> Floats:
        """The second mean less the first."""
        return self.mean1 - self.mean0

    def squared_distance(self, cov: Floats) -> float:
        """The squared distance of the means in units of a covariance: gap' S^-1 gap."""
        return float(self.gap @ np.linalg.solve(cov, self.gap))

    def log_odds_of_zero(self, x: Floats) -> Floats:
        """Log of the posterior odds of the first class at points x."""
        out = []
        for mean, cov, prior in ((self.mean0, self.cov0, 1 - self.prior), (self.mean1, self.cov1, self.prior)):
            gap = x - mean
            quadratic = (gap * np.linalg.solve(cov, gap.T).T).sum(axis=1)
            out.append(np.log(prior) - (quadratic + np.linalg.slogdet(cov)[1]) / 2)
        return np.asarray(out[0] - out[1])
