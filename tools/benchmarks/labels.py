"""Counting labels and the bootstrap of label metrics."""

from __future__ import annotations

import warnings

import numpy as np

from referee import ConfusionMatrix
from referee.inference import bootstrap_limits, replicates
from referee.metrics import accuracy, f1, mcc
from tools.benchmarks.timing import Row, cpu, row

N = 1_000_000
REPLICATES = 2000
TIMED = 20


def _columns(k: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, k, N)
    return truth, np.where(rng.random(N) < 0.8, truth, rng.integers(0, k, N))


def _bootstrap(truth: np.ndarray, predicted: np.ndarray) -> list[np.ndarray]:
    """Count, draw, three percentile intervals."""
    counts = ConfusionMatrix.from_labels(truth, predicted).counts
    drawn = replicates(counts, np.random.default_rng(0), REPLICATES)
    return [bootstrap_limits(0.0, m.formula(drawn), 0.95, "percentile") for m in (accuracy, f1, mcc)]


def _sklearn_loop(truth: np.ndarray, predicted: np.ndarray) -> None:
    """The loop that people write, TIMED replicates of it."""
    from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef

    rng = np.random.default_rng(0)
    for _ in range(TIMED):
        i = rng.integers(0, N, N)
        accuracy_score(truth[i], predicted[i])
        f1_score(truth[i], predicted[i])
        matthews_corrcoef(truth[i], predicted[i])


def jobs() -> list[Row]:
    """The label lines of `make bench`."""
    from sklearn.metrics import confusion_matrix

    warnings.simplefilter("ignore")
    out = []
    for k in (2, 100):
        truth, predicted = _columns(k)
        ours = cpu(lambda t=truth, p=predicted: ConfusionMatrix.from_labels(t, p))
        peer = cpu(lambda t=truth, p=predicted: confusion_matrix(t, p))
        out.append(row(f"confusion matrix, int labels, {k} classes", N, ours, "scikit-learn", peer, 20))
    for k in (2, 100):
        truth, predicted = _columns(k)
        names = np.array([f"class_{i:03d}" for i in range(k)])
        t, p = names[truth], names[predicted]
        ours = cpu(lambda t=t, p=p: ConfusionMatrix.from_labels(t, p))
        peer = cpu(lambda t=t, p=p: confusion_matrix(t, p), 2)
        out.append(row(f"confusion matrix, text labels, {k} classes", N, ours, "scikit-learn", peer, 10))
    t, p = t.astype(object), p.astype(object)
    ours = cpu(lambda: ConfusionMatrix.from_labels(t, p))
    peer = cpu(lambda: confusion_matrix(t, p), 1)
    out.append(row("confusion matrix, object labels, 100 classes", N, ours, "scikit-learn", peer, 40))
    truth, predicted = _columns(2)
    ours = cpu(lambda: _bootstrap(truth, predicted), 20)
    loop = cpu(lambda: _sklearn_loop(truth, predicted), 1) * REPLICATES / TIMED
    name = "95% bootstrap of accuracy, F1 and MCC, 2000 replicates"
    out.append(row(name, N, ours, "scikit-learn loop", loop, 10_000, scaled=True))
    count = cpu(lambda: ConfusionMatrix.from_labels(truth, predicted), 20)
    out.append(row(name + ", counting included", N, ours, "counting the matrix once", count, 3, at_most=True))
    return out
