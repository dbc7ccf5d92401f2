"""`referee demo`."""

from __future__ import annotations

import re
import shlex

import pytest

import referee
from helpers import bare
from helpers.cli_runner import run
from referee.verbs.demo import COSTS


@pytest.mark.skipif(bare.BARE, reason="pages need the extra report")
def test_the_demo_tells_a_story_that_ends_in_verdicts(tmp_path):
    folder = tmp_path / "deep" / "out"
    code, out, err = run("demo", "--out", folder)
    assert code == 0
    assert all(" running, " in line for line in err.splitlines())  # a slow machine shows how far the study is
    assert len(out.splitlines()) < 40
    flat = " ".join(out.split())
    for said in (
        "Undecided whether",
        "svm is better than logistic",
        "are equivalent within 0.02",
        "R101",
        "better than tree",
    ):
        assert said in flat
    costs = re.search(r"1,000 cases cost ([\d,]+) .* and ([\d,]+) \[", flat)
    before, after = (int(text.replace(",", "")) for text in costs.groups())
    assert after < before / 2
    half = referee.read(folder / "predictions.csv", truth="truth", score="p", positive="eight", threshold=0.5)
    assert before == round(1000 * referee.evaluate(half, metrics=["mean_cost"], costs=COSTS)["mean_cost"].value)
    pages = {"comparison.html", "report.html", "audit.html", "study.html"}
    assert pages <= {path.name for path in folder.iterdir()}
    assert f"Open {folder / 'report.html'} in a browser" in out
    verdicts = [referee.load(folder / f"step-{i}.json").verdict.value for i in (1, 2, 3)]
    assert verdicts == ["undecided", "better", "equivalent"]
    _every_command_gives_its_answer(out)


def _every_command_gives_its_answer(out):
    """The commands as they are printed; the third says its verdict in the words of the demo."""
    commands = re.findall(r"^   \$ referee (.*)$", out, flags=re.MULTILINE)
    assert len(commands) == 6
    for command in (commands[1], commands[3]):
        code, said, err = run(*shlex.split(command))
        assert (code, err) == (0, "")
        assert said
    assert "svm is better than logistic" in run(*shlex.split(commands[1]))[1]
    code, said, _ = run(*shlex.split(commands[4]))
    assert code == 1
    assert "R101" in said
    assert "svm is better than tree" in run(*shlex.split(commands[5].rpartition("&& referee ")[2]))[1]


@pytest.mark.slow
def test_without_a_folder_nothing_is_kept():
    code, out, _ = run("demo")
    assert code == 0
    assert "With --out FOLDER" in out
    assert "$ referee" not in out


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x")
    out = tmp_path / "file" / "out"
    assert run("demo", "--out", out) == (
        2,
        "",
        f"referee: `out` must be a folder that can be made; got '{out}'. Not a directory.\n",
    )
