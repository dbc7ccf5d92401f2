"""Monte Carlo p-values that stop early."""

from __future__ import annotations

import numpy as np
import pytest

from referee.errors import InputError
from referee.inference import besag_clifford


def test_it_stops_at_enough_hits():
    looked = []

    def hits():
        for hit in (False, True, False, True, True):
            looked.append(hit)
            yield hit

    found = besag_clifford(hits(), enough=2, most=99)
    assert (found.p_value, found.draws, found.hits, found.stopped) == (0.5, 4, 2, True)
    assert len(looked) == 4
    assert found.convention == "Besag-Clifford: stopped at 2 hits in 4 draws, p = hits / draws"


def test_without_a_stop_p_is_never_0():
    found = besag_clifford([False] * 500, enough=None, most=99)
    assert (found.p_value, found.draws, found.stopped) == (0.01, 99, False)
    assert besag_clifford([True] * 9, enough=9, most=9).p_value == 1.0


@pytest.mark.parametrize("enough", [None, 1, 5, 10])
def test_p_is_valid_under_the_null(enough):
    """Each draw reaches the value seen with the same uniform chance: P(p <= x) must not exceed x."""
    rng = np.random.default_rng(5)
    chances = rng.random(4000)
    p = np.array([besag_clifford(rng.random(99) < u, enough=enough, most=99).p_value for u in chances])
    for x in (0.02, 0.05, 0.1, 0.3):
        assert (p <= x).mean() <= x + 3 * np.sqrt(x * (1 - x) / len(p))


def test_bad_input():
    with pytest.raises(InputError, match="`enough` must be at least 1; got 0"):
        besag_clifford([True], enough=0)
