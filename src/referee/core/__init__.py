"""The nouns: frozen values that the rest of referee makes, reasons about and shows."""

from referee.core.choice import CrossFit, ThresholdChoice
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.curve import Curve
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.hull import Hull, MixPlan, OperatingPoint, OptimalRange
from referee.core.interval import Interval
from referee.core.lift import Lift
from referee.core.noun import Noun, load
from referee.core.ranking import Ranking
from referee.core.testresult import TestResult

__all__ = [
    "ConfusionMatrix",
    "CostMatrix",
    "CrossFit",
    "Curve",
    "Estimate",
    "Finding",
    "Hull",
    "Interval",
    "Lift",
    "MixPlan",
    "Noun",
    "OperatingPoint",
    "OptimalRange",
    "Ranking",
    "TestResult",
    "ThresholdChoice",
    "load",
]
