"""Inverse power law of a learning curve: loss = floor + scale * size^-rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check
from referee.core.types import Floats

_RATES = np.concatenate([np.linspace(0.05, 2.0, 79), [2.5, 3.0]])


@dataclass(frozen=True)
class PowerLaw:
    """The fitted curve: `floor` is the loss with endless data, `rate` how fast it is neared."""

    floor: float
    scale: float
    rate: float

    def at(self, size: float) -> float:
        """The loss at a training size."""
        return self.floor + self.scale * float(size) ** -self.rate


def power_law(sizes: Any, losses: Any) -> PowerLaw:
    """Fit loss = floor + scale size^-rate by least squares, floor and scale at least 0.

    The rate is searched on a grid from 0.05 to 3; for each the other two are linear. A curve that does not fall
    gets scale 0. Needs three sizes. It errs beyond the sizes seen as every extrapolation does. Reference:
    figueroa2012.

    >>> sizes = np.array([20, 40, 80, 160])
    >>> fit = power_law(sizes, 0.1 + 2 / sizes)
    >>> round(fit.floor, 3), round(fit.scale, 2), round(fit.rate, 2)
    (0.1, 2.0, 1.0)
    """
    floor, scale, rate = power_laws(sizes, np.atleast_1d(_check.floats("losses", losses))[None, ...])
    return PowerLaw(float(floor[0]), float(scale[0]), float(rate[0]))


def power_laws(sizes: Any, losses: Any) -> tuple[Floats, Floats, Floats]:
    """Floor, scale and rate for each row of losses, one column a size."""
    x, y = _check.floats("sizes", sizes), _check.floats("losses", losses)
    if x.ndim != 1 or not np.isfinite(x).all() or len(np.unique(x)) < 3 or (x <= 0).any():
        _check.fail("sizes", "hold at least 3 different sizes above 0", x.tolist())
    if y.ndim != 2 or y.shape[1] != len(x):
        _check.fail("losses", f"have one value for each of the {len(x)} sizes", f"shape {y.shape}")
    unit = x.max()
    basis = (x / unit) ** -_RATES[:, None]
    centre = basis - basis.mean(axis=1, keepdims=True)
    slope = np.maximum(0.0, (y @ centre.T) / (centre**2).sum(axis=1))
    level = y.mean(axis=1)[:, None] - slope * basis.mean(axis=1)
    through = np.maximum(0.0, (y @ basis.T) / (basis**2).sum(axis=1))
    slope, level = np.where(level < 0, through, slope), np.maximum(level, 0.0)
    misfit = ((y[:, None, :] - level[:, :, None] - slope[:, :, None] * basis) ** 2).sum(axis=2)
    best, rows = misfit.argmin(axis=1), np.arange(len(y))
    rate = _RATES[best]
    return level[rows, best], slope[rows, best] * unit**rate, rate
