"""False alarms of `rank` in worlds where all learners are alike: any pair called different (promise V11)."""

from __future__ import annotations

import numpy as np

from referee import ScoreTable, Verdict, rank
from referee.inference import nemenyi, rank_z
from tools.validity.cell import Cell, cell

WORLDS = ((5, 3, "normal"), (10, 5, "normal"), (30, 5, "normal"), (10, 5, "t2"), (30, 10, "normal"), (10, 2, "t2"))


def null_table(n: int, k: int, noise: str, rng: np.random.Generator) -> ScoreTable:
    """Scores of equal learners: the dataset's level and independent noise."""
    spread = rng.normal(size=(n, k)) if noise == "normal" else rng.standard_t(2, size=(n, k))
    names = [f"d{i}" for i in range(n)], [f"l{j}" for j in range(k)]
    return ScoreTable("score", "higher", *names, rng.normal(0.8, 0.1, (n, 1)) + 0.02 * spread)


def cells(runs: int, seed: int) -> list[Cell]:
    """Chances of any pair distinguished, and of any verdict but undecided, in each world."""
    out = []
    for n, k, noise in WORLDS:
        hits = dict.fromkeys(
            ("any pair, default", "any verdict, default", "any pair, Nemenyi", "any pair, Shaffer"), 0
        )
        for i in range(runs):
            table = null_table(n, k, noise, np.random.default_rng([seed, n, k, i]))
            made = rank(table, rng=i)
            hits["any pair, default"] += any(made.pairwise.distinguished(m.a, m.b) for m in made.matches)
            hits["any verdict, default"] += any(m.verdict is not Verdict.UNDECIDED for m in made.matches)
            if k > 2:
                hits["any pair, Nemenyi"] += np.min(nemenyi(table.values).p_values) < 0.05
                hits["any pair, Shaffer"] += np.min(rank_z(table.values, adjust="shaffer").p_values) < 0.05
        for promise, count in hits.items():
            if k > 2 or promise.endswith("default"):
                world = f"{n} datasets, {k} learners, {noise}"
                out.append(cell(f"V11 rank: {promise}", world, count, runs, 0.0, 0.055))
    return out
