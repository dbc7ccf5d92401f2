"""Options and values that several commands share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from referee import _check
from referee.cli.grouped import Grouped
from referee.cli.terminal import progress, terminal
from referee.core import Noun
from referee.core.layers_above import render as drawn
from referee.core.types import Label, Learner
from referee.core.whole_file import writable
from referee.views.page import Page, Table

if TYPE_CHECKING:
    from referee.data.labelled import LabelledTable
    from referee.learners.run import Run
    from referee.studies.dataset import Dataset

_FORM, _PAGE = "referee.form", "referee.page"

preset = partial(click.option, show_default=True)
number = partial(click.option, type=float)
path = partial(click.option, type=click.Path())
new_file = partial(click.option, type=click.Path(dir_okay=False))
repeated = partial(click.option, multiple=True)
"""Kinds of options: with a default that the help shows, a number, a file or folder, a file to write, several."""


def command(name: str, example: str, group: click.Group | None = None, **how: Any) -> Callable[..., click.Command]:
    """A command, alone or of a group, whose help ends in an example; `first` names the options that matter most."""
    made = click.command if group is None else group.command
    return made(name.split()[-1], cls=Grouped, epilog=f"Example: referee {name} {example}", **how)


def combine_options(*made: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Several options as one, in the order of the help."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(made):
            command = option(command)
        return command

    return decorate


def _keep_form(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Note the form that was asked for where `print_result` finds it."""
    asked = param.opts[0]
    if value and ctx.meta.setdefault(_FORM, asked) != asked:
        raise click.UsageError(f"give one form of output; got {ctx.meta[_FORM]} and {asked}")


def _keep_page(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[_PAGE] = writable(value, arg="html")


_form = partial(click.option, is_flag=True, expose_value=False, callback=_keep_form)
_page = partial(new_file, expose_value=False, callback=_keep_page, metavar="FILE")

level = preset("--level", type=float, default=0.95, help="Confidence level.")
seed = preset("--seed", "rng", type=click.IntRange(min=0), default=0, help="Seed of all random draws.")
text = combine_options(
    preset("--encoding", default="utf-8", help="Encoding of a text file."),
    click.option("--delimiter", default="", help="Column separator of a text file; found when not said."),
)
output = combine_options(
    _form("--json", help="Print the result as one JSON document."),
    _form("--markdown", help="Print the result as Markdown."),
    _form("--latex", help="Print the result as LaTeX."),
    _page("--html", help="Also write a page that a person reads."),
)
"""How a result is shown; `print_result` knows what was asked for."""

usual = combine_options(level, seed, text, output)
"""The options of nearly every command that reads a file."""

target = click.option("--target", required=True, help="Column of the class to learn.")
learner = click.option("--learner", required=True, help="The learner, such as GaussianNB.")
features = click.option(
    "--features", help="Columns to learn from, commas between them; all but identifiers when not said."
)
positive = click.option("--positive", help="The positive class.")
margin = number("--margin", help="A difference too small to matter.")
ledger = new_file("--ledger", help="File that keeps looks at test sets.")
jobs = preset("--jobs", "n_jobs", type=int, default=1, help="Number of processes.")
budget = click.option(
    "--budget", help="Time that fits may take, such as 60s or 5min; else a smaller plan is taken."
)
params = repeated("--param", "params", help="Parameter of the learner as name=value; may be repeated.")


def form() -> str:
    """The form that was asked for: text, json, markdown or latex."""
    return str(click.get_current_context().meta.get(_FORM, "--text")).removeprefix("--")


def print_result(result: Noun | Page) -> None:
    """Print a result in the form that was asked for; a page, when one is wanted, shows the command that made it."""
    progress().stop()
    asked = form()
    if asked == "json" and isinstance(result, Noun):
        click.echo(result.to_json())
    else:
        screen = terminal() if asked == "text" else {}
        click.echo(drawn(result, asked, **screen), color=True)  # whether there is colour was decided above
    path = click.get_current_context().meta.get(_PAGE)
    if path is not None:
        import shlex

        from referee.verbs.report import report

        report(result, path, command=_check.mask_secrets(shlex.join(["referee", *sys.argv[1:]])))


def print_rows(title: str, head: list[str], cells: list[list[str]], align: str, document: dict[str, Any]) -> None:
    """Print rows that are no noun, in the form that was asked for; `document` is what they are as JSON."""
    if form() == "json":
        click.echo(json.dumps(document, indent=1))
    else:
        print_result(Page(title, [Table([head, *cells], align)]))


def flag(name: str) -> str:
    """A parameter as it is typed."""
    typed = {"case_id": "id", "keep": "records", "p_values": "p", "rng": "seed"}
    return "--" + typed.get(name, name).replace("_", "-")


def refuse(wrong: object, why: str) -> None:
    """Refuse a call that is wrong, and say why."""
    if wrong:
        raise click.UsageError(why)


def print_for_cases(verb: Callable[..., Any], file: str, given: dict[str, Any], told: str, *names: str) -> int:
    """Print what a verb finds of a learner on the cases of a file; 0, or 130 after Ctrl-C with a sentence on that."""
    how = pick(given, *names, "method", "metric", "level", "rng")
    data = read_dataset(file, given)
    progress().stop()  # the fits have a bar of their own
    return print_finished(verb(learner_of(given), data, run=run_of(given), **how), told)


def print_finished(result: Any, told: str) -> int:
    """Print a result; 0, or 130 with a sentence where its fits were stopped by hand."""
    print_result(result)
    if not getattr(result, "interrupted", False):
        return 0
    click.echo(f"referee: stopped by hand; {told}", err=True)
    return 130


def only(kinds: dict[str, bool], wanted: str, too_many: str = "") -> str:
    """The one kind of data that is given; a call with none, several or too many is refused."""
    given = [name for name, present in kinds.items() if present]
    got = too_many or " and ".join(given) or "none of them"
    refuse(too_many or len(given) != 1, f"give one of: {wanted}; got {got}")
    return given[0]


def pairs(arg: str, text: str, convert: Callable[[str], Any]) -> dict[str, Any]:
    """Text such as fp=1,fn=20 as a mapping."""
    out = {}
    for item in text.split(","):
        key, equals, value = item.partition("=")
        try:
            if not equals or key.strip() in out:
                raise ValueError
            out[key.strip()] = convert(value)
        except ValueError:
            _check.fail(arg, "be written as name=value,name=value, each name once", _check.show_value(text))
    return out


def pick(given: dict[str, Any], *names: str) -> dict[str, Any]:
    """These of the options given, for a function that calls them so."""
    return {name: given[name] for name in names}


def costs(given: dict[str, Any]) -> dict[str, float] | None:
    """What errors cost, by --costs."""
    return None if given["costs"] is None else pairs("costs", given["costs"], float)


def names(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",")]


def numbers(arg: str, text: str) -> list[float]:
    """Text such as 20,50,100 as numbers."""
    try:
        return [float(item) for item in text.split(",")]
    except ValueError:
        _check.fail(arg, "be numbers with commas between them", _check.show_value(text))


def read_cases(file: str, given: dict[str, Any]) -> LabelledTable:
    """The labelled cases of a file, by the columns that the options name."""
    from referee.data.labelled import read_labelled

    features = None if given["features"] is None else names(given["features"])
    groups, times = given.get("groups"), given.get("times")
    text = pick(given, "encoding", "delimiter")
    return read_labelled(file, given["target"], features=features, groups=groups, times=times, **text)


def read_dataset(file: str, given: dict[str, Any]) -> Dataset:
    """The labelled cases of a file with their groups and times and the positive class."""
    from referee.studies.dataset import Dataset

    table = read_cases(file, given)
    where: dict[str, Any] = {"groups": table.groups, "times": table.times}
    return Dataset("", table.X, table.y, positive=positive_of(table.labels, given), **where)


def run_of(given: dict[str, Any]) -> Run:
    """How fits are run; their price and progress are always told."""
    from referee.learners.run import Run

    return Run(given["n_jobs"], progress=True, budget=given.get("budget"))


def learner_of(given: dict[str, Any]) -> Learner:
    """The learner that --learner and --param name."""
    from referee.learners.named_learner import named_learner, parameter_of

    return named_learner(given["learner"], dict(map(parameter_of, given.get("params", ()))))


def positive_of(labels: tuple[Label, ...], given: dict[str, Any]) -> Label | None:
    """The label that the word after --positive writes; another word is refused where the cases are read."""
    from referee.data.classes import positive_class
    from referee.errors import InputError

    text: str | None = given["positive"]
    try:
        return None if text is None else positive_class(labels, text, written=True)
    except InputError:
        return text
