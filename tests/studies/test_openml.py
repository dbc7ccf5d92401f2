"""Datasets of OpenML, with the network played by hand."""

from __future__ import annotations

import socket
import urllib.error
from email.message import Message

import numpy as np
import pytest
from sklearn import datasets
from sklearn.utils import Bunch

from referee.errors import FileError
from referee.studies.study_dataset import SECONDS, fetch_openml
from referee.studies.study_file import read_experiment

FETCHED = Bunch(
    data=np.array([[0.0, 1.5], [1.0, np.nan], [np.nan, 2.0], [0.0, 3.0]]),
    target=np.array(["a", "b", "a", "b"]),
    feature_names=["colour", "size"],
    categories={"colour": ["red", "blue"]},
)


def play(monkeypatch, answer):
    asked = {}

    def fetch(**words):
        asked.update(words, timeout=socket.getdefaulttimeout())
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(datasets, "fetch_openml", fetch)
    return asked


def test_nominal_attributes_become_text(monkeypatch, tmp_path):
    asked = play(monkeypatch, FETCHED)
    study = tmp_path / "s.toml"
    study.write_text('[[dataset]]\nopenml = 61\n[[learner]]\nclass = "sklearn.naive_bayes.GaussianNB"\n')
    made = read_experiment(study).tables["openml-61"]
    assert made.table[:, 0].tolist() == ["red", "blue", None, "red"]
    assert made.table[:, 1].tolist() == [1.5, pytest.approx(np.nan, nan_ok=True), 2.0, 3.0]
    assert (made.labels, made.source) == (("a", "b"), "OpenML 61")
    assert (asked["data_id"], asked["timeout"], asked["n_retries"]) == (61, SECONDS, 0)
    assert socket.getdefaulttimeout() is None


def test_no_network(monkeypatch, tmp_path):
    play(monkeypatch, urllib.error.URLError("Temporary failure in name resolution"))
    study = tmp_path / "s.toml"
    study.write_text('[[dataset]]\nname = "x"\nopenml = 61\n')
    with pytest.raises(
        FileError,
        match=r"s\.toml, dataset 1\.openml: `openml` must be fetched from OpenML, dataset 61; got no answer",
    ):
        read_experiment(study)
    assert socket.getdefaulttimeout() is None


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (urllib.error.HTTPError("u", 412, "no", Message(), None), "be the number of a dataset; got 7"),
        (ValueError("Dataset with data_id 7 not found"), "be a dataset for classification; got 7. Dataset with"),
        (Bunch(data=FETCHED.data, target=None, feature_names=["a", "b"]), "have one target; got 7"),
    ],
)
def test_refused(monkeypatch, answer, sentence):
    play(monkeypatch, answer)
    with pytest.raises(FileError, match=sentence):
        fetch_openml(7)
