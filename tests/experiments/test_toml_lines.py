"""Where each key of a TOML text stands."""

from __future__ import annotations

import json
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from referee.experiments.toml_lines import toml_lines

STUDY = '''# a study
[study]
name = "a # b"   # not a comment = in the text
"odd key".deep = 1

[plan]
kind = """
many
lines [x] = 1
"""
test = 0.3

[[learner]]
name = 'x'
steps = [
  { class = "a", params = { C = [1, 2] } },  # first
  # nothing here
  { class = "b" },
]

[[learner]]
params.C = 3
[learner.search]
grid.C = [
  1,
  2,
]
[[learner.more]]
a = 1
'''


def test_a_study():
    lines = toml_lines(STUDY)
    expected = {
        ("study",): 2,
        ("study", "name"): 3,
        ("study", "odd key", "deep"): 4,
        ("plan", "kind"): 7,
        ("plan", "test"): 11,
        ("learner",): 13,
        ("learner", 0): 13,
        ("learner", 0, "steps", 0): 16,
        ("learner", 0, "steps", 0, "params", "C"): 16,
        ("learner", 0, "steps", 1, "class"): 18,
        ("learner", 1): 21,
        ("learner", 1, "params", "C"): 22,
        ("learner", 1, "search"): 23,
        ("learner", 1, "search", "grid", "C", 1): 26,
        ("learner", 1, "more", 0, "a"): 29,
    }
    assert {place: lines[place] for place in expected} == expected
    assert set(lines) == places(tomllib.loads(STUDY))


def test_an_empty_text_and_one_without_a_last_line_end():
    assert toml_lines("") == {}
    assert toml_lines("a = 1 # b") == {("a",): 1}
    assert toml_lines("\r\na = 1\r\n[b]\r\nc = [ ]") == {("a",): 2, ("b",): 3, ("b", "c"): 4}


def places(value, here=()):
    out = {here} if here else set()
    if isinstance(value, dict):
        return out.union(*(places(v, (*here, k)) for k, v in value.items()))
    if isinstance(value, list):
        return out.union(*(places(v, (*here, i)) for i, v in enumerate(value)))
    return out


keys = st.text(st.sampled_from("ab.#\"'=[]{}, \\é"), max_size=4)
plain = st.one_of(st.integers(-5, 5), st.booleans(), st.floats(-1e3, 1e3), keys)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
)


def written(value, breaks):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {written(v, False)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        gap = " # , ] }\n" if breaks else " "
        return "[" + gap + "".join(f"{written(v, breaks)},{gap}" for v in value) + "]"
    return json.dumps(value)


@given(st.dictionaries(keys, values, max_size=4), st.lists(st.dictionaries(keys, values, max_size=3), max_size=3))
def test_every_place_is_found_on_the_line_where_it_was_written(table, tables):
    lines, expected = [], {}
    for number, part in [(None, table), *enumerate(tables)]:
        head = ("one",) if number is None else ("many", number)
        lines.append("[one]" if number is None else "[[many]] # [x]")
        expected[head] = len(lines)
        for key, value in part.items():
            lines.append(f"{json.dumps(key)} = {written(value, True)}")
            expected[*head, key] = len(lines)
            lines = "\n".join(lines).split("\n")
    text = "\n".join(lines)
    found = toml_lines(text)
    assert set(found) == places(tomllib.loads(text))
    assert {place: found[place] for place in expected} == expected
