"""The same numbers on one process and two, on a Dask cluster, and from every source, verb by verb."""

from __future__ import annotations

import json
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv as pc
import pyarrow.feather as pf
import pyarrow.parquet as pq
import pytest

pytest.importorskip("sklearn")

from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.cli_runner import run
from helpers.elsewhere import exists
from helpers.study_learners import study

BACKENDS = "learners.test_backends.test_one_job_two_jobs_and_a_dask_cluster_give_the_same_bits"
SOURCES = "data.test_sources."
PROOFS = {
    "evaluate": {
        "sources": (
            SOURCES + "test_counts_measures_and_intervals_are_the_same",
            SOURCES + "test_counts_of_parts_add_up_to_the_whole",
            "cli.test_evaluate.test_files_of_every_kind_give_what_python_gives",
            "cli.test_sources.test_a_glob_a_folder_a_database_and_a_file_say_the_same",
            "odd_inputs.test_formats.every_format_gives_the_same_result",
        ),
    },
    "compare": {
        "processes": ("verbs.test_compare_learners.test_the_same_numbers_for_any_number_of_workers", BACKENDS),
        "dask": (BACKENDS,),
        "sources": (
            SOURCES + "test_joint_counts_thresholds_text_labels_and_slices_are_the_same",
            SOURCES + "test_compare_takes_counts",
            "data.test_join.test_the_join_gives_the_joint_counts_and_the_comparison",
            "cli.test_compare_learners.test_a_file_gives_what_python_gives",
        ),
    },
    "estimate": {
        "processes": ("verbs.test_estimate.test_workers_do_not_change_a_bit", BACKENDS),
        "dask": (BACKENDS,),
        "sources": ("cli.test_estimate.test_a_file_gives_what_python_gives",),
    },
    "experiment": {
        "processes": ("studies.test_workers.test_processes_give_the_same_bits_as_one_and_learners_may_print",),
        "dask": ("studies.test_cluster.test_equal_bits_by_address_and_by_client",),
        "sources": ("studies.test_study_file.test_parquet_and_arff",),
    },
    "rank": {
        "processes": ("test_same_numbers.test_rank_and_exports_of_a_study_on_one_process_and_two",),
        "sources": ("verbs.test_rank.test_frames_files_and_mappings_say_the_same",),
    },
    "validate": {
        "processes": ("verbs.test_validate.test_processes_do_not_change_it",),
        "sources": ("test_same_numbers.test_validate_from_every_file",),
    },
    "audit": {
        "processes": ("test_same_numbers.test_an_audit_on_one_process_and_two",),
        "sources": ("test_same_numbers.test_an_audit_from_every_source",),
    },
}


def test_every_verb_has_its_proofs():
    for verb, kinds in PROOFS.items():
        for places in kinds.values():
            assert all(exists(place) for place in places), verb


DRAW = np.random.default_rng(3)
Y = np.arange(80) % 2
TABLE = {"a": DRAW.normal(size=80) + Y, "b": DRAW.normal(size=80), "y": Y}
TREE = DecisionTreeClassifier(max_features=1)


@pytest.mark.slow
def test_an_audit_on_one_process_and_two(monkeypatch):
    monkeypatch.setattr(sys.modules["referee.learners.run_learner"], "WORTH_SPREADING", 0.0)
    one, two = (referee.audit(TABLE, target="y", learner=TREE, rng=5, n_jobs=jobs).to_dict() for jobs in (1, 2))
    assert one == two


def files(folder):
    table = pa.table(TABLE)
    pc.write_csv(table, folder / "d.csv")
    (folder / "d.tsv").write_text((folder / "d.csv").read_text().replace(",", "\t"))
    pq.write_table(table, folder / "d.parquet")
    pf.write_feather(table, folder / "d.feather")
    (folder / "d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    return [folder / f"d.{kind}" for kind in ("csv", "tsv", "parquet", "feather", "jsonl")]


def said(*args):
    code, out, err = run(*args, "--json")
    assert code in (0, 1), err
    return json.loads(out)


def test_an_audit_from_every_source(tmp_path):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frames = [TABLE, pandas.DataFrame(TABLE), polars.DataFrame(TABLE), pa.table(TABLE)]
    first, *others = [referee.audit(frame, target="y", rng=5).to_dict() for frame in frames]
    assert all(other == first for other in others)
    first, *others = [said("audit", file, "--target", "y", "--seed", 5) for file in files(tmp_path)]
    assert all(other["findings"] == first["findings"] for other in others)
    assert [f["code"] for f in first["findings"]] == [
        f.code for f in referee.audit(TABLE, target="y", rng=5).findings
    ]


@pytest.mark.slow
def test_validate_from_every_file(tmp_path):
    args = ["--target", "y", "--learner", "sklearn.naive_bayes.GaussianNB", "--runs", 10, "--seed", 5]
    first, *others = [said("validate", file, *args, "--test", "five_by_two_t") for file in files(tmp_path)]
    assert first["size"]["n"] == 10
    assert all(other == first for other in others)


@pytest.mark.slow
def test_rank_and_exports_of_a_study_on_one_process_and_two(tmp_path):
    stores = {jobs: tmp_path / f"{jobs}.db" for jobs in (1, 2)}
    for jobs, store in stores.items():
        study(folds=2).run(store, n_jobs=jobs)
    one, two = (referee.rank(store, metric="accuracy", rng=0).to_dict() for store in stores.values())
    assert one == two
    for jobs, store in stores.items():
        code, _, err = run("export", store, "--predictions", tmp_path / f"{jobs}.csv")
        assert (code, err) == (0, "")
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()
