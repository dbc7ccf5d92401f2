"""What docs/experiments.md and the example show is what runs."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from sklearn.datasets import make_classification
from sklearn.naive_bayes import GaussianNB

from cli_runner import run
from referee.experiments import read_experiment
from referee.experiments.study_dataset import _COMMON, _SOURCES, BUNDLED
from referee.experiments.study_file import _STUDY
from referee.experiments.study_learner import _LEARNER, _SEARCH
from referee.experiments.study_plan import PLANS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "experiments.md").read_text()
(STUDY,) = re.findall(r"```toml\n((?:.|\n)*?)```", PAGE)
(COMMANDS,) = re.findall(r"```console\n((?:.|\n)*?)```", PAGE)
(PYTHON,) = re.findall(r"```python\n((?:.|\n)*?)```", PAGE)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the study of the page, fewer splits and less data in it."""
    rows = "".join(
        f"{i},c{i % 12},{i % 7 if i % 10 else ''},{'a' if i % 3 else 'b'},{'yes' if i % 7 > 3 else 'no'}\n"
        for i in range(72)
    )
    (tmp_path / "credit.csv").write_text("id,customer,income,job,default\n" + rows)
    short = STUDY.replace("repeats = 30", "repeats = 2").replace('bundled = "breast_cancer"', 'bundled = "iris"')
    (tmp_path / "study.toml").write_text(short.replace("time_limit = 60", "# time_limit = 60"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_study_is_read_as_it_stands(folder):
    (folder / "study.toml").write_text(STUDY)
    made = read_experiment("study.toml")
    assert (made.time_limit, len(made.splits_of("credit"))) == (60, 30)
    assert made.splits_of("credit").kind == "grouped random splits"
    assert made.tables["credit"].X.shape == (72, 2)


def test_the_commands_run_one_after_the_other(folder):
    for line in COMMANDS.splitlines():
        code, out, err = run(*shlex.split(line.replace("--jobs 2", "--jobs 1"))[1:])
        assert (code, err) == (0, ""), line
        assert out
    assert {path.name for path in folder.iterdir()} >= {"results.csv", "predictions.parquet", "table.tex"}


def test_the_python_runs(folder):
    X, y = make_classification(60, random_state=0)
    names = {"learner": GaussianNB(), "X": X, "y": y}
    exec(PYTHON, names)
    assert names["results"].complete


def test_every_key_is_explained():
    written = set(re.findall(r"`\"?([\w -]+?)\"?(?: = [^`]*)?`", PAGE)) | set(tomllib.loads(STUDY)["study"])
    keys = {*_STUDY, *_COMMON, *_LEARNER, *_SEARCH, *PLANS, *BUNDLED}
    keys |= {key for source in _SOURCES.values() for key in source}
    assert keys - written == set()


def test_the_example_is_read():
    made = read_experiment(files("referee.examples") / "study.toml")
    assert (list(made.tables), len(made.candidates)) == (["iris", "wine", "breast_cancer"], 6)
