"""A curve with a band: limits at each of some places, and what they promise together."""

from __future__ import annotations

from referee import _check
from referee.core.curve import Plane
from referee.core.noun import Noun
from referee.core.types import Floats


class Band(Noun, schema="band/1", eq=False):
    """A curve's values at `x` with limits. It never forgets its level and its method.

    Pointwise limits hold at each x alone; of simultaneous ones the whole curve is promised to lie inside, at the
    level. `x_name`, `y_name` and `plane` say what the axes are.

    >>> band = Band([0.0, 0.5], [0.4, 0.9], [0.2, 0.7], [0.6, 1.0], 0.95, "bootstrap percentile")
    >>> len(band), band.simultaneous, round(band.width.max(), 3)
    (2, False, np.float64(0.4))
    """

    x: Floats
    value: Floats
    low: Floats
    high: Floats
    level: float
    method: str
    simultaneous: bool = False
    x_name: str = ""
    y_name: str = ""
    plane: Plane = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not len(self.x) == len(self.value) == len(self.low) == len(self.high):
            _check.fail("band", "have a value and two limits at each x", f"{len(self.x)} places")

    def __len__(self) -> int:
        return len(self.x)

    @property
    def width(self) -> Floats:
        """High minus low at each x."""
        return self.high - self.low
