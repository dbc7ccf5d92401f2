"""Odd inputs at every door: each gives the right number, or one sentence; none gives a wrong number in silence."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import referee
from helpers.cli_runner import run
from referee import evaluate, read

DRAW = np.random.default_rng(0)
TRUTH = DRAW.integers(0, 2, 200)
SCORES = 0.5 * TRUTH + DRAW.random(200)
RANKS = np.argsort(np.argsort(SCORES))
SAID = (SCORES > 0.8).astype(int)
AREA = read(TRUTH, y_score=SCORES, positive=1).ranking.auc
APART = "must hold numbers that a float can tell apart; got "


def area(scores, truth=TRUTH):
    return read(truth, y_score=scores, positive=1).ranking.auc


def in_file(write, **options):
    """The area of the ranks far from 0, in a file or another place that `write` fills."""

    def call(folder):
        return read(write(folder), truth="y", score="s", positive=1, **options).ranking.auc

    return call


def csv(far, end=""):
    def write(folder):
        file = folder / "p.csv"
        file.write_text("y,s\n" + "".join(f"{y},{far + int(r)}{end}\n" for y, r in zip(TRUTH, RANKS, strict=True)))
        return file

    return write


def digits(folder):
    file = folder / "p.csv"
    file.write_text("y,s\n" + "".join(f"{y},1.{int(r):022d}\n" for y, r in zip(TRUTH, RANKS, strict=True)))
    return file


def jsonl(folder):
    file = folder / "p.jsonl"
    rows = ({"y": int(y), "s": 2**60 + int(r)} for y, r in zip(TRUTH, RANKS, strict=True))
    file.write_text("\n".join(map(json.dumps, rows)))
    return file


def parquet(make):
    def write(folder):
        pq.write_table(pa.table({"y": TRUTH, "s": pa.array([make(int(r)) for r in RANKS])}), folder / "p.parquet")
        return folder / "p.parquet"

    return write


def database(folder):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE p (y INT, s INT)")
    db.executemany(
        "INSERT INTO p VALUES (?, ?)", [(int(y), 2**60 + int(r)) for y, r in zip(TRUTH, RANKS, strict=True)]
    )
    return db


def lazy(folder):
    return pytest.importorskip("polars").DataFrame({"y": TRUTH, "s": RANKS + 2**60}).lazy()


def far(rank):
    return 2**60 + rank


def tiny(rank):
    return Decimal(1) + Decimal(rank) / 10**20


def tensor(kind, **options):
    """Ranks, which bfloat16 holds exactly below 256, as a tensor of torch."""

    def call(_):
        torch = pytest.importorskip("torch")
        return area(torch.tensor(RANKS.tolist(), dtype=getattr(torch, kind), **options))

    return call


TEXT = np.dtypes.StringDType
RIGHT = {
    "big-endian float64": lambda _: area(SCORES.astype(">f8")),
    "big-endian float32": lambda _: area(SCORES.astype(">f4")),
    "big-endian columns of classes": lambda _: area(np.stack([1 - SCORES, SCORES], axis=1).astype(">f8")),
    "big-endian truth": lambda _: area(SCORES, TRUTH.astype(">i2")),
    "big-endian text": lambda _: read(TRUTH.astype(">U1"), y_score=SCORES, positive="1").ranking.auc,
    "big-endian in a ranking": lambda _: referee.Ranking.from_scores(TRUTH, SCORES.astype(">f8"), positive=1).auc,
    "not contiguous": lambda _: area(np.stack([SCORES, SCORES], axis=1)[:, 0]),
    "backwards": lambda _: area(SCORES[::-1], TRUTH[::-1]),
    "int64 beyond 2^53": lambda _: area(RANKS + 2**60),
    "uint64 beyond 2^53": lambda _: area(RANKS.astype(np.uint64) + np.uint64(2**60)),
    "Python integers beyond 2^53": lambda _: area([far(int(r)) for r in RANKS]),
    "Decimals that are whole": lambda _: area([Decimal(far(int(r))) for r in RANKS]),
    "Decimals that floats tell apart": lambda _: area([Decimal(int(r)) / 7 for r in RANKS]),
    "Fractions": lambda _: area([Fraction(int(r), 7) for r in RANKS]),
    "longdouble": lambda _: area(SCORES.astype(np.longdouble)),
    "rows of integers beyond 2^53": lambda _: area([[0, far(int(r))] for r in RANKS]),
    "rows of floats and integers": lambda _: area([[0.5, far(int(r))] for r in RANKS]),
    "CSV, integers beyond 2^53": in_file(csv(2**60)),
    "CSV, whole decimals": in_file(csv(2**60, ".0")),
    "CSV counted": in_file(csv(2**40), keep="counts"),
    "Parquet, integers beyond 2^53": in_file(parquet(far)),
    "Parquet, Decimals that are whole": in_file(parquet(lambda r: Decimal(far(r)))),
    "JSON lines, integers beyond 2^53": in_file(jsonl),
    "tiny scores": lambda _: evaluate(TRUTH, y_score=1e-12 * SCORES, positive=1, rng=0)["roc_auc"].value,
    "subnormal scores": lambda _: evaluate(TRUTH, y_score=RANKS * 5e-324, positive=1, rng=0)["roc_auc"].value,
    "torch, with a gradient": tensor("float64", requires_grad=True),
    "torch, bfloat16": tensor("bfloat16"),
    "torch, bfloat16 with a gradient": tensor("bfloat16", requires_grad=True),
    "scores near the largest float": lambda _: (
        evaluate(TRUTH, y_score=1.7e308 * (SCORES - SCORES.mean()), positive=1, rng=0)["roc_auc"].value
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_the_right_number(tmp_path, name):
    assert RIGHT[name](tmp_path) == pytest.approx(AREA, abs=1e-12)


REFUSED = {
    "columns in memory whose gaps are to be dropped": (
        lambda _: read([1, 0, None], [1, 0, 1], missing="drop"),
        "`missing` must be 'refuse' for columns in memory; got drop. Leave these cases out",
    ),
    "uint64 beyond 2^63": (lambda _: area(RANKS.astype(np.uint64) + np.uint64(2**63)), APART),
    "Python integers beyond 2^63": (lambda _: area([2**70 + int(r) for r in RANKS]), APART),
    "longdoubles that floats merge": (
        lambda _: area(1 + RANKS.astype(np.longdouble) * np.longdouble(2) ** -60),
        APART,
    ),
    "Decimals that floats merge": (lambda _: area([tiny(int(r)) for r in RANKS]), APART),
    "Fractions that floats merge": (lambda _: area([Fraction(10**20 + int(r), 3) for r in RANKS]), APART),
    "CSV, digits that floats merge": (in_file(digits), APART),
    "CSV counted beyond 2^53": (in_file(csv(2**60), keep="counts"), APART),
    "JSON lines counted beyond 2^53": (in_file(jsonl, keep="counts"), APART),
    "Parquet counted beyond 2^53": (in_file(parquet(far), keep="counts"), APART),
    "Parquet, Decimals that floats merge": (in_file(parquet(tiny)), APART),
    "Parquet counted, Decimals that floats merge": (in_file(parquet(tiny), keep="counts"), APART),
    "database beyond 2^53": (in_file(database, table="p"), APART),
    "lazy dataframe beyond 2^53": (in_file(lazy), APART),
    "text as scores in objects": (
        lambda _: read([1, 0], y_score=np.array(["1_0", "1"], dtype=object)),
        "must hold numbers; got text such as '1_0' at row 0.",
    ),
    "text as weights in objects": (
        lambda _: read([1, 0], [1, 0], weights=np.array([1, "2"], dtype=object)),
        "must hold numbers; got text such as '2' at row 1.",
    ),
    "missing text, None": (
        lambda _: read(np.array(["a", None], dtype=TEXT(na_object=None)), ["a", "b"]),
        "`y_true` must have no missing value; got 1 missing value, the first at row 1.",
    ),
    "missing text, NaN": (
        lambda _: read(["a", "b"], np.array(["a", np.nan], dtype=TEXT(na_object=np.nan))),
        "`y_pred` must have no missing value; got 1 missing value, the first at row 1.",
    ),
    "several positive classes": (
        lambda _: evaluate(TRUTH, SAID, positive=np.array([1, 0])),
        "`positive` must be one label; got array([1, 0]).",
    ),
    "nested labels": (
        lambda _: read(TRUTH, SAID, labels=[[0], [1]]),
        "`labels` must be a list of labels; got [0].",
    ),
    "an encoding of no text": (
        lambda folder: read(csv(0)(folder), truth="y", score="s", positive=1, encoding="base64"),
        "must be base64 text; got an unknown encoding.",
    ),
    "an encoding that reads nothing": (
        lambda folder: read(csv(0)(folder), truth="y", score="s", positive=1, encoding="undefined"),
        "must be undefined text; got an unknown encoding.",
    ),
    "a negative number of cases": (
        lambda _: referee.Estimate("accuracy", 0.5, -5),
        "`n` must be at least 0; got -5.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_reason(tmp_path, name):
    call, sentence = REFUSED[name]
    with pytest.raises(referee.InputError) as caught:
        call(tmp_path)
    assert sentence in str(caught.value)


def test_probability_tables_go_by_the_names_of_their_columns():
    truth = DRAW.integers(0, 3, 90)
    shares = DRAW.random((90, 3)) + 2 * np.eye(3)[truth]
    shares /= shares.sum(axis=1, keepdims=True)
    right = evaluate(truth, y_score=shares, rng=0)["ovr_auc"].value
    turned = shares[:, [2, 0, 1]]
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for table in (
        pandas.DataFrame(turned, columns=[2, 0, 1]),
        pandas.DataFrame(turned, columns=["p_2", "p_0", "p_1"]),
        polars.DataFrame(turned, schema=["2", "0", "1"]),
        pa.table({name: turned[:, i] for i, name in enumerate(["2", "0", "1"])}),
        {2: turned[:, 0], 0: turned[:, 1], 1: turned[:, 2]},
    ):
        assert evaluate(truth, y_score=table, rng=0)["ovr_auc"].value == right


NAMES = [f"feature_{i:06d}" for i in range(6000)]


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


@pytest.mark.parametrize("zipped", [False, True])
def test_a_header_longer_than_64_kib_is_read_to_its_end(tmp_path, zipped):
    from referee.data.files import column_names

    file = wide(tmp_path, "y", "p", zipped=zipped)
    assert read(file, truth="y", pred="p").confusion == read(TRUTH, SAID).confusion
    assert read(file, truth="y", pred="p", keep="counts").confusion == read(TRUTH, SAID).confusion
    assert len(column_names(file)) == len(NAMES) + 2
    with pytest.raises(referee.FileError, match="must name each column once; got the column 'y' twice"):
        read(wide(tmp_path, "y", "p", "y", zipped=zipped), truth="y", pred="p")


def test_a_header_may_hold_line_breaks_and_odd_separators(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text('y,"a\nb","c\u2028d",p\n1,0,0,1\n0,0,0,1\n', encoding="utf-8")
    assert read(file, truth="y", pred="p").n == 2
    assert read(file, truth="y", pred="a\nb", labels=[0, 1]).n == 2
    assert read(file, truth="y", pred="c\u2028d", labels=[0, 1], keep="counts").n == 2


def test_half_of_a_pair_is_a_label_like_any_other(tmp_path):
    result = evaluate(["\ud800", "b"] * 10, ["\ud800", "b", "b", "b"] * 5, positive="b", rng=0)
    assert "\\ud800" in str(result)
    result.to_json(tmp_path / "r.json")
    assert referee.load(tmp_path / "r.json").confusion == result.confusion
    assert read(["\ud800", "b"], ["b", "b"]).fingerprint != read(["\ud801", "b"], ["b", "b"]).fingerprint


BROKEN = {"an accuracy of 7.5": ("value", 7.5), "n of -5": ("n", -5)}


@pytest.mark.parametrize("name", BROKEN)
def test_a_saved_result_that_cannot_be_is_refused(tmp_path, name):
    """Changed in the file it no longer fits its checksum; without a checksum it is still no result."""
    key, value = BROKEN[name]
    data = json.loads(evaluate(TRUTH, SAID, rng=0).to_json())
    data["measures"][0][key] = value
    for sentence in ("other data than its checksum is of", "must"):
        (tmp_path / "r.json").write_text(json.dumps(data))
        code, out, err = run("report", tmp_path / "r.json", "-o", tmp_path / "page.html")
        assert (code, out) == (2, "")
        assert sentence in err
        assert not (tmp_path / "page.html").exists()
        data.pop("checksum", None)


@pytest.fixture
def little_memory(monkeypatch):
    monkeypatch.setattr("referee._memory.free_memory", lambda: 1e6)
    monkeypatch.setattr("referee.data.files.free_memory", lambda: 1e6)


TOO_MUCH = {
    "classes of two models": lambda _: referee.compare(
        read(np.arange(200), np.arange(200)), read(np.arange(200), np.arange(200)[::-1]), rng=0
    ),
    "splits": lambda _: referee.CrossValidation(2, repeats=10**9).make([0, 1] * 10, rng=0),
    "resamples": lambda _: referee.learners.Bootstrap(10**9).make([0, 1] * 10, rng=0),
    "a file of records": lambda folder: read(wide(folder, "y", "p"), truth="y", pred="p", keep="records"),
    "a packed file": lambda folder: read(wide(folder, "y", "p", zipped=True), truth="y", pred="p", keep="records"),
}


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("name", TOO_MUCH)
def test_memory_is_asked_for_before_it_is_taken(tmp_path, name):
    with pytest.raises(referee.InputError, match="must fit into 50% of the memory that is free .0.0 GB.; got "):
        TOO_MUCH[name](tmp_path)


def test_a_packed_file_is_large_by_what_is_in_it(tmp_path, monkeypatch):
    """So that what unpacks without end is counted in little memory and not kept."""
    file = tmp_path / "p.csv.gz"
    file.write_bytes(gzip.compress(b"y,p\n" + b"1,1\n0,1\n" * 5000))
    assert not read(file, truth="y", pred="p").counted
    monkeypatch.setattr("referee.data.table.LARGE", 10_000)
    assert file.stat().st_size < 1000
    assert read(file, truth="y", pred="p").counted


def test_many_classes_of_two_models_are_compared_without_a_table_of_every_pair():
    from referee.inference.label_gaps import discordance

    draw = np.random.default_rng(1)
    truth = draw.integers(0, 60, 900)
    one, two = (np.where(draw.random(900) < share, truth, (truth + 1) % 60) for share in (0.8, 0.7))
    right = [one == truth, two == truth]
    table = discordance(referee.metrics.accuracy, referee.core.JointConfusion.from_labels(truth, one, two))
    assert table == [[int((a & b).sum()) for b in (right[1], ~right[1])] for a in (right[0], ~right[0])]


def test_a_terminal_without_a_sign_gets_its_number(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,p\n日,日\nb,日\n" * 10, encoding="utf-8")
    env = os.environ | {"PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "referee", "evaluate", str(file), "--truth", "y", "--pred", "p"]
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"\\u65e5" in done.stdout


def test_a_lack_of_memory_is_one_sentence(monkeypatch):
    def greedy(*args, **options):
        raise MemoryError

    monkeypatch.setattr(sys.modules["referee.cli"].cli, "main", greedy)
    code, out, err = run("evaluate", "--tp", 1, "--fn", 1, "--fp", 1, "--tn", 1)
    assert (code, out) == (2, "")
    assert err.startswith("referee: there is not enough memory; ")
    assert len(err.splitlines()) == 1


STUDIES = {
    "nested without end": ("a = " + "[" * 5000 + "]" * 5000, "must be a TOML file; got one nested too deep."),
    "splits without end": (
        '[plan]\nkind = "repeated k-fold"\nrepeats = 1000000000\n[[dataset]]\nbundled = "iris"\n'
        '[[learner]]\nclass = "sklearn.naive_bayes.GaussianNB"\n',
        "`splits` must fit into 50% of the memory that is free",
    ),
}


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_without_end_is_refused(tmp_path, name):
    text, sentence = STUDIES[name]
    (tmp_path / "study.toml").write_text(text)
    code, out, err = run("experiment", tmp_path / "study.toml", "--dry-run")
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_one_broken_store_of_several_is_named(tmp_path):
    from helpers.study_learners import study

    paths = [tmp_path / f"{i}.db" for i in range(3)]
    study(slow_only=True).run(paths[0])
    for path in paths[1:]:
        path.write_bytes(paths[0].read_bytes())
    paths[1].write_bytes(paths[0].read_bytes()[:5000])
    code, out, err = run("rank", *paths)
    assert (code, out) == (2, "")
    assert str(paths[1]) in err
    assert len(err.splitlines()) == 1
