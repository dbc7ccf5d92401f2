"""Curves: reference cases about rankings."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adapters import Inputs, columns
from referee.core import ConfusionMatrix, Ranking
from referee.curves import (
    auc_from_dprime,
    average_precision,
    binormal,
    confusion_at,
    cost_break_even,
    fbeta_curve,
    iso_performance_slope,
    lift_at,
    operating_points,
    partial_auc,
    partial_auc_mcclish,
    precision_recall,
    precision_recall_area,
    roc,
    roc_auc,
    roc_hull,
    threshold_by_top_left,
    threshold_by_youden,
)
from referee.metrics import brier_score, precision, sensitivity, sensitivity_at_specificity, specificity


def ranking(inputs: Inputs) -> Ranking:
    """The ranking of a seed case."""
    return Ranking.from_scores(inputs["labels"], inputs["scores"], positive=inputs.get("positive", 1))


def peer_ranking(inputs: Inputs) -> Ranking:
    """The ranking of a peer case, whose columns are in a file."""
    labels, scores = columns(inputs, "labels", "scores" if "scores" in inputs else "prob")
    return Ranking.from_scores(labels, scores, positive=inputs.get("positive", 1))


def roc_points(inputs: Inputs) -> list[dict[str, float]]:
    return roc(ranking(inputs)).rows()[1:]


def youden(inputs: Inputs) -> dict[str, Any]:
    choice = threshold_by_youden(ranking(inputs))
    return {"J": choice.value, "thresholds": list(choice.thresholds)}


def lift(inputs: Inputs) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for fraction in inputs["fractions"]:
        found = lift_at(ranking(inputs), fraction)
        out[str(fraction)] = found.lift
        if found.pessimistic < found.optimistic:
            out[str(fraction)] = {
                "expected_random_ties": found.lift,
                "optimistic": found.optimistic,
                "pessimistic": found.pessimistic,
            }
    return out


def fraction(inputs: Inputs) -> float:
    rest = inputs["total"] - inputs["top"]
    homes = Ranking(np.array([2.0, 1.0]), np.array([inputs["top"], 0]), np.array([0, rest]))
    return lift_at(homes, top=inputs["top"]).fraction


def at_threshold(inputs: Inputs) -> dict[str, float]:
    cells = confusion_at(ranking(inputs), inputs["threshold"])
    return {
        "TP": cells.tp,
        "FP": cells.fp,
        "TN": cells.tn,
        "FN": cells.fn,
        "TPR": cells.tp / (cells.tp + cells.fn),
        "FPR": cells.fp / (cells.fp + cells.tn),
    }


def hull(inputs: Inputs) -> dict[str, Any]:
    found = roc_hull(ranking(inputs))
    return {"vertices": np.column_stack([found.fpr, found.tpr]).tolist(), "area": found.area}


def _costs(inputs: Inputs) -> dict[str, float]:
    return {"fp": inputs["cost_fp"], "fn": inputs["cost_fn"]}


def operating_point(inputs: Inputs) -> dict[str, Any]:
    cases = ranking(inputs)
    found = operating_points(cases, costs=_costs(inputs))
    return {"points": [[p.fpr, p.tpr] for p in found], "min_errors": found[0].cost * cases.n}


def slope(inputs: Inputs) -> float:
    return iso_performance_slope(positives=inputs["P"], negatives=inputs["N"], costs=_costs(inputs))


def skew(inputs: Inputs) -> dict[str, float]:
    before = ranking(inputs)
    times = inputs["replicate_negatives"]
    after = Ranking(before.scores, before.positives, before.negatives * times, before.positive)
    assert roc(after).x.tolist() == roc(before).x.tolist()
    assert roc(after).y.tolist() == roc(before).y.tolist()
    assert roc_auc(after).value == roc_auc(before).value
    return {
        "auc": roc_auc(after).value,
        "precision_at_085_before": precision(confusion_at(before, 0.85)),
        "precision_at_085_after": precision(confusion_at(after, 0.85)),
    }


def break_even(inputs: Inputs) -> float:
    tables = [
        ConfusionMatrix.from_counts(tp=100 - c["FN"], fn=c["FN"], fp=c["FP"], tn=100 - c["FP"])
        for c in (inputs["A"], inputs["B"])
    ]
    return cost_break_even(*tables).value


SEED = {
    "roc_points": roc_points,
    "auc": lambda i: roc_auc(ranking(i)).value,
    "auc_optimistic_ties": lambda i: roc_auc(ranking(i), ties="optimistic").value,
    "auc_strict": lambda i: roc_auc(ranking(i), ties="strict").value,
    "youden": youden,
    "auc_from_dprime": lambda i: auc_from_dprime(i["dprime"]),
    "lift_at": lift,
    "fraction": fraction,
    "confusion_at_threshold": at_threshold,
    "roc_convex_hull": hull,
    "optimal_operating_point": operating_point,
    "iso_performance_slope": slope,
    "skew_invariance": skew,
    "cost_break_even": break_even,
}


def pauc(inputs: Inputs) -> dict[str, float]:
    where = {inputs["focus"]: tuple(inputs["range"])}
    cases = peer_ranking(inputs)
    return {
        "pauc": partial_auc(cases, **where).value,
        "pauc_mcclish": partial_auc_mcclish(cases, **where).value,
    }


def _coordinates(choice: Any, cases: Ranking) -> dict[str, Any]:
    """pROC's columns: one entry for each threshold that is as good, in ascending order."""
    thresholds = choice.thresholds[::-1]
    tables = [confusion_at(cases, threshold) for threshold in thresholds]
    return {
        "threshold": [threshold if math.isfinite(threshold) else None for threshold in thresholds],
        "sensitivity": [sensitivity(table) for table in tables],
        "specificity": [specificity(table) for table in tables],
        "youden_plus1": [choice.value + 1] * len(thresholds),
    }


def proc_youden(inputs: Inputs) -> dict[str, Any]:
    cases = peer_ranking(inputs)
    return _coordinates(threshold_by_youden(cases, cut="midpoint"), cases)


def proc_youden_weighted(inputs: Inputs) -> dict[str, Any]:
    cases = peer_ranking(inputs)
    costs = {"fp": 1, "fn": inputs["cost_fn_over_fp"]}
    choice = threshold_by_youden(cases, costs=costs, prevalence=inputs["prevalence"], cut="midpoint")
    return _coordinates(choice, cases)


def proc_topleft(inputs: Inputs) -> dict[str, Any]:
    cases = peer_ranking(inputs)
    return _coordinates(threshold_by_top_left(cases, cut="midpoint"), cases)


def sens_at_spec(inputs: Inputs) -> dict[str, Any]:
    cases = peer_ranking(inputs)
    return {"sensitivity": [sensitivity_at_specificity(cases, specificity=s) for s in inputs["specificity"]]}


def sk_rank(inputs: Inputs) -> dict[str, float]:
    cases = peer_ranking(inputs)
    return {
        "average_precision": average_precision(cases).value,
        "auc": roc_auc(cases).value,
        "pauc_mcclish_fpr01": partial_auc_mcclish(cases, specificity=(0.9, 1)).value,
        "pauc_mcclish_fpr03": partial_auc_mcclish(cases, specificity=(0.7, 1)).value,
        "pr_trapezoid": precision_recall_area(cases, interpolation="trapezoid").value,
    }


def sk_roc_curve(inputs: Inputs) -> dict[str, Any]:
    curve = roc(peer_ranking(inputs))
    thresholds = ["Infinity" if math.isinf(t) else t for t in curve.thresholds.tolist()]
    return {"fpr": curve.x.tolist(), "tpr": curve.y.tolist(), "thresholds": thresholds}


def sk_pr_curve(inputs: Inputs) -> dict[str, Any]:
    """The peer's order, and the point at recall 0 that it adds by convention."""
    curve = precision_recall(peer_ranking(inputs))
    return {
        "precision": [*curve.y[::-1].tolist(), 1.0],
        "recall": [*curve.x[::-1].tolist(), 0.0],
        "thresholds": curve.thresholds[::-1].tolist(),
    }


def peer_lift(inputs: Inputs) -> dict[str, float]:
    found = lift_at(peer_ranking(inputs), inputs["fraction"])
    assert found.top == inputs["k"]
    return {"lift": found.lift, "precision_at_k": found.precision, "recall_at_k": found.recall}


def rocr(inputs: Inputs) -> dict[str, float]:
    cases = peer_ranking(inputs)
    best = fbeta_curve(cases).facts
    curve = roc(cases)
    return {
        "auc": roc_auc(cases).value,
        "auc_fpr_0.2": partial_auc(cases, specificity=(0.8, 1)).value,
        "max_f1": best["best"],
        "cutoff_max_f1": best["threshold"],
        "max_acc": float(((curve.tp + curve.negatives - curve.fp) / cases.n).max()),
        "rmse": math.sqrt(brier_score(*columns(inputs, "labels", "prob"))),
    }


PEER = {
    "proc_pauc_": pauc,
    "proc_youden_": proc_youden,
    "proc_youden_weighted_": proc_youden_weighted,
    "proc_topleft_": proc_topleft,
    "proc_sens_at_spec_": sens_at_spec,
    "proc_smooth_binormal_": lambda i: {"auc": binormal(peer_ranking(i)).facts["auc"]},
    "sk_rank_": sk_rank,
    "sk_roc_curve_": sk_roc_curve,
    "sk_pr_curve_": sk_pr_curve,
    "lift_": peer_lift,
    "rocr_": rocr,
    "num_auc_": lambda i: {"auc": roc_auc(ranking(i)).value},
}
