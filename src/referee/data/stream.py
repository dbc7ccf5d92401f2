"""Files of predictions as a stream of Arrow batches: one file, a glob or a folder, in bounded memory."""

from __future__ import annotations

import glob
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pcsv
import pyarrow.json as pj
import pyarrow.parquet as pq

from referee import _check, _format
from referee.core.pair import join_labels
from referee.core.types import Column
from referee.data import delimited, file_errors, files
from referee.data.column import TOLD_APART
from referee.data.file_errors import refuse_second_header
from referee.data.frames import dictionary_levels, in_one_piece
from referee.data.source import Batch, CountRequest, Source
from referee.errors import FileError

BATCH = 1 << 18
"""Rows of a batch: few enough to stay near the processor, many enough that what is done once a batch weighs little."""

BLOCK = 8 << 20
"""Bytes of text that are parsed at a time."""


class FileSource(Source):
    r"""The rows of one or more files of the same columns.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.csv").write_text("y,p\n1,0.5\n"), (folder / "b.csv").write_text("y,p\n0,0.25\n")
    >>> [len(part) for part in FileSource(folder / "*.csv").parts(CountRequest(("y",), "p"))]
    [1, 1]
    """

    repeatable = True

    def __init__(self, path: str | Path, *, encoding: str = "utf-8", delimiter: str = "") -> None:
        self.paths = find_files(path)
        self.encoding, self.delimiter = encoding, delimiter
        self.kinds = {file: files.check_kind(file) for file in self.paths}
        self.text = all(kind == "csv" for kind in self.kinds.values())
        self.words = _check.mask_secrets(str(path))
        if set(self.kinds.values()) == {"parquet"}:
            self.total = files.parquet_rows(self.paths)

    def parts(self, ask: CountRequest) -> Iterator[Batch]:
        """The records of every file, in the order of their names."""
        single, levels = self._single(ask), dict[str, tuple[Any, ...]]()
        rows, self.levels = 0, levels
        for file in self.paths:
            file_errors.check_readable(file)
            kind = self.kinds[file]
            try:
                declared = self._declared(file, ask)
                for batch in getattr(self, f"_{kind}")(file, ask):
                    if not batch.num_rows:
                        continue
                    rows += batch.num_rows
                    columns = {name: batch.column(batch.schema.get_field_index(name)) for name in ask.columns}
                    for name in declared:
                        own = dictionary_levels(in_one_piece(columns[name]))
                        levels[name] = join_labels([levels.get(name, own), own])
                    if ask.score is not None:
                        columns[ask.score] = as_floats(ask.score, columns[ask.score], file.name, single)
                        if kind in ("csv", "json"):
                            _tell_apart(ask.score, columns[ask.score], file.name)
                    yield Batch(columns)
            except FileError:
                raise
            except (pa.ArrowException, OSError, UnicodeError) as error:
                self._explain(file, kind, ask, error)
        if not rows:
            file_errors.refuse_no_rows(self.paths[0])

    def _declared(self, file: Path, ask: CountRequest) -> list[str]:
        """The columns of labels that a file holds as categories."""
        if self.kinds[file] not in _SCHEMAS:
            return []
        schema = _SCHEMAS[self.kinds[file]](file)
        known = [name for name in ask.labels if name in schema.names]
        return [name for name in known if pa.types.is_dictionary(schema.field(name).type)]

    def _single(self, ask: CountRequest) -> bool:
        """Whether every file holds the score as a float of 32 bits or fewer: then keys have 32 bits."""
        small = (pa.float32(), pa.float16())
        try:
            return ask.score is not None and all(
                kind in _SCHEMAS and _SCHEMAS[kind](file).field(ask.score).type in small
                for file, kind in self.kinds.items()
            )
        except (KeyError, OSError, pa.ArrowException):
            return False

    def _parquet(self, file: Path, ask: CountRequest) -> Iterator[Any]:
        schema = pq.read_schema(file)
        file_errors.check_columns(file, ask.columns, schema.names)
        text = [n for n in (*ask.labels, *ask.by) if pa.types.is_string(schema.field(n).type)]
        # pre-buffering would hold the whole file
        with pq.ParquetFile(file, read_dictionary=text, pre_buffer=False) as opened:
            yield from opened.iter_batches(batch_size=BATCH, columns=ask.columns)

    def _arrow(self, file: Path, ask: CountRequest) -> Iterator[Any]:
        with pa.memory_map(str(file)) as opened:
            reader = pa.ipc.open_file(opened)
            file_errors.check_columns(file, ask.columns, reader.schema.names)
            for i in range(reader.num_record_batches):
                batch = reader.get_batch(i)
                for start in range(0, batch.num_rows, BATCH):
                    yield batch.slice(start, BATCH)

    def _json(self, file: Path, ask: CountRequest) -> Iterator[Any]:
        """Blocks of lines; the types are those of the first block, and text that looks like a date stays text."""
        options = pj.ReadOptions(block_size=BLOCK)
        with pa.input_stream(str(file)) as start:
            head = start.read(BLOCK)
        cut = head.rfind(b"\n")
        first = pj.read_json(pa.BufferReader(head if cut < 0 else head[: cut + 1]))
        file_errors.check_columns(file, ask.columns, first.column_names)
        types = []
        for name in ask.columns:
            kind = first.schema.field(name).type
            if name in (ask.score, *ask.present) and pa.types.is_integer(kind):
                kind = pa.float64()
            types.append((name, pa.string() if pa.types.is_temporal(kind) else kind))
        parse = pj.ParseOptions(explicit_schema=pa.schema(types), unexpected_field_behavior="ignore")
        with pa.input_stream(str(file)) as stream:
            if hasattr(pj, "open_json"):
                yield from pj.open_json(stream, read_options=options, parse_options=parse)
            else:  # an older Arrow reads JSON lines only whole
                yield from pj.read_json(stream, read_options=options, parse_options=parse).to_batches()

    def _csv(self, file: Path, ask: CountRequest) -> Iterator[Any]:
        sign, header = delimited.read_header(file, ask.columns, self.encoding, self.delimiter)
        types: dict[str, Any] = {name: pa.dictionary(pa.int32(), pa.string()) for name in header}
        types |= {name: pa.float64() for name in (ask.score, *ask.present) if name is not None}
        options = delimited.csv_options(sign, self.encoding, ask.columns, types, gaps=True, block_size=BLOCK)
        rows = 0
        for batch in pcsv.open_csv(file, **options):
            refuse_second_header(file, {name: batch.column(name) for name in ask.labels}, rows)
            rows += batch.num_rows
            yield batch

    def _explain(self, file: Path, kind: str, ask: CountRequest, error: Exception) -> None:
        """The one sentence for what a reader stumbled over."""
        if kind != "csv":
            file_errors.file_fails(file, f"be a complete {files.WORDS[kind]} file", file_errors.one_line(error))
        sign, header = delimited.read_header(file, ask.columns, self.encoding, self.delimiter)
        if "conversion error" in str(error):
            cell = str(error).rpartition("invalid value")[2].strip(" '\"")
            place = re.search(r"column #(\d+)", str(error))
            name = header[int(place[1])] if place and int(place[1]) < len(header) else str(ask.score)
            _check.fail(name, "hold numbers", f"{_format.quote(cell)} in {file.name}", error=FileError)
        delimited.explain_csv(file, self.encoding, sign, len(header), error)


def _arrow_schema(file: Path) -> Any:
    with pa.memory_map(str(file)) as opened:
        return pa.ipc.open_file(opened).schema


_SCHEMAS: dict[str, Callable[[Path], Any]] = {"parquet": pq.read_schema, "arrow": _arrow_schema}


def find_files(path: str | Path) -> list[Path]:
    """The files that a path means: itself, those of a folder, those of a glob; refused when there is none."""
    text = str(path)
    file = Path(text)
    if file.is_dir():
        # hidden files and marks such as _SUCCESS are no predictions
        found = (f for f in file.rglob("*") if f.is_file() and f.name[0] not in "._")
        inside = sorted(f for f in found if files.kind_of(f) is not None)
        if not inside:
            file_errors.file_fails(file, "hold a file of predictions", "a folder without one")
        return inside
    if file.exists() or not glob.has_magic(text):
        file_errors.check_readable(file)
        return [file]
    matched = sorted(Path(f) for f in glob.glob(text, recursive=True) if Path(f).is_file())
    if not matched:
        file_errors.file_fails(file, "match at least one file", "no such file")
    return matched


def as_floats(name: str, column: Column, where: str, single: bool) -> Column:
    """A column of numbers as float64, or as float32 when all are."""
    kind = column.type
    if kind == (pa.float32() if single else pa.float64()):
        return column
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)):
        _check.fail(name, "hold numbers", f"type {kind} in {where}", error=FileError)
    floats = pc.cast(column, pa.float32() if single else pa.float64(), safe=False)
    if pa.types.is_integer(kind):
        _tell_apart(name, floats, where)
    if pa.types.is_decimal(kind) and pc.count_distinct(column).as_py() > pc.count_distinct(floats).as_py():
        _check.fail(name, TOLD_APART, f"several decimals that round to one in {where}", error=FileError)
    return floats


def _tell_apart(name: str, floats: Column, where: str) -> None:
    """Refuse floats that may stand for several whole numbers of 64 bits: as counts nobody could tell."""
    ends = [abs(end) for end in pc.min_max(floats).as_py().values() if end is not None]
    if not ends or max(ends) < 2**53:
        return
    sizes = pc.abs(floats)
    wide = floats.filter(pc.and_(pc.greater_equal(sizes, 2.0**53), pc.less(sizes, 2.0**65)))
    if len(wide):
        hint = "Keep one row per case (keep='records'), or divide them first."
        _check.fail(name, TOLD_APART, f"{wide[0].as_py():.0f} in {where}", hint, error=FileError)
