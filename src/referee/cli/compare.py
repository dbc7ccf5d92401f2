"""`referee compare`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from referee.cli import answers, options
from referee.cli.terminal import progress

RATES = ("accuracy", "n", "against", "against_n")
COUNTS = ("counts", "against_counts")
FILES = ("truth", "positive", "weights", "groups", "case_id")
ONE = ("models", "baseline", "scores")
TWO = ("pred", "score", "by_position", "independent")
PLACE = ("table", "query", "exact", "keep")
LEARNERS = ("target", "learners", "features", "method", "budget")


@options.command(
    "compare",
    "preds.csv --truth y --models svm,tree --metric accuracy --margin 0.01",
    first=("truth", "models", "positive", "metric", "margin"),
)
@click.argument("files", nargs=-1, type=click.Path())
@click.option("--models", help="Columns of the models in one file, such as svm,tree.")
@click.option("--baseline", help="Compare each other model with this one.")
@options.preset("--adjust", default="holm", help="Adjustment of p-values of several pairs.")
@click.option("--scores", is_flag=True, help="The columns of --models are scores, not classes.")
@answers.file_options
@answers.pair_options
@answers.source_options(pair=True)
@click.option("--learners", help="Learners to run on the cases of one file, such as A,b=B(x=1), as dotted paths.")
@click.option("--target", help="Column of the class to learn.")
@options.features
@click.option("--method", help="The test of two learners, such as five_by_two_f [default: corrected_t].")
@options.budget
@options.jobs
@click.option("--metric", help=answers.METRIC)
@options.margin
@click.option("--costs", help="What errors cost, for example fp=1,fn=20, for total_cost.")
@click.option("--where-better", is_flag=True, help="At which prevalence and costs the first is better.")
@options.number("--accuracy", help="A published accuracy, instead of a file.")
@options.number("--n", help="Its number of cases.")
@options.number("--against", help="The accuracy it is compared with.")
@options.number("--against-n", help="The number of cases of that.")
@click.option("--counts", help="A published table, such as tp=63,fn=37,fp=28,tn=72.")
@click.option("--against-counts", help="The table it is compared with.")
@options.usual
def command(files: tuple[str, ...], **given: Any) -> int:
    """Is one model really better than another: the valid test, its interval and a verdict.

    The data are columns of one FILE (--models), the same column of two FILES, two published accuracies with their
    numbers of cases, or two published tables. Two learners (--learners, --target) are run on 30 random splits of the
    labelled cases of one FILE. Two files are joined by --id or --by-position, or are different test
    sets (--independent); no row is ever dropped. The first model is A, and a positive difference favours it.

    A glob in quotes, a folder, a large file and a database (duckdb:FILE or sqlite:FILE) are counted where they are:
    --table preds --models a,b for two columns, --table old --table new --id case for a join in the database.
    """
    groups = {"files": bool(files), "accuracies": _any(given, RATES), "tables": _any(given, COUNTS)}
    many = f"{len(files)} files" if len(files) > 2 else ""
    kind = options.only(groups, "one or two files, the accuracies, the tables", many)
    if _any(given, LEARNERS) or given["n_jobs"] != 1:
        result = _from_learners(files, given)
    elif kind == "accuracies":
        result = _from_rates(given)
    else:
        metric = answers.metric_of(given, given["scores"])
        models = _from_counts(given) if kind == "tables" else _from_files(files, given, metric)
        result = _region(models, given) if given["where_better"] else _compare(models, given, metric)
    return options.print_finished(result, "there is no verdict, for fits are missing")


def _compare(models: list[Any], given: dict[str, Any], metric: Any) -> Any:
    """The comparison of two models, or the family of several."""
    from referee.verbs.compare import compare
    from referee.verbs.compare_all import compare_all

    asked = {"metric": metric, "costs": options.costs(given)}
    asked |= options.pick(given, "margin", "level", "independent", "rng")
    baseline = given["baseline"]
    if len(models) == 2 and baseline is None:
        return compare(models[0], models[1], **asked)
    named = {model.name: model for model in models}
    if len(models) == 2 and baseline in named:
        base = named.pop(baseline)
        return compare(next(iter(named.values())), base, **asked)
    return compare_all(named, baseline=baseline, adjust=given["adjust"], **asked)


def _region(models: list[Any], given: dict[str, Any]) -> Any:
    from referee.verbs.where_better import where_better

    answers.refuse_stray(given, ("metric", "margin", "costs", "baseline"), "a comparison, without --where-better")
    options.refuse(len(models) != 2, f"--where-better is about two models; got {len(models)}")
    return where_better(*models, **options.pick(given, "level", "independent", "rng"))


def _from_rates(given: dict[str, Any]) -> Any:
    from referee.verbs.compare_rates import compare_rates

    answers.refuse_stray(given, (*FILES, *ONE, *TWO, *PLACE, "metric", "costs", "where_better"), "files or tables")
    answers.complete(given, RATES)
    rates = (given[name] for name in RATES)
    return compare_rates(*rates, margin=given["margin"], level=given["level"])


def _from_learners(files: tuple[str, ...], given: dict[str, Any]) -> Any:
    """Learners that are run on the cases of a file."""
    from referee.learners.named_learner import named_learners
    from referee.verbs.compare_learners import compare_learners

    incomplete = len(files) != 1 or given["learners"] is None or given["target"] is None
    options.refuse(incomplete, "learners need one file of labelled cases, --target and --learners")
    strays = ("truth", "weights", "case_id", "models", "scores", *TWO, "costs", "where_better")
    answers.refuse_stray(given, (*strays, *RATES, *COUNTS, *PLACE), "predictions in hand, without --learners")
    options.refuse(given["adjust"] != "holm", f"learners are adjusted by Holm; got {given['adjust']}")
    data = options.read_dataset(files[0], given)
    progress().stop()  # the fits have a bar of their own
    made = compare_learners(
        named_learners(given["learners"]),
        data,
        metric=given["metric"] or "accuracy",
        method=given["method"] or "corrected_t",
        run=options.run_of(given),
        **options.pick(given, "margin", "level", "baseline", "rng"),
    )
    return replace(made.duels[0], adjusted_p=None) if len(made) == 1 else made


def _from_counts(given: dict[str, Any]) -> list[Any]:
    """Two tables, from their four cells each."""
    from referee.core import ConfusionMatrix

    answers.refuse_stray(given, (*FILES, *ONE, *TWO, *PLACE), "files")
    answers.complete(given, COUNTS)
    made = []
    for name in COUNTS:
        cells = options.pairs(name, given[name], float)
        wrong = set(cells) != {"tp", "fn", "fp", "tn"}
        options.refuse(wrong, f"{options.flag(name)} must name tp, fn, fp and tn; got {given[name]!r}")
        made.append(ConfusionMatrix.from_counts(**cells))
    return made


def _from_files(files: tuple[str, ...], given: dict[str, Any], metric: Any) -> list[Any]:
    """The models of one file or of two."""
    if len(files) == 2:
        answers.refuse_stray(given, ONE, "one file")
    return list(answers.read_pair(files, given, metric))


def _any(given: dict[str, Any], names: tuple[str, ...]) -> bool:
    return any(given[name] is not None for name in names)
