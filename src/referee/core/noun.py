"""What every noun can do: be shown, be written as plain data, and be read back."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import importlib
import json
import math
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NoReturn,
    Self,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from referee import _check
from referee.core.layers_above import draw_plot, refuse_impossible, render
from referee.core.whole_file import write_whole
from referee.errors import FileError, RefereeError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONE = re.compile("[\ud800-\udfff]")
"""Halves of a pair, which UTF-8 cannot hold: written as JSON's own escapes."""

CHECKSUM = "checksum"
"""The key of a hash of all others in a file."""

_KNOWN: dict[str, type[Noun]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class Noun:
    """A frozen value that shows itself and travels as JSON.

    A subclass that names its `schema`, of the form "name/version", is made a frozen dataclass: `class Lift(Noun,
    schema="lift/1")`. With `eq=False` two of them are equal only when they are the same object. `to_dict` writes its
    fields as plain data (NaN as null, infinities as words, arrays as lists); `from_dict` reads the same or an older
    version.

    Its fields are made safe once, here: lists become tuples, NumPy's scalars Python's, and arrays views that cannot be
    written. A field that is declared an array or a tuple takes a list too. A subclass has a `__post_init__` only for a
    rule of its own, and calls this one.
    """

    schema: ClassVar[str] = ""

    def __init_subclass__(cls, *, schema: str = "", eq: bool = True) -> None:
        super().__init_subclass__()
        if "__post_init__" in cls.__dict__:
            cls.__post_init__ = _guard(cls.__dict__["__post_init__"])  # type: ignore[assignment]
        if schema:
            cls.schema = schema
            _KNOWN[schema.split("/")[0]] = cls
            # To be shown and compared is the same for all: making that anew for each class takes as long as its fields.
            dataclasses.dataclass(frozen=True, eq=False, repr=False)(cls)
            if not eq and cls.__eq__ is Noun.__eq__:
                cls.__eq__, cls.__hash__ = object.__eq__, object.__hash__  # type: ignore[method-assign]

    def __post_init__(self) -> None:
        own, kind = self.__dict__, type(self)
        for name, declared in _declared_fields(kind).items():  # type: ignore[arg-type]
            value = own[name]
            if not (value is None or isinstance(value, str) or (declared is None and type(value) in _NUMBERS)):
                own[name] = _safe(name, value, declared)

    def __repr__(self) -> str:
        shown = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)  # type: ignore[arg-type]
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return _compared(self) == _compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(_compared(self))

    def __str__(self) -> str:
        return render(self, "text")

    def _repr_html_(self) -> str:
        return render(self, "html")

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw the value into `ax`, a matplotlib Axes, or into a new one, and return the Axes; see `referee.plot`."""
        return draw_plot(self, ax, **options)

    def check_saved(self) -> None:
        """Refuse what was read from a file and cannot be, where the types of the fields do not say it."""

    def to_dict(self) -> dict[str, Any]:
        """The value as plain data that `json.dumps` takes and `from_dict` reads."""
        out: dict[str, Any] = {"schema": f"referee.{self.schema}"}
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            if not field.name.startswith("_"):
                out[field.name] = _plain(getattr(self, field.name))
        return out

    def to_markdown(self) -> str:
        """The value as Markdown, with its tables; names of the user's are escaped."""
        return render(self, "markdown")

    def to_latex(self) -> str:
        """The value as LaTeX, with tables for the package booktabs; names of the user's are escaped."""
        return render(self, "latex")

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The value that `to_dict` wrote."""
        value = load(data)
        if not isinstance(value, cls):
            _check.fail("data", f"hold a {cls.__name__}", type(value).__name__)
        return value

    def to_json(self, path: str | Path | None = None) -> str:
        """The value as JSON text with a checksum, also written to `path` when one is given."""
        data = self.to_dict()
        text = json.dumps(data | {CHECKSUM: checksum_of(data)}, indent=1, ensure_ascii=False, allow_nan=False)
        text = _LONE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)
        if path is not None:
            write_whole(path, text + "\n")
        return text


class ByValue(Noun):
    """A noun that holds arrays: it equals another with the same plain data, and has no hash."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]


def _compared(noun: Any) -> tuple[Any, ...]:
    """The fields by which two nouns of a kind are equal."""
    return tuple(getattr(noun, field.name) for field in dataclasses.fields(noun) if field.compare)


_ROWS = (list, tuple, np.ndarray)
_NUMBERS = {float, int, bool}


def _safe(name: str, value: Any, declared: Any = None) -> Any:
    """A field that cannot be changed by accident; `declared` is what it is to be, as `_declared_fields` says it."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(declared, dict) and isinstance(value, _ROWS):
        try:
            value = np.asarray(value, **declared)
        except (TypeError, ValueError, OverflowError):
            _check.fail(name, "hold numbers, in rows of one length", _check.show_value(value))
    elif declared is tuple and not isinstance(value, tuple):
        value = tuple(_check.items(name, value, "values"))
    if isinstance(value, np.ndarray):
        value = value.view() if value.dtype.isnative else value.astype(value.dtype.newbyteorder("="))
        value.flags.writeable = False
    elif type(value) in (list, tuple):
        return tuple(_safe(name, item) for item in value)
    return value


@functools.cache
def _hints(noun: Any) -> dict[str, Any]:
    """The type of each field of a kind of noun."""
    hints = get_type_hints(noun)
    return {field.name: hints[field.name] for field in dataclasses.fields(noun)}


@functools.cache
def _declared_fields(noun: Any) -> dict[str, Any]:
    """Which fields of a kind of noun are tuples, and which arrays (a dictionary with their dtype); None is neither."""
    out: dict[str, Any] = {}
    for name, hint in _hints(noun).items():
        out[name] = tuple if get_origin(hint) is tuple else None
        for kind in get_args(hint) if isinstance(hint, UnionType) else (hint,):
            if get_origin(kind) is np.ndarray:
                (dtype,) = get_args(get_args(kind)[1])
                out[name] = {"dtype": None if dtype is Any else dtype}
    return out


def _guard(finish: Callable[[Any], None]) -> Callable[[Any], None]:
    """Where a noun trips over a field that is not what it is declared to be, that field is named.

    Any other error is a fault of ours, and comes through.
    """

    @functools.wraps(finish)
    def finish_or_name_field(noun: Any) -> None:
        try:
            finish(noun)
        except RefereeError:
            raise
        except Exception:
            _refuse_misfits(noun)
            raise

    return finish_or_name_field


def _refuse_misfits(noun: Noun) -> None:
    """Refuse a noun with a field that is not of the type that it is declared to have."""
    kind: Any = type(noun)
    for name, hint in _hints(kind).items():
        if not _fits(getattr(noun, name), hint):
            _refuse(kind, f"{_check.show_value(getattr(noun, name))} for {name}")


def _refuse(kind: type[Noun], got: str) -> NoReturn:
    _check.fail(kind.schema.partition("/")[0], "hold the fields that referee wrote", got)


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of the type that a field is declared to have."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (UnionType, Union):
        return any(_fits(value, arg) for arg in args)
    if origin is Literal:
        return value in args
    if origin is np.ndarray:
        (dtype,) = get_args(args[1])
        try:
            return isinstance(value, _ROWS) and np.asarray(value, None if dtype is Any else float).ndim > 0
        except (TypeError, ValueError, OverflowError):
            return False
    if origin in (dict, Mapping):
        return isinstance(value, Mapping) and all(_fits(item, args[1]) for item in value.values())
    if origin in (tuple, Sequence):
        if not isinstance(value, list | tuple):
            return False
        declared = args[:1] * len(value) if args[-1] is ... or origin is Sequence else args
        return len(value) == len(declared) and all(map(_fits, value, declared))
    if hint is float:
        return isinstance(value, float) or (type(value) is int and abs(value) <= sys.float_info.max)
    if issubclass(hint, Enum):
        return value in list(hint)
    return isinstance(value, hint)


def load(source: str | Path | dict[str, Any]) -> Noun:
    """Read any result that was saved with `to_json` or `to_dict`.

    Nothing in the file is executed: it is JSON, and only known schemas are read. A file that changed since it was
    written is refused by its checksum, and so is a value that no data can give.

    >>> from referee.core.estimate import Interval
    >>> load(Interval(0.7, 0.8, 0.95, "wilson").to_dict())
    Interval(low=0.7, high=0.8, level=0.95, method='wilson', side='two')
    """
    if not isinstance(source, dict):
        if not isinstance(source, str | Path):
            _check.fail("source", "be a file, or the dictionary of a result", type(source).__name__)
        try:
            source = json.loads(Path(source).read_text(encoding="utf-8"))
        except OSError as error:
            _check.fail("source", "be a readable file", str(source), f"{error.strerror}.", error=FileError)
        except (ValueError, RecursionError):
            _check.fail("source", "be a JSON file that referee wrote", str(source), error=FileError)
    source = _refuse_changed(source)
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):  # a class is known once its module is loaded
        importlib.import_module(f"referee.core.{module.name}")
    try:
        value = _revive(source)
    except RecursionError:
        _check.fail("source", "be a result that referee wrote", "one nested without end")
    if not isinstance(value, Noun):
        _check.fail("source", "carry a `schema` that referee knows", "data without one")
    refuse_impossible(value)
    return value


def checksum_of(data: dict[str, Any]) -> str:
    """A hash of plain data, the same however its JSON is laid out."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _refuse_changed(data: Any) -> Any:
    """The data of a file without their checksum; refused where they are no longer those of it."""
    if not isinstance(data, dict) or CHECKSUM not in data:
        return data
    rest = {key: value for key, value in data.items() if key != CHECKSUM}
    if data[CHECKSUM] != checksum_of(rest):
        hint = "Somebody or something changed it: make the result again."
        got = "other data than its checksum is of"
        _check.fail("source", "hold what referee wrote", got, hint, error=FileError)
    return rest


def _plain(value: Any) -> Any:
    """A field as plain data."""
    if isinstance(value, Noun):
        return value.to_dict()
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else {"float": "inf" if value > 0 else "-inf"}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    return str(value)


def _revive(data: Any) -> Any:
    """Plain data as nouns."""
    if isinstance(data, list):
        return tuple(_revive(item) for item in data)
    if not isinstance(data, dict):
        return data
    if set(data) == {"float"}:
        if data["float"] not in ("inf", "-inf"):
            _check.fail("float", "be 'inf' or '-inf'", _check.show_value(data["float"]))
        return float(data["float"])
    if "schema" not in data:
        return {key: _revive(item) for key, item in data.items()}
    name, _, version = str(data["schema"]).removeprefix("referee.").partition("/")
    kind: Any = _KNOWN.get(name)
    if kind is None:
        _check.fail("schema", "be one that this version of referee knows", str(data["schema"]))
    if not version.isdecimal():
        _check.fail("schema", "end in a version such as '/1'", str(data["schema"]))
    if int(version) > int(kind.schema.split("/")[1]):
        _check.fail("schema", f"be at most {kind.schema!r}", str(data["schema"]), "Update referee to read it.")
    fields = {key: _revive(item) for key, item in data.items() if key != "schema"}
    hints = _hints(kind)
    for field in fields:
        if field not in hints or field.startswith("_"):
            _refuse(kind, f"{field} beside them")
        if _is_of_floats(hints[field]):
            fields[field] = _nan_for_null(fields[field])
    for own in dataclasses.fields(kind):
        if own.name not in fields and own.default is own.default_factory is dataclasses.MISSING:
            _refuse(kind, f"none for {own.name}")
    made = kind(**fields)
    _refuse_misfits(made)
    made.check_saved()
    return made


def _is_of_floats(hint: Any) -> bool:
    """Whether a field is declared a float, or a tuple or dictionary of them: null in it is NaN."""
    if get_origin(hint) in (tuple, dict):
        return _is_of_floats(get_args(hint)[-2 if get_args(hint)[-1] is ... else -1])
    return hint is float or hint == float | str


def _nan_for_null(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_nan_for_null(item) for item in value)
    if isinstance(value, dict):
        return {key: _nan_for_null(item) for key, item in value.items()}
    return math.nan if value is None else value
