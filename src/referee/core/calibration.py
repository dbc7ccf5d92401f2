"""What calibration results hold: nouns that a view can show."""

from __future__ import annotations

from referee.core.estimate import Estimate
from referee.core.noun import Noun
from referee.core.types import Floats


class BrierDecomposition(Noun, schema="brier_decomposition/1"):
    """brier = reliability - resolution + uncertainty + within_bins.

    The two-component form is calibration (= reliability) + refinement (= uncertainty - resolution), again plus
    `within_bins`: what binning lost, 0 when the groups are the distinct probabilities.
    """

    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    within_bins: float
    groups: int
    n: float
    method: str

    @property
    def calibration(self) -> float:
        """The reliability term, by its name in the two-component form."""
        return self.reliability

    @property
    def refinement(self) -> float:
        """Uncertainty minus resolution: the mean spread of the truth within groups of equal probability."""
        return self.uncertainty - self.resolution


class CalibrationError(Noun, schema="calibration_error/1"):
    """Expected and maximum calibration error beside what perfect calibration would give on these probabilities.

    `ece_expected`, `mce_expected` are means and `ece_high`, `mce_high` the `level` quantiles under perfect
    calibration. `debiased` is ECE less its estimated bias; `squared` the unbiased squared error, which may be
    negative (no sign of miscalibration) and is NaN when a bin has a single case.
    """

    ece: float
    mce: float
    ece_expected: float
    mce_expected: float
    ece_high: float
    mce_high: float
    debiased: float
    squared: float
    bins: int
    n: float
    level: float
    method: str
    seed: int


class ReliabilityCurve(Noun, schema="reliability_curve/1", eq=False):
    """Observed frequency against mean predicted probability, one point per bin.

    `low` and `high` are Clopper-Pearson bars of the observed frequency; `band_low` and `band_high` say where it
    would lie if every probability were right.
    """

    predicted: Floats
    observed: Floats
    cases: Floats
    low: Floats
    high: Floats
    band_low: Floats
    band_high: Floats
    level: float
    method: str
    seed: int


class Recalibration(Noun, schema="recalibration/1"):
    """Logistic recalibration: slope, the intercept fitted with it, and the intercept at slope 1 (in the large)."""

    slope: Estimate
    intercept: Estimate
    in_the_large: Estimate
    standard_errors: tuple[float, float, float]
