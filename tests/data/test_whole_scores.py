import numpy as np
import pytest

from referee import read
from referee.core import Ranking
from referee.curves import roc_auc
from referee.errors import FileError

LARGE = [2**53, 2**53 + 1, 2**53 + 2, 2**53 - 1, -(2**60), -(2**60) - 1]


@pytest.mark.parametrize("weights", [None, [1.0] * 6])
@pytest.mark.parametrize("form", [list, np.array], ids=["list", "array"])
def test_whole_numbers_beyond_floats_are_compared_as_whole_numbers(form, weights):
    y = [1, 0, 1, 0, 0, 1]
    above, below = ([s for s, label in zip(LARGE, y, strict=True) if label == c] for c in (1, 0))
    pairs = [(a > b) + (a == b) / 2 for a in above for b in below]
    ranking = Ranking.from_scores(y, form(LARGE), positive=1, weights=weights)
    assert roc_auc(ranking).value == sum(pairs) / 9
    assert len(ranking.scores) == 6
    assert roc_auc(ranking.invert()).value == pytest.approx(1 - sum(pairs) / 9)


def test_other_whole_numbers_are_floats():
    assert Ranking.from_scores([1, 0], [3, 2]).scores.dtype == float
    assert Ranking.from_scores([1, 0], np.array([2**64 - 1, 1], dtype=np.uint64)).auc == 1


def test_single_scores_are_cut_in_their_own_precision_wherever_they_are():
    table = {"y": [1, 0, 1], "p": np.array([0.7, 0.1, 0.9], dtype=np.float32)}
    asked = {"truth": "y", "score": "p", "threshold": 0.7}
    kept, counted = (read(table, **asked, keep=keep).confusion for keep in ("records", "counts"))
    assert kept == counted
    assert kept.tp == 2


def test_whole_numbers_at_the_end_of_what_floats_tell_apart_are_not_counted_as_one(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text(f"y,s\n1,{2**53 + 1}\n0,{2**53}\n")
    asked = {"truth": "y", "score": "s", "positive": 1}
    assert read(file, **asked, keep="records").ranking.auc == 1
    with pytest.raises(FileError, match="that a float can tell apart"):
        read(file, **asked, keep="counts")
