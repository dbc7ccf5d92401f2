"""Learners over few datasets: false alarms and power of the test that leads there, beside Wilcoxon-Holm and Nemenyi."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

from referee.core.types import Bools, Floats
from referee.inference import adjust, critical_difference, dataset_weights, random_effects
from referee.verbs.rank_tests import least_p
from tools.validity.cell import Cell, cell

PAGE = "ranking"
RATIO = 0.5
"""Cases tested for each one trained on: a third is tested."""
SPLITS = 30
TESTS = ("random effects", "Wilcoxon-Holm", "Nemenyi")
KINDS = ("alike", "normal", "t3", "skewed", "blocks", "cases")
SIZES = ((5, 3), (5, 6), (7, 5), (9, 6), (8, 8))
"""Datasets and learners."""
GAP = 0.05
"""How far the first learner is ahead where power is measured."""
BAND = (0.0, 0.057)


def study(datasets: int, learners: int, kind: str, gap: float, rng: np.random.Generator) -> Floats:
    """Scores of learners on the splits of datasets, shape (learners, datasets, splits); the first is `gap` ahead.

    Datasets have 40 to 2,000 cases. A learner's true advantage on a dataset is drawn anew with mean 0: none ("alike"),
    normal, Student's t with 3 degrees of freedom, skewed for every other learner, or shared by pairs of learners
    ("blocks"), with a standard deviation of 0.01 to 0.04. In "cases" the splits draw from cases that each learner
    gets right or wrong, hard ones for all alike.
    """
    shape = (learners, datasets)
    size = np.exp(rng.uniform(np.log(40), np.log(2000), size=datasets))
    spread = rng.uniform(0.01, 0.04)
    drawn = {
        "alike": lambda: np.zeros(shape),
        "normal": lambda: rng.normal(size=shape),
        "t3": lambda: rng.standard_t(3, size=shape) / np.sqrt(3),
        "skewed": lambda: (rng.exponential(size=shape) - 1) * (np.arange(learners) % 2)[:, None],
        "blocks": lambda: np.repeat(rng.normal(size=shape), 2, axis=0)[:learners] + 0.2 * rng.normal(size=shape),
        "cases": lambda: rng.normal(size=shape),
    }
    ahead = spread * drawn[kind]()
    ahead[0] += gap
    if kind == "cases":
        return np.stack([_on_cases(int(n), own, rng) for n, own in zip(size, ahead.T, strict=True)], axis=1)
    sd = rng.uniform(0.25, 0.5) / np.sqrt(size / 3)
    level = ahead + rng.normal(size=shape) * sd * np.sqrt(1 / 3)
    noise: Floats = rng.normal(size=(*shape, SPLITS)) * (sd * np.sqrt(2 / 3))[:, None]
    return level[..., None] + noise


def _on_cases(n: int, ahead: Floats, rng: np.random.Generator) -> Floats:
    """Accuracies on random thirds of n cases, of which some are hard for every learner."""
    hard = rng.beta(2, 5, size=n)
    right = rng.random((len(ahead), n)) > np.clip(hard - ahead[:, None], 0, 1)
    tests = np.argsort(rng.random((SPLITS, n)), axis=1)[:, : max(2, n // 3)]
    flips = rng.random((len(ahead), *tests.shape)) < 0.05  # another training part, another answer
    accuracy: Floats = (right[:, tests] ^ flips).mean(axis=2)
    return accuracy


def found_pairs(runs: Floats) -> dict[str, Bools]:
    """Which pairs are found different at 5%, in the order of `combinations`.

    Wilcoxon-Holm stands for itself: in all these worlds its least p, whatever the scores, is above 5%.
    """
    first, second = np.array(list(combinations(range(len(runs)), 2))).T
    gaps = runs[first] - runs[second]
    y, v = gaps.mean(axis=2), gaps.var(axis=2, ddof=1) * (1 / SPLITS + RATIO)
    weights, means = dataset_weights(y, v), runs.mean(axis=2)
    leading = adjust([random_effects(row, weights=weights).p_value for row in y]).adjusted
    assert least_p(runs.shape[1], len(y)) >= 0.05
    ranks = np.argsort(np.argsort(-means, axis=0), axis=0).mean(axis=1)
    reach = _reach(*means.shape)
    return {
        "random effects": np.array(leading) < 0.05,
        "Wilcoxon-Holm": np.zeros(len(y), dtype=bool),
        "Nemenyi": np.abs(ranks[first] - ranks[second]) > reach,
    }


@cache
def _reach(learners: int, datasets: int) -> float:
    return critical_difference(learners, datasets)


def cells(runs: int, seed: int) -> list[Cell]:
    """The chance of any false alarm, and the share of the pairs of a better learner that are found."""
    out = []
    for datasets, learners in SIZES:
        for kind in KINDS:
            world = f"{datasets} datasets, {learners} learners, {kind}"
            alarms = dict.fromkeys(TESTS, 0)
            power = dict.fromkeys(TESTS, 0.0)
            for i in range(runs):
                rng = np.random.default_rng([seed, datasets, learners, KINDS.index(kind), i])
                for name, pairs in found_pairs(study(datasets, learners, kind, 0.0, rng)).items():
                    alarms[name] += bool(pairs.any())
                for name, pairs in found_pairs(study(datasets, learners, kind, GAP, rng)).items():
                    power[name] += float(pairs[: learners - 1].mean())
            for name, hits in alarms.items():
                high = BAND[1] if name == "random effects" else 1.0
                out.append(cell(f"V11 few datasets: any false alarm, {name}", world, hits, runs, BAND[0], high))
            for name, share in power.items():
                out.append(cell(f"power of few datasets, {name}", world, share, runs, 0.0, 1.0))
    return out


def tables(found: list[Cell], runs: int) -> str:
    """One row per world: false alarms and power of the three tests side by side."""
    from tools.validity.docs import table

    names = TESTS
    rate = {(c["promise"], c["world"]): c["rate"] for c in found}
    rows = []
    for world in dict.fromkeys(c["world"] for c in found):
        alarms = [f"{rate[f'V11 few datasets: any false alarm, {name}', world]:.3f}" for name in names]
        power = [f"{rate[f'power of few datasets, {name}', world]:.2f}" for name in names]
        rows.append([world, *alarms, *power])
    rows.sort(key=lambda row: -float(row[1]))
    head = ["world", *(f"alarms, {name}" for name in names), *(f"power, {name}" for name in names)]
    words = f"{runs:,} studies a world; the first learner is {GAP} ahead where power is measured. "
    return f"{words}Random effects promise at most {BAND[1]:.1%}.\n\n{table(head, rows)}"
