"""Reference cases of tests by rearranging or resampling."""

from __future__ import annotations

from typing import Any

import numpy as np

from adapters import Inputs, columns, data, ends
from referee.inference import (
    bayes_correlated_t,
    bayes_signed_rank,
    bootstrap_probability,
    paired_randomization,
    randomization,
)
from referee.inference.bootstrap_statistic import bootstrap_standard_error, bootstrap_statistic


def permutation_test_exact(i: Inputs) -> dict[str, float]:
    assert i["statistic"] == "mean_diff"
    x, y = np.array(i["x"], dtype=float), np.array(i["y"], dtype=float)
    results = {a: randomization(x, y, alternative=a) for a in ("two-sided", "greater", "less")}
    pooled = np.sort(np.concatenate([x, y]))
    ends = []
    for chosen in (pooled[-len(x) :], pooled[: len(x)]):
        ends.append(chosen.mean() - (pooled.sum() - chosen.sum()) / len(y))
    return {
        "n_splits": results["two-sided"].details["rearrangements"],
        "p_greater": results["greater"].p_value,
        "p_two_sided": results["two-sided"].p_value,
        "p_less": results["less"].p_value,
        "max_stat": ends[0],
        "min_stat": ends[1],
    }


def paired_permutation_exact(i: Inputs) -> dict[str, float]:
    two, less = (paired_randomization(i["x"], i["y"], alternative=a) for a in ("two-sided", "less"))
    return {"n": two.details["rearrangements"], "p_two_sided": two.p_value, "p_less": less.p_value}


def probability(i: Inputs) -> dict[str, float]:
    draw, every = bootstrap_probability(i["sample"], 1)
    return {"p_draw_one": draw, "p_all_ones": every}


def bootstrap(i: Inputs) -> dict[str, float]:
    method = i["method"].lower()
    estimate = bootstrap_statistic(i["x"], method=method, level=i["confidence"], resamples=200_000, rng=1)
    return {**ends(estimate.interval), "se": bootstrap_standard_error(i["x"], resamples=200_000, rng=1)}


def correlated_t(i: Inputs) -> dict[str, Any]:
    # the peer takes b - a, and its "left" is that a is better
    a, b = columns(i, "a", "b")
    plain = bayes_correlated_t(a, b, rho=i["rho"])
    rope = bayes_correlated_t(a, b, rho=i["rho"], rope=i.get("rope", 0.01)).details
    return {
        "p_left": plain.details["p_a_better"],
        "p_right": plain.details["p_b_better"],
        "rope": {"left": rope["p_a_better"], "rope": rope["p_rope"], "right": rope["p_b_better"]},
        "mean": -plain.effect.value,
        "var": plain.details["posterior_variance"],
        "df": plain.details["df"],
    }


def signed_rank(i: Inputs) -> dict[str, float]:
    scores = np.array(data(i["data"])["scores"])
    details = bayes_signed_rank(scores[:, i["a"]], scores[:, i["b"]], rope=i["rope"], rng=1).details
    return {"left": details["p_a_better"], "rope": details["p_rope"], "right": details["p_b_better"]}


SEED = {
    "permutation_test_exact": permutation_test_exact,
    "paired_permutation_exact": paired_permutation_exact,
    "bootstrap_probability": probability,
}
PEER = {
    "sp_perm_paired": lambda i: {"p": paired_randomization(*columns(i, "a", "b")).p_value},
    "sp_bootstrap_mean": bootstrap,
    "bc_correlated_t": correlated_t,
    "bc_signed_rank": signed_rank,
}
