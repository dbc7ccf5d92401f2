"""Peer cases on the uncertainty of AUC: pROC's."""

from __future__ import annotations

from typing import Any

from adapters import Inputs, columns, data, ends
from adapters.curves import peer_ranking
from referee.inference.auc import auc_interval
from referee.inference.delong import delong_paired
from referee.inference.delong_counts import delong_unpaired
from referee.inference.delong_variance import delong


def proc_auc(case: Inputs) -> dict[str, Any]:
    found = peer_ranking(case)
    interval = auc_interval(found, level=case["confidence"], method="delong").interval
    return {"auc": found.auc, "variance": delong(found).variance, **ends(interval)}


def proc_paired(case: Inputs) -> dict[str, Any]:
    test = delong_paired(
        *columns(case, "labels", "scores1", "scores2"),
        positive=case["positive"],
        alternative=case.get("alternative", "two-sided"),
    )
    return {
        "auc1": test.details["auc_a"],
        "auc2": test.details["auc_b"],
        "cov": test.details["covariance"],
        "z": test.statistic,
        "p": test.p_value,
        **{f"diff_{end}": limit for end, limit in ends(test.effect.interval).items()},
    }


def proc_unpaired(case: Inputs) -> dict[str, Any]:
    a, b = data(case["data1"]), data(case["data2"])
    test = delong_unpaired(
        a[case["labels"]], a[case["scores1"]], b[case["labels"]], b[case["scores2"]], positive=case["positive"]
    )
    return {"D": test.statistic, "df": test.details["df"], "p": test.p_value}


PEER = {
    "proc_auc_": proc_auc,
    "proc_ci90_": proc_auc,
    "proc_delong_paired_": proc_paired,
    "proc_delong_unpaired_": proc_unpaired,
}
