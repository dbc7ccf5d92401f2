"""Every metric, built in or a user's own, gives the same through every verb by every door, or says why not."""

import pytest

from helpers.some_slow import some_slow
from referee.metrics.registry import REGISTRY, unregister
from tools.handbook import doors

BUILT_IN = sorted(REGISTRY)
OWN = ("caught", "top_half", "doubt")
NO_END = "must have a better and a worse end"
NO_METHOD = "no method with known coverage for a best value over all thresholds"


@pytest.fixture(scope="module", autouse=True)
def _own_metrics():
    made = doors.own_metrics()
    yield
    for metric in made:
        unregister(metric.name)


@pytest.mark.parametrize("name", some_slow([*BUILT_IN, *OWN], 3))
def test_a_metric_says_the_same_at_every_door(name):
    metric = REGISTRY[name]
    walked = doors.walk(metric)
    cells = doors.row(metric, walked).strip("| ").split(" | ")[2:]
    assert [cell == "✓" for cell in cells] == [not doors.agree(found) for found in walked.values()]
    for verb, found in walked.items():
        apart = doors.agree(found)
        if metric.better is None and verb not in ("evaluate", "estimate_error"):
            assert set(apart) == set(found), verb
            assert all(NO_END in text for text in apart.values())
        elif metric.shape == "best" and verb in ("compare", "gate"):
            assert set(apart) == set(found), verb
            assert all(NO_METHOD in text for text in apart.values())
        else:
            assert apart == {}, verb


def test_the_better_learner_ranks_first_whatever_the_direction():
    for metric in REGISTRY.values():
        if metric.better is not None:
            assert doors.walk_rank(metric) == (0.0,), metric.name


def test_a_metric_of_the_same_formula_gets_the_same_test():
    truth, one, two = [1] * 40 + [0] * 40, [1] * 35 + [0] * 45, [1] * 28 + [0] * 50 + [1] * 2
    import referee

    a, b = referee.read_models(truth, preds={"one": one, "two": two})
    mine, known = (referee.compare(a, b, metric=name, rng=0) for name in ("caught", "sensitivity"))
    assert (mine.test.name, mine.test.p_value) == (known.test.name, known.test.p_value)
    assert mine.difference.interval == known.difference.interval
