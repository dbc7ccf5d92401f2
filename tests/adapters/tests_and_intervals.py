"""Reference cases of the hypothesis tests."""

from __future__ import annotations

from typing import Any

from scipy.stats import t as student

from adapters import columns, data, ends
from referee import inference
from referee.inference import tables

# --- seeds ---


def _larger_first(i: dict[str, Any]) -> tuple[float, int, float, int]:
    """The seeds' difference is |e1 - e2|."""
    one, two = (i["e1"], i["n1"]), (i["e2"], i["n2"])
    return (*one, *two) if one[0] >= two[0] else (*two, *one)


def _wald(i: dict[str, Any], level: float = 0.95):
    return inference.wald_difference_rates(*_larger_first(i), level=level)


def _diff_error_interval_z(i):
    level = 1 - 2 * tables.normal_tail(i["z"])[0]
    low, high = _wald(i, level).effect.interval
    return {"lower": low, "upper": high, "halfwidth": (high - low) / 2}


def _t_interval_from_se(i):
    """The seed rounds its quantile: the level that has this one, at any degrees of freedom."""
    level = 1 - 2 * student.sf(i["t"], 29)
    return _limits(inference.t_standard_error(i["mean"], i["se"], 29, level=level))


def _limits(result) -> dict[str, float]:
    return ends(result.effect.interval)


def _t_of(result) -> dict[str, float]:
    return {"t": result.statistic, "df": result.details["df"], "p_two_sided": result.p_value}


def _paired_t_test(i):
    r = inference.t_paired(i["differences"])
    return {**_t_of(r), **_limits(r)}


def _paired_t_test_xy(i):
    r = inference.t_paired(i["x"], i["y"])
    return {"mean_diff": r.effect.value, "sd": r.details["sd"], **_t_of(r)}


def _t_test_summary(i):
    options = {"mu": i["mu"], "alternative": i["alternative"]}
    r = inference.t_summary(i["mean"], i["sd"], i["n"], **options)
    two = inference.t_summary(i["mean"], i["sd"], i["n"], mu=i["mu"])
    return {"t": r.statistic, "df": r.details["df"], "p": r.p_value, "p_two_sided": two.p_value}


def _z_test(i):
    r = inference.z_summary(i["mean"], i["n"], sigma=i["sigma"], mu=i["mu"], alternative=i["alternative"])
    return {"z": r.statistic, "p": r.p_value}


def _chi2(i):
    plain, yates = inference.chi2(i["table"]), inference.chi2(i["table"], yates=True)
    return {
        "chi2": plain.statistic,
        "df": plain.details["df"],
        "p": plain.p_value,
        "chi2_yates": yates.statistic,
        "p_yates": yates.p_value,
    }


def _mann_whitney_exact(i):
    r = inference.mann_whitney(i["x"], i["y"])
    greater = inference.mann_whitney(i["x"], i["y"], alternative="greater")
    return {"U": r.statistic, "p_two_sided": r.p_value, "p_greater": greater.p_value, "auc": r.details["auc"]}


def _compare_two_estimates_z(i):
    assert i["width"] == "2*se"
    pair = sorted([(i["m1"], i["width1"] / 2), (i["m2"], i["width2"] / 2)], reverse=True)
    r = inference.z_two_estimates(*pair[0], *pair[1])
    return {"se1": i["width1"] / 2, "se2": i["width2"] / 2, "z": r.statistic, "p_two_sided": r.p_value}


SEED = {
    "bootstrap_inclusion_probability": lambda i: tables.inclusion_probability(
        float("inf") if i["n"] == "inf" else i["n"]
    ),
    "z_critical": lambda i: tables.z_critical(i["confidence"], sided=i["sided"]),
    "t_critical": lambda i: tables.t_critical(i["df"], i["confidence"], sided=i["sided"]),
    "normal_iqr": lambda i: tables.normal_iqr(i["sigma"]),
    "diff_error_variance": lambda i: _wald(i).details["variance"],
    "diff_error_sd": lambda i: _wald(i).details["se"],
    "diff_error_interval_z": _diff_error_interval_z,
    "diff_error_z": lambda i: _wald(i).statistic,
    "diff_error_confidence_two_sided": lambda i: _wald(i).details["level_two_sided"],
    "diff_error_confidence_one_sided": lambda i: _wald(i).details["level_one_sided"],
    "diff_error_p_two_sided": lambda i: _wald(i).p_value,
    "t_interval_from_se": _t_interval_from_se,
    "t_interval_from_se_df": lambda i: _limits(
        inference.t_standard_error(i["mean"], i["se"], i["df"], level=i["confidence"])
    ),
    "t_interval_from_sd": lambda i: _limits(
        inference.t_summary(i["mean"], i["sd"], i["k"], level=i["confidence"])
    ),
    "paired_cv_variance": lambda i: inference.t_paired(i["differences"]).details["se"] ** 2,
    "paired_t_test": _paired_t_test,
    "corrected_resampled_t_test": lambda i: _t_of(
        inference.corrected_t(i["differences"], test_train_ratio=i["test_train_ratio"])
    ),
    "chi2_independence": _chi2,
    "z_test": _z_test,
    "t_test_summary": _t_test_summary,
    "paired_t_test_xy": _paired_t_test_xy,
    "mean_difference": lambda i: inference.t_pooled(i["x"], i["y"]).effect.value,
    "two_sample_t_pooled": lambda i: _t_of(inference.t_pooled(i["x"], i["y"])),
    "two_sample_t_welch": lambda i: _t_of(inference.t_welch(i["x"], i["y"])),
    "mann_whitney_exact": _mann_whitney_exact,
    "compare_two_estimates_z": _compare_two_estimates_z,
}

# --- peers ---


def _binomtest(i):
    def p(alternative):
        return inference.binomial(
            i["successes"], i["n"], p=i["p"], alternative=alternative, convention="likelihood"
        ).p_value

    return {"p_two_sided": p("two-sided"), "p_greater": p("greater"), "p_less": p("less")}


def _two(i):
    return i["x1"], i["n1"], i["x2"], i["n2"]


def _interval(test) -> list[float]:
    """The limits of an effect; peers print an interval without width where no spread can be seen."""
    return list(test.effect.interval or (test.effect.value, test.effect.value))


def _two_proportions(i):
    x1, n1, x2, n2 = _two(i)
    cells = [[x1, n1 - x1], [x2, n2 - x2]]
    fisher = inference.fisher(cells, convention="likelihood")
    yates = inference.chi2(cells, yates=True)
    pooled = inference.pooled_z(x1, n1, x2, n2)
    wald = _interval(inference.wald_difference(x1, n1, x2, n2))
    return {
        "chi2": pooled.statistic**2,
        "p": pooled.p_value,
        "chi2_yates": yates.statistic,
        "p_yates": yates.p_value,
        "fisher_p": fisher.p_value,
        "fisher_or": fisher.effect.value,
        "score_mee_or_mn": _interval(inference.miettinen_nurminen(x1, n1, x2, n2)),
        "wald": wald,
        "ci": [max(-1.0, wald[0]), min(1.0, wald[1])],
        "agresti_caffo": _interval(inference.agresti_caffo(x1, n1, x2, n2)),
        "newcombe_hybrid": _interval(inference.newcombe(x1, n1, x2, n2)),
    }


def _sm_two_proportions(i):
    pooled = inference.pooled_z(*_two(i))
    return {
        "z": pooled.statistic,
        "p": pooled.p_value,
        "score": _interval(inference.miettinen_nurminen(*_two(i))),
        "newcombe": _interval(inference.newcombe(*_two(i))),
        "agresti_caffo": _interval(inference.agresti_caffo(*_two(i))),
        "wald": _interval(inference.wald_difference(*_two(i))),
    }


def _mirrored(interval) -> list[float]:
    return [0.0 - interval.high, 0.0 - interval.low]


def _mcnemar(i):
    table = i["table"]
    plain, corrected, exact = (inference.mcnemar(table, method=m) for m in ("asymptotic", "corrected", "exact"))
    return {
        "chi2": plain.statistic,
        "p": plain.p_value,
        "chi2_corrected": corrected.statistic,
        "p_corrected": corrected.p_value,
        "mlxtend_corrected": [corrected.statistic, corrected.p_value],
        "p_exact": exact.p_value,
        "mlxtend_exact_p": exact.p_value,
        "p_midp": inference.mcnemar(table).p_value,
        "agresti_min": _mirrored(inference.agresti_min(table)),
        "wald": _mirrored(inference.wald_paired(table)),
        "tango": _mirrored(inference.tango(table).effect.interval),
    }


def _t_and_p(r):
    return {"t": r.statistic, "df": r.details["df"], "p": r.p_value}


def _t_peer(test):
    def handler(i):
        r = test(i)
        words = {float("inf"): "Inf", float("-inf"): "-Inf"}
        return {**_t_and_p(r), **{end: words.get(limit, limit) for end, limit in _limits(r).items()}}

    return handler


def _chisq(i):
    if len(i["table"]) == 2:
        return {**_chi2(i), "fisher_p": inference.fisher(i["table"], convention="likelihood").p_value}
    plain = inference.chi2(i["table"])
    return {"chi2": plain.statistic, "df": plain.details["df"], "p": plain.p_value}


def _friedman(i):
    scores = data(i["data"])[i["scores"]]
    r = inference.friedman(scores, better="higher" if i["higher_is_better"] else "lower")
    return {
        "chi2": r.details["chi2"],
        "df": r.details["df1"],
        "p": r.details["p_chi2"],
        "mean_ranks": inference.rank_learners(
            scores, better="higher" if i["higher_is_better"] else "lower"
        ).average.tolist(),
        "iman_davenport_F": r.statistic,
        "iman_davenport_p": r.p_value,
    }


def _quade(i):
    r = inference.quade(data(i["data"])[i["scores"]])
    return {"F": r.statistic, "p": r.p_value}


def _kruskal(i):
    r = inference.kruskal(i["groups"])
    return {"H": r.statistic, "df": r.details["df"], "p": r.p_value}


def _cd(i):
    return {
        "cd05": inference.critical_difference(i["k"], i["n"], 0.95),
        "cd10": inference.critical_difference(i["k"], i["n"], 0.90),
    }


def _pnorm(i):
    """The tolerance is relative: the logarithm is compared in the 15 digits that R printed."""
    tail, log_tail = tables.normal_tail(i["z"])
    return {"sf": tail, "log_sf": float(f"{log_tail:.15g}")}


def _five_f(i):
    r = inference.five_by_two_f(*columns(i, "a", "b"))
    return {"F": r.statistic, "df1": r.details["df1"], "df2": r.details["df2"], "p": r.p_value}


def _conover(i):
    return {"p": [list(row) for row in inference.conover(data(i["data"])[i["scores"]]).p_values]}


def _mwu(i):
    r = inference.mann_whitney(i["x"], i["y"], alternative=i.get("alternative", "two-sided"))
    return {"U": r.statistic, "W": r.statistic, "p": r.p_value}


def _brunner_munzel(i):
    """SciPy's statistic is positive when y is larger, ours when x is."""
    r = inference.brunner_munzel(i["x"], i["y"])
    return {"W": -r.statistic, "p": r.p_value}


def _options(i):
    return {key: i[key] for key in ("alternative",) if key in i}


PEER = {
    "r_binomtest": _binomtest,
    "r_twoprop": _two_proportions,
    "sm_2prop": _sm_two_proportions,
    "r_mcnemar": _mcnemar,
    "sm_mcnemar": _mcnemar,
    "r_t_one": _t_peer(lambda i: inference.t(i["x"], mu=i["mu"], **_options(i))),
    "r_t_pooled": _t_peer(lambda i: inference.t_pooled(i["x"], i["y"], **_options(i))),
    "r_t_welch": _t_peer(lambda i: inference.t_welch(i["x"], i["y"], **_options(i))),
    "r_chisq": _chisq,
    "r_wilcox_exact": _mwu,
    "r_friedman": _friedman,
    "r_cd_": _cd,
    "r_quade": _quade,
    "r_kruskal": _kruskal,
    "r_pnorm": _pnorm,
    "mx_5x2cv_t": lambda i: _t_and_p(inference.five_by_two_t(*columns(i, "a", "b"))),
    "mx_5x2cv_F": _five_f,
    "mx_resampled_t": lambda i: _t_and_p(inference.t_paired(*columns(i, "a", "b"))),
    "nb_corrected_10x10": lambda i: _t_and_p(inference.corrected_t(*columns(i, "a", "b"), test_train_ratio=1 / 9)),
    "sph_conover": _conover,
    "sp_mwu": _mwu,
    "sp_brunnermunzel": _brunner_munzel,
}
