"""A study as tidy tables."""

from __future__ import annotations

import csv
import math

import numpy as np
import pyarrow.parquet as pq
import pytest

from referee.core.results import Results, StudyResults
from referee.core.splits import Splits
from referee.errors import FileError, InputError
from referee.studies.export import export_predictions, export_results

FOLDS = Splits("2-fold, 2 times", 4, ([0, 1], [2, 3], [0, 2], [1, 3]), repeats=2)
TRUTH = [0, 1, 0, 1]
EVIL = ("=1+1", "@SUM(A1)", "-x", "-1")


def cell(learner, labels, predicted, scores=(), **rest):
    return Results(learner, labels, TRUTH, FOLDS, predicted, scores, **rest)


@pytest.fixture
def study():
    said = ([0, 1], [1, 1], [0, 0], [1, 1])
    chances = tuple(np.array([0.25, 0.75]) for _ in range(4))
    margins = tuple(np.array([-3.0, 2.0]) for _ in range(4))
    three = tuple(np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]]) for _ in range(4))
    cells = (
        cell("tree", ("no", "yes"), said, chances, positive="yes"),
        cell("=cmd", ("no", "yes"), said, margins, positive="no"),
        cell("tree", ("a", "b", "c"), said, three),
        cell("=cmd", ("a", "b", "c"), (said[0], None, None, None), failures=((2, "ValueError: =no"),)),
    )
    seconds = (((0.5,) * 4,) * 2, ((0.5,) * 4, (0.5, *[math.nan] * 3)))
    means = (((0.75, 0.75), (0.75, 1.0)),)
    return StudyResults(
        "s", ("two", "three"), ("tree", "=cmd"), cells, ("accuracy",), means, ("=cmd",), 1, seconds
    )


def test_predictions(study, tmp_path):
    table = pq.read_table(export_predictions(study, tmp_path / "p.parquet"))
    head = ["dataset", "learner", "repeat", "fold", "row_id", "prediction", "truth"]
    classes = ["no", "yes", "a", "b", "c"]
    assert table.column_names == [*head, *(f"confidence.{name}" for name in classes)]
    rows = table.to_pylist()
    assert len(rows) == 8 * 3 + 2
    assert [rows[4][name] for name in head] == ["two", "tree", 1, 0, 0, "no", "no"]
    assert [rows[3][name] for name in head] == ["two", "tree", 0, 1, 3, "yes", "yes"]
    confidence = [[row[f"confidence.{name}"] for name in classes] for row in rows]
    assert confidence[0] == [0.75, 0.25, None, None, None]
    assert confidence[8] == [-3.0, 3.0, None, None, None]
    assert confidence[16] == [None, None, 0.5, 0.25, 0.25]
    assert confidence[24] == [None] * 5


def test_predictions_as_csv_are_the_same(study, tmp_path):
    parquet = pq.read_table(export_predictions(study, tmp_path / "p.parquet")).to_pylist()
    with export_predictions(study, tmp_path / "p.csv").open(newline="") as file:
        text = list(csv.DictReader(file))
    assert len(text) == len(parquet)
    for one, other in zip(text, parquet, strict=True):
        assert one["learner"] == {"tree": "tree", "=cmd": "'=cmd"}[other["learner"]]
        assert (one["prediction"], one["truth"], int(one["row_id"])) == (
            other["prediction"],
            other["truth"],
            other["row_id"],
        )
        for key, value in other.items():
            if key.startswith("confidence."):
                assert one[key] == "" if value is None else float(one[key]) == value


def test_results(study, tmp_path):
    rows = pq.read_table(export_results(study, tmp_path / "r.parquet")).to_pylist()
    assert len(rows) == 12 + 2
    assert rows[1] == {
        "dataset": "two",
        "learner": "tree",
        "baseline": False,
        "split": 1,
        "repeat": 0,
        "fold": 1,
        "n_train": 2,
        "n_test": 2,
        "accuracy": 0.5,
        "seconds": 0.5,
        "error": None,
    }
    assert (rows[12]["split"], rows[12]["accuracy"], rows[12]["baseline"]) == (0, 1.0, True)
    assert (rows[13]["split"], rows[13]["accuracy"], rows[13]["error"]) == (2, None, "ValueError: =no")
    with export_results(study, tmp_path / "r.csv").open(newline="") as file:
        text = list(csv.DictReader(file))
    assert (text[12]["learner"], text[13]["error"], text[13]["accuracy"]) == ("'=cmd", "ValueError: =no", "")


def test_a_label_that_is_a_formula_is_shown_and_a_number_stays(tmp_path):
    made = Results("rule", EVIL, [0, 1, 2, 3], FOLDS, ([0, 1], [2, 3], [0, 0], [3, 3]))
    study = StudyResults("s", ("d",), ("rule",), (made,), ("accuracy",), (((1.0,),),))
    with export_predictions(study, tmp_path / "p.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["truth"] for row in rows[:4]] == ["'=1+1", "'@SUM(A1)", "'-x", "-1"]
    exact = pq.read_table(export_predictions(study, tmp_path / "p.parquet"))
    assert exact.column("truth").to_pylist()[:4] == list(EVIL)


def test_where_it_cannot_be_written(study, tmp_path):
    with pytest.raises(InputError, match="`path` must be one of '.parquet', '.csv'; got '.xlsx'"):
        export_results(study, tmp_path / "r.xlsx")
    for name in ("r.csv", "r.parquet"):
        with pytest.raises(FileError, match="`path` must be a file that can be written"):
            export_predictions(study, tmp_path / "gone" / name)
    (tmp_path / "kept.csv").mkdir()
    with pytest.raises(FileError, match="must be a file that can be written"):
        export_results(study, tmp_path / "kept.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.csv"]
