"""The textbook: every example, term, slip, row and figure is in its place. as_before/test_chapters.py runs its pages."""

from __future__ import annotations

import itertools
import json
import re
from functools import cache

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
import sklearn.model_selection

from helpers.cli_runner import run
from referee.examples.textbook import chapters, examples, run_session
from tools.handbook import textbook
from tools.handbook.chapters import IMAGE, slips, terms


@cache
def book():
    """The pages by their name; what their code prints is left out."""
    return {name.removeprefix("textbook/"): text for name, text in textbook.pages(run=False).items()}


@pytest.mark.parametrize("name", chapters())
def test_a_chapter_has_three_exercises_with_answers_a_figure_and_a_slip_or_a_check(name):
    text = chapters()[name]
    questions = re.findall(r"^\d\. ", text.partition("## Exercises")[2], re.M)
    answers = re.findall(r'^\?\?\? note "Answer \d"$', text, re.M)
    assert len(questions) == len(answers) == 3
    assert name == "how-experiments-go-wrong" or (IMAGE.search(text) and "!!! warning" in text)


def test_every_term_resolves():
    for term, place in terms().items():
        page, _, anchor = place.partition("#")
        assert f'<a id="{anchor}"></a>' in book()[page], term
    said = "MAUC, e0, LOO*, resubstitution, iso-cost line, one-tailed, test on train, train on test, d', .632B, PIPE II"
    assert set(said.split(", ")) <= set(terms())


def test_all_slips_have_their_anchor():
    assert sorted(slips()) == list(range(1, 60))
    for number, (_, place) in slips().items():
        page, _, anchor = place.partition("#")
        assert book()[page].count(f'id="{anchor}"') == 1, number


def test_links_inside_the_book_reach_an_anchor():
    for page, text in book().items():
        for name, anchor in re.findall(r"\]\(([\w-]+\.md)#([\w-]+)\)", text):
            assert f'id="{anchor}"' in book()[name], f"{page}: {name}#{anchor}"


def test_no_page_calls_a_document_a_seed():
    for page, text in book().items():
        assert not re.search(r"\bseeds?\b(?! \d| *[,=])", text), page


def test_every_figure_that_is_listed_is_drawn_once():
    drawn = [image[2] for text in chapters().values() for image in IMAGE.finditer(text)]
    assert len(set(drawn)) == len(drawn)
    listed = {figure for book in textbook.documents().values() for _, figure in book["figures"]}
    assert listed <= set(drawn)


ROWS = {number: row for number, row in textbook.rows().items() if number != "setup"}


@pytest.fixture(scope="module")
def given():
    """The names of the calls, and of the checks beside them."""
    names = {}
    exec(textbook.rows()["setup"], names)
    return names, {**names, "itertools": itertools, "scipy": scipy, "sklearn": sklearn}


def test_there_are_104_rows():
    assert list(ROWS) == [str(number) for number in range(1, 105)]
    assert {row["place"] for row in ROWS.values()} <= set(terms())


@pytest.mark.slow
@pytest.mark.parametrize("number", ROWS)
def test_a_row(number, given):
    """The documented call gives what an independent computation gives, or what is printed."""
    row = ROWS[number]
    got, want = eval(row["call"], given[0]), eval(row["check"], given[1])
    if isinstance(want, bool) or (isinstance(want, list) and isinstance(want[0], str)):
        assert got == want
    else:
        got, want = np.asarray(got, float), np.asarray(want, float)
        assert got.shape == want.shape
        assert np.allclose(got, want, rtol=0, atol=row.get("within", 1e-9))


@pytest.mark.slow
@pytest.mark.parametrize("key", examples())
def test_an_example_runs_alone(key, monkeypatch):
    monkeypatch.setattr("referee.learners.run.QUICK", float("inf"))  # a busy machine has other prices
    code, out, err = run("textbook", key)
    assert (code, err) == (0, "")
    assert "builtins." not in out
    assert examples()[key].title in out


def test_the_command_lists_and_runs_examples(tmp_path):
    code, out, _ = run("textbook")
    assert code == 0
    assert len(out.splitlines()) == len(examples()) + 1
    assert {"4.4", "4.5", "4.6", "9.10", "9.11"} <= set(examples())
    listed = json.loads(run("textbook", "--json")[1])
    assert [one["example"] for one in listed["examples"]] == list(examples())
    found = json.loads(run("textbook", "coin", "--json")[1])
    assert found["schema"] == "referee.textbook/1"
    assert found["steps"][0] == {"code": "round(tables.binomial_pmf(20, 50, 0.5), 4)", "output": "0.0419\n"}
    assert run("textbook", "points", "--figure", tmp_path / "four.png")[0] == 0
    assert (tmp_path / "four.png").stat().st_size > 5_000


def test_a_wrong_example_is_refused():
    code, _, err = run("textbook", "4.7")
    assert code == 2
    assert "`example` must be one of 'A'" in err
    assert run("textbook", "--figure", "x.png")[0] == 2
    code, _, err = run("textbook", "iq", "--figure", "x.png")
    assert (code, "has no figure" in err) == (2, True)


def test_a_session_shows_an_error_and_goes_on():
    steps = run_session(">>> 1 / 0\n>>> 2\n", {})
    assert "ZeroDivisionError" in steps[0].output
    assert steps[1].output == "2\n"
