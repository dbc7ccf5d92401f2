"""Databases as sources: DuckDB and SQLite by a path, any other by the connection that the user has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import pyarrow as pa

from referee import _check, _format
from referee.data import group_by
from referee.data.group_by import COUNT, How, Keys, Pushed, Values
from referee.data.source import ScoreRange
from referee.errors import FileError

_TEXTUAL = ("CHAR", "TEXT", "STRING", "CLOB", "BLOB", "DATE", "TIME", "UUID", "ENUM", "JSON")
_DOUBLES = ("DOUBLE", "FLOAT", "REAL", "TINYINT", "SMALLINT")
"""Types of which a double holds every value."""

_VALUES: dict[How, str] = {
    "min": "MIN({})",
    "max": "MAX({})",
    "count": "COUNT({})",
    "n_unique": "COUNT(DISTINCT {})",
    "about_n_unique": "COUNT(DISTINCT {})",
}


class Connection(Protocol):
    """A connection of Python's database API."""

    def cursor(self) -> Any:
        """What runs a query."""

    def close(self) -> None:
        """Let go of the database."""


def database(text: str) -> Connection:
    """A connection that cannot write, for duckdb:FILE or sqlite:FILE.

    >>> database("sqlite:nowhere.db")
    Traceback (most recent call last):
        ...
    referee.errors.FileError: `nowhere.db` must exist; got no such file.
    """
    engine, _, path = text.partition(":")
    if not Path(path).is_file():
        _check.fail(path, "exist", "no such file", error=FileError)
    if engine == "sqlite":
        import sqlite3

        return sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
    duckdb = _check.package("duckdb", "duckdb")
    try:
        database = duckdb.connect(path, read_only=True, config={"enable_external_access": "false"})
        # its bar goes to standard output, into the JSON that a long query is asked for
        return database.execute("SET enable_progress_bar = false")
    except Exception as error:
        _check.fail(path, "be a DuckDB database", _message(error), error=FileError)


class SqlSource(Pushed[str]):
    """A table or a query of a DB-API connection.

    >>> import sqlite3
    >>> from referee.data.source import CountRequest
    >>> con = sqlite3.connect(":memory:")
    >>> _ = con.execute("create table p (y int, yhat int)"), con.execute("insert into p values (1, 1), (0, 1)")
    >>> [part.counts.tolist() for part in SqlSource(con, table="p").parts(CountRequest(("y", "yhat")))]
    [[1, 1]]
    >>> con.close()
    """

    def __init__(
        self, connection: Any, *, query: str | None = None, table: str | None = None, own: bool = False
    ) -> None:
        if (query is None) == (table is None):
            got = "neither" if query is None else "both"
            _check.fail("query", "be given, or `table`, for a database", got)
        self._connection, self._own = connection, own
        self._module = type(connection).__module__.split(".")[0].lstrip("_")
        self._mark = "`" if "mysql" in self._module.lower() else '"'
        if table is not None:
            self._from = self.relation = ".".join(self.column(part) for part in table.split("."))
        else:
            assert query is not None
            if own and self._module == "duckdb":
                self._refuse_all_but_select(query)
            self.relation = f"({query.strip().rstrip(';')}\n)"
            self._from = f"{self.relation} AS referee_table"
        self.words = f"{'the table ' + table if table is not None else 'a query'} in {self._module}"
        self._columns: dict[str, str] | None = None

    def _refuse_all_but_select(self, query: str) -> None:
        """DuckDB runs several statements at once, and some write files."""
        try:
            statements = self._connection.extract_statements(query)
            kinds = [str(statement.type).rpartition(".")[2] for statement in statements]
        except Exception as error:
            _check.fail("query", "be SQL that DuckDB reads", _message(error))
        if kinds != ["SELECT"]:
            _check.fail("query", "be one SELECT", " and ".join(kinds) or "nothing")

    def names(self) -> list[str]:
        """The columns of the table or query."""
        return list(self._describe())

    def column(self, name: str) -> str:
        """A name as this database writes it."""
        return f"{self._mark}{name.replace(self._mark, 2 * self._mark)}{self._mark}"

    def number(self, name: str) -> str:
        """The score as a double, both zeros one, NaN missing; text is refused with its type."""
        kind = self._describe().get(name, "")
        column = self.column(name)
        if any(word in kind for word in _TEXTUAL):
            _check.fail(name, "hold numbers", f"type {kind}")
        if self._module == "sqlite3":
            odd = f"SELECT typeof({column}), COUNT(*) FROM {self._from} WHERE typeof({column}) IN ('text', 'blob')"
            rows, _ = self._run(f"{odd} GROUP BY 1")
            if rows:
                _check.fail(name, "hold numbers", f"{_format.plural(rows[0][1], 'value')} of type {rows[0][0]}")
        s = f"(CAST({column} AS DOUBLE PRECISION) + 0.0)"
        return f"(CASE WHEN isnan({s}) THEN NULL ELSE {s} END)" if self._module == "duckdb" else s

    def whole(self, name: str) -> str | None:
        """A column that may hold more than doubles do, by its type where the driver tells it, else by each value."""
        if self._module == "sqlite3":
            return f"CASE WHEN typeof({self.column(name)}) = 'integer' THEN {self.column(name)} END"
        kind = self._describe().get(name, "")
        return None if any(word in kind for word in _DOUBLES) else self.column(name)

    def single(self, name: str) -> bool:
        """Whether a column holds floats of 32 bits, where the driver tells it."""
        return self._module == "duckdb" and self._describe().get(name, "") in ("FLOAT", "REAL", "FLOAT4")

    def is_known(self, value: str) -> str:
        """Whether a value is not missing."""
        return f"{value} IS NOT NULL"

    def within(self, score: str, low: float | None, top: float | None) -> str:
        """Whether a score lies between two ends."""
        ends = [] if low is None else [f"{score} >= {_double(low)}"]
        return " AND ".join(ends if top is None else [*ends, f"{score} <= {_double(top)}"])

    def place(self, score: str, run: ScoreRange, scale: float, offset: int) -> str:
        """The bin of a score within a run; the engine may round as it likes."""
        return f"CAST(({score} - {_double(run.low)}) * {_double(scale)} AS BIGINT) + {offset}"

    def case(self, *branches: tuple[str, str | int]) -> str:
        """The value of the first condition that holds."""
        return f"CASE {' '.join(f'WHEN {condition} THEN {value}' for condition, value in branches)} END"

    def fetch(self, keys: Keys[str], values: Values[str], where: Sequence[str]) -> pa.Table:
        """The group-by as an Arrow table."""
        known = _VALUES | ({"about_n_unique": "APPROX_COUNT_DISTINCT({})"} if self._module == "duckdb" else {})
        named = {**keys, **{name: known[how].format(value) for name, (how, value) in values.items()}}
        named[COUNT] = "COUNT(*)"
        text = ", ".join(f"{sql} AS {self.column(f'c{i}')}" for i, sql in enumerate(named.values()))
        text = f"SELECT {text} FROM {self._from}"
        text += f" WHERE {' AND '.join(where)}" if where else ""
        text = f"{text} GROUP BY {', '.join(keys.values())}" if keys else text
        if self._module == "duckdb":
            text += f" LIMIT {group_by.MOST_GROUPS + 1}"
            if (table := self._run_arrow(text)) is not None:
                return table.rename_columns(list(named))
        rows, _ = self._run(text)
        arrays = {}
        for name, column in zip(named, list(zip(*rows, strict=True)) or [()] * len(named), strict=True):
            try:
                arrays[name] = pa.array([_plain(v) for v in column])
            except (pa.ArrowInvalid, pa.ArrowTypeError):
                found = sorted({type(v).__name__ for v in column if v is not None})
                _check.fail(name, "hold values of one type", " and ".join(found))
        return pa.table(arrays)

    def close(self) -> None:
        """Close a connection that was opened here."""
        if self._own:
            self._connection.close()

    def _describe(self) -> dict[str, str]:
        """Columns and the names of their types, where the driver tells them."""
        if self._columns is None:
            _, description = self._run(f"SELECT * FROM {self._from} WHERE 1 = 0")
            self._columns = {str(d[0]): "" if d[1] is None else str(d[1]).upper() for d in description or ()}
        return self._columns

    def other(self, *, query: str) -> SqlSource:
        """Another query of the same connection, which closes it when this one would."""
        return SqlSource(self._connection, query=query, own=self._own)

    def _run_arrow(self, text: str) -> pa.Table | None:
        """The columns of a query of DuckDB; None where one is neither number nor text, and each value is looked at."""
        try:
            table = self._connection.sql(text).to_arrow_table()
        except Exception as error:
            _check.fail("query", "run in the database", f"its message: {_message(error)}")
        columns = [_wide(column) for column in table.columns]
        return None if any(c is None for c in columns) else pa.table(columns, names=table.column_names)

    def _run(self, text: str) -> tuple[list[tuple[Any, ...]], Any]:
        """Rows and their description; the engine's own message when it fails."""
        cursor = None
        try:
            # a cursor of DuckDB is a connection of its own, which does not see registered tables
            cursor = self._connection if self._module == "duckdb" else self._connection.cursor()
            cursor.execute(text)
            return [tuple(row) for row in cursor.fetchmany(group_by.MOST_GROUPS + 1)], cursor.description
        except Exception as error:
            _check.fail("query", "run in the database", f"its message: {_message(error)}")
        finally:
            if cursor is not None and cursor is not self._connection:
                cursor.close()


def _wide(column: Any) -> Any:
    """A column of Arrow as Python's values would make it: integers and floats of 64 bits, text, truth values."""
    kind = column.type
    if pa.types.is_integer(kind) and not pa.types.is_uint64(kind):
        return column.cast(pa.int64())
    if pa.types.is_float32(kind):
        return column.cast(pa.float64())
    return column if pa.types.is_float64(kind) or pa.types.is_string(kind) or pa.types.is_boolean(kind) else None


def _double(value: float) -> str:
    """A number that no engine reads as a decimal."""
    text = repr(float(value))
    return text if "e" in text else f"{text}e0"


def _plain(value: Any) -> Any:
    """A value of a driver as Arrow takes it: whole decimals as integers."""
    if type(value).__name__ == "Decimal":
        return int(value) if value == int(value) else float(value)
    return value


def _message(error: Exception) -> str:
    return _check.mask_secrets(" ".join(str(error).split()))[:200].rstrip(".") or type(error).__name__
