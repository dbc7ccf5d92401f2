"""`referee evaluate`: files, counts and rates."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.feather as pf
import pyarrow.parquet as pq
import pytest

import referee
from helpers.cli_runner import run
from referee.inference.estimate import interval_methods

COUNTS = ("--tp", 63, "--fn", 37, "--fp", 28, "--tn", 72)
RATES = ("--sensitivity", 0.5, "--specificity", 0.99)

N = 90
_rng = np.random.default_rng(7)
Y = _rng.integers(2, size=N)
YHAT = np.where(_rng.random(N) < 0.8, Y, 1 - Y)
TABLE = pa.table(
    {
        "id": [f"{i:04d}" for i in range(N)],
        "y": np.where(Y == 1, "yes", "no").tolist(),
        "yhat": np.where(YHAT == 1, "yes", "no").tolist(),
        "site": [f"s{i % 40}" for i in range(N)],
        "w": [1.0 + (i % 3) / 2 for i in range(N)],
    }
)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    rows = TABLE.to_pylist()
    lines = [",".join(TABLE.column_names), *[",".join(str(v) for v in row.values()) for row in rows]]
    (folder / "a.csv").write_text("\n".join(lines) + "\n")
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pq.write_table(TABLE, folder / "a.parquet")
    pf.write_feather(TABLE, folder / "a.feather")
    return folder


def document(*args):
    code, out, err = run("evaluate", *args, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def measures(*args):
    return {m["name"]: m for m in document(*args)["measures"]}


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "feather"])
@pytest.mark.parametrize("extra", [(), ("--weights", "w"), ("--groups", "site"), ("--id", "id")])
def test_files_of_every_kind_give_what_python_gives(files, kind, extra):
    got = document(files / f"a.{kind}", "--truth", "y", "--pred", "yhat", "--positive", "yes", *extra)
    options = (
        {
            "--weights": {"weights": TABLE["w"]},
            "--groups": {"groups": TABLE["site"]},
            "--id": {"case_ids": TABLE["id"]},
        }[extra[0]]
        if extra
        else {}
    )
    expected = referee.evaluate(referee.read(TABLE["y"], TABLE["yhat"], positive="yes", **options), rng=0)
    assert got["measures"] == json.loads(expected.to_json())["measures"]
    assert got["notes"] == list(expected.notes)


def test_weights_and_groups_matter(files):
    plain = measures(files / "a.csv", "--truth", "y", "--pred", "yhat", "--positive", "yes")["accuracy"]
    weighted = measures(files / "a.csv", "--truth", "y", "--pred", "yhat", "--weights", "w", "--positive", "yes")
    grouped = measures(files / "a.csv", "--truth", "y", "--pred", "yhat", "--groups", "site", "--positive", "yes")
    assert weighted["accuracy"]["value"] != plain["value"]
    assert weighted["accuracy"]["n"] < N
    assert grouped["accuracy"]["value"] == plain["value"]
    assert grouped["accuracy"]["interval"]["method"] == "Dirichlet weights on 40 clusters and one unseen"


@pytest.mark.parametrize(("truth", "positive"), [("1", 1), ("1.0", 1), ("True", True), ("true", True)])
def test_the_positive_class_is_written_as_in_the_file(tmp_path, truth, positive):
    other = {"1": "0", "1.0": "0.0", "True": "False", "true": "false"}[truth]
    path = tmp_path / "a.csv"
    path.write_text(f"y,p\n{truth},{truth}\n{other},{truth}\n")
    got = document(path, "--truth", "y", "--pred", "p", "--positive", truth)["confusion"]
    assert got["positive"] is positive or got["positive"] == positive
    assert document(path, "--truth", "y", "--pred", "p", "--positive", other)["confusion"]["positive"] in (
        0,
        False,
    )


def test_counts():
    got = measures(*COUNTS)
    assert got["sensitivity"]["value"] == 0.63
    assert got["precision"]["value"] == pytest.approx(63 / 91)
    assert got["accuracy"]["interval"]["level"] == 0.95


def test_counts_at_a_prevalence():
    got = measures(*COUNTS, "--prevalence", 0.0026)["precision"]
    assert got["value"] == pytest.approx(0.63 * 0.0026 / (0.63 * 0.0026 + 0.28 * 0.9974))
    assert got["interval"]["low"] < got["value"] < got["interval"]["high"]
    wide = measures(*COUNTS, "--prevalence", "0.001,0.01")["precision"]["interval"]
    assert wide["low"] < got["interval"]["low"]
    assert wide["high"] > got["interval"]["high"]
    assert document(*COUNTS, "--prevalence", "0.001,0.01")["prevalence"] == "0.001 to 0.01"


def test_positives_of_a_population_are_its_prevalence():
    by_count = document(*RATES, "--positives", 50000, "--population", 19216900)
    by_share = document(*RATES, "--prevalence", 50000 / 19216900, "--population", 19216900)
    assert by_count["confusion"] == by_share["confusion"]
    assert run("evaluate", *RATES, "--positives", 50000)[0] == 2
    assert run("evaluate", *COUNTS, "--positives", 5)[0] == 2


def test_rates_fill_the_table_of_a_population():
    got = document(*RATES, "--prevalence", 0.0026, "--population", 19216900)
    (tn, fp), (fn, tp) = got["confusion"]["counts"]
    assert tp == pytest.approx(24981.97)
    assert fp == pytest.approx(191669.36, abs=0.01)
    assert tn + fp + fn + tp == pytest.approx(19216900)
    precision = {m["name"]: m for m in got["measures"]}["precision"]
    assert precision["value"] == pytest.approx(tp / (tp + fp))
    assert precision["interval"] is None
    assert precision["note"] == "from rates without counts: a value only"


def test_the_level_is_kept():
    got = measures(*COUNTS, "--level", 0.99)["sensitivity"]["interval"]
    assert got["level"] == 0.99
    assert got["low"] < measures(*COUNTS)["sensitivity"]["interval"]["low"]
    assert "99% interval" in run("evaluate", *COUNTS, "--level", 0.99)[1]


def test_an_interval_by_name():
    got = measures(*COUNTS, "--interval", "wilson")["accuracy"]["interval"]
    expected = referee.inference.wilson(135, 200)
    assert (got["method"], got["low"]) == ("Wilson", pytest.approx(expected.low))


@pytest.mark.parametrize("args", [("--metric", "recall", "--metric", "mcc"), ("--metric", "recall;mcc")])
def test_some_metrics_only(args):
    assert list(measures(*COUNTS, *args)) == ["sensitivity", "mcc"]
    out = run("evaluate", *COUNTS, *args)[1]
    assert "MCC" in out
    assert "accuracy" not in out.split("measure")[1].split("R0")[0]


def test_costs():
    got = measures(*COUNTS, "--costs", "fp=1,fn=20")
    assert got["total_cost"]["value"] == 28 + 20 * 37
    assert got["mean_cost"]["value"] == pytest.approx((28 + 20 * 37) / 200)


def test_the_seed_decides_the_draws():
    assert measures(*COUNTS, "--seed", 3) == measures(*COUNTS, "--seed", 3)
    assert measures(*COUNTS, "--seed", 3)["mcc"] != measures(*COUNTS, "--seed", 4)["mcc"]
    assert document(*COUNTS)["seed"] == 0


def test_json_is_read_back(tmp_path):
    path = tmp_path / "r.json"
    path.write_text(run("evaluate", *COUNTS, "--json")[1])
    result = referee.load(path)
    assert result["f1"].value == pytest.approx(126 / 191)
    assert str(result) == run("evaluate", *COUNTS)[1].rstrip("\n")


KNOWN = ", ".join(map(repr, interval_methods()))


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((*COUNTS, "--level", 95), "`level` must lie strictly between 0 and 1; got 95.0. Did you mean 0.95?"),
        (
            (*COUNTS, "--prevalence", 2.6),
            "`prevalence` must lie strictly between 0 and 1; got 2.6. Did you mean 0.026?",
        ),
        ((*COUNTS, "--prevalence", "a"), "`prevalence` must be numbers with commas between them; got 'a'."),
        ((*COUNTS, "--metric", "zz"), "`metric` must be the name of a metric; got 'zz'."),
        ((*COUNTS, "--interval", "zz"), f"`interval` must be one of {KNOWN}; got 'zz'."),
        (
            (*COUNTS, "--interval", "wilsom"),
            f"`interval` must be one of {KNOWN}; got 'wilsom'. Did you mean 'wilson'?",
        ),
        ((*COUNTS, "--costs", "fp=1"), "`costs` must name both 'fp' and 'fn'; got {'fp': 1.0}."),
        (
            (*COUNTS, "--costs", "fp=1,fp=2,fn=3"),
            "`costs` must be written as name=value,name=value, each name once; got 'fp=1,fp=2,fn=3'.",
        ),
        (
            (*COUNTS, "--costs", "fp"),
            "`costs` must be written as name=value,name=value, each name once; got 'fp'.",
        ),
        (
            ("--tp", 25.5, "--fn", 1, "--fp", 1, "--tn", 1),
            "`tp` must be a whole number; got 25.5. 25.5 cases cannot be: the nearest counts are 25 and 26.",
        ),
        (("--tp", -1, "--fn", 1, "--fp", 1, "--tn", 1), "`tp` must be at least 0; got -1.0."),
        ((*COUNTS, "--truth", "y", "--id", "i"), "--truth, --id can only be given with a file"),
        ((*COUNTS, "--population", 5), "--population can only be given with --sensitivity and --specificity"),
        (
            (*COUNTS, "a.csv"),
            "give one of: a file, the counts --tp --fn --fp --tn, the rates; got a file and counts",
        ),
        (("--sensitivity", 0.5), "give --specificity too"),
        (RATES, "give --prevalence, or --positives and --population, too"),
        ((*RATES, "--prevalence", 0.1, "--population", 0), "`population` must be greater than 0; got 0.0."),
        (
            ("--sensitivity", 50, "--specificity", 0.9, "--prevalence", 0.1),
            "`sensitivity` must lie between 0 and 1; got 50.0. Did you mean 0.5?",
        ),
    ],
)
def test_errors(args, sentence):
    assert run("evaluate", *args) == (2, "", f"referee: {sentence}\n")
    assert run("evaluate", *args, "--json") == (2, "", f"referee: {sentence}\n")


def test_errors_of_a_file(files):
    path = files / "a.csv"
    code, out, err = run("evaluate", path, "--truth", "label", "--pred", "yhat")
    assert (code, out) == (2, "")
    columns = "'id', 'y', 'yhat', 'site', 'w'"
    assert err == (
        f"referee: `{path}` must have the column 'label'; got none of that name. Its columns are {columns}.\n"
    )
    assert run("evaluate", path, "--truth", "y", "--pred", "yhat", "--positive", "oui") == (
        2,
        "",
        "referee: `positive` must be a label that occurs; got 'oui'. The labels are 'no', 'yes'.\n",
    )
    assert run("evaluate", path, "--truth", "y", "--pred", "yhat", "--weights", "site") == (
        2,
        "",
        "referee: `site` must hold numbers; got 's0' at row 1 (index 0).\n",
    )
    assert run("evaluate", path, "--truth", "y", "--pred", "yhat", "--id", "site") == (
        2,
        "",
        "referee: `case_ids` must be different for each case; got 40 repeated ids ('s0', 's1', 's2' and 37 more), "
        "the first at row 41 (index 40).\n",
    )


def test_encoding_and_delimiter(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("y:p\ncafé:thé\nthé:thé\n".encode("latin-1"))
    got = document(path, "--truth", "y", "--pred", "p", "--encoding", "latin-1", "--delimiter", ":")
    assert got["confusion"]["labels"] == ["café", "thé"]


def test_a_measure_with_its_value_and_a_method_by_name(files):
    rows = [f"{y},{s:.4f}" for y, s in zip(Y, _rng.normal(1.5 * Y), strict=True)]
    (files / "s.csv").write_text("y,s\n" + "\n".join(rows) + "\n")
    asked = (files / "s.csv", "--truth", "y", "--score", "s", "--positive", 1)
    found = measures(
        *asked, "--metric", "sensitivity_at_specificity:0.9", "--metric", "auc", "--interval", "delong"
    )
    assert list(found) == ["sensitivity_at_specificity:0.9", "roc_auc"]
    assert found["roc_auc"]["interval"]["method"] == "DeLong normal"
    code, _, err = run("evaluate", *asked, "--interval", "delonge")
    assert code == 2
    assert "got 'delonge'. Did you mean 'delong'" in err


def test_the_help_lists_every_interval_method():
    said = " ".join(run("evaluate", "--help")[1].split())
    for name in interval_methods():
        assert name in said
