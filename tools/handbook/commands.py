"""A page for each command: its help as the terminal shows it."""

from __future__ import annotations

import importlib
from typing import Any

import click

from referee.cli import COMMANDS, cli

MADE = "<!-- Made by `python -m tools.handbook` from the command's help. -->\n\n"


def pages() -> dict[str, str]:
    """docs/commands/NAME.md for each command, and the list of them."""
    made = {f"commands/{name}.md": _page(name, says) for name, says in COMMANDS.items()}
    rows = "".join(f"| [`referee {name}`]({name}.md) | {says} |\n" for name, says in sorted(COMMANDS.items()))
    made["commands/index.md"] = f"{MADE}# Commands\n\n{INTRO}\n\n| command | what it answers |\n|---|---|\n{rows}"
    return made


INTRO = (
    "Results go to standard output, progress and errors to standard error. `--json` prints one document with a schema. "
    "Exit codes: 0 well, 1 a verdict not met or a failure, 2 a wrong call."
)


def _page(name: str, says: str) -> str:
    """One command; a group has its subcommands below."""
    command = importlib.import_module(f"referee.cli.{name}").command
    parts = [f"{MADE}# referee {name}\n\n{says}\n", _help(command, f"referee {name}")]
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=f"referee {name}")
        for sub in command.list_commands(context):
            found = command.get_command(context, sub)
            assert found is not None
            parts += [f"## {name} {sub}\n", _help(found, f"referee {name} {sub}")]
    return "\n".join(parts)


def _help(command: click.Command, path: str) -> str:
    """The help text of a command, as wide as a page."""
    shown: dict[str, Any] = {**cli.context_settings, "max_content_width": 100, "terminal_width": 100}
    context = click.Context(command, info_name=path, **shown)
    return f"```text\n{command.get_help(context)}\n```\n"
