"""What a user feels: the verbs themselves beside what the user would call instead, and the engine behind each.

Every row times the public call on columns in memory, as a user types it. The second time is that of the engine alone:
one sort, one count, one test. Where nobody does the same, the goal is a time in seconds.
"""

from __future__ import annotations

import importlib.util
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import referee
from referee.core.cases import Placements
from referee.core.tables import joint_counts
from referee.inference.delong import delong_paired
from referee.inference.tango import tango_limits
from tools.benchmarks.timing import Row, cpu, row

SECONDS = "the goal in seconds"


def scored(n: int, seed: int = 1) -> tuple[Any, Any, Any]:
    """Truth, predicted class and probability of n cases."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.4).astype(np.int64)
    p = 1 / (1 + np.exp(-rng.normal(0.7 * (2 * y - 1), 1)))
    return y, (p > 0.5).astype(np.int64), p


def of_classes(n: int, k: int) -> tuple[Any, Any]:
    """Truth and one column of probabilities per class."""
    rng = np.random.default_rng(2)
    y = rng.integers(0, k, n)
    p = rng.dirichlet(np.ones(k), n)
    p[np.arange(n), y] += 0.5
    return y, p / p.sum(axis=1, keepdims=True)


def labels(n: int, k: int) -> tuple[Any, Any]:
    """Truth and predicted class, 70% of them right."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, k, n)
    return y, np.where(rng.random(n) < 0.7, y, rng.integers(0, k, n))


def evaluate_jobs() -> Iterator[Row]:
    """`evaluate` of labels and scores: level with the peer with all curves, twice as fast without."""
    from sklearn.metrics import classification_report, roc_auc_score

    for n in (10**3, 10**5, 10**6, 10**7):
        y, predicted, p = scored(n)
        calls = 5 if n <= 10**5 else 2

        def bare(y: Any = y, predicted: Any = predicted, p: Any = p) -> referee.core.Evaluation:
            return referee.evaluate(y, predicted, p, positive=1, rng=0)

        def whole(call: Callable[[], referee.core.Evaluation] = bare) -> Any:
            return dict(call().parts)

        def theirs(y: Any = y, predicted: Any = predicted, p: Any = p) -> Any:
            return classification_report(y, predicted), roc_auc_score(y, p)

        engine = cpu(lambda y=y, p=p: referee.read(y, y_score=p, positive=1).ranking.auc, calls)
        peer = cpu(theirs, calls)
        name = "classification_report + roc_auc_score"
        yield row("evaluate labels + scores", n, cpu(bare, calls), name, peer, 2, engine=engine)
        yield row("evaluate labels + scores, all curves made", n, cpu(whole, calls), name, peer, 1, engine=engine)


def class_jobs() -> Iterator[Row]:
    """`evaluate` with ten columns of probabilities, and with many labels."""
    from sklearn.metrics import classification_report, log_loss, roc_auc_score

    for n in (10**3, 10**4, 10**5):
        y, p = of_classes(n, 10)
        predicted = p.argmax(axis=1)

        def theirs(y: Any = y, p: Any = p, predicted: Any = predicted) -> Any:
            areas = [roc_auc_score(y, p, multi_class=kind) for kind in ("ovr", "ovo")]
            return classification_report(y, predicted), areas, log_loss(y, p)

        ours = cpu(lambda y=y, p=p, c=predicted: referee.evaluate(y, c, p, rng=0), 2)
        engine = cpu(lambda y=y, p=p: Placements(y, p, np.ones(len(y))).areas, 2)
        job, name = "evaluate, 10 classes of probabilities", "report, two areas and log loss"
        yield row(job, n, ours, name, cpu(theirs, 2), 3, at_most=True, engine=engine)
    for k, least in ((100, 1), (1000, 1), (3000, 1)):
        y, predicted = labels(10**5, k)
        ours = cpu(lambda y=y, c=predicted: referee.evaluate(y, c, rng=0), 2)
        engine = cpu(lambda y=y, c=predicted, k=k: joint_counts(k, y, c), 3)
        peer = cpu(lambda y=y, c=predicted: classification_report(y, c), 3)
        yield row(
            f"evaluate, {k} classes of labels", 10**5, ours, "classification_report", peer, least, engine=engine
        )


def compare_jobs() -> Iterator[Row]:
    """`compare` of two models on the same cases."""
    n = 10**6
    y, one, p = scored(n)
    _, _, q = scored(n, 2)
    two = np.where(np.random.default_rng(3).random(n) < 0.8, one, (q > 0.5).astype(np.int64))
    pair = [referee.read(y, answer, positive=1) for answer in (one, two)]
    engine = cpu(lambda: joint_counts(2, y, one, two))
    ours = cpu(lambda: referee.compare(*map(_fresh, pair), rng=0))
    yield row("compare accuracy", n, ours, SECONDS, 0.025, 1, at_most=True, engine=engine)
    for n, goal in ((10**3, 0.010), (10**6, 0.5)):
        y, _, p = scored(n)
        q = (p + scored(n, 2)[2]) / 2
        pair = [referee.read(y, y_score=s, positive=1) for s in (p, q)]
        ours = cpu(lambda pair=pair: referee.compare(*map(_fresh, pair), metric="roc_auc", rng=0))
        engine = cpu(lambda y=y, p=p, q=q: delong_paired(y, p, q))
        yield row("compare roc_auc", n, ours, SECONDS, goal, 1, at_most=True, engine=engine)
        if importlib.util.find_spec("MLstatkit"):
            from MLstatkit import Delong_test

            theirs = cpu(lambda y=y, p=p, q=q: Delong_test(y, p, q), 2)
            share = {10**3: 10 / 3.4, 10**6: 0.5 / 3.2}[n]
            yield row("compare roc_auc", n, ours, "MLstatkit", theirs, share, at_most=True, engine=engine)
        else:
            print("MLstatkit is not installed: its row is skipped")


def many_jobs() -> Iterator[Row]:
    """All pairs of many models, slices, and the page of an evaluation."""
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 500)
    preds = {f"model {i}": np.where(rng.random(500) < 0.6 + 0.3 * i / 134, y, 1 - y) for i in range(134)}
    models = referee.read_models(y, preds=preds)
    counts = rng.integers(0, 60, size=(2, 134 * 133 // 2))
    engine = cpu(lambda: tango_limits(*counts, np.full(counts.shape[1], 500), 4.5), 2)
    ours = cpu(lambda: str(referee.compare_all(models, rng=0)), 1)
    yield row("compare_all, 134 models, printed", 500, ours, SECONDS, 1, 1, at_most=True, engine=engine)
    y, predicted, p = scored(100_000)
    for name, read, goal in (("labels", {"y_pred": predicted}, 1.0), ("scores", {"y_score": p}, 3.0)):
        answers = referee.read(y, positive=1, **read)
        sliced = referee.read_slices(answers, by={"part": rng.integers(0, 1000, 100_000)})
        ours = cpu(lambda sliced=sliced: referee.evaluate_by(sliced, rng=0), 1)
        yield row(f"evaluate_by, 1,000 slices, {name}", 100_000, ours, SECONDS, goal, 1, at_most=True)
    y, predicted, p = scored(1000)
    result = referee.evaluate(y, predicted, p, positive=1, rng=0)
    with tempfile.TemporaryDirectory() as folder:
        ours = cpu(lambda: referee.report(result, Path(folder) / "page.html"), 3)
    yield row("report of an evaluation", 1000, ours, SECONDS, 0.1, 1, at_most=True)


def _fresh(answers: referee.core.Answers) -> referee.core.Answers:
    """The same answers without what was computed from them before."""
    from dataclasses import replace

    return replace(answers)


def jobs() -> Iterator[Row]:
    """Every line of this part."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for part in (evaluate_jobs, class_jobs, compare_jobs, many_jobs):
            yield from part()
