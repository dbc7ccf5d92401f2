"""The nouns: frozen values that the rest of referee makes, reasons about and shows."""

from referee.core.averageroc import AverageRoc
from referee.core.calibration import BrierDecomposition
from referee.core.calibration import CalibrationError
from referee.core.calibration import Recalibration
from referee.core.calibration import ReliabilityCurve
from referee.core.choice import CrossFit
from referee.core.choice import ThresholdChoice
from referee.core.comparison import Comparison
from referee.core.comparison import Comparisons
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.curve import Curve
from referee.core.decisioncurve import DecisionCurve
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.core.family import Family
from referee.core.finding import Finding
from referee.core.gate import Gate
from referee.core.hull import Hull
from referee.core.hull import OperatingPoint
from referee.core.hull import OptimalRange
from referee.core.interval import Interval
from referee.core.lift import Lift
from referee.core.noun import Noun
from referee.core.noun import load
from referee.core.pairwise import Pairwise
from referee.core.ranking import Ranking
from referee.core.region import Region
from referee.core.testresult import TestResult
from referee.core.verdict import Decision
from referee.core.verdict import Verdict

__all__ = [
    "AverageRoc",
    "BrierDecomposition",
    "CalibrationError",
    "Comparison",
    "Comparisons",
    "ConfusionMatrix",
    "CostMatrix",
    "CrossFit",
    "Curve",
    "Decision",
    "DecisionCurve",
    "Estimate",
    "Evaluation",
    "Family",
    "Finding",
    "Gate",
    "Hull",
    "Interval",
    "Lift",
    "Noun",
    "OperatingPoint",
    "OptimalRange",
    "Pairwise",
    "Ranking",
    "Recalibration",
    "Region",
    "ReliabilityCurve",
    "TestResult",
    "ThresholdChoice",
    "Verdict",
    "load",
]
