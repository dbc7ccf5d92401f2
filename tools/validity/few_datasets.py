"""Learners over few datasets: false alarms and power of the test that leads there, beside Wilcoxon-Holm and Nemenyi."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.special import stdtr

from referee.core.types import Bools, Floats
from referee.inference import critical_difference, dataset_weights, random_effects
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


def studies(size: tuple[int, int], kind: str, gap: float, runs: int, rng: np.random.Generator) -> Floats:
    """Scores of learners on the splits of datasets, shape (runs, learners, datasets, splits); the first is `gap` ahead.

    Datasets have 40 to 2,000 cases. A learner's true advantage on a dataset is drawn anew with mean 0: none ("alike"),
    normal, Student's t with 3 degrees of freedom, skewed for every other learner, or shared by pairs of learners
    ("blocks"), with a standard deviation of 0.01 to 0.04. In "cases" the splits draw from 40 to 300 cases that each
    learner gets right or wrong, hard ones for all alike.
    """
    datasets, learners = size
    shape = (runs, learners, datasets)
    most = 300 if kind == "cases" else 2000
    cases = np.exp(rng.uniform(np.log(40), np.log(most), size=(runs, 1, datasets)))
    drawn = {
        "alike": lambda: np.zeros(shape),
        "normal": lambda: rng.normal(size=shape),
        "t3": lambda: rng.standard_t(3, size=shape) / np.sqrt(3),
        "skewed": lambda: (rng.exponential(size=shape) - 1) * (np.arange(learners) % 2)[:, None],
        "blocks": lambda: (
            np.repeat(rng.normal(size=shape), 2, axis=1)[:, :learners] + 0.2 * rng.normal(size=shape)
        ),
        "cases": lambda: rng.normal(size=shape),
    }
    ahead = rng.uniform(0.01, 0.04, size=(runs, 1, 1)) * drawn[kind]()
    ahead[:, 0] += gap
    if kind == "cases":
        found = [
            [_on_cases(int(n), own, rng) for n, own in zip(c[0], a.T, strict=True)]
            for c, a in zip(cases, ahead, strict=True)
        ]
        return np.array(found).transpose(0, 2, 1, 3)
    sd = rng.uniform(0.25, 0.5, size=(runs, 1, 1)) / np.sqrt(cases / 3)
    level = ahead + rng.normal(size=shape) * sd * np.sqrt(1 / 3)
    noise: Floats = rng.normal(size=(*shape, SPLITS)) * (sd * np.sqrt(2 / 3))[..., None]
    return level[..., None] + noise


def _on_cases(n: int, ahead: Floats, rng: np.random.Generator) -> Floats:
    """Accuracies on random thirds of n cases, of which some are hard for every learner."""
    hard = rng.beta(2, 5, size=n)
    right = rng.random((len(ahead), n)) > np.clip(hard - ahead[:, None], 0, 1)
    tests = np.argsort(rng.random((SPLITS, n)), axis=1)[:, : max(2, n // 3)]
    flips = rng.random((len(ahead), *tests.shape)) < 0.05  # another training part, another answer
    accuracy: Floats = (right[:, tests] ^ flips).mean(axis=2)
    return accuracy


def found_pairs(scores: Floats) -> dict[str, Bools]:
    """Which pairs of each study are found different at 5%, in the order of `combinations`.

    Random effects are computed for all studies at once, and held against the package on the first. Wilcoxon-Holm
    stands for itself: in all these worlds its least p, whatever the scores, is above 5%.
    """
    _, learners, datasets, _ = scores.shape
    first, second = np.array(list(combinations(range(learners), 2))).T
    gaps = scores[:, first] - scores[:, second]
    y, v = gaps.mean(axis=3), gaps.var(axis=3, ddof=1) * (1 / SPLITS + RATIO)
    p = _random_effects(y, v)
    weights = dataset_weights(y[0], v[0])
    np.testing.assert_allclose(p[0], [random_effects(row, weights=weights).p_value for row in y[0]], rtol=1e-5)
    assert least_p(datasets, len(first)) >= 0.05
    ranks = np.argsort(np.argsort(-scores.mean(axis=3), axis=1), axis=1).mean(axis=2)
    return {
        "random effects": _holm(p) < 0.05,
        "Wilcoxon-Holm": np.zeros(p.shape, dtype=bool),
        "Nemenyi": np.abs(ranks[:, first] - ranks[:, second]) > critical_difference(learners, datasets),
    }


def _random_effects(y: Floats, v: Floats) -> Floats:
    """The p of each pair (second axis) of each study (first), as `random_effects` with `dataset_weights` gives it."""
    own, more = v.mean(axis=1), y.shape[2] - 1
    low, high = np.zeros(len(y)), 4 * y.var(axis=2, ddof=1).max(axis=1)
    for _ in range(60):
        middle = (low + high) / 2
        w = 1 / (own + middle[:, None])
        centre = np.einsum("rpd,rd->rp", y, w) / w.sum(axis=1)[:, None]
        above = np.einsum("rpd,rd->rp", (y - centre[..., None]) ** 2, w).mean(axis=1) > more
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    w = 1 / (own + own.mean(axis=1)[:, None] + low[:, None])
    h = (w / w.sum(axis=1)[:, None])[:, None]
    mean = (h * y).sum(axis=2)
    se = np.sqrt((h * (y - mean[..., None]) ** 2).sum(axis=2) / more)
    return np.asarray(2 * stdtr(more, -np.abs(mean / se)))


def _holm(p: Floats) -> Floats:
    """Holm's adjusted p-values of each row."""
    order = np.argsort(p, axis=1)
    steps = np.arange(p.shape[1], 0, -1) * np.take_along_axis(p, order, axis=1)
    out = np.empty_like(p)
    np.put_along_axis(out, order, np.maximum.accumulate(steps, axis=1), axis=1)
    return out


def cells(runs: int, seed: int) -> list[Cell]:
    """The chance of any false alarm, and the share of the pairs of a better learner that are found."""
    out = []
    for size in SIZES:
        for kind in KINDS:
            world = f"{size[0]} datasets, {size[1]} learners, {kind}"
            rng = np.random.default_rng([seed, *size, KINDS.index(kind)])
            alarms = found_pairs(studies(size, kind, 0.0, runs, rng))
            power = found_pairs(studies(size, kind, GAP, runs, rng))
            for name in TESTS:
                high = BAND[1] if name == "random effects" else 1.0
                hits = int(alarms[name].any(axis=1).sum())
                out.append(cell(f"V11 few datasets: any false alarm, {name}", world, hits, runs, BAND[0], high))
                share = float(power[name][:, : size[1] - 1].mean(axis=1).sum())
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
