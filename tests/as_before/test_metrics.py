"""Every metric of one model and of two is as before."""

from __future__ import annotations

import pytest

import referee
from helpers.as_before import check, saved
from helpers.drawn_models import EDGES, KINDS, cases, edge_cases
from referee.metrics.registry import REGISTRY


@pytest.mark.parametrize("kind", [*KINDS, *EDGES])
@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_a_metric_of_one_model_and_of_two(name, kind):
    one, two = cases(kind) if kind in KINDS else edge_cases(kind)
    options = {
        "independent": kind == "apart",
        "costs": None if kind == "classes" else {"fp": 1, "fn": 4},
        "rng": 0,
    }
    for verb, made in {
        "evaluate": lambda: referee.evaluate(one, metrics=[name], costs=options["costs"], rng=0),
        "compare": lambda: referee.compare(one, two, metric=name, margin=0.05, **options),
    }.items():
        try:
            text = saved(made())
        except referee.RefereeError as refused:
            text = str(refused)
        check(f"{verb} {name}, {kind}", text)
