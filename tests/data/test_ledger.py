"""The ledger of looks."""

from __future__ import annotations

import json
import threading

import numpy as np
import pytest

from referee import read
from referee.data import ledger
from referee.data.ledger import read_ledger, record_look
from referee.errors import FileError

Y = [1, 0, 1, 1, 0, 0]


def test_answers_have_the_name_that_ledgers_hold(tmp_path):
    record_look(tmp_path / "looks.jsonl", read([1, 0, 1], [1, 1, 0], [0.9, 0.2, 0.4], positive=1), what="audit")
    assert read_ledger(tmp_path / "looks.jsonl")[0]["answers"] == "6220a6113fea9acd"


def test_looks_are_counted_by_test_set_and_answer(tmp_path):
    file = tmp_path / "looks.jsonl"
    rng = np.random.default_rng(0)
    for k in range(1, 6):
        said = read(Y, [*rng.integers(0, 2, 3).tolist(), *map(int, f"{k:03b}")], name=f"m{k}")
        assert record_look(file, said, what="audit") == k
        assert record_look(file, said, what="gate") == k
    assert record_look(file, read([*Y[:-1], 1], Y), what="audit") == 1
    lines = read_ledger(file)
    assert len(lines) == 6
    assert lines[0]["name"] == "m1"
    assert {"test_set", "answers", "n", "what", "when"} <= set(lines[0])


def test_the_order_of_rows_is_irrelevant_with_ids(tmp_path):
    file = tmp_path / "looks.jsonl"
    one = read(Y, [1, 0, 0, 1, 0, 1], [0.9, 0.1, 0.2, 0.8, 0.3, 0.6], case_ids=list("abcdef"))
    two = read(Y[::-1], [1, 0, 1, 0, 0, 1], [0.6, 0.3, 0.8, 0.2, 0.1, 0.9], case_ids=list("fedcba"))
    assert record_look(file, one, what="gate") == record_look(file, two, what="gate") == 1


def test_a_file_that_is_no_ledger(tmp_path):
    file = tmp_path / "other.txt"
    file.write_text(json.dumps({"test_set": "x", "answers": "y"}) + "\nhello\n")
    with pytest.raises(FileError, match="`ledger` must hold one look a line, as referee writes them; got line 2"):
        record_look(file, read(Y, Y), what="gate")
    with pytest.raises(FileError, match="`ledger` must be a file that can be written"):
        record_look(tmp_path / "none" / "looks.jsonl", read(Y, Y), what="gate")


def test_a_line_that_is_being_written_is_waited_for(tmp_path, monkeypatch):
    file = tmp_path / "looks.jsonl"
    record_look(file, read([1, 0], [1, 0]), what="gate")
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])

    def finish():
        with file.open("ab") as out:
            out.write(whole[-9:])

    late = threading.Timer(0.1, finish)
    late.start()
    assert len(read_ledger(file)) == 1
    late.join()
    monkeypatch.setattr(ledger, "PATIENCE", 0.0)
    file.write_bytes(whole[:-9])
    with pytest.raises(FileError, match="got line 1 of"):
        read_ledger(file)
