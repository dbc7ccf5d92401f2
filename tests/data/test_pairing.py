from __future__ import annotations

import numpy as np
import pytest

from referee import read
from referee.core import JointConfusion, load
from referee.core.pair import Pair
from referee.data.read_models import _names
from referee.errors import InputError, PairingError


def test_by_id_the_order_of_rows_is_irrelevant():
    rng = np.random.default_rng(0)
    y, a, b, ids = rng.integers(0, 3, 50), rng.integers(0, 3, 50), rng.integers(0, 3, 50), np.arange(50) * 7
    straight = Pair(read(y, a), read(y, b))
    assert straight.by == "position"
    order = rng.permutation(50)
    one = read(y, a, rng.random(50) * 0 + a, case_ids=ids, positive=1)
    two = read(y[order], b[order], b[order].astype(float), case_ids=ids[order])
    mixed = Pair(one, two)
    assert mixed.by == "case id"
    assert np.array_equal(mixed.joint.counts, straight.joint.counts)
    assert np.array_equal(mixed.scores[0], a)
    assert np.array_equal(mixed.scores[1], b)
    table = np.zeros((3, 3, 3), dtype=int)
    np.add.at(table, (y, a, b), 1)
    assert np.array_equal(straight.joint.counts, table)
    assert straight.joint.a == read(y, a).confusion
    assert straight.joint.b == read(y, b).confusion


def test_labels_of_the_two_models_are_joined():
    pair = Pair(read(["a", "b"], ["a", "c"]), read(["a", "b"], ["d", "b"]))
    assert pair.labels == ("a", "b", "c", "d")
    assert pair.joint.counts[0, 0, 3] == 1
    assert pair.joint.counts[1, 2, 1] == 1


def refused(a, b, sentence):
    with pytest.raises(PairingError, match=sentence):
        Pair(a, b)


def test_refusals():
    y, p = [1, 0, 1, 0, 1], [1, 0, 0, 0, 1]
    a = read(y, p, case_ids=[1, 2, 3, 4, 5])
    refused(a, read(y, p), "case ids in `a` only")
    refused(a, read(y, p, case_ids=[1, 2, 3, 4, 9]), "1 missing: '5'; 1 unexpected: '9'")
    refused(
        a,
        read(y, p, case_ids=[6, 7, 8, 9, 10]),
        "5 missing: '1', '2', '3' and 2 more; 5 unexpected: '10', '6', '7'",
    )
    refused(
        a,
        read([0, 1, 0, 1, 1], p, case_ids=[1, 2, 3, 4, 5]),
        "4 cases with another truth: id '1', '2', '3'",
    )
    refused(read(y, p), read([1, 0, 1, 1, 1], p), "1 case with another truth: index 3")
    refused(read(y, p), read(y[:4], p[:4]), "5 cases and 4 cases")
    refused(read(y, p, positive=1), read(y, p, positive=0), "1 and 0")
    refused(read(y, p, groups=list("aabbc")), read(y, p, groups=list("aabcc")), "`groups` must be the")
    with pytest.raises(InputError, match="`b` must be the answers of a model; got list"):
        Pair(a, p)
    with pytest.raises(InputError, match="importance weights"):
        _ = Pair(read(y, p, weights=y), read(y, p, weights=y)).joint


def test_joint_travels_and_swaps():
    joint = JointConfusion.from_labels([1, 1, 0, 0, 1], [1, 1, 0, 1, 1], [1, 0, 0, 0, 0])
    assert load(joint.to_dict()) == joint
    assert joint.swap().a == joint.b
    assert joint.swap().swap() == joint
    assert (joint + joint).n == 10
    assert (joint.only_a_right, joint.only_b_right, joint.different) == (2, 1, 3)
    assert joint.binary() == joint


def test_bad_tables():
    with pytest.raises(InputError, match=r"shape \(2, 2, 2\)"):
        JointConfusion(np.ones((2, 2)), (0, 1))
    with pytest.raises(InputError, match="whole numbers"):
        JointConfusion(np.full((2, 2, 2), 0.5), (0, 1))
    with pytest.raises(InputError, match="at least one case"):
        JointConfusion(np.zeros((2, 2, 2)), (0, 1))


@pytest.mark.parametrize(
    ("table", "named"),
    [(("one", "two"), ("one", "two")), (("one", "one"), ("a", "b")), (None, ("a", "b")), (("one",), ("a", "b"))],
)
def test_models_are_called_by_their_tables_or_by_their_files(table, named):
    assert _names(("x/a.csv", "x/b.csv"), table) == named
    assert _names(("x/a.csv", "y/a.csv"), None) == ("x/a.csv", "y/a.csv")
