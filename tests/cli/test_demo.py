"""`referee demo`."""

from __future__ import annotations

import pytest

import referee
from helpers import bare
from helpers.cli_runner import run
from referee.studies import read_study


@pytest.mark.skipif(bare.BARE, reason="pages need the extra report")
def test_demo_prints_and_writes_evaluations_verdicts_and_a_study(tmp_path):
    folder = tmp_path / "deep" / "out"
    code, out, err = run("demo", "--out", folder)
    assert (code, err) == (0, "")
    files = sorted(path.name for path in folder.iterdir())
    pages = ["comparison.html", "report.html", "study.html"]
    saved = ["accuracy.json", "auc.json", "logistic.json", "naive-bayes.json", "standings.json"]
    assert files == sorted([*saved, *pages, "demo-study.db", "demo-study.toml"])
    assert str(read_study(folder / "demo-study.db")) in out
    assert "3 datasets are too few to distinguish any pair" in out
    assert "Accuracy 0.963 [0.928, 0.984] on 190 cases: better than" in (folder / "report.html").read_text()
    assert "Where it is better" in (folder / "comparison.html").read_text()
    assert "logistic ranks first by accuracy on 3 datasets" in (folder / "study.html").read_text()
    first, second, third = (folder / name for name in ("report.html", "comparison.html", "study.html"))
    assert out.endswith(f"Open {first} in a browser; {second} shows the comparison, {third} the study.\n")
    for name in saved:
        result = referee.load(folder / name)
        assert str(result) in out
    assert f"The results are in {folder}" in out


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x")
    out = tmp_path / "file" / "out"
    assert run("demo", "--out", out) == (
        2,
        "",
        f"referee: `out` must be a folder that can be made; got '{out}'. Not a directory.\n",
    )
