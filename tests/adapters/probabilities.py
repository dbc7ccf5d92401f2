"""Probabilities and multi-class scores."""

from __future__ import annotations

from typing import Any

from adapters import data
from referee.calibration import brier_score, log_loss
from referee.multiclass import hand_till, ovo_weighted_auc, ovr_auc, provost_domingos, top_k_accuracy


def _multi(inputs: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    columns = data(inputs["data"])
    return columns[inputs["labels"]], columns[inputs["prob"]]


def _handtill(inputs: dict[str, Any]) -> dict[str, float]:
    return {"auc": hand_till(*_multi(inputs))}


def _multiclass(inputs: dict[str, Any]) -> dict[str, float]:
    y, p = _multi(inputs)
    return {
        "log_loss": log_loss(y, p),
        "brier_sum": brier_score(y, p),
        "auc_ovr_macro": ovr_auc(y, p),
        "auc_ovr_weighted": provost_domingos(y, p),
        "auc_ovo_macro": hand_till(y, p),
        "auc_ovo_weighted": ovo_weighted_auc(y, p),
        "top1": top_k_accuracy(y, p, k=1),
        "top2": top_k_accuracy(y, p, k=2),
    }


PEER = {
    "proc_handtill_": _handtill,
    "sk_multi_multi": _multiclass,
}
