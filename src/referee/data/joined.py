"""Two tables of predictions about the same cases, joined by the engine that holds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals.stable.v2 as nw
import pyarrow as pa
import pyarrow.compute as pc

from referee import _check, _format
from referee.core import Answers
from referee.data.counter import count_models
from referee.data.files import label_columns
from referee.data.lazyframe import EagerSource, LazySource, collected
from referee.data.opened import opened
from referee.data.source import Ask, Source
from referee.data.sql import SqlSource, database
from referee.errors import PairingError

_ID, _TRUTH = "referee_id", "referee_truth"


@dataclass(frozen=True)
class Columns:
    """What both tables call their columns: the case, the true class, and what the model said (`score` or a class)."""

    on: str
    truth: str
    said: str
    score: bool = False

    @property
    def ask(self) -> Ask:
        """The columns as a source is asked for them."""
        labels = (self.truth,) if self.score else (self.truth, self.said)
        return Ask(labels, self.said if self.score else None, (self.on,))

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
    table: Any = None,
    query: Any = None,
    encoding: str = "utf-8",
    delimiter: str = "",
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
    source = joined(a, b, columns, table=table, query=query, encoding=encoding, delimiter=delimiter)
    models = dict(zip(names, columns.joined, strict=True))
    try:
        if score is None:
            return count_models(source, truth=truth, preds=models, paired_by="case id", **options)
        return count_models(source, truth=truth, scores=models, paired_by="case id", **options)
    finally:
        source.close()


def joined(a: Any, b: Any, columns: Columns, *, table: Any = None, query: Any = None, **text: Any) -> Source:
    """A source of the cases that are in both tables, after proving that all are."""
    one, two = _two(a, b, table, query, text)
    try:
        for source in (one, two):
            source.has(columns.ask)
        if isinstance(one, SqlSource) and isinstance(two, SqlSource):
            return _sql(one, two, columns)
        return _frames(one, two, columns)
    except BaseException:
        one.close()
        raise


def _two(a: Any, b: Any, table: Any, query: Any, text: dict[str, Any]) -> tuple[Any, Any]:
    """The two sources; two tables of one database share its connection."""
    tables, queries = _pair("table", table), _pair("query", query)
    same = b is None or b is a or (isinstance(a, str) and a == b)
    if same and table is None and query is None:
        _check.fail("b", "be another table than `a`", "the same", "Name two tables or queries of a database.")
    if not same:
        found = [opened(d, table=t, query=q, **text) for d, t, q in zip((a, b), tables, queries, strict=True)]
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
    on, truth, said = (a.quoted(name) for name in (columns.on, columns.truth, columns.said))
    sizes = []
    for source in (a, b):
        rows = source.run(f"SELECT COUNT(*), COUNT({on}), COUNT(DISTINCT {on}) FROM {source.relation} AS t")
        sizes.append((int(rows[0][0]), int(rows[0][1]), int(rows[0][2])))
    both = f"{a.relation} AS a INNER JOIN {b.relation} AS b ON a.{on} = b.{on}"
    other = f"CASE WHEN a.{truth} <> b.{truth} THEN 1 ELSE 0 END"
    matched, differ = a.run(f"SELECT COUNT(*), SUM({other}) FROM {both}")[0]
    _proved(columns, sizes[0], sizes[1], int(matched), int(differ or 0))
    one, two = (a.quoted(name) for name in columns.joined)
    text = (
        f"SELECT CASE WHEN b.{truth} IS NULL THEN NULL ELSE a.{truth} END AS {truth}, a.{said} AS {one}, "
        f"b.{said} AS {two} FROM {both}"
    )
    made = a.other(query=text)
    made.words = f"{a.words}, joined with {b.words}"
    return made


def _frames(one: Any, two: Any, columns: Columns) -> Source:
    """The join of two dataframes, where they are when both are lazy."""
    if not isinstance(one, LazySource):
        one, two = _in_memory(one, two, columns)
    on, said = columns.on, columns.joined
    a, b = (
        source.frame.select(
            nw.col(on).alias(_ID),
            nw.col(columns.truth).alias(columns.truth if i == 0 else _TRUTH),
            nw.col(columns.said).alias(said[i]),
        )
        for i, source in enumerate((one, two))
    )
    sizes = [_sizes(frame) for frame in (a, b)]
    both = a.join(b, on=_ID, how="inner")
    lost = nw.col(_TRUTH).is_null()
    other = nw.when(nw.col(columns.truth) != nw.col(_TRUTH)).then(1).otherwise(0)
    row = collected(both.with_columns(referee_other=other).select(n=nw.len(), m=nw.col("referee_other").sum()))
    _proved(columns, sizes[0], sizes[1], *(int(row[key][0].as_py() or 0) for key in ("n", "m")))
    both = both.with_columns(nw.when(~lost).then(nw.col(columns.truth)).alias(columns.truth))
    both = both.select(columns.truth, *said)
    made = LazySource(both) if isinstance(both, nw.LazyFrame) else EagerSource(both, text=one.text and two.text)
    made.words = f"{one.words}, joined with {two.words}"
    return made


def _sizes(frame: Any) -> tuple[int, int, int]:
    """Rows, rows with an id, and distinct ids."""
    given = nw.when(nw.col(_ID).is_null()).then(0).otherwise(1)
    asked = frame.with_columns(referee_given=given)
    asked = asked.select(n=nw.len(), given=nw.col("referee_given").sum(), ids=nw.col(_ID).n_unique())
    row = collected(asked)
    n, with_id, ids = (int(row[key][0].as_py() or 0) for key in ("n", "given", "ids"))
    return n, with_id, ids - (n > with_id)


def _in_memory(one: Any, two: Any, columns: Columns) -> tuple[EagerSource, EagerSource]:
    """Two tables as Arrow, ids of one type, labels of a text file as the numbers that they are written as."""
    texts = [source.text for source in (one, two)]
    tables = []
    for source in (one, two):
        parts = [pa.table(part.columns) for part in source.parts(columns.ask)]
        table = pa.concat_tables([_plain(part) for part in parts], promote_options="permissive")
        if source.text and not all(texts):
            names = [columns.truth] if columns.score else [columns.truth, columns.said]
            parsed = label_columns({name: table[name] for name in names}, names)
            for name, column in parsed.items():
                table = table.set_column(table.column_names.index(name), name, column)
        tables.append(table)
    if tables[0][columns.on].type != tables[1][columns.on].type:
        place = tables[0].column_names.index(columns.on)
        tables = [t.set_column(place, columns.on, pc.cast(t[columns.on], pa.string())) for t in tables]
    both = all(texts)
    made = [
        EagerSource(nw.from_native(t), text=both, words=s.words) for t, s in zip(tables, (one, two), strict=True)
    ]
    return made[0], made[1]


def _plain(table: Any) -> Any:
    """A table without dictionaries."""
    fields = [f.with_type(f.type.value_type) if pa.types.is_dictionary(f.type) else f for f in table.schema]
    return table.cast(pa.schema(fields))


def _proved(columns: Columns, a: tuple[int, int, int], b: tuple[int, int, int], matched: int, differ: int) -> None:
    """Refuse what is no pairing of the same cases."""
    for arg, (n, given, ids) in (("a", a), ("b", b)):
        if n == 0:
            _check.fail(arg, "hold at least one case", "none")
        if given < n:
            got = f"{_format.plural(n - given, 'row')} without {columns.on!r}"
            _check.fail(arg, "name every case", got, error=PairingError)
        if ids < n:
            got = f"{n:,} rows with {ids:,} values of {columns.on!r}"
            _check.fail(arg, "hold every case once", got, error=PairingError)
    if matched < max(a[0], b[0]):
        lost, more = a[0] - matched, b[0] - matched
        got = ", ".join(f"{_format.count(k)} {word}" for k, word in ((lost, "missing"), (more, "unexpected")) if k)
        _check.fail("b", "be about the cases of `a`", got, error=PairingError)
    if differ:
        got = f"{_format.plural(differ, 'case')} with another truth"
        _check.fail("b", "have the same truth as `a`", got, error=PairingError)
