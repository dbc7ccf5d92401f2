"""Files that are written whole or not at all."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee import _check
from referee.errors import FileError

_NUMBER = itertools.count()


@contextmanager
def whole_file(path: str | os.PathLike[str], *, arg: str = "path") -> Iterator[Path]:
    """A file beside `path` to write to; it takes the name of `path` when all is written.

    Whatever ends the writing before, a full disk, Ctrl-C or kill -9, the old content of `path` is left as it was. A
    path that is no plain file, such as /dev/stdout, is written as it is. What the disk refuses is one sentence.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "a.txt"
    >>> with whole_file(file) as place:
    ...     _ = place.write_text("all of it")
    >>> file.read_text(), [f.name for f in file.parent.iterdir()]
    ('all of it', ['a.txt'])
    """
    try:
        target = Path(os.path.realpath(path))
        plain = target.is_file() or not target.exists()
    except (TypeError, ValueError, OSError):
        _check.fail(arg, "be the name of a file", _check.show_value(path), error=FileError)
    unfinished = (
        target.with_name(f".referee-{os.getpid()}-{next(_NUMBER)}{target.suffix[:40]}") if plain else target
    )
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "Is a directory")
        yield unfinished
        if plain:
            with suppress(OSError):
                os.chmod(unfinished, target.stat().st_mode & 0o7777)
            os.replace(unfinished, target)
    except OSError as error:
        why = f"{error.strerror or error}".rstrip(".") + "."
        _check.fail(arg, "be a file that can be written", repr(str(path)), why, error=FileError)
    finally:
        if plain:
            with suppress(OSError):
                unfinished.unlink()


def writable(path: str, *, arg: str = "path") -> str:
    """The path, when a file can be made there: said before a long run, not after it."""
    try:
        target = Path(os.path.realpath(path))
        if not target.exists() or target.is_file():  # a device is written as it is
            place = target.with_name(f".referee-{os.getpid()}-{next(_NUMBER)}")
            place.touch()
            place.unlink()
    except (OSError, ValueError) as error:
        why = f"{getattr(error, 'strerror', None) or error}."
        _check.fail(arg, "be a file that can be written", repr(path), why, error=FileError)
    return path


def write_whole(path: str | os.PathLike[str], text: str, *, arg: str = "path") -> Path:
    """Write a text, whole or not at all; what UTF-8 cannot hold is written as a question mark."""
    with whole_file(path, arg=arg) as place:
        place.write_text(text, encoding="utf-8", errors="replace")
    return Path(path)
