"""Every verb gives the same numbers, limits and p-values for the same cases in any form: forms drawn at random.

In memory: byte order, type, container, order of rows, names of classes. In files, frames and databases, in Python and on
the command line: order of rows, columns beside and twice, sizes of the pieces that are read.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from helpers.cli_runner import run
from helpers.same_cases import EXAMPLES, KINDS, NAMES, TYPES, contain, tables, typed, write

FEW = max(4, EXAMPLES // 10)


def numbers(noun):
    """What a result says in numbers, from its JSON: without names of classes, words and what was not asked."""
    data = noun if isinstance(noun, dict) else json.loads(noun.to_json())
    if "tests" in data:
        return [
            data["whole"]["measures"][0]["value"],
            data["adjusted"],
            [test["p_value"] for test in data["tests"]],
        ]
    if "difference" in data:
        gap = data["difference"]
        return [gap["value"], gap["interval"]["low"], gap["interval"]["high"], data["test"]["p_value"], data["n"]]
    return [
        [m["name"], m["value"], m["n"], *((m["interval"] or {}).get(end) for end in ("low", "high"))]
        for m in data["measures"]
    ]


def same(found, wanted):
    """Equal to the last bits, which a sum in another order may change."""
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    return found == (pytest.approx(wanted, rel=1e-9, abs=1e-12) if isinstance(wanted, float) else wanted)


def by_columns(verb, y, p, q, s, part, positive):
    """The verb on columns in memory."""
    if verb == "compare":
        return referee.compare(*(referee.read(y, said, positive=positive) for said in (p, q)), metric="f1", rng=1)
    answers = referee.read(y, p, s, positive=positive)
    if verb == "evaluate":
        return referee.evaluate(answers, rng=1)
    return referee.evaluate_by(referee.read_slices(answers, by={"part": part}), rng=1)


VERBS = ["evaluate", "compare", "evaluate_by"]
SCHEMES = st.tuples(st.sampled_from(TYPES), st.sampled_from(KINDS), st.sampled_from(NAMES))


@settings(max_examples=FEW)
@pytest.mark.parametrize("verb", VERBS)
@given(tables(), SCHEMES, st.randoms())
def test_forms_of_columns_change_no_number(verb, table, scheme, random):
    dtype, kind, names = scheme
    truth, said, scores = table
    other, part = np.roll(said, 1), np.arange(len(truth)) % 2
    plain = by_columns(verb, truth, said, other, scores, part, 1)
    order = list(range(len(truth)))
    random.shuffle(order)
    labels = np.array(names, dtype=object)
    columns = [contain(kind, np.array(labels[codes[order]].tolist())) for codes in (truth, said, other)]
    found = by_columns(verb, *columns, typed(kind, scores[order], dtype), contain(kind, part[order]), names[1])
    assert same(numbers(found), numbers(plain))


def by_source(verb, source, where, keep):
    """The verb on columns of a source, by their names."""
    if verb == "compare":
        models = referee.read_models(source, truth="y", preds=["p", "q"], positive=1, keep=keep, **where)
        return referee.compare(*models, metric="f1", rng=1)
    named = {"truth": "y", "pred": "p", "score": "s", "positive": 1, "keep": keep, **where}
    if verb == "evaluate":
        return referee.evaluate(referee.read(source, **named), rng=1)
    return referee.evaluate_by(referee.read_slices(source, by="part", **named), rng=1)


COMMANDS = {
    "evaluate": ["evaluate", "--pred", "p", "--score", "s"],
    "compare": ["compare", "--models", "p,q", "--metric", "f1"],
    "evaluate_by": ["evaluate", "--pred", "p", "--score", "s", "--by", "part"],
}


def by_command(verb, source):
    """The same on the command line."""
    command, *options = COMMANDS[verb]
    code, out, err = run(command, source, "--truth", "y", *options, "--positive", 1, "--seed", 1, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


FORMS = ["parquet", "csv", "sqlite", "polars", "mapping", "command on csv", "command on parquet"]


@settings(max_examples=FEW)
@pytest.mark.parametrize("verb", VERBS)
@given(tables(), st.sampled_from(FORMS), st.sampled_from(["auto", "counts"]), st.integers(1, 9), st.randoms())
def test_forms_of_sources_change_no_number(verb, table, form, keep, piece, random):
    truth, said, scores = table
    other, part = np.roll(said, 1), np.arange(len(truth)) % 2
    plain = by_columns(verb, truth, said, other, scores, part, 1)
    order = list(range(len(truth)))
    random.shuffle(order)
    data = {
        "y": truth,
        "p": said,
        "q": other,
        "s": scores,
        "part": part,
        "x": scores[::-1],
        "x2": scores,
        "s2": scores,
    }
    data = {name: column[order] for name, column in data.items()}
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.data.stream.BATCH", piece)
        patch.setattr("referee.data.lazyframe.BATCH", piece)
        source, where = write(form.split()[-1], Path(folder), data)
        found = by_command(verb, source) if form.startswith("command") else by_source(verb, source, where, keep)
    assert same(numbers(found), numbers(plain))
