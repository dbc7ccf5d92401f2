"""What comes from outside is never run: no file, no store, no saved result; and one that cannot be is refused."""

from __future__ import annotations

import ast
import io
import json
import os
import pickle
from pathlib import Path

import numpy as np
import pytest

import referee
from helpers.cli_runner import run
from helpers.study_learners import change, study
from odd_inputs.table import Table
from referee.studies import read_study

TABLE = Table("load")


SRC = Path(referee.__file__).parent


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


@TABLE.answers(
    "load reads known schemas only",
    each=["os.system", "referee.core.Interval;import os", "../Interval", "builtins.eval", ""],
)
def load_reads_known_schemas_only(schema, tmp_path):
    file = tmp_path / "r.json"
    file.write_text(json.dumps({"schema": schema, "low": "__import__('os').mkdir('made')"}))
    with pytest.raises(referee.InputError):
        referee.load(file)
    assert [f.name for f in tmp_path.iterdir()] == ["r.json"]


class Made:
    """What a pickle of it does when somebody loads it: a folder is made."""

    def __init__(self, place):
        self.place = str(place)

    def __reduce__(self):
        return os.mkdir, (self.place,)


def traps(place):
    """Contents that make a folder when a careless program loads them."""
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


@TABLE.answers(case="bad80")
def only_json_is_read(tmp_path):
    path = tmp_path / "result.json"
    path.write_bytes(pickle.dumps(Made(tmp_path / "made")))
    with pytest.raises(referee.errors.FileError) as caught:
        referee.load(path)
    assert str(caught.value) == f"`source` must be a JSON file that referee wrote; got {path}."
    assert not (tmp_path / "made").exists()


ENDINGS = ["json", "csv", "parquet", "feather", "jsonl", "arff", "toml", "db", "npy", "pkl", "html", "csv.gz"]


@TABLE.answers("no file runs code whatever reads it", door="every command that reads a file", each=ENDINGS)
def no_file_runs_code_whatever_reads_it(ending, tmp_path):
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


@TABLE.answers("a store runs no code", door="read_study")
def a_store_runs_no_code(tmp_path):
    """Pickles in the place of arrays, code in the place of a learner, and triggers."""
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


BROKEN = {
    "an accuracy of 7.5": ("value", 7.5),
    "n of -5": ("n", -5),
    "a number for a title": ("title", 5),
    "text for an interval": ("interval", "wide"),
    "an interval beyond the range": (
        "interval",
        {"schema": "referee.interval/1", "low": 0.5, "high": 1e300, "level": 0.95, "method": "mine"},
    ),
}


@TABLE.answers("a saved result that cannot be is refused", door="referee report", each=BROKEN)
def a_saved_result_that_cannot_be_is_refused(name, tmp_path):
    """Changed in the file it no longer fits its checksum; without a checksum it is still no result."""
    key, value = BROKEN[name]
    data = json.loads(referee.evaluate([1, 0] * 9, [1, 0, 0] * 6, rng=0).to_json())
    data["measures"][0][key] = value
    for sentence in ("other data than its checksum is of", "must"):
        (tmp_path / "r.json").write_text(json.dumps(data))
        code, out, err = run("report", tmp_path / "r.json", "-o", tmp_path / "page.html")
        assert (code, out) == (2, "")
        assert sentence in err
        assert not (tmp_path / "page.html").exists()
        data.pop("checksum", None)


ROWS = {
    "a row too few": ("scores", [0.5], "`scores` must have a value in each row; got 1 of 4 rows."),
    "no such class": (
        "predicted",
        [0, 1, 2, 1],
        "`predicted` must hold places in `labels`; got 0 to 2 for 2 labels.",
    ),
    "a place before the first": (
        "truth",
        [-1, 1, 0, 1],
        "`truth` must hold places in `labels`; got -1 to 1 for 2 labels.",
    ),
    "no score": ("scores", [0.5, None, 0.1, 0.2], "`scores` must hold numbers; got dtype object."),
}


@TABLE.answers("saved answers that cannot be are refused", each=ROWS)
def saved_answers_that_cannot_be_are_refused(name):
    key, value, sentence = ROWS[name]
    data = referee.read([0, 1, 0, 1], [0, 1, 1, 1], [0.1, 0.8, 0.6, 0.7], positive=1).to_dict()
    with pytest.raises(referee.InputError) as caught:
        referee.load(data | {key: value})
    assert str(caught.value) == sentence


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
