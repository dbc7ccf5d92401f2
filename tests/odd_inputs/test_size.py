"""Inputs that are large, wide or without end: counted in little memory, or refused before memory is taken."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys

import numpy as np
import pytest

import referee
from helpers.cli_runner import run
from odd_inputs.table import Table
from referee import read

TRUTH = np.random.default_rng(0).integers(0, 2, 200)
SAID = np.roll(TRUTH, 3)
NAMES = [f"feature_{i:06d}" for i in range(6000)]
TABLE = Table("read")


def wide(folder, *names, zipped=False):
    """A file whose header is longer than 64 KiB, with more columns at its end."""
    rows = [",".join([*NAMES, *names])]
    rows += [
        ",".join(["0"] * len(NAMES) + [str(int(v)) for v in pair][: len(names)])
        for pair in zip(TRUTH, SAID, SAID, strict=True)
    ]
    file = folder / ("wide.csv.gz" if zipped else "wide.csv")
    file.write_bytes(gzip.compress("\n".join(rows).encode()) if zipped else "\n".join(rows).encode())
    return file


@TABLE.answers("a header longer than 64 kib is read to its end", each=[False, True])
def a_header_longer_than_64_kib_is_read_to_its_end(zipped, tmp_path):
    from referee.data.files import column_names

    file = wide(tmp_path, "y", "p", zipped=zipped)
    assert read(file, truth="y", pred="p").confusion == read(TRUTH, SAID).confusion
    assert read(file, truth="y", pred="p", keep="counts").confusion == read(TRUTH, SAID).confusion
    assert len(column_names(file)) == len(NAMES) + 2
    with pytest.raises(referee.errors.FileError, match="must name each column once; got the column 'y' twice"):
        read(wide(tmp_path, "y", "p", "y", zipped=zipped), truth="y", pred="p")


TOO_MUCH = {
    "classes of two models": lambda _: referee.compare(
        read(np.arange(200), np.arange(200)), read(np.arange(200), np.arange(200)[::-1]), rng=0
    ),
    "splits": lambda _: referee.learners.CrossValidation(2, repeats=10**9).make([0, 1] * 10, rng=0),
    "resamples": lambda _: referee.learners.Bootstrap(10**9).make([0, 1] * 10, rng=0),
    "a file of records": lambda folder: read(wide(folder, "y", "p"), truth="y", pred="p", keep="records"),
    "a packed file": lambda folder: read(wide(folder, "y", "p", zipped=True), truth="y", pred="p", keep="records"),
}


@TABLE.answers("more than half of the memory", each=TOO_MUCH)
def memory_is_asked_for_before_it_is_taken(name, tmp_path, monkeypatch):
    for place in ("referee._memory.free_memory", "referee.data.delimited.free_memory"):
        monkeypatch.setattr(place, lambda: 1e6)
    with pytest.raises(referee.InputError, match="must fit into 50% of the memory that is free .0.0 GB.; got "):
        TOO_MUCH[name](tmp_path)


@TABLE.answers("a packed file is large by what is in it")
def a_packed_file_is_large_by_what_is_in_it(tmp_path, monkeypatch):
    """So that what unpacks without end is counted in little memory and not kept."""
    file = tmp_path / "p.csv.gz"
    file.write_bytes(gzip.compress(b"y,p\n" + b"1,1\n0,1\n" * 5000))
    assert not read(file, truth="y", pred="p").counted
    monkeypatch.setattr("referee.data.table.LARGE", 10_000)
    assert file.stat().st_size < 1000
    assert read(file, truth="y", pred="p").counted


@TABLE.answers("a packed file is unpacked as far as it takes to know that it is too large")
def a_packed_file_is_unpacked_as_far_as_it_takes(tmp_path, monkeypatch):
    file = tmp_path / "p.csv.gz"
    file.write_bytes(gzip.compress(b"y,p\n" + b"1,1\n0,1\n" * 750_000, 1))
    for place in ("referee._memory.free_memory", "referee.data.delimited.free_memory"):
        monkeypatch.setattr(place, lambda: 16e6)
    with pytest.raises(referee.InputError, match="must fit into 50% of the memory that is free"):
        read(file, truth="y", pred="p", keep="records")


@TABLE.answers("many classes of two models are compared without a table of every pair", door="compare")
def many_classes_of_two_models_are_compared_without_a_table_of_every_pair():
    from referee.inference.label_gaps import discordance

    draw = np.random.default_rng(1)
    truth = draw.integers(0, 60, 900)
    one, two = (np.where(draw.random(900) < share, truth, (truth + 1) % 60) for share in (0.8, 0.7))
    right = [one == truth, two == truth]
    table = discordance(referee.metrics.accuracy, referee.core.JointConfusion.from_labels(truth, one, two))
    assert table == [[int((a & b).sum()) for b in (right[1], ~right[1])] for a in (right[0], ~right[0])]


@TABLE.answers("a lack of memory is one sentence", door="referee evaluate")
def a_lack_of_memory_is_one_sentence(tmp_path, monkeypatch):
    def greedy(*args, **options):
        raise MemoryError

    monkeypatch.setattr(sys.modules["referee.cli"].cli, "main", greedy)
    code, out, err = run("evaluate", "--tp", 1, "--fn", 1, "--fp", 1, "--tn", 1)
    assert (code, out) == (2, "")
    assert err.startswith("referee: there is not enough memory; ")
    assert len(err.splitlines()) == 1


@TABLE.answers("a terminal without a sign gets its number", door="referee evaluate")
def a_terminal_without_a_sign_gets_its_number(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,p\n" + "日,日\nb,日\n" * 10, encoding="utf-8")
    env = os.environ | {"PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "referee", "evaluate", str(file), "--truth", "y", "--pred", "p"]
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"\\u65e5" in done.stdout


def rows(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,p\n" + "1,1\n0,1\n1,0\n0,0\n" * 50)
    return file


@TABLE.answers("a closed pipe gives no traceback", door="referee evaluate")
def a_closed_pipe_gives_no_traceback(tmp_path):
    file = rows(tmp_path)
    command = [sys.executable, "-m", "referee", "evaluate", str(file), "--truth", "y", "--pred", "p"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    child.stdout.close()
    assert "Traceback" not in child.stderr.read()
    child.wait(60)
    child.stderr.close()


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
