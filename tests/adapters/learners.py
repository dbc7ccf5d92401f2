"""Reference cases of estimators of true error."""

from __future__ import annotations

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from adapters import columns
from referee.core.results import Results
from referee.core.splits import Splits
from referee.learners import advice, estimators, jackknife_variance, run_learner
from referee.learners.estimators.bootstrap_632 import no_information
from referee.learners.estimators.on_results import OnResults


def b632(inputs):
    if "replicate_accuracy" in inputs:
        values = [
            estimators.combine_632(inputs["resubstitution_accuracy"], a) for a in inputs["replicate_accuracy"]
        ]
        return float(np.mean(values))
    return estimators.combine_632(inputs["mean_training_accuracy"], inputs["leave_one_out_bootstrap_accuracy"])


def bootstrap_splits(samples):
    n = len(samples[0])
    tests = [sorted(set(range(n)) - set(sample)) for sample in samples]
    return Splits("bootstrap", n, tuple(tests), tuple(samples), repeats=len(samples))


def definitions(inputs):
    splits = bootstrap_splits(inputs["bootstrap_indices"])
    results = Results(
        "recorded",
        ("right", "wrong"),
        np.zeros(splits.n, int),
        splits,
        tuple(1 - np.array(row) for row in inputs["correct"]),
        everywhere=True,
        whole=1 - np.array(inputs["full_model_correct"]),
    )
    out = {
        name: estimators.bootstrap_632(results, "accuracy", definition=name).value
        for name in ("tan", "aggarwal", "efron")
    }
    return out | {
        "oob": [test.tolist() for test in splits.tests],
        "eps": [float(v) for v in 1 - np.array([np.mean(results.test(i)[1]) for i in range(len(splits))])],
        "loo_bootstrap": estimators.loo_bootstrap(results, "accuracy").value,
        "mean_replicate_oob": estimators.out_of_bag(results, "accuracy").value,
    }


def knn24(inputs):
    X, y = columns(inputs, "X", "y")
    splits = bootstrap_splits(inputs["bootstrap"])
    results = run_learner(KNeighborsClassifier(1), np.array(X), y, splits, keep=["whole", "everywhere"], rng=0)
    measure = OnResults("error_rate", results)
    app = estimators.apparent(results).value
    err1 = estimators.loo_bootstrap(results).value
    gamma = no_information(measure)
    plus = estimators.combine_632_plus(app, err1, gamma)
    e0 = estimators.out_of_bag(results).value
    singles = [  # mlxtend takes each sample by itself, its model in the place of the model of all cases
        Results("1-NN", results.labels, results.truth, bootstrap_splits([sample]), (p,), everywhere=True, whole=p)
        for sample, p in zip(inputs["bootstrap"], results.predicted, strict=True)
    ]
    return {
        "mlxtend_oob": 1 - e0,
        "mlxtend_.632": 1 - np.mean([estimators.bootstrap_632(single).value for single in singles]),
        "mlxtend_.632+": 1 - np.mean([estimators.bootstrap_632_plus(single).value for single in singles]),
        "apparent_error": app,
        "leave_one_out_bootstrap_error": err1,
        "e0_pooled_error": estimators.out_of_bag(results, average="pooled").value,
        "mean_replicate_oob_error": e0,
        "efron_632_error": estimators.bootstrap_632(results).value,
        "gamma": gamma,
        "R": plus.overfitting,
        "efron_632plus_error": estimators.bootstrap_632_plus(results).value,
    }


SEED = {
    "bootstrap_632": b632,
    "bootstrap_632_error": lambda i: estimators.combine_632(i["app"], i["e0"]),
    "bootstrap_632_definitions": definitions,
    "loo_star": lambda i: estimators.combine_loo_star(i["loo"], i["b632"], i["cv2"])[0],
    "resampling_advice": lambda i: list(advice(i["n"])),
    "jackknife_variance": lambda i: jackknife_variance(i["leave_one_out_estimates"]),
}
PEER = {"boot632_knn24": knn24}
