"""The command line: one subcommand a verb, each in its own module, loaded when it is called."""

from __future__ import annotations

import importlib
import io
import sys
from typing import NoReturn

import click

from referee._check import mask_secrets
from referee._version import __version__
from referee.cli.grouped import Commands

COMMANDS = {
    "demo": "See a first verdict on bundled data, in a minute.",
    "audit": "Does data or procedure hold one of the classic mistakes.",
    "bounds": "What error is possible at all: VC bounds and Bayes errors.",
    "compare": "Is it really better: the valid test, its interval and a verdict.",
    "estimate": "How will a learner do on new cases: its true error.",
    "evaluate": "How good is it: every measure with its interval.",
    "experiment": "Run a study: learners on datasets, kept as it goes.",
    "export": "A study's predictions and results for other programs.",
    "gate": "May the candidate ship: the verdict as an exit code.",
    "plan": "How many cases a question needs, or the power of those in hand.",
    "rank": "Which learner is best over many datasets, and from which it is not distinguished.",
    "review": "Can a published claim be true, and do its numbers carry it?",
    "report": "One page that a person reads, from a saved result.",
    "test": "The toolbox: z, t, F, chi-square, randomization, McNemar, ...",
    "textbook": "The worked examples of five texts on evaluating classifiers, run.",
    "validate": "What a procedure does on data like yours, measured.",
}


OWN_PROGRESS = ("demo", "estimate")
"""Commands that say themselves what they do."""


class _Lazy(Commands):
    """A group that imports a command only when it is used, so that help and version are quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"referee.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="referee")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(context: click.Context, debug: bool) -> None:
    """How good is a classifier really, and is it really better than that one?

    Results go to standard output, errors to standard error. Exit codes: 0 done, 1 a verdict was not met or a job
    failed, 2 the call or its data are wrong. On a terminal output is as wide as that and has colour; NO_COLOR=1
    turns colour off, FORCE_COLOR=1 on.
    """
    from referee.cli.terminal import Watch

    if context.invoked_subcommand not in OWN_PROGRESS:
        context.obj = context.with_resource(Watch())


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line; an error of the user's is one line on standard error and exit code 2."""
    given = sys.argv[1:] if args is None else args
    debug = "--debug" in given
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a sign gets its number
    try:
        code = cli.main([a for a in given if a != "--debug"], prog_name="referee", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        if debug:
            _trace()
        prefix = "" if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())) else "referee: "
        click.echo(prefix + mask_secrets(error.format_message()), err=True)
        sys.exit(2)
    except click.exceptions.Abort:
        click.echo("referee: stopped by hand before there was a result", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except MemoryError:
        told = "there is not enough memory; count the file (without ids, groups and weights), or give more"
        click.echo(f"referee: {told}", err=True)
        sys.exit(2)
    except Exception as error:
        from referee.errors import RefereeError

        ours = isinstance(error, RefereeError | OSError)
        if debug or not ours:
            _trace()
        if ours:
            click.echo(f"referee: {mask_secrets(str(error))}", err=True)
        sys.exit(2 if ours else 1)


def _trace() -> None:
    """The traceback of the error at hand, without secrets."""
    import traceback

    click.echo(mask_secrets(traceback.format_exc()), err=True)
