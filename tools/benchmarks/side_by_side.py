"""What people call today beside what they would call here, in one run: tools that are not installed are skipped.

Their numbers are bare; ours come with intervals, findings and a verdict. Each side gets the columns that a user has.
`make bench-peers` runs this file alone, where all of the tools live together.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from importlib.util import find_spec
from io import StringIO
from typing import Any

import numpy as np

import referee
from referee.learners.run import QUIET
from tools.benchmarks.timing import Row, cpu, row
from tools.benchmarks.verbs import scored

Job = tuple[str, int, str, Callable[[], Any], Callable[[], Any]]
"""What is asked, of how many cases, of which peer; our call and theirs."""


def statsmodels_jobs() -> Iterator[Job]:
    """McNemar's test from two columns of answers."""
    from pandas import crosstab
    from statsmodels.stats.contingency_tables import mcnemar

    y, one, _ = scored(100_000)
    two = np.where(np.random.default_rng(1).random(len(y)) < 0.9, one, 1 - one)
    yield (
        "are two models equally often right", len(y), "crosstab + mcnemar of statsmodels",
        lambda: referee.compare(referee.read(y, one), referee.read(y, two), rng=0),
        lambda: mcnemar(crosstab(one == y, two == y).to_numpy(), exact=False),
    )  # fmt: skip


def confidenceinterval_jobs() -> Iterator[Job]:
    """A report with intervals, and an area with its interval."""
    from confidenceinterval import classification_report_with_ci, roc_auc_score

    for n in (1_000, 100_000):
        y, one, p = scored(n)
        yield (
            "report of classes with intervals", n, "classification_report_with_ci",
            lambda y=y, one=one: str(referee.evaluate(y, one, positive=1, rng=0)),
            lambda y=y, one=one: classification_report_with_ci(y.tolist(), one.tolist()),
        )  # fmt: skip
        yield (
            "area with its interval", n, "roc_auc_score of confidenceinterval",
            lambda y=y, p=p: referee.evaluate(y, y_score=p, positive=1, metrics="roc_auc", rng=0),
            lambda y=y, p=p: roc_auc_score(y, p),
        )  # fmt: skip


def mlstatkit_jobs() -> Iterator[Job]:
    """DeLong's test, and a permutation test of F1."""
    from MLstatkit import Delong_test, Permutation_test

    for n in (1_000, 100_000):
        y, _, p = scored(n)
        q = (p + scored(n, 2)[2]) / 2
        yield (
            "do two areas differ", n, "Delong_test of MLstatkit",
            lambda y=y, p=p, q=q: referee.compare(
                *(referee.read(y, y_score=s, positive=1) for s in (p, q)), metric="roc_auc", rng=0
            ),
            lambda y=y, p=p, q=q: Delong_test(y, p, q),
        )  # fmt: skip
    y, _, p = scored(1_000)
    q = (p + scored(1_000, 2)[2]) / 2
    yield (
        "do two F1 differ", 1_000, "Permutation_test of MLstatkit, 100 of them",
        lambda: referee.compare(
            *(referee.read(y, (s > 0.5).astype(int), positive=1) for s in (p, q)), metric="f1", rng=0
        ),
        lambda: Permutation_test(y, p, q, metric_str="f1", n_bootstraps=100, random_state=0),
    )  # fmt: skip


def mlxtend_jobs() -> Iterator[Job]:
    """McNemar's test from two columns, and the .632 bootstrap of a learner."""
    from mlxtend.evaluate import bootstrap_point632_score, mcnemar, mcnemar_table
    from sklearn.naive_bayes import GaussianNB

    y, one, _ = scored(100_000)
    two = np.where(np.random.default_rng(1).random(len(y)) < 0.9, one, 1 - one)
    yield (
        "are two models equally often right", len(y), "mcnemar of mlxtend",
        lambda: referee.compare(referee.read(y, one), referee.read(y, two), rng=0),
        lambda: mcnemar(mcnemar_table(y, one, two)),
    )  # fmt: skip
    rng = np.random.default_rng(2)
    small = rng.integers(0, 2, 300)
    X = rng.normal(size=(300, 5)) + 0.5 * small[:, None]
    yield (
        "error of a learner by the .632 bootstrap, 200 samples", 300, "bootstrap_point632_score of mlxtend",
        lambda: referee.estimate_error(
            GaussianNB(), X, small, method=(".632", referee.learners.Bootstrap(200)), rng=0, run=QUIET
        ),
        lambda: bootstrap_point632_score(GaussianNB(), X, small, n_splits=200, random_seed=0),
    )  # fmt: skip


def pycm_jobs() -> Iterator[Job]:
    """Every measure of a table of classes."""
    import pycm

    for n, k in ((1_000, 2), (100_000, 2), (100_000, 10)):
        rng = np.random.default_rng(3)
        y = rng.integers(0, k, n)
        one = np.where(rng.random(n) < 0.8, y, rng.integers(0, k, n))
        yield (
            f"every measure of {k} classes", n, "ConfusionMatrix of PyCM, printed",
            lambda y=y, one=one: str(referee.evaluate(y, one, rng=0)),
            lambda y=y, one=one: str(pycm.ConfusionMatrix(y, one)),
        )  # fmt: skip


def autorank_jobs() -> Iterator[Job]:
    """Which of several learners is best over many datasets."""
    import pandas as pd
    from autorank import autorank

    rng = np.random.default_rng(4)
    columns = {f"learner {i}": 0.7 + 0.02 * i + 0.05 * rng.random(30) for i in range(6)}
    table = pd.DataFrame(columns, index=[f"dataset {i}" for i in range(30)])
    yield (
        "6 learners on 30 datasets", 30, "autorank",
        lambda: referee.rank(table, metric="accuracy", rng=0),
        lambda: autorank(table, alpha=0.05, verbose=False, force_mode="nonparametric"),
    )  # fmt: skip


def torchmetrics_jobs() -> Iterator[Job]:
    """An area and a table of classes, from tensors."""
    import torch
    from torchmetrics.functional import auroc, confusion_matrix

    y, one, p = scored(100_000)
    tensors = torch.tensor(y), torch.tensor(one), torch.tensor(p)
    yield (
        "area and table of classes", len(y), "auroc and confusion_matrix of torchmetrics",
        lambda: (referee.read(y, one, p, positive=1).ranking.auc, referee.read(y, one, positive=1).confusion),
        lambda: (auroc(tensors[2], tensors[0], task="binary"), confusion_matrix(tensors[1], tensors[0], "binary")),
    )  # fmt: skip


PEERS = {
    "statsmodels": statsmodels_jobs,
    "confidenceinterval": confidenceinterval_jobs,
    "MLstatkit": mlstatkit_jobs,
    "mlxtend": mlxtend_jobs,
    "pycm": pycm_jobs,
    "autorank": autorank_jobs,
    "torchmetrics": torchmetrics_jobs,
}


def jobs() -> Iterator[Row]:
    """One row per question and tool; the goal is to be no slower, intervals against bare numbers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, asked in PEERS.items():
            if find_spec(name) is None:
                print(f"{name} is not installed: its rows are skipped")
                continue
            for question, n, peer, ours, theirs in asked():
                with redirect_stderr(StringIO()):  # bars of progress
                    times = cpu(ours), cpu(theirs, 3)
                yield row(question, n, times[0], peer, times[1], 1)
