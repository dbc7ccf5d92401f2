"""The answers of models from files and databases, through the same door as in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from referee import _format
from referee.cli import options
from referee.cli.terminal import progress

if TYPE_CHECKING:
    from referee.core import Answers
    from referee.data.read_slices import Sliced

METRIC = (
    "Measure compared, such as recall or sensitivity_at_specificity:0.9 [default: accuracy; roc_auc for scores]."
)
RECORDS = ("weights", "groups", "case_id")


file_options = options.combine_options(
    click.option("--truth", help="Column of the true class."),
    options.positive,
    click.option("--weights", help="Column of importance weights."),
    click.option("--groups", help="Column that names the cluster of each case."),
    click.option("--id", "case_id", help="Column of case identifiers."),
)
"""The options that say what the columns of a file are."""

pair_options = options.combine_options(
    click.option("--pred", help="Column of the predicted class, in both files."),
    click.option("--score", help="Column of the score or probability, in both files."),
    click.option("--by-position", is_flag=True, help="Row i of both files is the same case."),
    click.option("--independent", is_flag=True, help="The files are different test sets."),
)
"""The options of two files: what the model said, and how the rows belong together."""


def source_options(pair: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options of where rows are and how they are kept; a pair may name two tables or queries."""
    twice = " Twice for two tables." if pair else ""
    table = f"Table of a database, with duckdb:FILE or sqlite:FILE.{twice}"
    missing, lacking = click.Choice(["refuse", "drop"]), "What to do with rows that lack a value."
    counted = "Count kinds of cases where the rows are."
    return options.combine_options(
        click.option("--table", multiple=pair, help=table),
        click.option("--query", multiple=pair, help=f"SQL query of a database, instead of --table.{twice}"),
        options.preset("--missing", type=missing, default="refuse", help=lacking),
        click.option("--exact", is_flag=True, help="Keep every distinct score, however many there are."),
        click.option("--records", "keep", flag_value="records", help="Keep one row per case."),
        click.option("--counts-only", "keep", flag_value="counts", help=counted),
    )


def read_file(file: str, given: dict[str, Any]) -> Answers:
    """The answers of the model in one file or source."""
    from referee.data.read import read

    _columns(file, given)
    return read(file, **_reading(given), **_roles(given), **_reach(given), keep=given["keep"] or "auto")


def read_file_slices(file: str, given: dict[str, Any]) -> Sliced:
    """The answers of the model in a source, and of each slice of its cases."""
    from referee.data.read_slices import read_slices

    _columns(file, given)
    for role in RECORDS:
        options.refuse(given[role], f"{options.flag(role)} cannot be given with --by, which counts each slice")
    return read_slices(file, by=options.names(given["by"]), **_reading(given), **_reach(given))


def read_pair(files: tuple[str, ...], given: dict[str, Any], metric: Any) -> tuple[Any, ...]:
    """The models of one source (its columns), or of two."""
    from referee.data.read_models import read_models

    _truth(next(iter(files), ""), given)
    two = len(files) == 2 or any(len(given[name]) == 2 for name in ("table", "query"))
    if two:
        refuse_stray(given, ("models",), "one table or file")
        said = options.pick(given, "by_position", "independent")
        said |= {"preds": given["pred"], "scores": given["score"]}
        _require_column(given, metric)
        _require_pairing(given)
    else:
        refuse_stray(given, ("pred", "score", "by_position", "independent"), "two tables or files")
        said = {"scores" if metric.by_scores else "preds": model_names(given["models"])}
    reach = _reach(given) | {"keep": given["keep"] or "auto"} | options.pick(given, "truth", "positive")
    for name in ("table", "query"):
        if len(given[name]) < 2:
            reach[name] = next(iter(given[name]), None)
    return read_models(*files, **said, **_roles(given), **reach)


def metric_of(given: dict[str, Any], scores: bool = False) -> Any:
    """The metric asked for; scores go with the area under the ROC curve when none is."""
    from referee.metrics.registry import get

    by_score = scores or (given["score"] is not None and given["pred"] is None)
    found = get(given["metric"] or ("roc_auc" if by_score else "accuracy"))
    wrong = scores and not found.by_scores
    options.refuse(wrong, f"--scores can only be given with a measure of scores; got {found.name}")
    return found


def _require_column(given: dict[str, Any], metric: Any) -> None:
    """Refuse a metric whose column is not named."""
    predicted = "--pred, the column of the predicted class"
    options.refuse((given["pred"] is None) == (given["score"] is None), f"give {predicted}, or --score")
    wanted = "score" if metric.by_scores else "pred"
    words = {"score": "--score, the column of the score; got --pred", "pred": f"{predicted}; got --score"}
    options.refuse(given[wanted] is None, f"{metric.name} needs {words[wanted]}")


def _require_pairing(given: dict[str, Any]) -> None:
    """Two files must be said to be paired by id, by position, or not at all."""
    said = [option for option in ("case_id", "by_position", "independent") if given[option]]
    tables = bool(given["table"] or given["query"])
    if not said:
        what = "tables need --id" if tables else "files need --id, --by-position"
        raise click.UsageError(f"two {what} or --independent; none is assumed")
    options.refuse(tables and given["by_position"], "--by-position needs every record: give two files")
    if given["by_position"] and len(said) > 1:
        others = " and ".join(options.flag(option) for option in said if option != "by_position")
        raise click.UsageError(f"--by-position cannot be given with {others}")


def model_names(text: str | None) -> list[str]:
    """The columns of two or more models, written with commas."""
    names = [] if text is None else options.names(text)
    twice = sorted({name for name in names if names.count(name) > 1})
    if len(names) < 2 or twice:
        got = f"{twice[0]} twice" if twice else text or "none"
        raise click.UsageError(f"--models must name two or more columns of the file; got {got}")
    return names


def _columns(file: str, given: dict[str, Any]) -> None:
    """Refuse a call without the columns it needs."""
    _truth(file, given)
    if given["pred"] is None and given["score"] is None:
        raise click.UsageError(f"--pred or --score must name a column of the file{_columns_of(file)}")


def _reading(given: dict[str, Any]) -> dict[str, Any]:
    """What the columns are called; scores of several classes are written as class=column,class=column."""
    text = given["score"]
    parts = [] if text is None else text.split(",")
    several = len(parts) > 1 and all("=" in part for part in parts)
    score = options.pairs("score", text, str) if several else text
    return options.pick(given, "truth", "pred", "positive", "threshold") | {"score": score}


def _roles(given: dict[str, Any]) -> dict[str, Any]:
    return options.pick(given, "weights", "groups") | {"case_ids": given["case_id"]}


def _reach(given: dict[str, Any]) -> dict[str, Any]:
    names = ("missing", "exact", "encoding", "delimiter", "table", "query")
    return options.pick(given, *names) | {"progress": progress()}


def _truth(file: str, given: dict[str, Any]) -> None:
    if given["truth"] is None:
        raise click.UsageError(f"--truth must name a column of the file{_columns_of(file)}")


def _columns_of(file: str) -> str:
    """The columns of a file in words, where it is one that can be read."""
    from referee.data.files import column_names
    from referee.errors import RefereeError

    try:
        return f"; it has {_format.listing(column_names(file), 12)}"
    except (RefereeError, OSError):
        return ""


def complete(given: dict[str, Any], names: tuple[str, ...], all_of: str = "") -> None:
    """Refuse a call that gives some of these and not the others."""
    absent = [options.flag(name) for name in names if given[name] is None]
    if absent:
        wanted = all_of or f"all of {', '.join(map(options.flag, names))}"
        raise click.UsageError(f"give {wanted}; {', '.join(absent)} missing")


def refuse_stray(given: dict[str, Any], names: tuple[str, ...], source: str) -> None:
    """Refuse options that would be ignored."""
    stray = [options.flag(name) for name in names if given.get(name) not in (None, False, ())]
    options.refuse(stray, f"{', '.join(stray)} can only be given with {source}")
