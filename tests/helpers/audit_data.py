"""Material for the checks of an audit: clean unless a test spoils it."""

from __future__ import annotations

import numpy as np

from referee import read
from referee.checks.audit import REGISTRY, Material
from referee.core import Answers
from referee.data.dataset import datasets
from referee.verbs.evaluate import evaluate


def cases(n, d=5, seed=0, shift=1.2):
    """Two normal classes apart in the first feature."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    X = rng.normal(size=(n, d))
    X[:, 0] += shift * y
    return X, y


def material(train, test=None, *, excluded=None, target=None, roles=None, predictions=None, **options):
    """Material of tables, and of predicted classes or answers about the test cases."""
    sets, labels = datasets({"train": train, "test": test, "excluded": excluded}, target=target, **(roles or {}))
    models = {}
    for name, said in (predictions or {}).items():
        if not isinstance(said, Answers):
            said = read(np.array(labels)[sets["test"].y], said, name=name)
        models[name] = said
    return Material(
        sets.get("train"),
        sets.get("test"),
        sets.get("excluded"),
        labels,
        models,
        options.pop("of", "test" if models else ""),
        tuple(evaluate(p, rng=0) for p in models.values()),
        **options,
    )


def split(X, y, n_train):
    return (X[:n_train], y[:n_train]), (X[n_train:], y[n_train:])


def found(code, m):
    """The severities that a check finds."""
    return [f.severity for f in REGISTRY[code](m)]


def one(code, m):
    (finding,) = REGISTRY[code](m)
    assert finding.code == code
    return finding
