"""The nouns: frozen values that the rest of referee makes, reasons about and shows."""

from referee.core.answers import Answers
from referee.core.audit import Audit
from referee.core.averageroc import AverageRoc
from referee.core.band import Band
from referee.core.calibration import BrierDecomposition, CalibrationError, Recalibration, ReliabilityCurve
from referee.core.chance import AgainstChance
from referee.core.choice import CrossFit, ThresholdChoice
from referee.core.class_scores import ClassScores
from referee.core.comparison import Comparison, Comparisons
from referee.core.confusion import ConfusionMatrix
from referee.core.consistency import ConsistentFolds, ConsistentMatrices
from referee.core.cost import CostMatrix
from referee.core.curve import Curve
from referee.core.decisioncurve import DecisionCurve
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.core.family import Family
from referee.core.finding import Finding
from referee.core.gate import Gate
from referee.core.histogram import ScoreHistogram
from referee.core.hull import Hull, MixPlan, OperatingPoint, OptimalRange
from referee.core.interval import Interval
from referee.core.joint import JointConfusion
from referee.core.learnercurve import LearnerCurve
from referee.core.lift import Lift
from referee.core.limits import ErrorLimits
from referee.core.match import Match
from referee.core.noun import Noun, load
from referee.core.pairwise import Pairwise
from referee.core.plan import Plan
from referee.core.rankdiagram import RankDiagram, rank_diagram
from referee.core.ranking import Ranking
from referee.core.region import Region
from referee.core.results import Results
from referee.core.review import Checklist, Review
from referee.core.score_grid import ScoreGrid
from referee.core.scoretable import ScoreTable
from referee.core.selection import Selection
from referee.core.skill import Skill
from referee.core.slices import Slices
from referee.core.splits import Splits
from referee.core.standings import Standings
from referee.core.studyplan import StudyPlan
from referee.core.studyresults import StudyResults
from referee.core.test_result import TestResult
from referee.core.thresholds import ThresholdTable
from referee.core.validation import Validation
from referee.core.verdict import Decision, Verdict

__all__ = [
    "AgainstChance",
    "Answers",
    "Audit",
    "AverageRoc",
    "Band",
    "BrierDecomposition",
    "CalibrationError",
    "Checklist",
    "ClassScores",
    "Comparison",
    "Comparisons",
    "ConfusionMatrix",
    "ConsistentFolds",
    "ConsistentMatrices",
    "CostMatrix",
    "CrossFit",
    "Curve",
    "Decision",
    "DecisionCurve",
    "ErrorLimits",
    "Estimate",
    "Evaluation",
    "Family",
    "Finding",
    "Gate",
    "Hull",
    "Interval",
    "JointConfusion",
    "LearnerCurve",
    "Lift",
    "Match",
    "MixPlan",
    "Noun",
    "OperatingPoint",
    "OptimalRange",
    "Pairwise",
    "Plan",
    "RankDiagram",
    "Ranking",
    "Recalibration",
    "Region",
    "ReliabilityCurve",
    "Results",
    "Review",
    "ScoreGrid",
    "ScoreHistogram",
    "ScoreTable",
    "Selection",
    "Skill",
    "Slices",
    "Splits",
    "Standings",
    "StudyPlan",
    "StudyResults",
    "TestResult",
    "ThresholdChoice",
    "ThresholdTable",
    "Validation",
    "Verdict",
    "load",
    "rank_diagram",
]
