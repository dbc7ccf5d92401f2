"""`referee audit`."""

from __future__ import annotations

from typing import Any

import click

from referee import _check
from referee.cli import options

ROLES = ("groups", "times", "ids", "sites")


@options.command(
    "audit",
    "train.csv test.csv --target y --groups patient",
    first=("target", "predictions", "pred", "learner", "groups"),
)
@click.argument("train", type=click.Path())
@click.argument("test", type=click.Path(), required=False)
@click.option("--target", required=True, help="Column of the class.")
@options.features
@click.option("--groups", help="Column of what must stay in one set: patient, document.")
@click.option("--times", help="Column of times: training must come before test.")
@click.option("--ids", help="Column that names the case, where cases are measured more than once.")
@click.option("--sites", help="Column of the site or team.")
@options.path("--excluded", help="File of cases that were left out.")
@options.path("--predictions", help="File of predictions of the test cases, in their order.")
@click.option("--pred", help="Column of the predicted class in that file.")
@click.option("--score", help="Column of the score in that file.")
@options.positive
@options.repeated("--result", "results", type=click.Path(), help="A saved result (JSON); may be repeated.")
@click.option("--learner", help="The learner, such as GaussianNB.")
@options.params
@options.number("--claim", help="The accuracy that is claimed.")
@options.number("--gain", help="The improvement that is claimed.")
@options.ledger
@options.jobs
@options.seed
@options.text
@options.output
def command(train: str, test: str | None, **given: Any) -> int:
    """Look for the classic mistakes in a file of TRAINing cases, one of TEST cases, and what a model said of them.

    Exit codes: 0 no serious finding, 1 a serious finding, 2 the call or its data are wrong.
    """
    from referee.core import load
    from referee.verbs.audit import audit

    unnamed = given["pred"] is None and given["score"] is None and given["predictions"] is not None
    options.refuse(unnamed, "--predictions needs --pred, --score or both: the columns to read")
    files = {"train": train, "test": test, "excluded": given["excluded"]}
    tables: dict[str, Any] = {name: _table(name, file, given) for name, file in files.items() if file is not None}
    predictions = _read_predictions(tables, given)
    learner = None if given["learner"] is None else options.learner_of(given)
    results = [load(file) for file in given["results"]] or None
    how = options.pick(given, "target", "claim", "gain", "ledger", "rng", "n_jobs", *ROLES)
    features = None if given["features"] is None else options.names(given["features"])
    result = audit(**tables, features=features, predictions=predictions, results=results, learner=learner, **how)
    options.print_result(result)
    return 0 if result.passed else 1


def _table(name: str, file: str, given: dict[str, Any]) -> dict[str, Any]:
    """The columns of a file: the target, the roles and the features."""
    from referee.data.files import column_names, read_columns

    text = options.pick(given, "encoding", "delimiter")
    roles = [given[role] for role in ROLES if given[role] is not None]
    wanted = roles if name == "excluded" else [given["target"], *roles]
    names = column_names(file, wanted, **text)
    if given["features"] is not None:
        known = [name for name in (given["target"], *roles) if name in names]
        names = [*known, *options.names(given["features"])]
    return dict(read_columns(file, list(dict.fromkeys(names)), **text))


def _read_predictions(tables: dict[str, Any], given: dict[str, Any]) -> Any:
    """What the model said of the test cases.

    The classes of all files are read together, so that 1 is 1 in every file, and written back into the tables.
    """
    from referee.data.cells import label_columns, number_column
    from referee.data.column import labels_column
    from referee.data.encode import encode
    from referee.data.files import read_columns
    from referee.data.read import read

    target, file, pred, score = (given[name] for name in ("target", "predictions", "pred", "score"))
    cells = {name: columns[target] for name, columns in tables.items() if target in columns}
    said: dict[str, Any] = {}
    if file is not None:
        asked = [name for name in (pred, score) if name is not None]
        said = dict(read_columns(file, asked, **options.pick(given, "encoding", "delimiter")))
    if pred in said:
        cells["predicted"] = said[pred]
    classes = label_columns(cells, list(cells))
    for name in set(tables) & set(classes):
        tables[name][target] = classes[name]
    if file is None:
        return None
    if "test" not in classes:
        _check.fail("predictions", "come with a file of test cases", "none")
    _, labels = encode(labels_column("y", classes["test"]))
    scores = None if score is None else number_column(said, score)
    positive = options.positive_of(labels, given)
    return read(classes["test"], classes.get("predicted"), scores, positive=positive)
