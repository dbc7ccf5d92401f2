"""Probabilities and multi-class scores."""

from __future__ import annotations

from adapters import Inputs, columns
from referee.metrics import (
    brier_score,
    hand_till,
    log_loss,
    ovo_weighted_auc,
    ovr_auc,
    provost_domingos,
    top_k_accuracy,
)


def multiclass(inputs: Inputs) -> dict[str, float]:
    y, p = columns(inputs, "labels", "prob")
    return {
        "auc": hand_till(y, p),
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
    "proc_handtill_": multiclass,
    "sk_multi_multi": multiclass,
}
