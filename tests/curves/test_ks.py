import warnings

import pytest
from hypothesis import given
from scipy.stats import ks_2samp

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import ks


@given(scored(weighted=False))
def test_equals_scipy(case):
    y, s, _ = case
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about its p-value
        theirs = ks_2samp(s[y == 1], s[y == 0], method="asymp").statistic
    assert ks(ranked(case)).value == pytest.approx(theirs, abs=1e-12)


def test_direction_is_said():
    assert "negatives score higher" in ks(Ranking.from_scores([0, 0, 1], [3, 2, 1])).note
    assert ks(Ranking.from_scores([1, 1, 0], [3, 2, 1])).note == ""


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
def test_undefined_with_its_reason(reason, ranking):
    assert ks(ranking).undefined == reason
