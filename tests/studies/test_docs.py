"""What docs/experiments.md and the example show is what runs."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from referee.studies import read_experiment
from referee.studies.study_dataset import _COMMON, _SOURCES, BUNDLED
from referee.studies.study_file import _STUDY, PLANS
from referee.studies.study_learner import _LEARNER, _SEARCH

PAGE = (Path(__file__).parent.parent.parent / "docs" / "experiments.md").read_text()
(STUDY,) = re.findall(r'```toml title="study.toml"\n((?:.|\n)*?)```', PAGE)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file of cases in it."""
    rows = "".join(
        f"{i},c{i % 12},{i % 7 if i % 10 else ''},{'a' if i % 3 else 'b'},{'yes' if i % 7 > 3 else 'no'}\n"
        for i in range(72)
    )
    (tmp_path / "credit.csv").write_text("id,customer,income,job,default\n" + rows)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_study_is_read_as_it_stands(folder):
    (folder / "study.toml").write_text(STUDY)
    made = read_experiment("study.toml")
    assert (made.time_limit, len(made.splits_of("credit"))) == (60, 30)
    assert made.splits_of("credit").kind == "grouped random splits"
    assert made.tables["credit"].X.shape == (72, 2)


def test_every_key_is_explained():
    written = set(re.findall(r"`\"?([\w -]+?)\"?(?: = [^`]*)?`", PAGE)) | set(tomllib.loads(STUDY)["study"])
    keys = {*_STUDY, *_COMMON, *_LEARNER, *_SEARCH, *PLANS, *BUNDLED}
    keys |= {key for source in _SOURCES.values() for key in source}
    assert keys - written == set()


def test_the_example_names_data_that_scikit_learn_brings_and_files_beside_it():
    text = (files("referee.examples") / "study.toml").read_text()
    named = [one.get("bundled") or one["file"] for one in tomllib.loads(text)["dataset"]]
    assert named == ["iris", "wine", "breast_cancer", "digits-3-8.csv", "digits-4-9.csv", "digits-1-7.csv"]
