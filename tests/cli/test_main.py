"""What every command of the command line keeps to."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from helpers.cli_runner import run
from referee.cli import COMMANDS
from referee.cli.plan import QUESTIONS
from referee.cli.toolbox import TOOLS

FOUR = ("--accuracy", "0.85", "--n", "30", "--against", "0.75", "--against-n", "5000")
DATA = Path(tempfile.mkdtemp()) / "data.csv"
DATA.write_text("y,x\n" + "".join(f"{i % 2},{i % 2 + i % 5}\n" for i in range(20)))
STUDY = DATA.with_name("study.toml")
STUDY.write_text(
    "study = { baselines = false }\nplan = { repeats = 2 }\ndataset = [{ file = 'data.csv', target = 'y' }]\n"
    "learner = [{ class = 'sklearn.naive_bayes.GaussianNB' }]\n"
)
SCORES = DATA.with_name("scores.csv")
SCORES.write_text("set,a,b,c\nx,0.9,0.8,0.7\ny,0.8,0.7,0.6\nz,0.7,0.8,0.6\n")

LEAVES = {
    ("audit",): (str(DATA), "--target", "y"),
    ("bounds", "data"): (str(DATA), "--target", "y"),
    ("bounds", "dprime"): ("--dprime", "2"),
    ("bounds", "vc"): ("--h", "10", "--n", "100", "--error", "0.3"),
    ("compare",): FOUR,
    ("demo",): (),
    ("estimate",): (
        str(DATA),
        "--target",
        "y",
        "--learner",
        "sklearn.naive_bayes.GaussianNB",
        "--method",
        "holdout",
    ),
    ("evaluate",): ("--tp", "6", "--fn", "3", "--fp", "2", "--tn", "7"),
    ("experiment",): (str(STUDY),),
    ("export",): (),
    ("gate",): (),
    ("plan", "width"): ("--value", "0.8"),
    **{("plan", name): tuple(shlex.split(text)) for name, (_, _, text) in QUESTIONS.items()},
    ("rank",): ("--table", str(SCORES)),
    ("report",): (),
    ("review",): ("--accuracy", "0.85", "--n", "30"),
    ("test", "table"): ("z",),
    **{("test", name): tuple(shlex.split(tool.example)) for name, tool in TOOLS.items()},
    ("textbook",): ("coin",),
    ("validate",): (
        *(str(DATA), "--target", "y", "--learner", "sklearn.naive_bayes.GaussianNB"),
        *("--runs", "20", "--n", "10", "--method", "holdout"),
    ),
}


def test_every_command_is_listed_here_and_in_the_help():
    assert {leaf[0] for leaf in LEAVES} == set(COMMANDS)
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    for name in COMMANDS:
        assert f"\n  {name} " in out


@pytest.mark.parametrize("leaf", LEAVES, ids=" ".join)
def test_help_has_an_example(leaf):
    code, out, err = run(*leaf, "--help")
    assert (code, err) == (0, "")
    assert f"Example: referee {' '.join(leaf)}" in out
    for line in out.splitlines():
        if line.startswith("  --"):
            assert len(line.split()) > 2, f"{line} has no help"


@pytest.mark.parametrize("leaf", LEAVES, ids=" ".join)
def test_many_options_come_in_groups_with_those_that_matter_first(leaf):
    out = run(*leaf, "--help")[1]
    sections = dict(part.split(":\n", 1) for part in out.split("\n\n") if ":\n  -" in part)
    sizes = {title: len(re.findall(r"^  -", body, re.MULTILINE)) for title, body in sections.items()}
    assert list(sizes)[0] == "Options"
    if sum(sizes.values()) > 11:
        assert len(sizes) > 1
        assert list(sizes)[-1] == "Output"
    if leaf in {("evaluate",), ("compare",), ("gate",), ("audit",), ("estimate",), ("rank",), ("review",)}:
        assert sizes["Options"] == 5
        assert max(sizes.values()) <= 16


APART = {("demo",), ("export",), ("gate",), ("report",), ("review",), ("textbook",)}  # no result, or an exit code
LONG = ("validate",)  # many fits: its quick cases stand in tests/verbs/test_validate.py
RESULTS = [
    pytest.param(leaf, marks=[pytest.mark.slow] if leaf == LONG else [], id=" ".join(leaf))
    for leaf in LEAVES
    if leaf not in APART
]


@pytest.mark.parametrize("leaf", RESULTS)
def test_json_is_one_document_with_a_schema(leaf):
    code, out, err = run(*leaf, *LEAVES[leaf], "--json")
    assert (code, bool(err)) == (0, leaf == ("estimate",))  # which tells its price before the work
    document = json.loads(out, parse_constant=pytest.fail)
    assert document["schema"].startswith("referee.")


@pytest.mark.parametrize("leaf", RESULTS)
def test_every_result_is_also_printed_for_a_paper(leaf):
    code, out, _ = run(*leaf, *LEAVES[leaf], "--markdown")
    assert code == 0
    assert out.startswith("**")
    code, out, _ = run(*leaf, *LEAVES[leaf], "--latex")
    assert code == 0
    assert r"\noindent\textbf{" in out


def test_one_form_of_output_at_a_time():
    said = "give one form of output; got --json and --latex"
    assert run("plan", "width", "--value", "0.8", "--json", "--latex") == (2, "", f"referee: {said}\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("bogus",), "No such command 'bogus'. Did you mean 'bounds'?"),
        (("evalute", "x.csv"), "No such command 'evalute'. Did you mean 'evaluate' or 'validate' or 'gate'?"),
        (("test", "t3"), "No such command 't3'. Did you mean 't' or 't2'?"),
        (("evaluate", "--tp", "x"), "Invalid value for '--tp': 'x' is not a valid float."),
        (("evaluate", "--tp", "3"), "give all four counts; --fn, --fp, --tn missing"),
        (("evaluate",), "give one of: a file, the counts --tp --fn --fp --tn, the rates; got none of them"),
        (("evaluate", "no.csv"), "--truth must name a column of the file"),
        (("evaluate", "no.csv", "--truth", "y", "--pred", "p"), "`no.csv` must exist; got no such file."),
        (("plan", "width"), "Missing option '--value'."),
        (
            ("plan", "width", "--value", "80"),
            "`value` must lie between 0 and 1; got 80.0. Did you mean 0.8?",
        ),
        (
            ("plan", "width", "--value", "0.8", "--n", "20.5"),
            "`n` must be a whole number; got 20.5. 20.5 cases cannot be: the nearest counts are 20 and 21.",
        ),
        (
            ("plan", "width", "--value", "0.8", "--n", "a"),
            "`n` must be numbers with commas between them; got 'a'.",
        ),
        (
            ("plan", "width", "--value", "0.8", "--method", "zz"),
            "`method` must be one of 'auto', 'agresti_coull', 'clopper_pearson', 'jeffreys', 'midp', 'wald', 'wilson'; "
            "got 'zz'.",
        ),
        (("demo", "--seed", "-1"), "Invalid value for '--seed': -1 is not in the range x>=0."),
    ],
)
def test_an_error_is_one_line_on_standard_error(args, sentence):
    assert run(*args) == (2, "", f"referee: {sentence}\n")


def test_no_command_shows_the_help():
    code, out, err = run()
    assert code in (0, 2)
    assert (out + err).startswith("Usage: referee ")


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, -1])
def test_debug_shows_the_traceback(place):
    args = ["evaluate", "no.csv", "--truth", "y", "--pred", "p"]
    args.insert(place if place == 0 else len(args), "--debug")
    done = subprocess.run([sys.executable, "-m", "referee", *args], capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stdout == ""
    assert "Traceback (most recent call last)" in done.stderr
    assert "`no.csv` must exist" in done.stderr


def test_without_debug_there_is_no_traceback():
    args = ["evaluate", "no.csv", "--truth", "y", "--pred", "p"]
    done = subprocess.run([sys.executable, "-m", "referee", *args], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "referee: `no.csv` must exist; got no such file.\n"


def test_a_fault_of_referee_itself_is_not_hidden(monkeypatch):
    from referee.verbs.evaluate import evaluate as verb

    def broken(*args, **kwargs):
        raise ZeroDivisionError("password=hidden")

    monkeypatch.setattr(sys.modules[verb.__module__], "evaluate", broken)
    code, out, err = run("evaluate", *LEAVES["evaluate",])
    assert (code, out) == (1, "")
    assert err.startswith("Traceback")
    assert "ZeroDivisionError: password=***" in err


def test_a_pipe_gets_neither_colour_nor_a_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    args = ("compare", *FOUR)
    plain = run(*args)[1]
    assert "\033" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = run(*args)[1]
    assert "\033[33m" in painted
    assert re.sub(r"\033\[[0-9]+m", "", painted) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*args)[1] == plain
