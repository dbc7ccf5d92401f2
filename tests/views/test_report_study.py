"""The page of a study: standings, scores, the critical-difference diagram and what failed."""

from __future__ import annotations

import re

import numpy as np
import pytest

import referee
from helpers.noun_examples import NOUNS
from helpers.report_pages import EVIL, checked, study, words
from referee.core import ScoreTable
from referee.views.pages import pictures_of
from referee.views.report import render


def test_a_study_is_ranked_on_its_page(tmp_path):
    results = study()
    html = referee.report(results, tmp_path / "study.html").read_text(encoding="utf-8")
    text = re.sub(r"\s+", " ", " ".join(checked(html).text))
    standings = referee.rank(results, rng=results.seed)
    assert standings.sentence in text
    assert "Critical-difference diagram" in text
    for finding in standings.findings:
        assert finding.code in text
        assert finding.evidence[1:] in text
    runs = sum(len(cell.finished) for cell in results.cells)
    failed = len(results.failures)
    assert failed > 0
    assert f"{runs} of {runs + failed} runs finished, {failed} failed." in text
    assert "only two classes, <b>please</b>" in text
    for fact in ("sklearn", "Hartung and Knapp 2001", results.of("three", "tree").splits.fingerprint):
        assert fact in text


def test_a_saved_study_makes_the_same_page(tmp_path):
    results = study()
    one = referee.report(results, tmp_path / "a.html").read_text()
    assert referee.report(referee.load(results.to_dict()), tmp_path / "b.html").read_text() == one


def test_the_best_and_the_ties_are_marked():
    table = ScoreTable(
        "accuracy",
        "higher",
        ("x", "y", "z"),
        ("a", "b", "c"),
        [[0.9, 0.8, 0.9], [0.6, 0.7, 0.5], [np.nan, 0.4, 0.3]],
    )
    html = render(table)
    rows = re.findall(r'<tr><th scope="row">(\w)</th>(.*?)</tr>', html, flags=re.S)
    marks = {name: re.findall(r'<td class="n (\w*)"', cells) for name, cells in rows}
    assert marks == {"x": ["tie", "", "tie"], "y": ["", "best", ""], "z": ["gap", "best", ""]}
    foot = re.search(r"<tfoot>(.*?)</tfoot>", html, flags=re.S).group(1)
    assert re.findall(r'<td class="n">([\d.]+)', foot) == ["0.5", "2", "0.5"]
    lower = render(ScoreTable("error_rate", "lower", ("x",), ("a", "b"), [[0.2, 0.1]]))
    assert re.findall(r'<td class="n (\w*)"', lower) == ["", "best"]


def test_the_diagram_has_every_learner_at_its_rank():
    standings = NOUNS["standings"]
    html = render(standings)
    diagram = re.search(r'<div class="forest ranks" id="cd".*?</figure>', html, flags=re.S).group()
    for name, rank in standings.average_ranks.items():
        shown = name.replace("<", "&lt;").replace(">", "&gt;")
        assert f"{shown} {rank:.2f}" in diagram
        assert f'<span class="name">{shown}</span>' in diagram
        assert f">{rank:.2f}</text>" in diagram
    assert diagram.count('class="joins"') == len(standings.groups)
    assert diagram.count('class="joined"') == sum(len(group) for group in standings.groups)
    labels = diagram.partition("</figure>")[0]
    assert "critical difference" not in labels
    nemenyi = render(referee.rank(standings.table, test="nemenyi", rng=0))
    reach = referee.rank(standings.table, test="nemenyi", rng=0).critical_difference
    assert f"critical difference {reach:.2f}" in nemenyi


def test_the_diagram_has_long_names_whole():
    scores = {
        f"a learner with a very long name {i} " * 2: {f"d{j}": 0.5 + i / 50 + j / 100 for j in range(8)}
        for i in range(14)
    }
    html = render(referee.rank(scores, metric="accuracy", rng=0))
    diagram = re.search(r'<div class="forest ranks tall" id="cd".*?</figure>', html, flags=re.S).group()
    for name in scores:
        assert f'<span class="name">{name.strip()}' in diagram.replace("&quot;", "")
    assert "do not tell it apart from any other." in html
    assert "…" not in re.search(r'<section class="verdict".*?</section>', html, flags=re.S).group()
    checked(html)


@pytest.mark.parametrize(
    "name", ["standings", "standings of two", "standings against a baseline", "pairwise", "match"]
)
def test_standings_of_every_kind(name):
    text = words(render(NOUNS[name]))
    assert "How it was done" in text
    if name.startswith("standings"):
        assert NOUNS[name].sentence in text
        assert "against each" in text
        assert "dataset by dataset" in text


def test_the_leader_is_shown_against_others_on_demand():
    found = NOUNS["standings"]
    first, _, *others = found.order
    text = words(render(found))
    assert others
    for other in others:
        assert f"{first} against {other}, dataset by dataset" in text
        gap = found.table.column(first) - found.table.column(other)
        assert all(f"{value:+z.3f}" in text for value in gap if value == value)


def test_names_of_learners_and_datasets_are_text():
    scores = {
        EVIL: {EVIL: 0.9, "b": 0.8, "c": 0.7},
        "x": {EVIL: 0.8, "b": 0.8, "c": 0.5},
        "y": {EVIL: 0.1, "b": 0.2, "c": 0.4},
    }
    html = render(referee.rank(scores, metric="accuracy", rng=0))
    checked(html)
    assert "<img" not in html
    assert "&lt;script&gt;" in html


def test_the_short_sentence_says_who_is_not_told_apart():
    text = words(render(NOUNS["standings"]))
    assert "ranks first" in text
    assert text.index("ranks first") < text.index("Critical-difference diagram")


def test_single_datasets_have_the_intervals_of_their_splits():
    standings = referee.rank(study(), rng=1)
    (picture,) = (p for p in pictures_of(standings) if p.name == "datasets")
    first, second = standings.order[:2]
    duels = {d.dataset: d for d in standings.per_dataset if {d.a, d.b} == {first, second}}
    rows = {row.name: row for row in picture.rows}
    assert duels
    for name, duel in duels.items():
        interval = duel.difference.interval
        if name in rows and duel.difference.defined and interval is not None:
            ends = tuple(interval) if duel.a == first else (-interval.high, -interval.low)
            assert (rows[name].low, rows[name].high) == pytest.approx(ends)
