"""The text of a study: its tables, checked key by key, and errors that name the place."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from referee import _check, _format
from referee.errors import FileError, InputError

Place = tuple[str | int, ...]
"""The keys, and the positions in lists, that lead to a value."""


class Kind(NamedTuple):
    """What the value of a key must be, in words and as a test."""

    rule: str
    holds: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


ANY = Kind("be a value", lambda value: True)
FLAG = Kind("be true or false", lambda value: isinstance(value, bool))
NUMBER = Kind("be a number", _is_number)
TABLE = Kind("be a table, such as { name = value }", lambda value: isinstance(value, dict))
TEXT = Kind("be text", _is_text)
TEXTS = Kind("be a list of texts", lambda value: isinstance(value, list) and all(map(_is_text, value)))
WHOLE = Kind("be a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool))


class StudyText:
    """A study file as it was read; every complaint about it begins with the file and the place.

    With `dry` it stays data: nothing is imported that is not of a known package.
    """

    def __init__(self, path: str | Path, *, dry: bool = False) -> None:
        self.path, self.dry = Path(path), dry
        try:
            raw = self.path.read_bytes()
            if raw.startswith(b"SQLite format 3\0"):
                hint = "A store is read by: referee rank, referee export."
                _check.fail(str(path), "be a study file in TOML", "a store", hint, error=FileError)
            self.data: dict[str, Any] = tomllib.loads(raw.decode("utf-8-sig"))
        except RecursionError:
            _check.fail(str(path), "be a TOML file", "one nested too deep", error=FileError)
        except UnicodeDecodeError as error:
            got = f"byte {error.object[error.start]:#04x} at offset {error.start}"
            _check.fail(str(path), "be UTF-8 text", got, error=FileError)
        except tomllib.TOMLDecodeError as error:
            _check.fail(str(path), "be a TOML file", str(error), error=FileError)
        except OSError as error:
            got = str(error.strerror or error).lower()
            _check.fail(str(path), "be a study file that can be read", got, error=FileError)

    def path_to(self, place: Place) -> str:
        """The keys that lead to a place, or to what it would stand in; items of a list are counted from 1."""
        words, value = "", self.data
        for key in place:
            try:
                value = value[key]  # type: ignore[index]
            except (LookupError, TypeError):
                break
            words += f" {key + 1}" if isinstance(key, int) else f".{_format.label(key)}"
        return words.removeprefix(".")

    def fail(self, place: Place, rule: str, got: object, hint: str = "") -> NoReturn:
        """Refuse what stands at a place."""
        name = next((key for key in reversed(place) if isinstance(key, str)), "study")
        with self.at(place):
            _check.fail(name, rule, got, hint)

    def check_known(self, place: Place, name: str, names: Collection[str], rule: str) -> None:
        """Refuse a name that is none of those known, with the names that are near."""
        if name not in names:
            self.fail(place, rule, _format.quote(name, 120), _check.near(name, names))

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """What goes wrong inside is told with this place."""
        try:
            yield
        except InputError as error:
            named = self.path_to(place)
            raise FileError(f"{self.path}{', ' if named else ''}{named}: {error}") from None

    def get(self, place: Place, kind: type = object) -> Any:
        """The value at a place; a table where that is asked for."""
        value: Any = self.data
        for key in place:
            value = value[key]
        if not isinstance(value, kind):
            self.fail(place, "be a table", _format.quote(value))
        return value

    def table(self, place: Place, kinds: Mapping[str, Kind], *, needs: Sequence[str] = ()) -> dict[str, Any]:
        """The table at a place, its keys known and its values of the right kind."""
        table: dict[str, Any] = self.get(place, dict)
        for key, value in table.items():
            self.check_known((*place, key), key, kinds, f"be a key of {_table_header(place)}")
            if not kinds[key].holds(value):
                self.fail((*place, key), kinds[key].rule, _format.quote(value, 80))
        for key in needs:
            if key not in table:
                self.fail(place, f"have the key {_format.quote(key)}", _format.listing(table) or "no key")
        return table

    def tables(self, name: str) -> list[Place]:
        """The places of the tables that are written `[[name]]`; there must be one at least."""
        found = self.data.get(name, [])
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            self.fail((name,), f"be written as [[{name}]], once for each", f"[{name}]")
        if not found:
            hint = f"Begin each with a line [[{name}]]."
            _check.fail(str(self.path), f"have at least one {name}", "none", hint, error=FileError)
        return [(name, i) for i in range(len(found))]


def _table_header(place: Place) -> str:
    """A table as it is written."""
    if len(place) == 1:
        return f"[{place[0]}]"
    if isinstance(place[-1], int) and len(place) == 2:
        return f"[[{place[0]}]]"
    return next(str(key) for key in reversed(place) if isinstance(key, str))
