"""Nouns laid out as pages: one function a noun, one file a family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.views.page import Page
from referee.views.pages.calibration import (
    brier_page,
    calibration_error_page,
    recalibration_page,
    reliability_page,
)
from referee.views.pages.choice import choice_page, crossfit_page, lift_page
from referee.views.pages.comparison import comparison_page, comparisons_page, decision_page
from referee.views.pages.confusion import confusion_page, cost_page, joint_page
from referee.views.pages.curve import average_page, band_page, curve_page, decision_curve_page
from referee.views.pages.estimate import estimate_page, interval_page
from referee.views.pages.evaluation import evaluation_page, finding_page
from referee.views.pages.family import family_page, pairwise_page
from referee.views.pages.gate import gate_page, region_page
from referee.views.pages.hull import hull_page, mix_page, point_page, range_page
from referee.views.pages.learner import chance_page, learner_curve_page, selection_page
from referee.views.pages.limits import limits_page
from referee.views.pages.plan import plan_page
from referee.views.pages.ranking import class_scores_page, grid_page, ranking_page, tally_page
from referee.views.pages.review import checklist_page, consistent_page, folds_page, review_page
from referee.views.pages.skill import results_page, skill_page, splits_page
from referee.views.pages.slices import slices_page
from referee.views.pages.standings import match_page, score_table_page, standings_page
from referee.views.pages.study import study_page
from referee.views.pages.studyplan import study_plan_page
from referee.views.pages.testresult import always_valid_page, result_page
from referee.views.pages.thresholds import histogram_page, threshold_table_page
from referee.views.pages.validation import validation_page

_PAGES: dict[str, Callable[[Any], Page]] = {
    "AgainstChance": chance_page,
    "AlwaysValid": always_valid_page,
    "AverageRoc": average_page,
    "Band": band_page,
    "BrierDecomposition": brier_page,
    "CalibrationError": calibration_error_page,
    "Checklist": checklist_page,
    "ClassScores": class_scores_page,
    "Comparison": comparison_page,
    "Comparisons": comparisons_page,
    "ConfusionMatrix": confusion_page,
    "ConsistentFolds": folds_page,
    "ConsistentMatrices": consistent_page,
    "CostMatrix": cost_page,
    "CrossFit": crossfit_page,
    "Curve": curve_page,
    "Decision": decision_page,
    "DecisionCurve": decision_curve_page,
    "ErrorLimits": limits_page,
    "Estimate": estimate_page,
    "Evaluation": evaluation_page,
    "Family": family_page,
    "Finding": finding_page,
    "Gate": gate_page,
    "Hull": hull_page,
    "Interval": interval_page,
    "JointConfusion": joint_page,
    "LearnerCurve": learner_curve_page,
    "Lift": lift_page,
    "Match": match_page,
    "MixPlan": mix_page,
    "OperatingPoint": point_page,
    "OptimalRange": range_page,
    "Pairwise": pairwise_page,
    "Plan": plan_page,
    "Ranking": ranking_page,
    "Recalibration": recalibration_page,
    "Region": region_page,
    "ReliabilityCurve": reliability_page,
    "Results": results_page,
    "Review": review_page,
    "ScoreGrid": grid_page,
    "ScoreHistogram": histogram_page,
    "ScoreTable": score_table_page,
    "Selection": selection_page,
    "Skill": skill_page,
    "Slices": slices_page,
    "Splits": splits_page,
    "Standings": standings_page,
    "StudyPlan": study_plan_page,
    "StudyResults": study_page,
    "Tally": tally_page,
    "TestResult": result_page,
    "ThresholdChoice": choice_page,
    "ThresholdTable": threshold_table_page,
    "Validation": validation_page,
}


def page_of(value: object) -> Page | None:
    """The page of a noun, or a page itself; None for a noun without one, which then shows its `repr`."""
    if isinstance(value, Page):
        return value
    make = _PAGES.get(type(value).__name__)
    return None if make is None else make(value)
