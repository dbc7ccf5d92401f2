"""Coverage of the default intervals of Brier score, log loss, average precision and lift.

Each case has a log-odds from a normal distribution and the class that its probability draws; the model says that
probability (calibrated), one too extreme (overconfident: twice the log-odds), or one of five values (tied). The truth
is that of four million cases.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit, logit

from referee import read
from referee.inference.estimate import estimate
from referee.metrics import average_precision, brier_score, lift, log_loss
from tools.validity.cell import Cell, cell

WORLDS = (
    (20, 0.5, "calibrated"),
    (20, 0.5, "overconfident"),
    (20, 0.1, "calibrated"),
    (20, 0.1, "overconfident"),
    (50, 0.1, "calibrated"),
    (100, 0.5, "tied"),
    (200, 0.5, "overconfident"),
    (200, 0.1, "calibrated"),
    (200, 0.1, "tied"),
    (200, 0.01, "calibrated"),
    (1000, 0.1, "overconfident"),
    (1000, 0.01, "calibrated"),
    (10_000, 0.5, "calibrated"),
    (10_000, 0.01, "tied"),
)
MANY = 4_000_000
LEAST = 0.90
METRICS = {
    "Brier score": brier_score,
    "log loss": log_loss,
    "average precision": average_precision,
    "lift of the top 10%": lift,
}


def draw_cases(n: int, prevalence: float, kind: str, rng: np.random.Generator) -> tuple[Any, Any]:
    """Classes and the probabilities that the model says."""
    z = rng.normal(logit(prevalence), 1.5, n)
    y = (rng.random(n) < expit(z)).astype(int)
    if kind == "tied":
        return y, (np.clip(np.floor(z - logit(prevalence)), -2, 2) + 2.5) / 5
    return y, expit(2 * z if kind == "overconfident" else z)


def measures(y: Any, said: Any) -> dict[str, Any]:
    """The estimates by name."""
    answers = read(y, y_score=said, positive=1)
    return {name: estimate(metric, answers) for name, metric in METRICS.items()}


def cells(runs: int, seed: int) -> list[Cell]:
    """Each measure in each world; samples without both classes are left out, and counted as undefined."""
    out = []
    for n, prevalence, kind in WORLDS:
        rng = np.random.default_rng([seed, n, int(1000 * prevalence), len(kind)])
        y, said = draw_cases(MANY, prevalence, kind, rng)
        many = read(y, y_score=said, positive=1)
        truth = {name: metric.value(many) for name, metric in METRICS.items()}
        hits, defined = dict.fromkeys(truth, 0), dict.fromkeys(truth, 0)
        for _ in range(runs):
            y, said = draw_cases(n, prevalence, kind, rng)
            if not 0 < y.sum() < n:
                continue
            for name, made in measures(y, said).items():
                defined[name] += made.interval is not None
                hits[name] += made.interval is not None and truth[name] in made.interval
        for name, count in hits.items():
            world = f"n={n}, prevalence={prevalence}, {kind}"
            some = max(1, defined[name])
            out.append(cell(name, world, count, some, LEAST, 1.0, undefined=runs - defined[name]))
    return out
