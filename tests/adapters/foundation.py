"""Labels, their measures and one-sample intervals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import referee
from adapters import NOT_GIVEN, Inputs, columns, ends
from adapters.curves import peer_ranking
from referee.core import Ranking
from referee.curves import gini, lift_at, threshold_by_top_left
from referee.metrics import ovr_auc, provost_domingos

Matrix = referee.ConfusionMatrix


def level_of(z: float) -> float:
    """The level of a two-sided interval with this normal quantile."""
    return math.erf(z / math.sqrt(2))


def cells(inputs: Inputs) -> Matrix:
    return Matrix.from_counts(tp=inputs["TP"], fn=inputs["FN"], fp=inputs["FP"], tn=inputs["TN"])


def square(rows: list[list[int]], labels: list[str] | None = None, positive: Any = None) -> Matrix:
    return Matrix.from_matrix(rows, labels, rows="truth", positive=positive)


# --- seeds -----------------------------------------------------------------------------------------------------

MEASURES = {
    "FPR": "fpr",
    "TPR": "tpr",
    "accuracy": "accuracy",
    "auc_single_point": "balanced_accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "f1": "f1",
    "g_mean": "g_mean",
    "kappa": "kappa",
    "mcc": "mcc",
    "mean_cost": "mean_cost",
    "precision": "precision",
    "recall": "recall",
    "specificity": "specificity",
}


def confusion_metrics(inputs: Inputs) -> dict[str, float]:
    """Every measure that some case of this op asks for; the costs are those of the two models M1 and M2."""
    result = referee.evaluate(cells(inputs), costs={"tp": -1, "fn": 100, "fp": 1}, rng=0)
    return {key: result[name].value for key, name in MEASURES.items()}


def accuracy(inputs: Inputs) -> float:
    return referee.metrics.accuracy(cells(inputs))


def weighted_accuracy(inputs: Inputs) -> float:
    weights = dict(zip(("w1", "w2", "w3", "w4"), inputs["w"], strict=True))
    return referee.metrics.weighted_accuracy.using(**weights)(cells(inputs))


def priced(rows: list[list[int]], cost: list[list[float]], **options: Any) -> referee.core.Evaluation:
    labels = ["+", "-"]
    costs = {(t, p): cost[i][j] for i, t in enumerate(labels) for j, p in enumerate(labels)}
    return referee.evaluate(square(rows, labels, "+"), costs=costs, rng=0, **options)


def total_cost(inputs: Inputs) -> float:
    assert inputs["layout"] == "rows=actual,cols=predicted,order=+,-"
    return priced(inputs["confusion"], inputs["cost"])["total_cost"].value


def rank_models_by_cost(inputs: Inputs) -> dict[str, str]:
    results = {name: priced(inputs[name], inputs["cost"]) for name in ("M1", "M2")}
    return {
        "by_cost": min(results, key=lambda name: results[name]["total_cost"].value),
        "by_accuracy": max(results, key=lambda name: results[name]["accuracy"].value),
    }


def cost_at_prevalence(inputs: Inputs) -> dict[str, float]:
    total = inputs["P"] + inputs["N"]
    share = inputs["P"] / total
    results = {name: priced(inputs[name], inputs["cost"], prevalence=share) for name in ("M1", "M2")}
    return {name: result["mean_cost"].value * total for name, result in results.items()}


def precision_at_prevalence(inputs: Inputs) -> dict[str, float]:
    table = Matrix.from_rates(
        sensitivity=inputs["sensitivity"],
        specificity=inputs["specificity"],
        positives=inputs["positives"],
        population=inputs["total"],
    )
    result = referee.evaluate(table)
    out = {name: result[name].value for name in ("precision", "npv", "g_mean", "f1", "prevalence")}
    return {"TP": table.tp, "FP": table.fp, "FN": table.fn, "TN": table.tn, **out}


def invert_predictions(inputs: Inputs) -> dict[str, float]:
    table = cells(inputs).invert()
    result = referee.evaluate(table, rng=0)
    rates = {"TPR": result["tpr"].value, "FPR": result["fpr"].value, "accuracy": result["accuracy"].value}
    return {"TP": table.tp, "FP": table.fp, "FN": table.fn, "TN": table.tn, **rates}


def mcc_binary(inputs: Inputs) -> list[float]:
    assert inputs["layout"] == "TP,FP,FN,TN"
    return [referee.metrics.mcc(Matrix.from_counts(tp=a, fp=b, fn=c, tn=d)) for a, b, c, d in inputs["cases"]]


def mcc_multiclass(inputs: Inputs) -> dict[str, float]:
    result = referee.evaluate(square(inputs["confusion"]), rng=0)
    return {"macro_average_ovr": result["mcc_macro"].value, "gorodkin_rk": result["mcc"].value}


def binomial_moments(inputs: Inputs) -> dict[str, float]:
    m = referee.inference.tables.binomial_moments(inputs["n"], inputs["p"])
    peak = referee.inference.tables.binomial_pmf(m.mode, inputs["n"], inputs["p"])
    return {"mean": m.mean, "var": m.variance, "sd": m.sd, "mode": m.mode, "pmf_mode": peak}


def binomial_se(inputs: Inputs) -> dict[str, float]:
    k, n = inputs["errors"], inputs["n"]
    return {"p": k / n, "se": referee.inference.tables.binomial_standard_error(k, n)}


def wald_interval_z(inputs: Inputs) -> dict[str, float]:
    k, n = inputs["errors"], inputs["n"]
    return {"p": k / n, **ends(referee.inference.wald(k, n, level_of(inputs["z"])))}


SEED = {
    "accuracy": accuracy,
    "binomial_moments": binomial_moments,
    "binomial_pmf": lambda i: referee.inference.tables.binomial_pmf(i["k"], i["n"], i["p"]),
    "binomial_se": binomial_se,
    "clopper_pearson": lambda i: ends(referee.inference.clopper_pearson(i["successes"], i["n"], i["confidence"])),
    "confusion_metrics": confusion_metrics,
    "cost_at_prevalence": cost_at_prevalence,
    "invert_predictions": invert_predictions,
    "mcc_binary": mcc_binary,
    "mcc_multiclass": mcc_multiclass,
    "precision_at_prevalence": precision_at_prevalence,
    "rank_models_by_cost": rank_models_by_cost,
    "total_cost": total_cost,
    "wald_interval_z": wald_interval_z,
    "weighted_accuracy": weighted_accuracy,
    "wilson_interval": lambda i: ends(referee.inference.wilson(i["successes"], i["n"], i["confidence"])),
    "wilson_interval_fraction": lambda i: ends(
        referee.inference.wilson(i["acc"] * i["n"], i["n"], i["confidence"], fractional=True)
    ),
    "wilson_interval_z": lambda i: ends(referee.inference.wilson(i["successes"], i["n"], level_of(i["z"]))),
}

# --- peers -----------------------------------------------------------------------------------------------------


def limits(name: str, k: int, n: int, level: float) -> list[float]:
    return list(referee.inference.proportion_interval(k, n, level, method=name))


def binom_ci(inputs: Inputs) -> dict[str, Any]:
    """R's binom. At 0 and n its logit and probit are the exact limits and its Jeffreys is one-sided.

    At one half nothing is left of the continuity correction of `prop_test`.
    """
    k, n, level = inputs["successes"], inputs["n"], inputs["confidence"]
    exact, wilson = limits("clopper_pearson", k, n, level), limits("wilson", k, n, level)
    jeffreys, side = limits("jeffreys", k, n, level), {0: "upper", n: "lower"}.get(k, "two")
    return {
        "exact": exact,
        "binom_test": exact,
        "logit": exact if k in (0, n) else NOT_GIVEN,
        "probit": exact if k in (0, n) else NOT_GIVEN,
        "wilson": wilson,
        "prop_test": wilson if 2 * k == n else NOT_GIVEN,
        "jeffreys_bcd": jeffreys,
        "jeffreys_raw": jeffreys,
        "binom_bayes_central": list(referee.inference.jeffreys(k, n, level, side=side)),
        "agresti_coull": limits("agresti_coull", k, n, level),
        "asymptotic": limits("wald", k, n, level),
        "midp": limits("midp", k, n, level),
    }


def sm_propci(inputs: Inputs) -> dict[str, Any]:
    """The proportion intervals of statsmodels."""
    k, n, level = inputs["successes"], inputs["n"], inputs["confidence"]
    names = {"normal": "wald", "beta": "clopper_pearson"} | {m: m for m in ("agresti_coull", "wilson", "jeffreys")}
    return {key: limits(name, k, n, level) for key, name in names.items()}


def sk_multi_labels(inputs: Inputs) -> dict[str, Any]:
    truth, prob = map(np.array, columns(inputs, "labels", "prob"))
    names = {
        **{f"{m}_macro": f"{m}_macro" for m in ("f1", "precision", "recall", "jaccard")},
        **{m: m for m in ("accuracy", "balanced_accuracy", "kappa", "kappa_linear", "kappa_quadratic", "mcc")},
        "f1_weighted": "f1_weighted",
        "f1_micro": "f1_micro",
        "hamming_loss": "hamming_loss",
    }
    result = referee.evaluate(truth, prob.argmax(axis=1), rng=0)
    f2 = referee.metrics.fbeta.using(beta=2).macro
    chance = 1 / prob.shape[1]
    assert result.confusion is not None
    return {
        **{key: result[name].value for key, name in names.items()},
        "f2_macro": f2(result.confusion),
        "balanced_accuracy_adjusted": (result["balanced_accuracy"].value - chance) / (1 - chance),
        "confusion": result.confusion.counts.tolist(),
    }


PYCM_CLASS = {
    "TPR": "tpr",
    "TNR": "tnr",
    "PPV": "ppv",
    "NPV": "npv",
    "FNR": "fnr",
    "FPR": "fpr",
    "FDR": "fdr",
    "FOR": "for",
    "ACC": "accuracy",
    "ERR": "error_rate",
    "F1": "f1",
    "F0.5": "fbeta:0.5",
    "F2": "fbeta:2",
    "MCC": "mcc",
    "BM": "informedness",
    "Y": "youden_j",
    "MK": "markedness",
    "PLR": "lr_plus",
    "NLR": "lr_minus",
    "DOR": "dor",
    "PR": "prevalence",
    "PRE": "prevalence",
    "TOPR": "predicted_positive_rate",
    "J": "jaccard",
    "GM": "g_mean",
    "AUC": "balanced_accuracy",
}
PYCM_OVERALL = {
    "Overall ACC": "accuracy",
    "Overall MCC": "mcc",
    "Kappa": "kappa",
    "NIR": "no_information_rate",
    "Hamming Loss": "hamming_loss",
    "Zero-one Loss": "total_cost",
    **{
        f"{theirs} {average.capitalize()}": f"{ours}_{average}"
        for theirs, ours in {
            "TPR": "tpr",
            "TNR": "tnr",
            "PPV": "ppv",
            "NPV": "npv",
            "FPR": "fpr",
            "FNR": "fnr",
            "F1": "f1",
        }.items()
        for average in ("macro", "micro")
    },
}


def pycm_class(table: Matrix) -> dict[str, Any]:
    """The statistics of one class, from its own two-class table; the answers are a ranking of two scores."""
    answers = Ranking(np.array([1.0, 0.0]), np.array([table.tp, table.fn]), np.array([table.fp, table.tn]))
    distance = math.sqrt(threshold_by_top_left(answers).value)
    asked = ["total_cost", *PYCM_CLASS.values()]
    wrong, *measures = referee.evaluate(table, metrics=asked, rng=0).measures
    return {
        "TP": table.tp,
        "TN": table.tn,
        "FP": table.fp,
        "FN": table.fn,
        "POP": table.n,
        "P": table.support[1],
        "N": table.support[0],
        "TOP": table.predicted[1],
        "TON": table.predicted[0],
        "HD": wrong.value,
        "GI": gini(answers).value,
        "LS": lift_at(answers, top=int(table.predicted[1])).lift,
        "dInd": distance,
        "sInd": 1 - distance / math.sqrt(2),
        **{key: measure.value for key, measure in zip(PYCM_CLASS, measures, strict=True)},
    }


def pycm(inputs: Inputs) -> dict[str, Any]:
    """Every PyCM statistic that referee has; of two classes Cramer's V is the size of their correlation."""
    labels = inputs["labels"]
    whole = square(inputs["rows_actual"], labels)
    classes = {label: pycm_class(whole.one_vs_rest(label)) for label in labels}
    by_class = {key: {label: classes[label][key] for label in labels} for key in classes[labels[0]]}
    measures = referee.evaluate(whole, metrics=list(PYCM_OVERALL.values()), rng=0).measures
    right, n = int(whole.counts.trace()), int(whole.n)
    chance = referee.metrics.no_information_rate(whole)
    chi2 = referee.inference.chi2(whole)
    phi = referee.metrics.mcc(whole) if len(labels) == 2 else math.nan
    truth, predicted = (np.repeat(code.ravel(), whole.counts.ravel()) for code in np.indices(whole.counts.shape))
    answers = np.eye(len(labels))[predicted]
    overall = {
        **{key: measure.value for key, measure in zip(PYCM_OVERALL, measures, strict=True)},
        "Standard Error": referee.inference.tables.binomial_standard_error(right, n),
        "95% CI": list(referee.inference.wald(right, n, level_of(1.96))),
        "P-Value": referee.inference.binomial(right, n, p=chance, alternative="greater").p_value,
        "Chi-Squared": chi2.statistic,
        "Chi-Squared DF": chi2.details["df"],
        "Phi-Squared": phi**2,
        "Cramer V": abs(phi),
        "AUNU": ovr_auc(truth, answers),
        "AUNP": provost_domingos(truth, answers),
        "Overall J": [sum(by_class["J"].values()), referee.metrics.jaccard.macro(whole)],
        "ACC Macro": sum(by_class["ACC"].values()) / len(labels),
    }
    return {"overall": overall, "by_class": by_class}


def sk_matrix(inputs: Inputs) -> dict[str, Any]:
    matrix = square(inputs["rows_actual"])
    result = referee.evaluate(matrix, rng=0)
    wholes = ("accuracy", "kappa", "mcc", "balanced_accuracy", "f1_macro", "f1_weighted")
    out: dict[str, Any] = {name: result[name].value for name in wholes}
    for name in ("precision", "recall", "f1"):
        out[name] = [result[name, label].value for label in matrix.labels]
    if len(matrix.labels) == 2:
        first = referee.evaluate(matrix, positive=0, metrics=["lr_plus", "lr_minus"], rng=0)
        out["LR_plus_class0"], out["LR_minus_class0"] = first["lr_plus"].value, first["lr_minus"].value
    return out


def e1071_agreement(inputs: Inputs) -> dict[str, float]:
    result = referee.evaluate(square(inputs["table"]), metrics=["accuracy", "kappa"], rng=0)
    return {"diag": result["accuracy"].value, "kappa": result["kappa"].value}


def sm_cohen(inputs: Inputs) -> dict[str, float]:
    """Kappa with its large-sample interval, which is the delta method."""
    kappa = referee.evaluate(square(inputs["table"]), metrics="kappa", interval="delta")["kappa"]
    assert kappa.interval is not None
    z = 1.959963984540054
    std = (kappa.interval.high - kappa.value) / z
    return {"kappa": kappa.value, "std": std, "low": kappa.interval.low, "upp": kappa.interval.high}


def ci_package(inputs: Inputs) -> dict[str, Any]:
    truth, scores = map(np.array, columns(inputs, "labels", "scores"))
    predicted = (scores > np.median(scores)).astype(int)

    def asked(name: str, method: str) -> list[float]:
        (m,) = referee.evaluate(truth, predicted, positive=1, metrics=name, interval=method, rng=0).measures
        return [m.value, *ends(m.interval).values()]

    ratios = {name: asked(name, "wilson") for name in ("accuracy", "precision", "npv", "recall", "specificity")}
    f1, f1_macro = asked("f1", "delta"), asked("f1_macro", "delta")
    area = referee.inference.auc_interval(peer_ranking(inputs), method="delong")
    return {
        **ratios,
        "f1_micro": asked("f1_micro", "delta"),
        "f1_binary_delta": f1,
        "f1_macro_delta": f1_macro,
        "auc_delong": [area.value, *ends(area.interval).values()],
        "peer_values_NOT_to_match": {"f1_binary": f1, "f1_macro": f1_macro},
    }


PEER = {
    "binom_ci_": binom_ci,
    "ci_package_": ci_package,
    "e1071_agreement": e1071_agreement,
    "pycm_": pycm,
    "sk_matrix_": sk_matrix,
    "sk_multi_labels_": sk_multi_labels,
    "sm_cohen_": sm_cohen,
    "sm_propci_": sm_propci,
}
