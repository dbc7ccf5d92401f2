"""Files of predictions for tests of `referee compare` and `referee gate`."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

N = 240


def columns():
    """Truth and three models, the first good and the last poor, with scores, clusters, weights and ids."""
    rng = np.random.default_rng(11)
    y = rng.integers(2, size=N)

    def model(accuracy):
        return np.where(rng.random(N) < accuracy, y, 1 - y)

    svm, tree, bayes = model(0.93), model(0.88), model(0.7)
    return {
        "case": [f"{i:04d}" for i in range(N)],
        "y": y.tolist(),
        "svm": svm.tolist(),
        "tree": tree.tolist(),
        "bayes": bayes.tolist(),
        "p_svm": np.round(0.5 * svm + 0.5 * rng.random(N), 4).tolist(),
        "p_bayes": np.round(0.5 * bayes + 0.5 * rng.random(N), 4).tolist(),
        "site": [f"s{i % 40}" for i in range(N)],
        "w": [1.0 + (i % 3) / 2 for i in range(N)],
    }


def write(path, table):
    """A CSV or Parquet file of columns."""
    if path.suffix == ".parquet":
        pq.write_table(pa.table(table), path)
        return path
    lines = [",".join(table), *[",".join(map(str, row)) for row in zip(*table.values(), strict=True)]]
    path.write_text("\n".join(lines) + "\n")
    return path


def picked(table, names, order=None):
    """Some columns under new names, in another order of rows."""
    order = range(N) if order is None else order
    return {new: [table[old][i] for i in order] for new, old in names.items()}


def folder(path):
    """The files: preds.csv with all models, base and cand with one each, the rows of cand shuffled."""
    table = columns()
    order = np.random.default_rng(3).permutation(N).tolist()
    write(path / "preds.csv", table)
    one = picked(table, {"case": "case", "y": "y", "yhat": "bayes", "p": "p_bayes", "site": "site", "w": "w"})
    two = picked(table, {"case": "case", "y": "y", "yhat": "svm", "p": "p_svm", "site": "site", "w": "w"}, order)
    same = picked(table, {"case": "case", "y": "y", "yhat": "svm", "p": "p_svm"})
    for kind in ("csv", "parquet"):
        write(path / f"base.{kind}", one)
        write(path / f"cand.{kind}", two)
        write(path / f"ordered.{kind}", same)
    write(path / "short.csv", {name: values[:-2] for name, values in same.items()})
    write(path / "twice.csv", {name: [*values[:-1], values[0]] for name, values in same.items()})
    write(path / "other.csv", same | {"y": [1 - same["y"][0], *same["y"][1:]]})
    return path
