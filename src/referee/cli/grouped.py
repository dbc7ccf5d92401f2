"""Groups of commands, and options of a command in groups: those that matter most first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from referee import _check

FEW = 10
"""Up to so many options stay in one list."""

FURTHER, READING, OUTPUT = "Further options", "Where rows are and how they are read", "Output"

GROUPS: dict[str, tuple[str, ...]] = {
    "Columns, and how rows belong together": (
        "pred", "score", "threshold", "weights", "groups", "case_id", "by", "scores", "by_position", "independent",
        "times", "ids", "sites", "excluded", "positive", "models",
    ),
    "The question": (
        "metric", "metrics", "margin", "costs", "prevalence", "interval", "level", "rng", "baseline", "adjust",
        "where_better", "method", "claim", "rope", "better", "gain", "rounding", "tolerance", "runs", "test",
    ),
    "Learners that are run": ("learners", "learner", "params", "target", "features", "n_jobs", "budget"),
    "Numbers instead of a file": (
        "tp", "fn", "fp", "tn", "sensitivity", "specificity", "population", "positives", "accuracy", "n", "against",
        "against_n", "counts", "against_counts", "against_positives", "ppv", "npv", "f1", "balanced_accuracy", "mcc",
        "kappa", "auc", "more",
    ),
    FURTHER: (),
    READING: ("file", "table", "query", "missing", "exact", "keep", "encoding", "delimiter"),
    OUTPUT: ("json", "markdown", "latex", "html", "plot", "ledger", "help"),
}  # fmt: skip
"""Which options stand together, by the names of their parameters."""


class Commands(click.Group):
    """A group of commands that names the nearest one when there is none of a name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, its name and the other arguments."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}. {_check.near(args[0], known)}".rstrip())
        return super().resolve_command(ctx, args)


class Grouped(click.Command):
    """A command whose help has the options of `first` before the others, which follow in groups.

    Without `first` only how rows are read and output are set apart.
    """

    def __init__(self, *args: Any, first: Sequence[str] = (), **how: Any) -> None:
        super().__init__(*args, **how)
        self.first = first

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, in groups when there are many."""
        params = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        sections: dict[str, list[click.Option]] = {title: [] for title in ("Options", *GROUPS)}
        for param in params:
            sections[self._section(param) if len(params) > FEW + 1 else "Options"].append(param)
        if self.first:
            sections["Options"].sort(key=lambda param: self.first.index(param.name or ""))
        for title, found in sections.items():
            records = [record for param in found if (record := param.get_help_record(ctx)) is not None]
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def _section(self, param: click.Option) -> str:
        name = "help" if "--help" in param.opts else param.name
        if name in self.first:
            return "Options"
        found = next((title for title, names in GROUPS.items() if name in names), FURTHER)
        return found if self.first or found in (READING, OUTPUT) else "Options"
