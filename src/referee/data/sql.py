"""Databases as sources: DuckDB and SQLite by a path, any other by the connection that the user has."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import quote

import numpy as np
import pyarrow as pa

from referee import _check, _format
from referee.data.pushed import ABOVE, BIN, COUNT, LOW, TOP, Facts, Pushed, scale_of
from referee.data.source import Ask, Run
from referee.errors import FileError

_TEXTUAL = ("CHAR", "TEXT", "STRING", "CLOB", "BLOB", "DATE", "TIME", "UUID", "ENUM", "JSON")


def database(text: str) -> Any:
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
        return duckdb.connect(path, read_only=True)
    except Exception as error:
        _check.fail(path, "be a DuckDB database", _message(error), error=FileError)


class SqlSource(Pushed):
    """A table or a query of a DB-API connection.

    >>> import sqlite3
    >>> con = sqlite3.connect(":memory:")
    >>> _ = con.execute("create table p (y int, yhat int)"), con.execute("insert into p values (1, 1), (0, 1)")
    >>> [part.counts.tolist() for part in SqlSource(con, table="p").parts(Ask(("y", "yhat")))]
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
            self._from = self.relation = ".".join(self.quoted(part) for part in table.split("."))
        else:
            assert query is not None
            self.relation = f"({query.strip().rstrip(';')})"
            self._from = f"{self.relation} AS referee_table"
        self.words = f"{'the table ' + table if table is not None else 'a query'} in {self._module}"
        self._columns: dict[str, str] | None = None

    def names(self) -> list[str]:
        """The columns of the table or query."""
        return list(self._described())

    def facts(self, score: str) -> Facts:
        """Distinct scores and their ends, in one query."""
        s = self._score(score)
        big = repr(1.7976931348623157e308)
        finite = f"CASE WHEN {s} BETWEEN -{big} AND {big} THEN {s} END"
        rows, _ = self._run(f"SELECT COUNT(DISTINCT {s}), MIN({finite}), MAX({finite}) FROM {self._from}")
        distinct, low, high = rows[0]
        return Facts(int(distinct), *(None if end is None else float(end) for end in (low, high)))

    def grouped(self, ask: Ask, runs: tuple[Run, ...]) -> Any:
        """The group-by."""
        keys = [(name, self.quoted(name)) for name in dict.fromkeys((*ask.labels, *ask.by))]
        keys += [(name, f"CASE WHEN {self._score(name)} IS NULL THEN NULL ELSE 1 END") for name in ask.present]
        values = [(COUNT, "COUNT(*)")]
        where = ""
        if ask.score is not None:
            s = self._score(ask.score)
            if ask.threshold is not None:
                cut = self._cut(ask.score, ask.threshold)
                keys.append((ABOVE, f"CASE WHEN {s} >= {_double(cut)} THEN 1 ELSE 0 END"))
            if runs:
                keys.append((BIN, _bin(s, runs, bool(ask.within))))
                values += [(LOW, f"MIN({s})"), (TOP, f"MAX({s})")]
                if ask.within:
                    inside = " OR ".join(f"({s} >= {_double(r.low)} AND {s} <= {_double(r.top)})" for r in runs)
                    where = f" WHERE {inside}"
            else:
                keys.append((ask.score, s))
        return self._table(dict(keys), dict(values), where, (LOW, TOP, ask.score))

    def paired(self, truth: str, columns: tuple[str, str], runs: tuple[tuple[Run, ...], ...]) -> Any:
        """The group-by of two scores."""
        scores = {k: self._score(name) for k, name in zip("ab", columns, strict=True)}
        keys = {truth: self.quoted(truth)}
        keys |= {f"bin_{k}": _bin(s, r, True) if r else s for (k, s), r in zip(scores.items(), runs, strict=True)}
        values = {COUNT: "COUNT(*)"}
        for k, s in scores.items():
            values |= {f"low_{k}": f"MIN({s})", f"top_{k}": f"MAX({s})"}
        there = " AND ".join(f"{s} IS NOT NULL" for s in (self.quoted(truth), *scores.values()))
        return self._table(keys, values, f" WHERE {there}")

    def _table(
        self, keys: dict[str, str], values: dict[str, str], where: str, floats: tuple[str | None, ...] = ()
    ) -> Any:
        """A group-by as an Arrow table: the keys and the values of each group, by name."""
        named = keys | values
        chosen = ", ".join(f"{sql} AS {self.quoted(f'c{i}')}" for i, sql in enumerate(named.values()))
        rows = self.run(f"SELECT {chosen} FROM {self._from}{where} GROUP BY {', '.join(keys.values())}")
        columns = list(zip(*rows, strict=True)) or [()] * len(named)
        arrays = {}
        for name, column in zip(named, columns, strict=True):
            try:
                arrays[name] = pa.array([_plain(v) for v in column], pa.float64() if name in floats else None)
            except (pa.ArrowInvalid, pa.ArrowTypeError):
                found = sorted({type(v).__name__ for v in column if v is not None})
                _check.fail(name, "hold values of one type", " and ".join(found))
        return pa.table(arrays)

    def close(self) -> None:
        """Close a connection that was opened here."""
        if self._own:
            self._connection.close()

    def _described(self) -> dict[str, str]:
        """Columns and the names of their types, where the driver tells them."""
        if self._columns is None:
            _, description = self._run(f"SELECT * FROM {self._from} WHERE 1 = 0")
            self._columns = {str(d[0]): "" if d[1] is None else str(d[1]).upper() for d in description or ()}
        return self._columns

    def _score(self, name: str) -> str:
        """The score as a double, both zeros one, NaN missing; text is refused with its type."""
        kind = self._described().get(name, "")
        column = self.quoted(name)
        if any(word in kind for word in _TEXTUAL):
            _check.fail(name, "hold numbers", f"type {kind}")
        if self._module == "sqlite3":
            odd = f"SELECT typeof({column}), COUNT(*) FROM {self._from} WHERE typeof({column}) IN ('text', 'blob')"
            rows, _ = self._run(f"{odd} GROUP BY 1")
            if rows:
                _check.fail(name, "hold numbers", f"{_format.plural(rows[0][1], 'value')} of type {rows[0][0]}")
        s = f"(CAST({column} AS DOUBLE PRECISION) + 0.0)"
        return f"(CASE WHEN isnan({s}) THEN NULL ELSE {s} END)" if self._module == "duckdb" else s

    def _cut(self, name: str, threshold: float) -> float:
        """The threshold in the precision of the score, where the driver tells it."""
        single = self._described().get(name, "") in ("FLOAT", "REAL", "FLOAT4")
        return float(np.float32(threshold)) if single and self._module == "duckdb" else threshold

    def quoted(self, name: str) -> str:
        """A name as this database writes it."""
        return f"{self._mark}{name.replace(self._mark, 2 * self._mark)}{self._mark}"

    def run(self, text: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self._run(text)[0]

    def other(self, *, query: str) -> SqlSource:
        """Another query of the same connection, which closes it when this one would."""
        return SqlSource(self._connection, query=query, own=self._own)

    def _run(self, text: str) -> tuple[list[tuple[Any, ...]], Any]:
        """Rows and their description; the engine's own message when it fails."""
        cursor = None
        try:
            # a cursor of DuckDB is a connection of its own, which does not see registered tables
            cursor = self._connection if self._module == "duckdb" else self._connection.cursor()
            cursor.execute(text)
            return [tuple(row) for row in cursor.fetchall()], cursor.description
        except Exception as error:
            _sql_fails(error)
        finally:
            if cursor is not None and cursor is not self._connection:
                cursor.close()


def _bin(s: str, runs: tuple[Run, ...], only: bool) -> str:
    """The bin of a score: a rounded linear function in each run; the engine may round as it likes."""
    parts, offset = [], 0
    for run in runs:
        low, top = _double(run.low), _double(run.top)
        place = f"CAST(({s} - {low}) * {_double(scale_of(run))} AS BIGINT) + {offset}"
        if not only:
            last = run.bins + 1
            return f"CASE WHEN {s} < {low} THEN -1 WHEN {s} > {top} THEN {last} ELSE {place} END"
        parts.append(f"WHEN {s} >= {low} AND {s} <= {top} THEN {place}")
        offset += run.bins + 1
    return f"CASE {' '.join(parts)} END"


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
    return _check.masked(" ".join(str(error).split()))[:200].rstrip(".") or type(error).__name__


def _sql_fails(error: Exception) -> NoReturn:
    _check.fail("query", "run in the database", f"its message: {_message(error)}")
