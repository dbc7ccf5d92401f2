"""The same cases in any form, through any door, give the same numbers: forms drawn at random.

`make soak` draws 10,000 of them; a quick run a few.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from helpers.same_cases import EXAMPLES, KINDS, NAMES, TYPES, contain, tables, typed, write
from referee import read
from referee.data.row_keys import copied_cases


def numbers(answers, up):
    """The counts and the area, class `up` positive."""
    matrix = answers.confusion
    return matrix.tp, matrix.fn, matrix.fp, matrix.tn, answers.ranking.auc, matrix.positive == up


def expected(table):
    truth, said, scores = table
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[truth == 1] for b in scores[truth == 0]]
    hits = [int(((truth == t) & (said == s)).sum()) for t, s in ((1, 1), (1, 0), (0, 1), (0, 0))]
    return (*hits, pytest.approx(float(np.mean(pairs)), abs=1e-12), True)


@settings(max_examples=EXAMPLES)
@given(tables(), st.sampled_from(TYPES), st.sampled_from(KINDS), st.sampled_from(NAMES), st.randoms())
def test_byte_order_type_container_row_order_and_names_of_labels_change_no_number(
    table, dtype, kind, names, random
):
    truth, said, scores = table
    order = list(range(len(truth)))
    random.shuffle(order)
    labels = np.array(names, dtype=object)
    columns = [np.array(labels[codes[order]].tolist()) for codes in (truth, said)]
    column = typed(kind, scores[order], dtype)
    answers = read(*(contain(kind, c) for c in columns), column, positive=names[1])
    assert numbers(answers, names[1]) == expected(table)


@settings(max_examples=EXAMPLES)
@given(
    tables(),
    st.sampled_from(["parquet", "csv", "sqlite", "polars", "mapping"]),
    st.sampled_from(["auto", "counts"]),
    st.integers(1, 9),
)
def test_sources_columns_beside_and_sizes_of_pieces_change_no_number(table, form, keep, piece):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.data.stream.BATCH", piece)
        patch.setattr("referee.data.lazyframe.BATCH", piece)
        truth, said, scores = table
        data = {"x": scores[::-1].copy(), "y": truth, "p": said, "s": scores, "x2": scores}
        source, where = write(form, Path(folder), data)
        answers = read(source, truth="y", pred="p", score="s", positive=1, keep=keep, **where)
        assert numbers(answers, 1) == expected(table)


@settings(max_examples=max(10, EXAMPLES // 20))
@given(tables(), st.integers(0, 2**32 - 1), st.randoms())
def test_measures_and_limits_do_not_depend_on_the_order_of_rows(table, seed, random):
    order = list(range(len(table[0])))
    random.shuffle(order)
    one, two = (
        referee.evaluate(truth, said, scores, positive=1, rng=seed).rows()
        for truth, said, scores in (table, [column[order] for column in table])
    )
    assert repr(one) == repr(two)


@settings(max_examples=EXAMPLES)
@given(st.integers(2, 30), st.integers(2, 5), st.sampled_from(["<f8", ">f8", "<f4"]), st.integers(0, 2**32 - 1))
def test_copies_are_found_in_any_order_and_type(n, width, dtype, seed):
    draw = np.random.default_rng(seed)
    order = draw.permutation(2 * n)
    X = np.tile(draw.normal(size=(n, width)), (2, 1))[order].astype(dtype)
    both = referee.core.Splits("2-fold", 2 * n, (np.argsort(order)[:n], np.argsort(order)[n:]))
    assert copied_cases(X, both) == 2 * n
