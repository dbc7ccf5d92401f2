"""`referee plan`."""

from __future__ import annotations

import json
import shlex

import pytest

import referee
from helpers.cli_runner import run
from referee.cli.plan import QUESTIONS

EXAMPLES = {name: example for name, (_, _, example) in QUESTIONS.items()}


def answer(*args):
    code, out, err = run("plan", *args, "--json")
    assert (code, err) == (0, "")
    return referee.load(json.loads(out))


def test_width_prints_a_line_for_each_n():
    code, out, err = run("plan", "width", "--value", "0.8", "--n", "20,50,100,500,1000,5000", "--method", "wilson")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "95% interval (wilson) of a proportion of 0.8"
    assert lines[1:3] == ["      n  interval        width", "     20  [0.584, 0.919]  0.335"]
    assert len(lines) == 8
    assert run("plan", "width", "--value", "0.8", "--method", "wilson")[1] == out


def test_width_as_json_is_the_interval():
    document = json.loads(run("plan", "width", "--value", "0.8", "--n", "100", "--level", "0.9", "--json")[1])
    assert document["schema"] == "referee.width/1"
    (row,) = document["rows"]
    expected = referee.inference.midp(80, 100, level=0.9)
    assert (row["low"], row["high"]) == (pytest.approx(expected.low), pytest.approx(expected.high))


def test_cases_for_a_width():
    got = answer("width", "--value", 0.8, "--width", 0.1)
    assert (got.answer, got.cases) == ("cases", referee.planning.cases_for_width(0.8, 0.1))
    assert answer("width", "--value", 0.8, "--width", 0.1, "--level", 0.99).cases > got.cases
    assert run("plan", "width", "--value", 0.8, "--width", 0.1)[1].splitlines()[1] == (
        "  With 246 cases the 95% interval (midp) of a proportion of 0.8 is no wider than 0.1."
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of_the_help_runs_as_written(name):
    code, out, err = run("plan", name, *shlex.split(EXAMPLES[name]))
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == str(answer(name, *shlex.split(EXAMPLES[name])))


@pytest.mark.parametrize(
    ("args", "cases"),
    [
        (("paired", "--effect", 0.05, "--discordance", 0.15), 469),
        (("independent", "--a", 0.85, "--b", 0.75), 500),
        (("auc", "--a", 0.85, "--b", 0.8), 526),
        (("noninferiority", "--margin", 0.02, "--discordance", 0.06), 1250),
    ],
)
def test_cases_and_their_power(args, cases):
    got = answer(*args)
    assert (got.cases, got.power, got.answer) == (cases, 0.8, "cases")
    back = answer(*args, "--n", cases)
    assert (back.cases, back.answer) == (cases, "power")
    assert back.power == pytest.approx(0.8, abs=0.02)
    assert answer(*args, "--power", 0.9).cases > cases
    assert answer(*args, "--n", cases // 2).power < 0.6
    assert f"{cases:,} cases show" in run("plan", *args)[1]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("width", "--value", 0.8, "--width", 0.1, "--n", "20"), "give --n or --width; got both"),
        (
            ("width", "--value", 0.8, "--width", 10),
            "`width` must lie strictly between 0 and 1; got 10.0. Did you mean 0.1?",
        ),
        (("auc", "--a", 0.8), "`b` must be given for 'auc'; got None."),
        (("auc", "--a", 0.8, "--b", 0.8), "`b` must differ from `a`; got 0.8."),
        (("independent", "--a", 0.8, "--b", 0.7, "--ratio", 0), "`ratio` must be greater than 0; got 0.0."),
        (
            ("paired", "--effect", 0.05, "--discordance", 0.15, "--n", 9, "--power", 0.9),
            "`power` must not be given with n, whose power is the answer; got 0.9.",
        ),
        (
            ("paired", "--effect", 0.05, "--discordance", 0.15, "--power", 80),
            "`power` must lie strictly between 0 and 1; got 80.0. Did you mean 0.8?",
        ),
        (
            ("paired", "--effect", 0.05, "--discordance", 0.15, "--n", 20.5),
            "`n` must be a whole number; got 20.5. 20.5 cases cannot be: the nearest counts are 20 and 21.",
        ),
        (
            ("paired", "--effect", 0.2, "--discordance", 0.1),
            "`discordance` must be at least the effect (0.2); got 0.1.",
        ),
        (
            ("paired", "--effect", "x", "--discordance", 0.1),
            "Invalid value for '--effect': 'x' is not a valid float.",
        ),
    ],
)
def test_errors(args, sentence):
    assert run("plan", *args) == (2, "", f"referee: {sentence}\n")
