"""The textbook: its pages run as they are printed, every example, term, slip, row and figure is in its place."""

from __future__ import annotations

import itertools
import json
import re

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
import sklearn.model_selection

from helpers.cli_runner import run
from helpers.doc_pages import ROOT, run_page
from referee.examples.textbook import chapters, examples, run_session
from tools.handbook import textbook
from tools.handbook.chapters import FENCE, IMAGE, page_of, slips, terms

BOOK = ROOT / "docs" / "textbook"
LISTS = [p for p in sorted(BOOK.glob("*.md")) if p.stem not in chapters()]


def _bare(page):
    """A page without what its code prints, which `test_a_chapter_runs_as_printed` compares."""

    def code(block):
        kept = [line for line in block[3].splitlines() if re.match(r" *(>>>|\.\.\.|\$) ", line)]
        return "\n".join(kept if block[2] in ("pycon", "console") else block[3].splitlines())

    return FENCE.sub(code, page)


@pytest.mark.slow
@pytest.mark.parametrize("name", chapters())
def test_a_chapter_runs_as_printed(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    run_page(BOOK / f"{name}.md")
    from matplotlib import pyplot

    pyplot.close("all")


@pytest.mark.parametrize("name", chapters())
def test_the_page_of_a_chapter_is_made_from_its_source(name):
    assert _bare((BOOK / f"{name}.md").read_text()) == _bare(page_of(chapters()[name], run=False))


def test_the_lists_are_fresh():
    made = textbook.pages(run=False)
    stale = [page.name for page in LISTS if page.read_text() != made[f"textbook/{page.name}"]]
    assert not stale, "run python -m tools.handbook"
    assert {f"textbook/{page.name}" for page in BOOK.glob("*.md")} == set(made)


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
        assert f'<a id="{anchor}"></a>' in (BOOK / page).read_text(), term
    said = "MAUC, e0, LOO*, resubstitution, iso-cost line, one-tailed, test on train, train on test, d', .632B, PIPE II"
    assert set(said.split(", ")) <= set(terms())


def test_all_slips_have_their_anchor():
    assert sorted(slips()) == list(range(1, 60))
    for number, (_, place) in slips().items():
        page, _, anchor = place.partition("#")
        assert (BOOK / page).read_text().count(f'id="{anchor}"') == 1, number


def test_links_inside_the_book_reach_an_anchor():
    for page in BOOK.glob("*.md"):
        for name, anchor in re.findall(r"\]\(([\w-]+\.md)#([\w-]+)\)", page.read_text()):
            assert f'id="{anchor}"' in (BOOK / name).read_text(), f"{page.name}: {name}#{anchor}"


def test_no_page_calls_a_document_a_seed():
    for page in BOOK.rglob("*.md"):
        assert not re.search(r"\bseeds?\b(?! \d| *[,=])", page.read_text()), page.name


def test_every_figure_is_there_and_no_other():
    drawn = {image[2] for text in chapters().values() for image in IMAGE.finditer(text)}
    assert {path.stem for path in (BOOK / "figures").glob("*.png")} == drawn
    listed = {figure for book in textbook.documents().values() for _, figure in book["figures"]}
    assert listed <= drawn
    assert sum(path.stat().st_size for path in (BOOK / "figures").iterdir()) < 1_500_000


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
    monkeypatch.setattr("referee.learners.price.QUICK", float("inf"))  # a busy machine has other prices
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
