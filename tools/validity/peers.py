"""Who covers: intervals of other tools in the same random worlds, on the same samples.

`python -m tools.validity peers --docs docs/validity`, in an environment that has the tools (`make .venv/bench`). One
that is not installed is left out. Each is called as its documentation shows, with nothing set. The bootstrap of
MLstatkit is not here: one interval takes it seconds.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from referee import ConfusionMatrix, evaluate, read
from referee.core import Interval
from tools.validity.docs import put
from tools.validity.worlds.population import one_model
from tools.validity.worlds.tables import binary, rate_of, truth_of
from tools.validity.worlds.world import HIT, holds, size_and_prevalence

WORLDS, RUNS, MOST = 40, 400, 500
"""Worlds, runs of each, and cases at most: a bootstrap over cases takes long."""

Limits = tuple[float, float]


class Peer(NamedTuple):
    """A tool, the package that it needs, the metric, and the limits that it gives for a sample."""

    tool: str
    package: str
    metric: str
    limits: Callable[..., Limits]


def _ours_of_labels(metric: str, table: Any) -> Limits:
    found = evaluate(ConfusionMatrix(table, (0, 1), 1), metrics=[metric], rng=0)[metric].interval
    return (math.nan, math.nan) if found is None else (found.low, found.high)


def _ours_of_scores(truth: Any, score: Any) -> Limits:
    found = evaluate(read(truth, y_score=score, positive=1, labels=[0, 1]), metrics=["roc_auc"], rng=0)["roc_auc"]
    return (math.nan, math.nan) if found.interval is None else (found.interval.low, found.interval.high)


def _of_statsmodels(method: str, table: Any) -> Limits:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(int(np.trace(table)), int(table.sum()), method=method)
    return float(low), float(high)


def _of_scipy(table: Any) -> Limits:
    from scipy.stats import bootstrap

    right = np.repeat([0.0, 1.0], [table.sum() - np.trace(table), np.trace(table)])
    found = bootstrap((right,), np.mean, rng=1).confidence_interval
    return float(found.low), float(found.high)


def _of_confidenceinterval(function: str, options: dict[str, str], table: Any) -> Limits:
    import confidenceinterval

    truth, said = (np.repeat(codes, table.ravel()).tolist() for codes in ([0, 0, 1, 1], [0, 1, 0, 1]))
    _, (low, high) = getattr(confidenceinterval, function)(truth, said, **options)
    return float(low), float(high)


def _area_of_confidenceinterval(truth: Any, score: Any) -> Limits:
    import confidenceinterval

    _, (low, high) = confidenceinterval.roc_auc_score(truth.tolist(), score.tolist())
    return float(low), float(high)


_CI = "confidenceinterval"
OF_LABELS = (
    Peer("referee", "referee", "accuracy", partial(_ours_of_labels, "accuracy")),
    Peer("statsmodels `proportion_confint`", "statsmodels", "accuracy", partial(_of_statsmodels, "normal")),
    Peer("the same, `method='wilson'`", "statsmodels", "accuracy", partial(_of_statsmodels, "wilson")),
    Peer("SciPy `bootstrap`", "scipy", "accuracy", _of_scipy),
    Peer("confidenceinterval", _CI, "accuracy", partial(_of_confidenceinterval, "accuracy_score", {})),
    Peer("referee", "referee", "f1", partial(_ours_of_labels, "f1")),
    Peer("confidenceinterval", _CI, "f1", partial(_of_confidenceinterval, "f1_score", {"average": "binary"})),
)
OF_SCORES = (
    Peer("referee", "referee", "roc_auc", _ours_of_scores),
    Peer("confidenceinterval", _CI, "roc_auc", _area_of_confidenceinterval),
)


class Found(NamedTuple):
    """What a peer showed in one world: coverage, the median width, and the share of samples without limits."""

    covered: float
    width: float
    silent: float


def measure_world(rng: np.random.Generator, runs: int, peers: Sequence[Peer]) -> dict[Peer, Found]:
    """Draw one world for labels or scores, and ask all peers about the same samples."""
    n, prevalence = size_and_prevalence(rng, 20, MOST)
    if peers[0].metric == "roc_auc":
        population, _ = one_model(rng, prevalence)
        truths = {"roc_auc": population.truth("roc_auc")}
        drawn = [population.draw(rng, n) for _ in range(runs)]
        samples = [(y, scores[0]) for y, scores in drawn if 0 < y.sum() < n]  # an area needs both classes
    else:
        shares = binary(prevalence, rate_of(rng), rate_of(rng))
        truths = {name: truth_of(name, shares) for name in ("accuracy", "f1")}
        samples = [(table.reshape(2, 2),) for table in rng.multinomial(n, shares.ravel(), size=runs)]
    return {peer: _measure(peer, truths[peer.metric], samples) for peer in peers}


def _measure(peer: Peer, truth: float, samples: Sequence[tuple[Any, ...]]) -> Found:
    """Coverage in the samples that gave limits; equal tables are asked about once."""
    known: dict[bytes, Limits] = {}
    limits = []
    for sample in samples:
        key = b"".join(np.asarray(part).tobytes() for part in sample)
        if key not in known:
            try:
                known[key] = peer.limits(*sample)
            except (ValueError, IndexError, ZeroDivisionError):
                known[key] = math.nan, math.nan
        limits.append(known[key])
    given = [pair for pair in limits if not math.isnan(pair[0] + pair[1])]
    hits = [holds(Interval(min(low, high), max(low, high), 0.95, ""), truth) == HIT for low, high in given]
    widths = [high - low for low, high in given]
    if not given:
        return Found(math.nan, math.nan, 1.0)
    return Found(float(np.mean(hits)), float(np.median(widths)), 1 - len(given) / len(limits))


def table_of(found: Sequence[dict[Peer, Found]]) -> str:
    """One row per metric and tool: how it covers over the worlds, and how wide it is beside ours."""
    head = (
        "| metric | tool | worst coverage | worlds under .90 | under .93 | median | width over ours | no limits |"
    )
    rows = [head, "|---|---|---|---|---|---|---|---|"]
    for peer in (peer for peer in (*OF_LABELS, *OF_SCORES) if any(peer in world for world in found)):
        ours = next(p for p in (*OF_LABELS, *OF_SCORES) if p.metric == peer.metric)
        worlds = [world for world in found if peer in world and not math.isnan(world[peer].covered)]
        covered = np.array([world[peer].covered for world in worlds])
        width = float(np.median([world[peer].width / world[ours].width for world in worlds]))
        silent = float(np.mean([world[peer].silent for world in worlds]))
        shares = [f"{np.mean(covered < limit):.0%}" for limit in (0.90, 0.93)]
        cells = [peer.metric, peer.tool, f"{covered.min():.3f}", *shares, f"{np.median(covered):.3f}"]
        rows.append(f"| {' | '.join([*cells, f'{width:.2f}', f'{silent:.1%}'])} |")
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table, and put it on the page of the worlds."""
    parser = argparse.ArgumentParser(prog="python -m tools.validity peers", description=__doc__)
    parser.add_argument(
        "--worlds", type=int, default=WORLDS, help=f"worlds of labels, and of scores (default {WORLDS})"
    )
    parser.add_argument("--runs", type=int, default=RUNS, help=f"samples of each (default {RUNS})")
    parser.add_argument("--seed", type=int, help="seed of the worlds (default: a new one)")
    parser.add_argument("--docs", type=Path, help="folder of the pages; the table goes to its worlds.md")
    args = parser.parse_args(argv)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    found = []
    for kind, peers in enumerate((OF_LABELS, OF_SCORES)):
        there = [peer for peer in peers if importlib.util.find_spec(peer.package)]
        for i in range(args.worlds):
            found.append(measure_world(np.random.default_rng([seed, kind, i]), args.runs, there))
    made = f"python -m tools.validity peers --worlds {args.worlds} --runs {args.runs} --seed {seed}"
    text = (
        f"{table_of(found)}\n\n{args.worlds} worlds of labels and as many of scores, 20 to {MOST} cases. `{made}`."
    )
    print(text)
    if args.docs:
        put(args.docs / "worlds.md", "peers", text)
    return 0
