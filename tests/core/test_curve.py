import json

import numpy as np
import pytest

from referee.core import Curve, Ranking, load
from referee.curves import (
    crossfit_threshold,
    lift_at,
    mix_for,
    operating_points,
    optimal_ranges,
    roc,
    roc_hull,
    threshold_by_youden,
    threshold_for_precision,
)

Y, S = [1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1]
RANKING = Ranking.from_scores(Y, S, positive=1)
EMPTY = Ranking(np.array([1.0]), np.array([2]), np.array([0]))


@pytest.mark.parametrize(
    "noun",
    [
        roc(RANKING),
        roc(EMPTY),
        roc_hull(RANKING),
        roc_hull(EMPTY),
        lift_at(RANKING, 0.4),
        operating_points(RANKING)[0],
        *optimal_ranges({"a": RANKING, "b": RANKING.invert()}),
        threshold_by_youden(RANKING, cut="midpoint"),
        threshold_by_youden(EMPTY),
        threshold_for_precision(RANKING, 0.9),
        crossfit_threshold(Y, S, threshold_by_youden, rng=1),
        mix_for(roc_hull(RANKING), fpr=0.2),
    ],
    ids=lambda noun: type(noun).__name__,
)
def test_travels_as_json(noun):
    text = json.dumps(noun.to_dict(), allow_nan=False)
    again = load(json.loads(text))
    assert type(again) is type(noun)
    assert json.dumps(again.to_dict(), allow_nan=False) == text


def test_points_cannot_be_changed_and_the_users_array_can():
    x = np.array([0.0, 1.0])
    curve = Curve("c", x, x)
    with pytest.raises(ValueError, match="read-only"):
        curve.x[0] = 5
    x[0] = 0.5


def test_columns_of_other_lengths_are_refused():
    with pytest.raises(ValueError, match="`y` must have one value for each of the 2 points"):
        Curve("c", np.array([0.0, 1.0]), np.array([0.0]))


def test_equal_by_value():
    assert roc(RANKING) == roc(RANKING)
    assert roc(RANKING) != roc(RANKING.invert())
    assert roc_hull(RANKING) == roc_hull(RANKING)
