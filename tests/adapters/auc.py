"""Peer cases on the uncertainty of AUC: pROC's and confidenceinterval's."""

from __future__ import annotations

from typing import Any

from adapters import data
from referee.core import Ranking
from referee.intervals.auc import auc_interval
from referee.intervals.delong import delong
from referee.stattests.delong import delong_paired, delong_unpaired


def ranking(case: dict[str, Any]) -> Ranking:
    table = data(case["data"])
    return Ranking.from_scores(table[case["labels"]], table[case["scores"]], positive=1)


def proc_auc(case: dict[str, Any]) -> dict[str, Any]:
    found = ranking(case)
    out = {"auc": found.auc, "variance": delong(found).variance}
    if delong(found).variance == 0:
        return out  # pROC's interval has no width here; referee's has
    return {**out, **proc_interval(case)}


def proc_interval(case: dict[str, Any]) -> dict[str, Any]:
    interval = auc_interval(ranking(case), level=case["confidence"], method="delong").interval
    return {"lower": interval.low, "upper": interval.high}


def proc_paired(case: dict[str, Any]) -> dict[str, Any]:
    table = data(case["data"])
    test = delong_paired(
        table[case["labels"]],
        table[case["scores1"]],
        table[case["scores2"]],
        positive=case["positive"],
        alternative=case.get("alternative", "two-sided"),
    )
    if "alternative" in case:
        return {"p": test.p_value}
    out = {"auc1": test.details["auc_a"], "auc2": test.details["auc_b"], "cov": test.details["covariance"]}
    out |= {"z": test.statistic, "p": test.p_value}
    if test.effect.interval is not None:
        out |= {"diff_lower": test.effect.interval.low, "diff_upper": test.effect.interval.high}
    return out


def proc_unpaired(case: dict[str, Any]) -> dict[str, Any]:
    a, b = data(case["data1"]), data(case["data2"])
    test = delong_unpaired(
        a[case["labels"]], a[case["scores1"]], b[case["labels"]], b[case["scores2"]], positive=case["positive"]
    )
    return {"D": test.statistic, "df": test.details["df"], "p": test.p_value}


PEER = {
    "proc_auc_": proc_auc,
    "proc_ci90_": proc_interval,
    "proc_delong_paired_": proc_paired,
    "proc_delong_unpaired_": proc_unpaired,
}
