"""AUC: the ranking, its bootstrap, DeLong's interval and paired test, against the packages people use."""

from __future__ import annotations

import importlib.util
import warnings
from typing import Any

import numpy as np

from referee import read
from referee.core.ranking import Ranking
from referee.inference.auc import auc_interval
from referee.inference.delong import delong_paired
from tools.benchmarks.timing import Row, cpu, row


def make_cases(n: int, *models: float) -> tuple[np.ndarray, ...]:
    """Labels and a score of each model, as probabilities."""
    rng = np.random.default_rng(2026)
    y = (rng.random(n) < 0.4).astype(np.int64)
    return y, *(1 / (1 + np.exp(-rng.normal(shift * y, 1))) for shift in models)


def curve(y: np.ndarray, s: np.ndarray) -> tuple[Ranking, np.ndarray, np.ndarray, float]:
    """From labels and scores to every point of the ROC curve and the area."""
    ranking = read(y, y_score=s, positive=1).ranking
    return ranking, ranking.tp / ranking.n_positive, ranking.fp / ranking.n_negative, ranking.auc


def ranking_jobs(n: int) -> list[Row]:
    """AUC and the full ROC curve."""
    from sklearn.metrics import roc_auc_score, roc_curve

    y, s = make_cases(n, 1.0)
    calls = 5 if n <= 10**6 else 2
    ours = cpu(lambda: curve(y, s), calls)
    peer = cpu(lambda: (roc_curve(y, s, drop_intermediate=False), roc_auc_score(y, s)), 2 if n <= 10**6 else 1)
    assert abs(curve(y, s)[3] - roc_auc_score(y, s)) < 1e-10
    job = "AUC and full ROC"
    return [
        row(job, n, ours, "scikit-learn", peer, 12 if n <= 10**6 else 17),
        row(job, n, ours, "np.sort", cpu(lambda: np.sort(s), calls), 4, at_most=True),
    ]


def bootstrap_jobs(n: int = 10**5, resamples: int = 2000, timed: int = 20) -> list[Row]:
    """95% bootstrap interval of the AUC, against a loop of scikit-learn."""
    from sklearn.metrics import roc_auc_score

    y, s = make_cases(n, 1.0)
    rng = np.random.default_rng(1)

    def loop() -> None:
        for _ in range(timed):
            rows = rng.integers(0, n, n)
            roc_auc_score(y[rows], s[rows])

    peer = cpu(loop, 1) / timed * resamples

    def ours() -> Any:
        ranking = read(y, y_score=s, positive=1).ranking
        return auc_interval(ranking, method="bootstrap", stratified=False, resamples=resamples, rng=1).interval

    job = f"bootstrap of AUC, B={resamples}"
    return [row(job, n, cpu(ours, 2), "scikit-learn loop", peer, 50.0, scaled=True)]


def delong_jobs(n: int = 10**6) -> list[Row]:
    """DeLong's interval against confidenceinterval, the paired test against MLstatkit, where installed."""
    y, a, b = make_cases(n, 1.0, 1.1)
    out = []
    if importlib.util.find_spec("confidenceinterval"):
        from confidenceinterval import roc_auc_score

        def interval() -> Any:
            return auc_interval(read(y, y_score=a, positive=1).ranking, method="delong")

        theirs = cpu(lambda: roc_auc_score(y, a), 1)
        out.append(row("DeLong interval", n, cpu(interval), "confidenceinterval", theirs, 25))
        out.append(
            row("default interval", n, cpu(lambda: auc_interval(read(y, y_score=a, positive=1).ranking)),
                "confidenceinterval", theirs, 25)
        )  # fmt: skip
    if importlib.util.find_spec("MLstatkit"):
        from MLstatkit import Delong_test

        ours = cpu(lambda: delong_paired(y, a, b))
        out.append(row("paired DeLong test", n, ours, "MLstatkit", cpu(lambda: Delong_test(y, a, b), 1), 15))
    return out


def jobs() -> list[Row]:
    """Every line of this part."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [*ranking_jobs(10**6), *ranking_jobs(10**7), *bootstrap_jobs(), *delong_jobs()]


if __name__ == "__main__":
    for line in jobs():
        print({key: round(value, 4) if isinstance(value, float) else value for key, value in line.items()})
