"""Files and functions of the source that three common jobs touch. `python -m tools.handbook.walks`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from itertools import count
from pathlib import Path
from types import CodeType, FrameType

import numpy as np

STUDY = """
[study]
seed = 1

[plan]
kind = "k-fold"
folds = 5

[[dataset]]
bundled = "iris"

[[dataset]]
bundled = "wine"

[[learner]]
name = "tree"
class = "sklearn.tree.DecisionTreeClassifier"

[[learner]]
name = "bayes"
class = "sklearn.naive_bayes.GaussianNB"
"""


def count_touched(job: Callable[[], object]) -> tuple[int, int]:
    """How many files and functions of the package ran while the job did, after a first run that imported them."""
    with redirect_stdout(StringIO()):
        job()
    seen: set[CodeType] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    sys.setprofile(watch)
    try:
        with redirect_stdout(StringIO()):
            job()
    finally:
        sys.setprofile(None)
    ours = [code for code in seen if "/src/referee/" in code.co_filename and not code.co_name.startswith("<")]
    return len({code.co_filename for code in ours}), len(ours)


def command(*words: str) -> None:
    """One command line, in this process."""
    from referee.cli import cli

    cli.main(list(words), standalone_mode=False)


def jobs(folder: Path) -> dict[str, Callable[[], object]]:
    """The three jobs, with their data written into the folder."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 400)
    scores = np.clip(truth * 0.3 + rng.random((2, 400)) * 0.7, 0, 1).round(3)
    rows = [f"{i},{t},{int(a > 0.5)},{a},{b}" for i, (t, a, b) in enumerate(zip(truth, *scores, strict=True))]
    predictions, study = folder / "predictions.csv", folder / "study.toml"
    predictions.write_text("case,y,yhat,a,b\n" + "\n".join(rows) + "\n")
    study.write_text(STUDY)
    columns = (str(predictions), "--truth", "y", "--positive", "1")
    stores = (str(folder / f"store{i}.db") for i in count())

    def experiment() -> None:
        store = next(stores)
        command("experiment", str(study), "--store", store)
        command("rank", store)

    return {
        "evaluate --html": lambda: command(
            "evaluate", *columns, "--pred", "yhat", "--score", "a", "--html", str(folder / "page.html")
        ),
        "compare by AUC": lambda: command(
            "compare", *columns, "--models", "a,b", "--scores", "--metric", "roc_auc"
        ),
        "experiment, then rank": experiment,
    }


def main() -> None:
    """Print one line per job."""
    with tempfile.TemporaryDirectory() as folder:
        for name, job in jobs(Path(folder)).items():
            files, functions = count_touched(job)
            print(f"{name:22}  {files:4} files  {functions:4} functions")


if __name__ == "__main__":
    main()
