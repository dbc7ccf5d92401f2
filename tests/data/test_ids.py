from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import read
from referee.core import pair as pairing
from referee.core.pair import Pair, all_differ, fingerprints, order_of
from referee.data.column import keys_column, keys_text

texts = st.lists(st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=6), min_size=1, max_size=20)


@settings(max_examples=100, deadline=None)
@given(texts, st.randoms())
def test_ids_are_matched_as_texts_are(values, random):
    assert all_differ(np.array(values)) == (len(set(values)) == len(values))
    values = sorted(set(values))
    other = values.copy()
    random.shuffle(other)
    a, b = np.array(values), np.array([*other, "a longer id"])[:-1]
    order = order_of(a, b)
    assert b[order].tolist() == values
    assert np.array_equal(fingerprints(a), fingerprints(a.astype("<U40")))


def test_other_ids_are_not_matched():
    assert order_of(np.array(["a", "b"]), np.array(["a", "c"])) is None
    assert order_of(np.array(["a"]), np.array(["a", "b"])) is None


def test_colliding_fingerprints_change_nothing(monkeypatch):
    """Were all fingerprints equal, the texts themselves would decide."""
    monkeypatch.setattr(pairing, "fingerprints", lambda column: np.zeros(len(column), dtype=np.uint64))
    y, names = [0, 1, 1, 0], list("abcd")
    one = read(y, y, case_ids=names)
    two = read([1, 0, 0, 1], [1, 0, 1, 1], case_ids=list("cdab"))
    pair = Pair(one, two)
    assert pair.of_b(two.case_ids).tolist() == names
    with pytest.raises(ValueError, match="1 repeated id"):
        read(y, y, case_ids=list("abca"))


def test_days_are_the_same_keys_as_text_and_as_dates():
    days = np.array(["2020-01-01", "2020-02-03"], dtype="M8[D]")
    assert keys_text(keys_column("case_ids", days)).tolist() == ["2020-01-01", "2020-02-03"]
