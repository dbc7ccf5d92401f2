"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee import _check
from referee.errors import FileError


def _new_file(target: Path) -> Path:
    """An empty file beside `target`, of a name that nobody can guess; one that is there, or a link, is never taken."""
    place = target.with_name(f".referee-{secrets.token_hex(8)}{target.suffix[:40]}")
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
    os.close(os.open(place, flags, 0o666))
    return place


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
    unfinished = None
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "Is a directory")
        unfinished = _new_file(target) if plain else None
        yield unfinished or target
        if unfinished:
            with suppress(OSError):
                os.chmod(unfinished, target.stat().st_mode & 0o7777)
            os.replace(unfinished, target)
    except OSError as error:
        why = f"{error.strerror or error}".rstrip(".") + "."
        _check.fail(arg, "be a file that can be written", repr(str(path)), why, error=FileError)
    finally:
        if unfinished:
            with suppress(OSError):
                unfinished.unlink()


def writable(path: str, *, arg: str = "path") -> str:
    """The path, when a file can be made there: said before a long run, not after it."""
    try:
        target = Path(os.path.realpath(path))
        if not target.exists() or target.is_file():  # a device is written as it is
            _new_file(target).unlink()
    except (OSError, ValueError) as error:
        why = f"{getattr(error, 'strerror', None) or error}."
        _check.fail(arg, "be a file that can be written", repr(path), why, error=FileError)
    return path


def write_whole(path: str | os.PathLike[str], text: str, *, arg: str = "path") -> Path:
    """Write a text, whole or not at all; what UTF-8 cannot hold is written as a question mark."""
    with whole_file(path, arg=arg) as place:
        place.write_text(text, encoding="utf-8", errors="replace")
    return Path(path)
