"""A ledger of looks at test sets: one line of JSON for each, in a file of the user's."""

from __future__ import annotations

import datetime
import hashlib
import json
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from referee import _check
from referee.core import Answers
from referee.errors import FileError

PATIENCE = 1.0
"""Seconds that a line without its end is waited for."""


def record_look(path: str | Path, predictions: Answers, *, what: str) -> int:
    """Write a look at a test set into the ledger, and say how many different ones there are, this one included.

    A look is what one model said about one test set, known by the fingerprint of its cases. The same answers seen
    again teach nothing new and are not counted again.

    >>> import tempfile
    >>> from referee import read
    >>> file = Path(tempfile.mkdtemp()) / "looks.jsonl"
    >>> one, two = read([1, 0, 1], [1, 0, 0]), read([1, 0, 1], [1, 1, 1])
    >>> record_look(file, one, what="gate"), record_look(file, one, what="gate"), record_look(file, two, what="gate")
    (1, 1, 2)
    """
    test_set, answers = predictions.fingerprint, _answers(predictions)
    seen = {line["answers"] for line in read_ledger(path) if line["test_set"] == test_set}
    if answers in seen:
        return len(seen)
    entry: dict[str, Any] = {"test_set": test_set, "answers": answers, "n": predictions.n}
    entry |= {"name": predictions.name, "what": what}
    entry["when"] = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
    except OSError as error:
        _check.fail(
            "ledger", "be a file that can be written", repr(str(path)), f"{error.strerror}.", error=FileError
        )
    return len(seen) + 1


def read_ledger(path: str | Path) -> list[dict[str, Any]]:
    """The lines of a ledger; none when there is no file yet."""
    file = Path(path)
    if not file.exists():
        return []
    try:
        text = _whole_lines(file)
    except (OSError, UnicodeError) as error:
        _check.fail("ledger", "be a readable text file", repr(str(path)), f"{error}.", error=FileError)
    out = []
    for i, line in enumerate(text.splitlines(), 1):
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if not isinstance(entry, dict) or not {"test_set", "answers"} <= set(entry):
            got = f"line {i} of {path}"
            _check.fail("ledger", "hold one look a line, as referee writes them", got, error=FileError)
        out.append(entry)
    return out


def _whole_lines(file: Path) -> str:
    """The text of a file; where its last line has no end, another process may be writing it, which is waited for."""
    until = monotonic() + PATIENCE
    while True:
        text = file.read_bytes()
        if text[-1:] in (b"", b"\n") or monotonic() > until:
            return text.decode("utf-8")
        sleep(0.01)


def _answers(predictions: Answers) -> str:
    """A hash of what the model said."""
    digest = hashlib.sha256()
    order: Any = slice(None) if predictions.case_ids is None else predictions.case_ids.argsort(kind="stable")
    if predictions.has_labels:
        names = [str(label).encode(errors="surrogatepass") for label in predictions.labels]
        digest.update(b"\0".join(map(names.__getitem__, predictions.need_predicted()[order].tolist())))
    if predictions.scores is not None:
        digest.update(b"scores" + predictions.scores[order].astype(float).tobytes())
    return digest.hexdigest()[:16]
