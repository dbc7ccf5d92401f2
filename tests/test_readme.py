"""What the README shows is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import referee
from cli_runner import run

README = (Path(__file__).parent.parent / "README.md").read_text()
SHOWN = re.findall(r"```console\n\$ referee (.*)\n((?:.|\n)*?)```", README)
LISTED = [
    line for block in re.findall(r"```console\n((?:referee .*\n)+)```", README) for line in block.splitlines()
]


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_shown_output_is_real(command, output):
    code, out, err = run(*shlex.split(command))
    assert (code, err) == (0, "")
    assert out == output


@pytest.mark.parametrize("line", LISTED)
def test_listed_commands_run(line, tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    y = rng.random(200) < 0.4
    p = 1 / (1 + np.exp(-rng.normal(2 * y - 1, 1)))
    names = np.array(["no", "yes"])
    rows = [
        f"{names[int(a)]},{names[int(b > 0.5)]},{names[int(b > 0.7)]},{b:.4f}" for a, b in zip(y, p, strict=True)
    ]
    (tmp_path / "predictions.csv").write_text("y,yhat,other,p\n" + "\n".join(rows) + "\n")
    scores = [f"d{i},{0.8 + i / 100},{0.7 + i / 90},{0.75 + i / 110}" for i in range(10)]
    (tmp_path / "results.csv").write_text("dataset,svm,tree,bayes\n" + "\n".join(scores) + "\n")
    monkeypatch.chdir(tmp_path)
    if "study." in line:
        (study,) = re.findall(r"```toml\n((?:.|\n)*?)```", README)
        (tmp_path / "study.toml").write_text(study.replace("repeats = 30", "repeats = 2"))
        if "study.db" in line:
            assert run("experiment", "study.toml")[0] == 0
    code, out, err = run(*shlex.split(line)[1:])
    assert (code, err) == (0, "")
    assert out


def test_the_python_of_the_first_steps_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    y_true = np.where(rng.random(120) < 0.4, "malignant", "benign")
    ids = np.arange(120)
    score_a, score_b = (rng.normal(y_true == "malignant", s) for s in (0.8, 1.5))
    pred_a, pred_b = (np.where(s > 0.5, "malignant", "benign") for s in (score_a, score_b))
    names = {"y_true": y_true, "y_pred": pred_a, "y_score": score_a, "ids": ids}
    names |= {"pred_a": pred_a, "pred_b": pred_b, "score_a": score_a, "score_b": score_b}
    names |= {"learner": GaussianNB(), "other": DummyClassifier(), "X": np.c_[score_a, score_b], "y": y_true}
    for block in re.findall(r"```python\n((?:.|\n)*?)```", README):
        exec(block, names)
    assert 0 < names["skill"].estimate.value < 0.5
    assert isinstance(names["duel"].verdict, referee.Verdict)
    assert "logit against tree" in capsys.readouterr().out
