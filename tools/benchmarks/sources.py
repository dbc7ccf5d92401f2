"""Ten million rows where they lie: the command on a Parquet file, and a table of DuckDB beside the query by hand.

Each side runs in a process of its own, as in `files`; imports are in our times. The price of an estimate is here too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import referee
from referee.learners.run import QUIET
from tools.benchmarks.files import MEMORY, make_file, measure
from tools.benchmarks.timing import Row, row

ROWS = 10**7
COMMAND = """
from contextlib import redirect_stdout
from io import StringIO
from referee.cli import cli
with redirect_stdout(StringIO()):
    cli.main(["evaluate", sys.argv[1], "--truth", "y", "--score", "score", "--positive", "1"], standalone_mode=False)
answer = 1
"""
DATABASE = """
import referee
answers = referee.read("duckdb:" + sys.argv[1], table="preds", truth="y", score="score", positive=1)
answer = referee.evaluate(answers, metrics=["roc_auc"], rng=0)["roc_auc"].value
"""
BY_HAND = """
import duckdb
import numpy as np
with duckdb.connect(sys.argv[1], read_only=True) as db:
    db.execute("set enable_progress_bar = false")
    query = "select score, sum(y)::bigint as positive, count(*) - sum(y)::bigint as negative from preds group by score"
    found = db.execute(query).fetchnumpy()
order = np.argsort(found["score"])
positive, negative = (np.asarray(found[name])[order].astype(float) for name in ("positive", "negative"))
answer = float(((np.cumsum(negative) - negative / 2) * positive).sum() / (positive.sum() * negative.sum()))
"""


def jobs() -> Iterator[Row]:
    """The rows on files and databases, and the fits of a default estimate."""
    with tempfile.TemporaryDirectory() as name:
        path = make_file(Path(name), ROWS)
        ours = measure(COMMAND, path, 2)
        job = "referee evaluate big.parquet --score"
        yield row(job, ROWS, ours["seconds"], "the goal in seconds", 4.0, 1, at_most=True)
        yield row(f"{job}: peak", ROWS, ours["peak"], "the goal", MEMORY, 1, at_most=True, unit="MB")
        if find_spec("duckdb") is None:
            print("duckdb is not installed: its row is skipped")
        else:
            yield _of_database(Path(name), path)
    yield _fits()


def _of_database(folder: Path, path: Path) -> Row:
    """The area of a score in a table of DuckDB."""
    import duckdb

    base = folder / "preds.db"
    with duckdb.connect(str(base)) as db:
        db.execute("create table preds as select * from read_parquet(?)", [str(path)])
    ours, theirs = measure(DATABASE, base, 2), measure(BY_HAND, base, 2)
    assert abs(ours["answer"] - theirs["answer"]) < 1e-5
    return row(
        "DuckDB table, area of one score", ROWS, ours["seconds"], "by hand", theirs["seconds"], 2, at_most=True
    )


def _fits() -> Row:
    """The fits of a default estimate of a forest."""
    from sklearn.ensemble import RandomForestClassifier

    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 200)
    X = rng.normal(size=(200, 5)) + y[:, None]
    skill = referee.estimate_error(RandomForestClassifier(10, random_state=0), X, y, rng=0, run=QUIET)
    job = "estimate_error of a forest: fits"
    return row(job, 200, float(skill.fits), "the goal", 60, 1, at_most=True, unit="x")
