"""`referee test`: the toolbox of hypothesis tests."""

from __future__ import annotations

from typing import Any

import click

from referee import _check, _format
from referee.cli import options
from referee.cli.grouped import Commands
from referee.cli.toolbox import COLUMNS, OPTIONS, TOOLS, Tool


@click.group("test", cls=Commands)
def command() -> None:
    """Hypothesis tests, each from values, from columns of a file, or from summary numbers."""


def _add(name: str, tool: Tool) -> None:
    """Add one test as a command."""
    data = list(dict.fromkeys(item for _, names in tool.forms for item in names))

    @options.output
    def run(**given: Any) -> None:
        options.print_result(_run(tool, given))

    names = [*data, *(["file", "encoding", "delimiter"] if set(data) & set(COLUMNS) else []), *tool.options]
    made: list[click.Parameter] = [click.Option([options.flag(item), item], **OPTIONS[item]) for item in names]
    options.command(f"test {name}", tool.example, command, params=made, help=tool.help)(run)


def _run(tool: Tool, given: dict[str, Any]) -> Any:
    """Choose the form by the data given, read the data and call the test."""
    from referee import inference

    data = {item for _, names in tool.forms for item in names}
    present = {item for item in data if given[item] is not None}
    forms = [form for form in tool.forms if set(form[1]) == present]
    for item in tool.needs:
        options.refuse(given[item] is None, f"give {options.flag(item)} too")
    if not forms:
        wanted = ", or ".join(" ".join(map(options.flag, names)) for _, names in tool.forms)
        got = " ".join(options.flag(item) for item in given if item in present) or "none of them"
        raise click.UsageError(f"give {wanted}; got {got}")
    function, names = forms[0]
    values = _values(names, given)
    rest = {item: given[item] for item in tool.options if given[item] is not None}
    if "labels" in rest:
        rest["labels"] = rest["labels"].split(",")
    if function == "permutation_metric":
        values = _answers(values[0])
    elif "columns" in names:
        rest["learners"] = options.names(given["columns"])
    if function == "monte_carlo":
        values = [values[0], inference.Normal(values[1], sd=values[2])]
    return getattr(inference, function)(*values, **rest)


def _answers(cases: Any) -> list[Any]:
    """The truth and the answers of two models, from a row for each case."""
    import numpy as np

    table = np.asarray(cases)
    if table.shape[1] != 3 or (table != table.round()).any():
        rule = "have three columns of whole numbers: the truth and two answers"
        _check.fail("table", rule, f"shape {table.shape}")
    return list(table.astype(int).T)


def _values(names: tuple[str, ...], given: dict[str, Any]) -> list[Any]:
    """The data of a form."""
    columns = [name for name in names if name in COLUMNS]
    if given.get("file") is not None:
        options.refuse(not columns, f"--file can only be given with {' '.join(map(options.flag, COLUMNS))}")
        wanted = {name: options.names(given[name]) if name == "columns" else [given[name]] for name in columns}
        read = _read(wanted, given)
        return [read.get(name, given[name]) for name in names]
    options.refuse("columns" in names, "--columns can only be given with --file")
    values: list[Any] = []
    for name in names:
        if name == "table":
            values.append(_table(given[name]))
        elif name in ("x", "y", "p_values"):
            values.append(options.numbers(options.flag(name).removeprefix("--"), given[name]))
        else:
            values.append(given[name])
    return values


def _read(wanted: dict[str, list[str]], given: dict[str, Any]) -> dict[str, Any]:
    """Columns of numbers: one for a sample, one per learner for a table."""
    import numpy as np

    from referee.data.cells import number_column
    from referee.data.files import read_columns

    every = [column for names in wanted.values() for column in names]
    columns = read_columns(given["file"], every, **options.pick(given, "encoding", "delimiter"))
    out: dict[str, Any] = {}
    for name, names in wanted.items():
        made = [number_column(columns, column) for column in names]
        out[name] = np.column_stack(made) if name == "columns" else made[0]
    return out


def _table(text: str) -> list[list[float]]:
    """Text such as 63,28;37,72 as rows of numbers."""
    try:
        rows = [[float(cell) for cell in row.split(",")] for row in text.split(";")]
    except ValueError:
        _check.fail("table", "be rows of numbers such as 63,28;37,72", _check.show_value(text))
    if len({len(row) for row in rows}) != 1:
        _check.fail("table", "have rows of one length", _check.show_value(text))
    return rows


for _name, _tool in TOOLS.items():
    _add(_name, _tool)


@options.command("test table", "t", command)
@click.argument("which", metavar="z|t|inclusion")
@click.option("--levels", metavar="VALUES", help="Confidence levels (z, t).")
@click.option("--df", metavar="VALUES", help="Degrees of freedom (t).")
@click.option("--n", metavar="VALUES", help="Numbers of cases (inclusion).")
@options.output
def table(which: str, levels: str | None, df: str | None, n: str | None) -> None:
    """Textbook tables: z and one-sided z', t (Table 4.6), the chance to be in a bootstrap sample."""
    _check.choice("which", which, ("z", "t", "inclusion"))
    for name, value, tables in (("levels", levels, ("z", "t")), ("df", df, ("t",)), ("n", n, ("inclusion",))):
        options.refuse(value is not None and which not in tables, f"--{name} cannot be given for {which}")
    title, head, rows = _rows(which, levels, df, n)
    cells = [[{"float": "inf"} if cell == float("inf") else cell for cell in row] for row in rows]
    document = {"schema": "referee.table/1", "title": title, "columns": head, "rows": cells}
    texts = [[f"{row[0]:g}", *[_format.number(cell, 3) for cell in row[1:]]] for row in rows]
    options.print_rows(title, head, texts, ">" * len(head), document)


def _rows(
    which: str, levels: str | None, df: str | None, n: str | None
) -> tuple[str, list[str], list[list[float]]]:
    """A table's title, its column heads and its rows."""
    from referee.inference import tables

    if which == "inclusion":
        sizes = options.numbers("n", n or "1,2,5,10,20,50,100,1000,100000,inf")
        rows = [[size, tables.inclusion_probability(size)] for size in sizes]
        return "chance of a case to be in a bootstrap sample, 1 - (1 - 1/N)^N", ["N", "chance"], rows
    asked: dict[str, Any] = {} if levels is None else {"levels": tuple(options.numbers("levels", levels))}
    if which == "z":
        two, one = tables.z_table(**asked), tables.z_table(**asked, sided="one")
        rows = [[level, two[level], one[level]] for level in two]
        return "z: the confidence level within -z to z, and below z' (one-sided)", ["level", "z", "z'"], rows
    dfs: dict[str, Any] = {} if df is None else {"dfs": tuple(options.numbers("df", df))}
    found = tables.t_table(**dfs, **asked)
    head = ["df", *[f"{level:g}" for level in next(iter(found.values()))]]
    return "t, two-sided, by degrees of freedom and level", head, [[d, *row.values()] for d, row in found.items()]
