"""Two models on drawn cases, of every kind."""

from __future__ import annotations

import numpy as np

import referee

KINDS = ("alone", "weights", "groups", "apart", "classes")
EDGES = {
    "perfect": ([1, 0, 1, 0, 1, 0, 0, 0, 1, 0], [0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.2, 0.1, 0.9, 0.4]),
    "reversed": ([1, 0, 1, 0, 1, 0, 0, 0, 1, 0], [0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.6, 0.6, 0.1, 0.9]),
    "constant": ([1, 0, 0, 1, 0, 0, 1, 0, 0, 0], [0.3] * 10),
    "one positive": ([0, 0, 0, 1, 0, 0], [0.1, 0.2, 0.6, 0.7, 0.3, 0.8]),
    "sure": ([1, 0, 1, 0, 0, 1, 0, 0], [1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0]),
}
"""Truth and probabilities where formulas end."""


def cases(kind):
    """Two models: two classes or four, alone, weighted, in groups, or on different cases."""
    rng = np.random.default_rng(11)
    n, several = 160, kind == "classes"
    y = rng.integers(0, 4, n) if several else (rng.random(n) < 0.35).astype(int)
    out = []
    for sharp in (0.9, 0.6):
        if several:
            scores = rng.random((n, 4)) + sharp * np.eye(4)[y]
            scores /= scores.sum(axis=1, keepdims=True)
            given = {"labels": [0, 1, 2, 3]}
            answer = scores.argmax(axis=1)
        else:
            scores = (1 / (1 + np.exp(-rng.normal(3 * sharp * (y - 0.5), 1.0)))).round(2)
            given, answer = {"positive": 1}, (scores >= 0.5).astype(int)
        if kind == "weights":
            given["weights"] = 1.0 + np.arange(n) % 3
        if kind == "groups":
            given["groups"] = np.arange(n) // 4
        part = slice(None) if kind != "apart" else slice(0, 90) if not out else slice(90, None)
        given = {key: v[part] if isinstance(v, np.ndarray) else v for key, v in given.items()}
        out.append(referee.read(y[part], answer[part], scores[part], name=f"model {len(out)}", **given))
    return out


def edge_cases(kind):
    """The model of an edge and one that is right once more or less often."""
    truth, scores = EDGES[kind]
    other = [1 - scores[0], *scores[1:]]
    return [
        referee.read(truth, [int(s >= 0.5) for s in given], given, positive=1, labels=[0, 1], name=name)
        for name, given in (("model 0", scores), ("model 1", other))
    ]
