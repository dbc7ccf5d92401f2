"""What a page costs after counting: against the time and the size that are promised, not against a peer."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import referee
from tools.benchmarks.timing import Row, cpu, row

N = 1_000_000


def _evaluation() -> referee.core.Evaluation:
    rng = np.random.default_rng(0)
    y = rng.random(N) < 0.3
    score = 1 / (1 + np.exp(-rng.normal(2 * y - 1, 1.2)))
    return referee.evaluate(y, score > 0.5, score, positive=True, costs={"fp": 1, "fn": 5}, rng=0)


def _study(folder: str) -> referee.core.StudyResults:
    """Six learners on eight datasets, ten splits each."""
    rng = np.random.default_rng(1)
    data = {}
    for i in range(8):
        y = np.arange(120) % 2
        data[f"set {i}"] = (rng.normal(size=(120, 4)) + (0.2 + 0.1 * i) * y[:, None], y)
    learners = {f"tree {d}": DecisionTreeClassifier(max_depth=d, random_state=0) for d in (1, 2, 3, 5)}
    learners |= {"bayes": GaussianNB(), "logistic": LogisticRegression()}
    study = referee.Experiment(
        learners=learners, datasets=data, splits=referee.learners.RandomSplits(10, test=1 / 3), rng=1
    )
    return study.run(f"{folder}/study.db")


def jobs() -> list[Row]:
    """The pages of an evaluation of a million cases and of a study: the first, the next, and megabytes for seconds."""
    out: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        made = (("evaluation", _evaluation(), N, 2.0), ("study of 6 learners", _study(folder), 480, 5.0))
        for name, value, n, promise in made:
            start = time.process_time()
            referee.report(value, page)
            first = time.process_time() - start
            again = cpu(lambda v=value: referee.report(v, page), 3)
            size = page.stat().st_size / 1e6
            for job, ours, most in (("first", first, 5.0), ("next", again, promise), ("size in MB", size, 1.5)):
                unit = "MB" if job.startswith("size") else ""
                what = f"page, {name}: {job.removesuffix(' in MB')}"
                out.append(row(what, n, ours, "what is promised", most, 1, at_most=True, unit=unit))
    return out
