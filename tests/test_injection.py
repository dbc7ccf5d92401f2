"""What comes from outside is never run, and leaves no trace on a terminal, a page or the disk."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import referee
from cli_runner import run
from referee.core import noun

SRC = Path(referee.__file__).parent
HOSTILE = ["<script>alert(1)</script>", "\x1b[31mred", "=cmd|'/c calc'!A1", "../../etc/passwd", "a\nb"]

# What runs code from data. The pipes between a study and the worker processes that it starts itself carry pickles:
# no file and no other process can write to them.
FORBIDDEN = {
    "pickle.load",
    "pickle.loads",
    "joblib.load",
    "marshal.loads",
    "yaml.load",
    "eval",
    "exec",
    "os.system",
}
ALLOWED = {("experiments/worker.py", "pickle.load"), ("experiments/worker.py", "pickle.loads")} | {
    ("experiments/workers.py", "pickle.load")
}


def executing_calls():
    found = set()
    for file in SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            told = {word.arg: ast.unparse(word.value) for word in node.keywords if word.arg}
            unsafe = told.get("allow_pickle", "False") != "False" or told.get("shell", "False") != "False"
            if name in FORBIDDEN or name.removeprefix("cloud") in FORBIDDEN or unsafe:
                found.add((file.relative_to(SRC).as_posix(), name))
    return found


def test_no_source_runs_code_from_data():
    assert executing_calls() == ALLOWED


@pytest.mark.parametrize("schema", ["os.system", "referee.Interval;import os", "../Interval", "builtins.eval", ""])
def test_load_reads_known_schemas_only(tmp_path, schema):
    file = tmp_path / "r.json"
    file.write_text(json.dumps({"schema": schema, "low": "__import__('os').mkdir('made')"}))
    with pytest.raises(referee.InputError):
        referee.load(file)
    assert [f.name for f in tmp_path.iterdir()] == ["r.json"]


def test_load_refuses_a_pickle(tmp_path):
    import pickle

    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "made"),)

    file = tmp_path / "r.json"
    file.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(referee.FileError):
        noun.load(file)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("label", HOSTILE)
def test_a_hostile_label_is_text_everywhere(tmp_path, label):
    result = referee.evaluate([label, "no", label, "no"] * 5, [label, "no", "no", "no"] * 5, positive=label)
    assert "\x1b" not in str(result)
    page = referee.report(result, tmp_path / "p.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "\x1b" not in page
    assert [f.name for f in tmp_path.iterdir()] == ["p.html"]
    assert referee.load(result.to_dict()).confusion.labels == result.confusion.labels


@pytest.mark.parametrize("name", ["\x1b[31mred.csv", "<b>.csv", "=1+1.csv", "no such/../x.csv"])
def test_a_hostile_file_name_is_quoted(name):
    code, out, err = run("evaluate", name, "--truth", "y", "--pred", "p")
    assert (code, out) == (2, "")
    assert "\x1b" not in err
    assert "no such file" in err


def rows(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,p\n" + "1,1\n0,1\n1,0\n0,0\n" * 50)
    return file


def test_a_closed_pipe_gives_no_traceback(tmp_path):
    file = rows(tmp_path)
    command = [sys.executable, "-m", "referee", "evaluate", str(file), "--truth", "y", "--pred", "p"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    child.stdout.close()
    assert "Traceback" not in child.stderr.read()
    child.wait(60)
    child.stderr.close()


SLOW = """
import pathlib, time
from sklearn.base import BaseEstimator, ClassifierMixin

class Slow(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        pathlib.Path("fitting").touch()
        time.sleep(60)

    def predict(self, X):
        return X
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_gives_no_traceback(tmp_path):
    pytest.importorskip("sklearn")
    file = rows(tmp_path)
    (tmp_path / "slow.py").write_text(SLOW)
    path = os.pathsep.join([str(tmp_path), str(SRC.parent)])
    command = [sys.executable, "-m", "referee", "estimate", str(file), "--target", "y", "--learner", "slow.Slow"]
    child = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "fitting").exists() and child.poll() is None:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    said, told = child.communicate(timeout=60)
    assert "Traceback" not in said + told
    assert "interrupted before the end" in said or child.returncode == 130, told
