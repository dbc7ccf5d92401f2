"""`referee rank`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee import _check
from referee.cli import options
from referee.core.whole_file import whole_file
from referee.errors import FileError
from referee.verbs.rank_tests import TESTS


@options.command(
    "rank",
    "--table results.csv --metric roc_auc --baseline C4.5",
    first=("table", "metric", "baseline", "test", "margin"),
)
@click.argument("study", required=False, type=click.Path())
@options.path("--table", help="A file with one row per dataset, its name first, and one column per learner.")
@click.option("--metric", help="What the scores are; of a study the metric to rank by.")
@click.option(
    "--better", type=click.Choice(["higher", "lower"]), help="Which scores are good; known for a metric."
)
@click.option("--learners", help="Rank these only, commas between them.")
@click.option("--baseline", help="Test each learner against this one instead of all pairs.")
@click.option(
    "--test",
    type=click.Choice(["auto", *TESTS]),
    default="auto",
    metavar="NAME",
    help=f"Test of pairs: auto (the default), {', '.join(TESTS)}.",
)
@options.margin
@options.number("--rope", help="Region of practical equivalence of the Bayesian test; the margin by default.")
@options.preset(
    "--missing",
    type=click.Choice(["drop", "refuse"]),
    default="drop",
    help="Without a score: leave the dataset out where it is needed, and say so; or refuse.",
)
@click.option("--picked-by", help="The learner by whose scores the datasets were picked.")
@click.option("--picked-scores", help="Column of the table with the scores that the datasets were picked by.")
@options.new_file("--plot", help="Also draw the critical-difference diagram.")
@options.usual
def command(study: str | None, **given: Any) -> None:
    """Rank learners over the datasets of a STUDY, or of a --table from anywhere."""
    from referee.verbs.rank import rank

    got = "neither" if study is None else "both"
    options.refuse((study is None) == (given["table"] is None), f"give a study or --table; got {got}")
    source, picked = (study, None) if study is not None else _table(given)
    learners = None if given["learners"] is None else options.names(given["learners"])
    asked = ("metric", "baseline", "test", "level", "margin", "rope", "better", "missing", "picked_by", "rng")
    result = rank(source, learners=learners, picked_scores=picked, **options.pick(given, *asked))
    if given["plot"] is not None:
        _draw(result, given["plot"])
    options.print_result(result)


def _table(given: dict[str, Any]) -> tuple[Any, dict[str, float] | None]:
    """The table of the file, and the scores that its datasets were picked by."""
    from referee.data.score_table import read_score_table, score_column
    from referee.verbs.score_table import good_end

    text = options.pick(given, "encoding", "delimiter")
    column, metric = given["picked_scores"], given["metric"]
    table = read_score_table(
        given["table"],
        metric=metric or "score",
        better=given["better"] or good_end(metric),
        leave_out=() if column is None else (column,),
        **text,
    )
    return table, None if column is None else score_column(given["table"], column, **text)


def _draw(result: Any, path: str) -> None:
    """The critical-difference diagram, or the differences of two learners, in a file."""
    _check.package("matplotlib", "plot")
    from matplotlib import pyplot

    rule = "end in the name of a picture such as .png, .svg or .pdf"
    if not Path(path).suffix:
        _check.fail("plot", rule, repr(path))
    figure = result.plot().figure
    try:
        with whole_file(path, arg="plot") as place:
            figure.savefig(place, bbox_inches="tight")
    except FileError:
        raise
    except ValueError as error:
        _check.fail("plot", rule, repr(path), f"{error}.")
    finally:
        pyplot.close(figure)
