"""What comes from outside is never run, and leaves no trace on a terminal, a page or the disk."""

from __future__ import annotations

import ast
import io
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from helpers.cli_runner import run
from referee.core import noun

SRC = Path(referee.__file__).parent
HOSTILE = ["<script>alert(1)</script>", "\x1b[31mred", "=cmd|'/c calc'!A1", "../../etc/passwd", "a\nb"]

# What runs code from data. The pipes between a study and the worker processes that it starts itself carry pickles:
# no file and no other process can write to them.
FORBIDDEN = {
    "pickle.load",
    "pickle.loads",
    "pickle.Unpickler",
    "joblib.load",
    "marshal.load",
    "marshal.loads",
    "shelve.open",
    "yaml.load",
    "yaml.full_load",
    "yaml.unsafe_load",
    "np.load",
    "numpy.load",
    "pandas.read_pickle",
    "pd.read_pickle",
    "torch.load",
    "eval",
    "exec",
    "compile",
    "__import__",
    "runpy.run_path",
    "os.system",
    "os.popen",
}
ALLOWED = {
    ("studies/processes.py", "pickle.loads"),
    ("examples/textbook.py", "compile"),  # the examples that the package itself brings
    ("examples/textbook.py", "exec"),
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


class Made:
    """What a pickle of it does when somebody loads it: a folder is made."""

    def __init__(self, place):
        self.place = str(place)

    def __reduce__(self):
        return os.mkdir, (self.place,)


def traps(place):
    """Contents that make a folder when a careless program loads them."""
    import numpy as np

    pickled = pickle.dumps(Made(place))
    array = io.BytesIO()
    np.save(array, np.array([Made(place)], dtype=object), allow_pickle=True)
    code = f"__import__('os').mkdir({str(place)!r})"
    return {
        "pickle": pickled,
        "npy": array.getvalue(),
        "yaml": f"!!python/object/apply:os.mkdir [{str(place)!r}]".encode(),
        "json": json.dumps(
            {
                "schema": "referee.interval/1",
                "__reduce__": ["os.mkdir", [str(place)]],
                "low": code,
                "py/object": "os.mkdir",
            }
        ).encode(),
        "python": code.encode(),
    }


ENDINGS = ["json", "csv", "parquet", "feather", "jsonl", "arff", "toml", "db", "npy", "pkl", "html", "csv.gz"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_file_runs_code_whatever_reads_it(tmp_path, ending):
    place = tmp_path / "made"
    for content in traps(place).values():
        file = tmp_path / f"trap.{ending}"
        file.write_bytes(content)
        for args in (
            ["evaluate", file, "--truth", "y", "--pred", "p"],
            ["rank", file],
            ["rank", "--table", file],
            ["export", file, "--table", tmp_path / "t.md"],
            ["report", file, "-o", tmp_path / "page.html"],
            ["experiment", file, "--store", tmp_path / "s.db"],
        ):
            code, out, err = run(*args)
            assert (code, out) == (2, ""), args
            assert "Traceback" not in err
            assert len(err.splitlines()) == 1
        with pytest.raises(referee.InputError):
            referee.load(file)
    assert [f.name for f in tmp_path.iterdir()] == [f"trap.{ending}"]


def test_a_store_runs_no_code(tmp_path):
    """Pickles in the place of arrays, code in the place of a learner, and triggers."""
    pytest.importorskip("sklearn")
    from helpers.study_learners import change, study
    from referee.studies import read_study

    place, path = tmp_path / "made", tmp_path / "s.db"
    study(slow_only=True).run(path)
    whole = path.read_bytes()
    code, pickled = f"__import__('os').mkdir({str(place)!r})", pickle.dumps(Made(place))
    changes = {
        "UPDATE runs SET predicted = ?, predicted_type = '|O'": pickled,
        "UPDATE runs SET predicted = ?, predicted_type = 'O'": pickled,
        "UPDATE runs SET predicted = ?": pickled,
        "UPDATE datasets SET truth = ?, truth_type = '|O'": pickled,
        "UPDATE datasets SET split_rows = ?": pickled,
        "UPDATE datasets SET labels = ?": code,
        "UPDATE datasets SET splits = ?": code,
        "UPDATE learners SET recipe = ?": code,
        "UPDATE environments SET versions = ?": code,
        "UPDATE study SET value = ?": code,
    }
    for statement, value in changes.items():
        path.write_bytes(whole)
        change(path, statement, value)
        for use in (lambda: read_study(path), lambda: study(slow_only=True).run(path)):
            try:
                use()
            except referee.RefereeError as error:
                message = str(error)
                assert message.isprintable()
        assert not place.exists(), statement
