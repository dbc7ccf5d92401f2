"""Groups of learners that a test does not distinguish, and the diagram that shows them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import Pairwise, rank_diagram


def pairs_of(p, ranks=None, baseline=None):
    size = len(p)
    names = tuple("abcdefghijklmnopqrst"[:size])
    ranks = np.arange(1.0, size + 1) if ranks is None else ranks
    return Pairwise("-", "-", names, tuple(ranks), tuple(map(tuple, p)), 10, True, baseline=baseline)


@st.composite
def matrices(draw):
    size = draw(st.integers(2, 8))
    p = np.ones((size, size))
    for i, j in combinations(range(size), 2):
        p[i, j] = p[j, i] = draw(st.sampled_from([0.01, 0.06, 0.5, np.nan]))
    ranks = draw(st.lists(st.integers(2, 2 * size), min_size=size, max_size=size))
    return pairs_of(p, np.array(ranks) / 2)


@settings(max_examples=200, deadline=None)
@given(matrices())
def test_two_share_a_group_exactly_when_they_are_not_distinguished(pairs):
    groups = [set(group) for group in pairs.groups]
    for a, b in combinations(pairs.learners, 2):
        joined = any({a, b} <= group for group in groups)
        assert joined == (not pairs.p(a, b) < 0.05)
        assert joined == (not pairs.distinguished(a, b))
    for group in groups:
        assert len(group) > 1
        assert not any(group < other for other in groups)


def test_ranks_with_a_critical_difference_have_the_usual_bars():
    """By hand: ranks 1.5 2.0 2.4 3.6 and a critical difference of 1.2."""
    ranks = np.array([1.5, 2.0, 2.4, 3.6])
    p = np.where(np.abs(np.subtract.outer(ranks, ranks)) > 1.2 + 1e-9, 0.01, 0.5)
    assert pairs_of(p, ranks).groups == (("a", "b", "c"), ("c", "d"))


def test_a_bar_may_pass_a_learner_that_is_no_member():
    p = np.array([[1, 0.01, 0.5], [0.01, 1, 0.01], [0.5, 0.01, 1]])
    assert pairs_of(p).groups == (("a", "c"),)
    (bar,) = rank_diagram(pairs_of(p)).bars
    assert (bar.members, bar.ranks) == (("a", "c"), (1.0, 3.0))


def test_with_a_control_only_its_pairs_count():
    p = np.full((4, 4), np.nan)
    np.fill_diagonal(p, 1)
    for j, value in ((0, 0.2), (2, 0.01), (3, 0.9)):
        p[1, j] = p[j, 1] = value
    assert pairs_of(p, baseline="b").groups == (("a", "b", "d"),)
    p[p > 0.1] = 0.01
    assert pairs_of(p, baseline="b").groups == ()


@settings(max_examples=200, deadline=None)
@given(matrices())
def test_nothing_in_the_diagram_overlaps(pairs):
    diagram = rank_diagram(pairs)
    assert (diagram.low, diagram.high) == (1, len(pairs.learners))
    places = [(mark.side, mark.row) for mark in diagram.marks]
    assert len(set(places)) == len(pairs.learners)
    assert {mark.row for mark in diagram.marks if mark.side == "left"} == set(
        range((len(pairs.learners) + 1) // 2)
    )
    for one, two in combinations(diagram.bars, 2):
        assert one.row != two.row or one.high < two.low or two.high < one.low
    # the line of a label never crosses the drop of a learner whose label stands lower on the same side
    for one, two in combinations(diagram.marks, 2):
        if one.side == two.side and one.row < two.row:
            assert one.rank <= two.rank if one.side == "left" else one.rank >= two.rank
    assert diagram.bar_rows <= len(diagram.bars)
    assert diagram.label_rows == (len(pairs.learners) + 1) // 2


@pytest.mark.parametrize("size", [2, 3, 20])
def test_all_alike_is_one_bar(size):
    assert len(pairs_of(np.ones((size, size))).groups) == 1
    assert pairs_of(np.where(np.eye(size) == 1, 1, 0.001)).groups == ()
