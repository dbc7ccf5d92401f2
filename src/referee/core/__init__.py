"""The nouns: frozen values that the rest of referee makes, reasons about and shows."""

from referee.core.band import Band
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.interval import Interval
from referee.core.noun import Noun, load
from referee.core.ranking import Ranking
from referee.core.testresult import TestResult

__all__ = [
    "Band",
    "ConfusionMatrix",
    "CostMatrix",
    "Estimate",
    "Finding",
    "Interval",
    "Noun",
    "Ranking",
    "TestResult",
    "load",
]
