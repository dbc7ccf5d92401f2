"""Two tables of predictions about the same cases, joined by the engine that holds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals.stable.v2 as nw
import pyarrow as pa
import pyarrow.compute as pc

from referee import _check, _format
from referee.core import Answers
from referee.core.types import Table
from referee.data.cells import label_columns
from referee.data.counter import count_models
from referee.data.group_by import COUNT, Pushed, counts_of
from referee.data.lazyframe import EagerSource, LazySource
from referee.data.source import CountRequest, Reading, Source
from referee.data.sql import SqlSource, database
from referee.data.table import open_source
from referee.errors import PairingError

_ID, _TRUTH, _OTHER = "referee_id", "referee_truth", "referee_other"


@dataclass(frozen=True)
class Columns:
    """What both tables call their columns: the case, the true class, and what the model said (`score` or a class)."""

    on: str
    truth: str
    said: str
    score: bool = False

    @property
    def ask(self) -> CountRequest:
        """The columns as a source is asked for them."""
        labels = (self.truth,) if self.score else (self.truth, self.said)
        return CountRequest(labels, self.said if self.score else None, (self.on,))

    @property
    def joined(self) -> tuple[str, str]:
        """What the models said, by name, in the joined table."""
        return f"{self.said} (a)", f"{self.said} (b)"


def count_joined(
    a: Any,
    b: Any,
    *,
    on: str,
    truth: str,
    pred: str | None = None,
    score: str | None = None,
    names: tuple[str, str] = ("A", "B"),
    **options: Any,
) -> tuple[Answers, ...]:
    r"""The answers (or scores) of two models in two tables, joined by the column `on` that names the case, and counted.

    The engine joins: two tables or queries (a pair of names) of one database, two lazy dataframes of one library. Two
    files, or dataframes in memory, are joined in memory. Every case must be in both tables, once, with the same truth;
    anything else is refused with its number. Both tables call their columns alike.

    >>> import sqlite3
    >>> con = sqlite3.connect(":memory:")
    >>> _ = con.executescript('''
    ...     create table old (id int, y int, yhat int); insert into old values (1, 1, 0), (2, 0, 0);
    ...     create table new (id int, y int, yhat int); insert into new values (2, 0, 0), (1, 1, 1);''')
    >>> one, two = count_joined(con, None, on="id", truth="y", pred="yhat", table=("old", "new"))
    >>> one.confusion.tp, two.confusion.tp
    (0, 1)
    >>> con.close()
    """
    if (pred is None) == (score is None):
        _check.fail("pred", "name the column of both models, or `score`", "neither" if pred is None else "both")
    said = pred if pred is not None else score
    for arg, value in (("on", on), ("truth", truth), ("pred" if score is None else "score", said)):
        if not isinstance(value, str):
            _check.fail(arg, "be the name of a column", type(value).__name__)
    columns = Columns(on, truth, str(said), score is not None)
    source = join(a, b, columns, Reading(**options))
    models = dict(zip(names, columns.joined, strict=True))
    said_by: dict[str, Any] = {"preds" if score is None else "scores": models}
    try:
        return count_models(source, truth=truth, paired_by="case id", **said_by, **options)
    finally:
        source.close()


def join(a: Any, b: Any, columns: Columns, how: Reading) -> Source:
    """A source of the cases that are in both tables, after proving that all are."""
    one, two = _two(a, b, how)
    try:
        for source in (one, two):
            source.has(columns.ask)
        words, written = f"{one.words}, joined with {two.words}", one.text and two.text
        if not isinstance(one, Pushed):
            one, two = _in_memory(one, two, columns)
        both: Any = (_sql if isinstance(one, SqlSource) else _frames)(one, two, columns)
        _prove(columns, one, two, both)
    except BaseException:
        one.close()
        raise
    if isinstance(both, LazySource) and not isinstance(both.frame, nw.LazyFrame):
        return EagerSource(both.frame, text=written, words=words)
    both.words = words
    return both


def _two(a: Any, b: Any, how: Reading) -> tuple[Any, Any]:
    """The two sources; two tables of one database share its connection."""
    tables, queries = _pair("table", how.table), _pair("query", how.query)
    same = b is None or b is a or (isinstance(a, str) and a == b)
    if same and how.table is None and how.query is None:
        _check.fail("b", "be another table than `a`", "the same", "Name two tables or queries of a database.")
    if not same:
        found = [open_source(data, how.side(i)) for i, data in enumerate((a, b))]
        kinds = {type(source) for source in found}
        if SqlSource in kinds or (LazySource in kinds and len(kinds) > 1):
            got = f"{found[0].words} and {found[1].words}"
            for source in found:
                source.close()
            hint = "Join them where they are, and name the columns of both models in one table."
            _check.fail("b", "be where `a` is, to be joined", got, hint)
        return found[0], found[1]
    own = isinstance(a, str) and a.partition(":")[0] in ("duckdb", "sqlite")
    connection = database(a) if own else a
    if not hasattr(connection, "cursor"):
        _check.fail("table", "be given with a database", type(a).__name__)
    made = [SqlSource(connection, table=t, query=q, own=own) for t, q in zip(tables, queries, strict=True)]
    return made[0], made[1]


def _pair(arg: str, value: Any) -> tuple[str | None, str | None]:
    """Two names; one name stands for none of the other kind."""
    if value is None or isinstance(value, str):
        return value, value
    found = _check.names(arg, value)
    if len(found) != 2:
        _check.fail(arg, "name two", _format.plural(len(found), "name"))
    return found[0], found[1]


def _sql(a: SqlSource, b: SqlSource, columns: Columns) -> SqlSource:
    """The join as a query of the database."""
    names = (columns.on, columns.truth, columns.said, *columns.joined, _OTHER)
    on, truth, said, one, two, other = (a.column(name) for name in names)
    return a.other(
        query=f"SELECT CASE WHEN b.{truth} IS NULL THEN NULL ELSE a.{truth} END AS {truth}, a.{said} AS {one}, "
        f"b.{said} AS {two}, CASE WHEN a.{truth} <> b.{truth} THEN 1 END AS {other} "
        f"FROM {a.relation} AS a INNER JOIN {b.relation} AS b ON a.{on} = b.{on}"
    )


def _frames(one: LazySource, two: LazySource, columns: Columns) -> LazySource:
    """The join of two dataframes, where they are when both are lazy."""
    named = zip((one, two), (columns.truth, _TRUTH), columns.joined, strict=True)
    a, b = (
        source.frame.select(
            nw.col(columns.on).alias(_ID), nw.col(columns.truth).alias(truth), nw.col(columns.said).alias(said)
        )
        for source, truth, said in named
    )
    truth, again = nw.col(columns.truth), nw.col(_TRUTH)
    shown = nw.when(~again.is_null()).then(truth).alias(columns.truth)
    both = a.join(b, on=_ID, how="inner")
    return LazySource(both.select(shown, *columns.joined, nw.when(truth != again).then(1).alias(_OTHER)))


def _in_memory(one: Any, two: Any, columns: Columns) -> tuple[LazySource, LazySource]:
    """Two tables as Arrow, ids of one type, labels of a text file as the numbers that they are written as."""
    texts = [source.text for source in (one, two)]
    tables = []
    for source in (one, two):
        parts = [pa.table(part.columns) for part in source.parts(columns.ask)]
        table = pa.concat_tables([_plain(part) for part in parts], promote_options="permissive")
        if source.text and not all(texts):
            names = list(columns.ask.labels)
            parsed = label_columns({name: table[name] for name in names}, names)
            for name, column in parsed.items():
                table = table.set_column(table.column_names.index(name), name, column)
        tables.append(table)
    if tables[0][columns.on].type != tables[1][columns.on].type:
        place = tables[0].column_names.index(columns.on)
        tables = [t.set_column(place, columns.on, pc.cast(t[columns.on], pa.string())) for t in tables]
    first, second = (LazySource(nw.from_native(table)) for table in tables)
    return first, second


def _plain(table: Table) -> Any:
    """A table without dictionaries."""
    fields = [f.with_type(f.type.value_type) if pa.types.is_dictionary(f.type) else f for f in table.schema]
    return table.cast(pa.schema(fields))


def _prove(columns: Columns, one: Pushed[Any], two: Pushed[Any], both: Pushed[Any]) -> None:
    """Refuse what is no pairing of the same cases."""
    sizes = []
    for arg, source in (("a", one), ("b", two)):
        on = source.column(columns.on)
        n = int(counts_of(source.group({}, {"given": ("count", on)}))[0])
        rows = source.group({}, {"ids": ("n_unique", on)}, [source.is_known(on)]).to_pylist()[0]
        if n == 0:
            _check.fail(arg, "hold at least one case", "none")
        if rows[COUNT] < n:
            got = f"{_format.plural(n - int(rows[COUNT]), 'row')} without {columns.on!r}"
            _check.fail(arg, "name every case", got, error=PairingError)
        if rows["ids"] < n:
            got = f"{n:,} rows with {int(rows['ids']):,} values of {columns.on!r}"
            _check.fail(arg, "hold every case once", got, error=PairingError)
        sizes.append(n)
    found = both.group({}, {"differ": ("count", both.column(_OTHER))}).to_pylist()[0]
    matched, differ = int(found[COUNT]), int(found["differ"])
    if matched < max(sizes):
        lost = zip((n - matched for n in sizes), ("missing", "unexpected"), strict=True)
        got = ", ".join(f"{_format.count(k)} {word}" for k, word in lost if k)
        _check.fail("b", "be about the cases of `a`", got, error=PairingError)
    if differ:
        got = f"{_format.plural(differ, 'case')} with another truth"
        _check.fail("b", "have the same truth as `a`", got, error=PairingError)
