"""Results to make pages of."""

from __future__ import annotations

from functools import cache

import numpy as np

import referee
from referee.verbs.report import explored

EVIL = '"><script>window.hacked=1</script><img src=x onerror=window.hacked=1>'


@cache
def evaluation():
    rng = np.random.default_rng(3)
    y = rng.random(240) < 0.4
    p = 1 / (1 + np.exp(-rng.normal(2.4 * y - 1.2, 1.0)))
    p = p.round(2)
    truth, predicted = (np.where(v, "ill", "well") for v in (y, p >= 0.5))
    return referee.evaluate(truth, predicted, p, positive="ill", costs={"fp": 1, "fn": 5}, name="model", rng=4)


@cache
def rows_of():
    return explored(evaluation())


@cache
def models():
    rng = np.random.default_rng(8)
    y = rng.random(300) < 0.4
    out = {}
    for name, sharp in (("sharp", 2.0), ("blunt", 0.8), ("middle", 1.6)):
        s = rng.normal(sharp * y, 1.0)
        out[name] = referee.Predictions(y, s > sharp / 2, s, positive=True, name=name)
    return out


@cache
def evil():
    """Labels, names and file names that would like to run."""
    names = np.array(["</script><script>window.hacked=1</script>", EVIL])
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 80)
    p = np.clip(0.5 * y + rng.random(80) / 2, 0, 1)
    return referee.Predictions(names[y], names[(p > 0.5).astype(int)], p, positive=names[1], name=EVIL)
