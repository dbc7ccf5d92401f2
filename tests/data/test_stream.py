"""Files that are not what they should be: one sentence each."""

from __future__ import annotations

from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import referee
from referee.data.counter import count_answers, count_slices
from referee.data.stream import find_files

GOOD = pa.table({"y": [1, 0, 1], "p": [0.9, 0.2, 0.4]})


def refused(data, **options):
    with pytest.raises(referee.InputError) as caught:
        count_answers(data, **({"truth": "y", "score": "p"} | options))
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.fixture
def folder(tmp_path):
    pq.write_table(GOOD, tmp_path / "a.parquet")
    return tmp_path


def test_a_truncated_parquet_file(folder):
    whole = (folder / "a.parquet").read_bytes()
    (folder / "b.parquet").write_bytes(whole[: len(whole) // 2])
    text = refused(folder)
    assert text.startswith(f"`{folder / 'b.parquet'}` must be a complete Parquet file; got ")


def test_a_damaged_gz(tmp_path):
    import gzip

    data = gzip.compress(b"y,p\n" + b"1,0.5\n" * 5000)
    (tmp_path / "a.csv.gz").write_bytes(data[: len(data) // 2])
    assert "must be complete; got a damaged file" in refused(tmp_path / "a.csv.gz")


def test_decimals_that_a_float_cannot_tell_apart(tmp_path):
    near = [Decimal("0.10000000000000000001"), Decimal("0.10000000000000000002"), Decimal("0.5")]
    for name, values in (("far", [*near[1:], Decimal("0.7")]), ("near", near)):
        scores = pa.array(values, pa.decimal128(38, 20))
        pq.write_table(GOOD.set_column(1, "p", scores), tmp_path / f"{name}.parquet")
    assert count_answers(tmp_path / "far.parquet", truth="y", score="p").ranking.scores.round(9).tolist() == [
        0.7,
        0.5,
        0.1,
    ]
    assert "got several decimals that round to one" in refused(tmp_path / "near.parquet")


def test_files_with_different_columns(folder):
    pq.write_table(pa.table({"y": [1], "q": [0.1]}), folder / "b.parquet")
    text = refused(folder)
    assert text == (
        f"`{folder / 'b.parquet'}` must have the column 'p'; got none of that name. Its columns are 'y', 'q'."
    )


def test_columns_of_different_types(folder):
    pq.write_table(pa.table({"y": ["yes"], "p": [0.1]}), folder / "b.parquet")
    assert refused(folder) == "`y` must have labels of the same type as other files; got text beside numbers."


def test_a_score_of_the_wrong_type(folder):
    pq.write_table(pa.table({"y": [1], "p": ["high"]}), folder / "b.parquet")
    assert refused(folder) == "`p` must hold numbers; got type string in b.parquet."
    assert (
        refused(pa.table({"y": [1], "p": ["high"]})) == "`p` must hold numbers; got type string in the dataframe."
    )


def test_a_truth_of_the_wrong_type(folder):
    import datetime

    table = pa.table({"y": [datetime.date(2026, 1, 1)], "p": [0.1]})
    rule = "`y` must hold class labels (text, whole numbers or booleans); got type date32[day]."
    assert refused(table) == rule
    assert "`y` must hold class labels; got 0.25." in refused(pa.table({"y": [0.25], "p": [0.1]}))


def test_a_cell_that_is_no_number(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\n1,0.5\n0,high\n")
    assert refused(tmp_path / "a.csv") == "`p` must hold numbers; got 'high' in a.csv."


def test_a_score_of_some_class_that_is_no_number_is_named(tmp_path):
    (tmp_path / "a.csv").write_text("id,y,a,b,c\n1,0,0.5,0.2,0.3\n2,1,0.1,0.8,high\n3,2,0.1,0.2,0.7\n")
    found = refused(tmp_path / "a.csv", score={0: "a", 1: "b", 2: "c"})
    assert found == "`c` must hold numbers; got 'high' in a.csv."


def test_no_file_at_all(tmp_path):
    assert "must match at least one file; got no such file." in refused(tmp_path / "*.parquet")
    assert "must hold a file of predictions; got a folder without one." in refused(tmp_path)
    assert "must exist; got no such file." in refused(tmp_path / "a.parquet")
    (tmp_path / "e.csv").write_text("y,p\n")
    assert "must hold at least one case" in refused(tmp_path / "e.csv")


def test_a_folder_is_read_in_order_and_marks_are_left_out(folder):
    (folder / ".hidden.parquet").write_text("x")
    (folder / "_temporary.parquet").write_text("x")
    (folder / "notes.md").write_text("x")
    assert find_files(folder) == [folder / "a.parquet"]


def test_what_cannot_be_asked():
    assert refused(GOOD, score=None) == "`pred` must name a column, or `score`; got neither."
    assert "`pred` must be the name of a column; got list." in refused(GOOD, pred=["a", "b", "c"])
    with pytest.raises(referee.InputError, match="`scores` must not be counted together with `preds`; got both"):
        referee.read_models(GOOD, truth="y", preds=["y", "y2"], scores=["p", "p2"], keep="counts")
    assert "`threshold` must be given with a score and without `pred`; got 0.5." in refused(
        GOOD, pred="y", threshold=0.5
    )
    assert refused(GOOD, truth=3) == "`truth` must be the name of a column; got int."
    assert "`missing` must be one of 'refuse', 'drop'; got 'skip'" in refused(GOOD, missing="skip")
    assert "`positive` must be a label that occurs; got 7." in refused(GOOD, positive=7)
    three = pa.table({"y": ["a", "b", "c"], "p": [0.1, 0.2, 0.3]})
    assert (
        refused(three)
        == "`positive` must name the class that the score is for; got None. There are 'a', 'b', 'c'."
    )
    assert count_answers(three, truth="y", score="p", positive="b").ranking.auc == 0.5
    assert "`source` must be a file, a glob, a folder" in refused(17)
    assert "`query` must be given with a database; got Table." in refused(GOOD, query="select 1")
    with pytest.raises(referee.InputError, match="`by` must name at least one column; got none"):
        count_slices(GOOD, by=[], truth="y", score="p")


def test_columns_are_named_or_given():
    with pytest.raises(
        referee.InputError, match="`score` must be given with `truth`, the column of the true class"
    ):
        referee.read([1, 0], [1, 0], score="p")
    with pytest.raises(referee.InputError, match="`y_pred` must not be given with `truth`, which names a column"):
        referee.read(GOOD, [1, 0, 1], truth="y", score="p")


@pytest.mark.parametrize("keep", ["records", "counts"])
def test_records_and_counts_refuse_alike(keep):
    table = {"y": [1, 0, 1], "a": [1, 0, 0], "b": [1, 1, 1]}
    for options, text in (
        ({"missing": "skip"}, "`missing` must be one of 'refuse', 'drop'; got 'skip'"),
        ({"labels": [1, 0, 0]}, "`labels` must differ from each other; got 1, 0, 0."),
        ({"labels": [1]}, "`labels` must name every label that occurs; got none for 0."),
        ({"positive": 7}, "`positive` must be a label that occurs; got 7."),
    ):
        for call in (
            lambda options=options: referee.read(table, truth="y", pred="a", keep=keep, **options),
            lambda options=options: referee.read_models(table, truth="y", preds=["a", "b"], keep=keep, **options),
        ):
            with pytest.raises(referee.InputError) as caught:
                call()
            assert str(caught.value).startswith(text)
    for sources in ((), (table, table, table)):
        with pytest.raises(referee.InputError, match="`data` must be one source, or two; got"):
            referee.read_models(*sources, truth="y", preds="a", by_position=True)


def test_progress_is_told(folder):
    told = []
    count_answers(folder, truth="y", score="p", progress=lambda rows, total: told.append((rows, total)))
    assert told == [(3, 3)]


def test_text_labels_that_are_numbers_and_positive_by_its_text(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\n1,0.5\n0,0.25\n")
    (tmp_path / "b.csv").write_text("y,p\n01,0.5\n0,0.25\n")
    assert count_answers(tmp_path / "a.csv", truth="y", score="p").labels == (0, 1)
    assert count_answers(tmp_path / "a.csv", truth="y", score="p", positive="0").positive == 0
    assert count_answers(tmp_path / "b.csv", truth="y", score="p", positive="01").labels == ("0", "01")
    (tmp_path / "c.csv").write_text("y,p\nTrue,0.5\nFalse,0.25\n")
    assert count_answers(tmp_path / "c.csv", truth="y", score="p").positive is True
