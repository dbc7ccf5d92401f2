"""What a comparison of the same cases keeps for its reader: who is right where, disputed cases, two curves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from referee.core import Estimate, JointConfusion, Noun
from referee.core.comparison import Disagreements, DisputedCase
from referee.core.pair import Pair
from referee.core.parts import Parts
from referee.core.rank_scores import mid_ranks
from referee.core.types import Bools, Codes, Floats
from referee.curves.roc import roc
from referee.curves.thin import thin_curve
from referee.inference.proportion import proportion_interval
from referee.inference.roc_difference import paired_roc_difference
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric

MOST_LABELS = 12
"""Classes up to which a comparison keeps the joint table for its reader."""

MOST_CASES = 20
"""Disputed cases of each side."""

FEW, MANY, LARGE = 500, 200, 20_000
"""Resamples of the difference of two curves, for up to LARGE cases and for more."""

FIELDS = ("both_right", "only_a_right", "only_b_right", "both_wrong")


def compare_parts(metric: Metric, pair: Pair | None, level: float, seed: int, *, alone: bool) -> dict[str, Any]:
    """The fields of a comparison by name; one that is not `alone` but of a family has no difference of curves."""
    if pair is None or pair.grid is not None:
        return {}
    makers: dict[str, Callable[[], Noun]] = {}
    out: dict[str, Any] = {}
    if metric.needs == "ranking" and metric.shape == "area" and 0 < pair.is_positive.sum() < len(pair.truth):
        makers |= _curves(pair, level, seed, alone=alone)
    elif isinstance(metric, LabelMetric) and pair.weights is None and len(pair.labels) <= MOST_LABELS:
        out["joint"] = pair.joint
        if pair.sampling == "cases":
            makers |= {name: partial(_share, pair.joint, name, level) for name in FIELDS}
    answered = pair.a.has_labels and pair.b.has_labels and pair.times is None
    if answered and pair.by == "case id" and pair.a.case_ids is not None:
        makers["disagreements"] = partial(disagreements, pair)
    return out | {"parts": Parts(makers)} if makers else out


def _curves(pair: Pair, level: float, seed: int, *, alone: bool) -> dict[str, Callable[[], Noun]]:
    models = {"roc_a": pair.a.ranking, "roc_b": pair.b.ranking}
    out: dict[str, Callable[[], Noun]] = {
        name: partial(lambda ranking: thin_curve(roc(ranking)), ranking) for name, ranking in models.items()
    }
    if pair.sampling == "cases" and pair.times is None and alone:
        options: Any = {"level": level, "resamples": FEW if pair.n <= LARGE else MANY, "rng": seed}
        out["curve_difference"] = partial(paired_roc_difference, pair.is_positive, *pair.scores, **options)
    return out


def _share(joint: JointConfusion, name: str, level: float) -> Estimate:
    """The share of cases in one of the four fields, with its interval."""
    count = joint.right_and_wrong[FIELDS.index(name)]
    interval = proportion_interval(count, joint.n, level)
    return Estimate(name, count / joint.n, joint.n, interval)


def disagreements(pair: Pair) -> Disagreements:
    """The cases of a pair that one model alone has right, those first on which the scores differ most."""
    one, two = pair.predicted
    right_a, right_b = one == pair.truth, two == pair.truth
    scores, apart, scored = _scores(pair)
    sides = [
        _first(pair, mask, sign * apart, scores)
        for mask, sign in ((right_a & ~right_b, 1), (right_b & ~right_a, -1))
    ]
    counts = int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum())
    return Disagreements(pair.a.name or "A", pair.b.name or "B", sides[0], sides[1], counts, scored)


def _scores(pair: Pair) -> tuple[list[Floats], Floats, str]:
    """The scores of both models to show, how much better the first places each case, and what they are scores of."""
    given = [pair.a.scores, None if pair.b.scores is None else pair.of_b(pair.b.scores)]
    known = [values for values in given if values is not None]
    if len(known) == 2 and pair.positive is not None:
        shown = [np.asarray(values, float) for values in pair.scores]
        ranks = [mid_ranks(values) for values in shown]  # the same on every scale of a score
        return shown, np.where(pair.is_positive, 1, -1) * (ranks[0] - ranks[1]), str(pair.positive)
    if len(known) == 2 and all(values.ndim == 2 for values in known):
        rows = np.arange(len(pair.truth))
        places = [np.array([model.labels.index(label) for label in pair.labels]) for model in (pair.a, pair.b)]
        shown = [np.asarray(v, float)[rows, at[pair.truth]] for v, at in zip(known, places, strict=True)]
        return shown, shown[0] - shown[1], "the true class"
    return [], np.zeros(len(pair.truth)), ""


def _first(pair: Pair, mask: Bools, apart: Floats, scores: list[Floats]) -> tuple[DisputedCase, ...]:
    places: Codes = np.flatnonzero(mask)
    places = places[np.argsort(-apart[places], kind="stable")][:MOST_CASES]
    ids: Any = pair.a.case_ids
    labels, answers = pair.labels, pair.predicted
    return tuple(
        DisputedCase(
            ids[i : i + 1].tolist()[0],
            labels[int(pair.truth[i])],
            tuple(labels[int(codes[i])] for codes in answers),
            tuple(float(values[i]) for values in scores),
        )
        for i in places.tolist()
    )
