"""False alarms of each check of an audit on clean data, and of whole audits."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np

from referee import read
from referee.checks.audit import REGISTRY, InapplicableError, Material
from referee.data.dataset import datasets
from tools.validity.cell import Cell, cell

SETS = ("train", "test", "excluded")
WORLDS = ("linear", "bent", "patterns", "mixed")
COSTLY = ("R114", "R122", "R132", "R140", "R147", "R117")
"""Checks that fit learners or forests: measured on a tenth of the runs."""

EXCLUDED = 80
"""Cases left out at random, for the check that compares them with the kept."""

HIGH = 0.01
WHOLE = 0.05


def world(name: str, seed: int, *, n_train: int = 400, n_test: int = 200) -> Material:
    """Clean material: independent cases of one population, split at random, and a model that saw training only.

    "linear": two normal classes of equal spread; "bent": of unequal spread, so that the boundary bends; "patterns":
    eight yes-or-no features, so that rows repeat; "mixed": three unequal classes, a category, values missing at
    random.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    rng = np.random.default_rng([seed, WORLDS.index(name)])
    n = n_train + n_test + EXCLUDED
    if name == "mixed":
        y = rng.choice(3, n, p=(0.5, 0.3, 0.2))
        X = rng.normal(size=(n, 4)) + y[:, None] * np.array([1.0, 0.7, 0.0, 0.0])
        holes = np.where(rng.random((n, 4)) < 0.05, np.nan, X)
        colour = np.array(["red", "green", "blue", "grey"])[rng.integers(0, 4, n)]
        columns: dict[str, Any] = {f"a{j}": holes[:, j] for j in range(4)} | {"colour": colour, "y": y}
    else:
        y = rng.integers(0, 2, n)
        X = rng.normal(size=(n, 6))
        X[:, 0] += 1.5 * y
        X[:, 1] *= np.where(y == 1, 2.0, 1.0) if name == "bent" else 1.0
        if name == "patterns":
            X = (np.c_[X, rng.normal(size=(n, 2))] > 0.5).astype(float)
        columns = {f"a{j}": X[:, j] for j in range(X.shape[1])} | {"y": y}
    columns |= {"group": np.arange(n), "time": np.arange(n), "site": rng.integers(0, 4, n), "id": np.arange(n)}
    ends = (0, n_train, n_train + n_test, n)
    cut = [slice(*span) for span in pairwise(ends)]
    parts = {k: {c: v[rows] for c, v in columns.items()} for k, rows in zip(SETS, cut, strict=True)}
    roles = {"groups": "group", "times": "time", "sites": "site", "ids": "id"}
    sets, labels = datasets(parts, target="y", **roles)
    learner = GaussianNB()
    model = (GaussianNB() if name == "bent" else LogisticRegression()).fit(X[:n_train], y[:n_train])
    probability = model.predict_proba(X[cut[1]])
    score = probability if name == "mixed" else probability[:, 1]
    classes = probability.argmax(axis=1) if name == "mixed" else score >= _choose_threshold(rng)
    said = read(y[cut[1]], classes.astype(int), score, name="logistic")
    claim = float(np.mean(said.truth == said.predicted))
    options: dict[str, Any] = {"labels": labels, "of": "test", "seed": seed, "learner": learner, "claim": claim}
    return Material(*(sets[k] for k in SETS), predictions={"logistic": said}, **options)


def _choose_threshold(rng: np.random.Generator) -> float:
    """A threshold near one half with many decimals, as another set of cases would have given it."""
    return float(0.5 + 0.05 * rng.normal())


def alarms(m: Material, codes: list[str]) -> dict[str, str]:
    """The gravest finding of each of these checks, notes left out; "-" where it did not apply."""
    out = {}
    for code in codes:
        try:
            found = [f.severity for f in REGISTRY[code](m) if f.severity != "note"]
        except InapplicableError:
            out[code] = "-"
            continue
        out[code] = max(found, default="", key=("", "warning", "serious").index)
    return out


def cells(runs: int, seed: int) -> list[Cell]:
    """One cell per check and world, and one per world of whole audits."""
    codes = sorted(code for code in REGISTRY if code >= "R100")
    out = []
    for name in WORLDS:
        hits: Counter[str] = Counter()
        looked: Counter[str] = Counter()
        whole = 0
        costly = max(1, runs // 10)
        for i in range(runs):
            todo = codes if i < costly else [code for code in codes if code not in COSTLY]
            found = alarms(world(name, seed + i), todo)
            looked.update(code for code, word in found.items() if word != "-")
            hits.update(code for code, word in found.items() if word not in ("", "-"))
            whole += i < costly and any(word not in ("", "-") for word in found.values())
        for code in codes:
            if looked[code]:
                out.append(cell(f"false alarms of {code}", f"{name} world", hits[code], looked[code], 0, HIGH))
        out.append(cell("false alarms of an audit", f"{name} world", whole, costly, 0, WHOLE))
    return out


def tables(found: list[Cell], runs: int) -> str:
    """One row per check, one column per world: the percentage of audits with a warning or a serious finding of it."""
    from tools.validity.docs import table

    rates = {(c["promise"].removeprefix("false alarms of "), c["world"].removesuffix(" world")): c for c in found}
    rows = []
    for name in sorted({name for name, _ in rates}):
        title = REGISTRY[name].title if name in REGISTRY else "any of them"
        cells_ = [rates.get((name, world)) for world in WORLDS]
        shares = ["–" if c is None else f"{100 * c['rate']:.1f} ± {100 * c['error']:.1f}" for c in cells_]
        rows.append([name, title, *shares])
    some = f"{runs:,} audits a world, {max(1, runs // 10):,} for checks that fit learners and for whole audits."
    return table(["check", "what", *(f"{name}, %" for name in WORLDS)], rows) + f"\n{some}\n"
