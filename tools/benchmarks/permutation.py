"""Paired permutation and exact randomization against the loops people write."""

from __future__ import annotations

from typing import Any

import numpy as np

from tools.benchmarks.timing import Row, cpu, row

PERMUTATIONS = 10_000
REPLICATES = 20


def labels(n: int = 1_000_000) -> list[Row]:
    """Accuracy and F1 of two models, 10,000 permutations, counting included."""
    from sklearn.metrics import accuracy_score, f1_score

    from referee.inference import permutation_metric

    rng = np.random.default_rng(6)
    y = (rng.random(n) < 0.4).astype(np.int64)
    score = rng.normal(y, 1)
    a, b = (score > 0.5).astype(np.int64), (score + rng.normal(0, 0.5, n) > 0.5).astype(np.int64)
    out = []
    for metric, peer in (("accuracy", accuracy_score), ("f1", f1_score)):
        ours = cpu(lambda m=metric: permutation_metric(y, a, b, metric=m, resamples=PERMUTATIONS, rng=1))

        def loop(peer: Any = peer) -> None:
            for _ in range(REPLICATES):
                swap = rng.random(n) < 0.5
                peer(y, np.where(swap, b, a)) - peer(y, np.where(swap, a, b))

        peers = cpu(loop, 1) / REPLICATES * PERMUTATIONS
        name = f"loop over sklearn.{peer.__name__}"
        out.append(row(f"paired permutation of {metric}", n, ours, name, peers, 10_000, scaled=True))
    return out


def auc(n: int = 10_000) -> dict[str, Any]:
    """AUC of two models, 10,000 permutations."""
    from sklearn.metrics import roc_auc_score

    from referee.inference import permutation_auc

    rng = np.random.default_rng(6)
    y = (rng.random(n) < 0.4).astype(np.int64)
    a = rng.normal(y, 1)
    b = a + rng.normal(0, 0.5, n)
    ours = cpu(lambda: permutation_auc(y, a, b, resamples=PERMUTATIONS, rng=1))

    def loop() -> None:
        for _ in range(REPLICATES):
            swap = rng.random(n) < 0.5
            roc_auc_score(y, np.where(swap, b, a)) - roc_auc_score(y, np.where(swap, a, b))

    peers = cpu(loop, 1) / REPLICATES * PERMUTATIONS
    name = "loop over sklearn.roc_auc_score"
    return row("paired permutation of AUC", n, ours, name, peers, 1000, scaled=True)


def exact() -> list[Row]:
    """Exact randomization with its interval: SciPy enumerates 10+10; no Python peer can do 50+50."""
    from scipy import stats

    from referee.inference import randomization

    rng = np.random.default_rng(7)

    def difference(u: Any, v: Any, axis: int) -> Any:
        return u.mean(axis) - v.mean(axis)

    x, y = rng.integers(0, 100, 10), rng.integers(10, 115, 10)
    options = {"n_resamples": np.inf, "vectorized": True, "batch": 20_000}
    ours = cpu(lambda: randomization(x, y))
    peers = cpu(lambda: stats.permutation_test((x, y), difference, **options), 1)
    out = [row("exact randomization 10+10 integers", 20, ours, "scipy exact", peers, 100, scaled=False)]
    whole = rng.integers(0, 100, 50), rng.integers(10, 115, 50)
    fine = rng.normal(0, 1, 50).round(3), rng.normal(0.5, 1, 50).round(3)
    for kind, (u, v), budget in (("integers", whole, 0.01), ("3 decimals", fine, 1.0)):
        ours = cpu(lambda u=u, v=v: randomization(u, v))
        job = f"exact randomization 50+50 {kind}"
        out.append(row(job, 100, ours, f"none is exact: budget of {budget:g} s", budget, 1, at_most=True))
    return out


def jobs() -> list[Row]:
    """Every job of this file."""
    return [*labels(), auc(), *exact()]


if __name__ == "__main__":
    for line in jobs():
        note = " (scaled)" if line["scaled"] else ""
        print(
            f"{line['job']:36} n={line['n']:<8} ours {line['ours_seconds']:.4f} s   {line['peer']}{note} "
            f"{line['peer_seconds']:.3f} s   {line['ratio']:,.0f}x (goal {line['goal']:,})"
        )
