"""Nouns as figures: an Axes in, an Axes out. matplotlib is loaded when the first one is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee import _check
from referee.core.band import Band
from referee.core.curve import Curve
from referee.core.noun import Noun
from referee.views.figures.comparison import draw_comparison, draw_comparisons, draw_gate
from referee.views.figures.confusion import draw_confusion
from referee.views.figures.cost import draw_cost
from referee.views.figures.decision import draw_decision
from referee.views.figures.det import draw_det
from referee.views.figures.drawn import draw_picture
from referee.views.figures.evaluation import draw_estimates, draw_evaluation
from referee.views.figures.items import Item, items_of
from referee.views.figures.lift import draw_gain, draw_lift
from referee.views.figures.plain import draw_plain
from referee.views.figures.precision_recall import draw_precision_recall
from referee.views.figures.region import draw_region
from referee.views.figures.reliability import draw_reliability
from referee.views.figures.roc import draw_roc
from referee.views.figures.standings import draw_pairwise, draw_standings
from referee.views.figures.vc import draw_vc
from referee.views.figures.width import draw_width
from referee.views.pictures import DRAWN

_FIGURES: dict[str, Callable[..., Any]] = {
    "AverageRoc": draw_roc,
    "Comparison": draw_comparison,
    "Comparisons": draw_comparisons,
    "ConfusionMatrix": draw_confusion,
    "DecisionCurve": draw_decision,
    "Estimate": draw_estimates,
    "Evaluation": draw_evaluation,
    "Gate": draw_gate,
    "Hull": draw_roc,
    "MixPlan": draw_roc,
    "OperatingPoint": draw_roc,
    "Pairwise": draw_pairwise,
    "Region": draw_region,
    "ReliabilityCurve": draw_reliability,
    "Standings": draw_standings,
    "WidthRow": draw_width,
}
_PLANES: dict[tuple[str, str], Callable[..., Any]] = {
    ("FPR", "TPR"): draw_roc,
    ("false positive rate", "true positive rate"): draw_roc,
    ("FPR", "FNR"): draw_det,
    ("recall", "precision"): draw_precision_recall,
    ("probability-cost", "normalised expected cost"): draw_cost,
    ("share of the cases", "lift"): draw_lift,
    ("VC dimension", "bound on the error"): draw_vc,
    ("share of the cases", "share of the positives"): draw_gain,
}
_ALONE = (
    draw_comparison,
    draw_comparisons,
    draw_confusion,
    draw_gate,
    draw_pairwise,
    draw_picture,
    draw_region,
    draw_standings,
)


def draw(value: Any, ax: Any = None, **options: Any) -> Any:
    """A noun, several, or several by name, drawn into one Axes, which is returned."""
    items = items_of(value)
    if not items:
        _check.fail("value", "hold something to draw", "nothing")
    figures = [_figure(item) for item in items]
    if len(set(figures)) > 1:
        kinds = " and ".join(dict.fromkeys(_kind(item.noun) for item in items))
        _check.fail("value", "hold what belongs into one picture", kinds)
    if figures[0] in _ALONE and len(items) > 1:
        _check.fail("value", f"be one {_kind(items[0].noun)} a picture", f"{len(items)}")
    return figures[0](items, ax, **options)


def _figure(item: Item) -> Callable[..., Any]:
    noun = item.noun
    if isinstance(noun, Curve | Band):
        return _PLANES.get((noun.x_name, noun.y_name), draw_plain)
    found = _FIGURES.get(type(noun).__name__)
    if found is None and type(noun).__name__ in DRAWN:
        return draw_picture
    if found is None:
        hint = "Print it, or write its page with `referee.report`." if isinstance(noun, Noun) else ""
        _check.fail("value", "be something with a picture", type(noun).__name__, hint)
    return found


def _kind(noun: Any) -> str:
    return str(getattr(noun, "title", "")) or type(noun).__name__
