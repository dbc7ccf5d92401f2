"""The store of measured worlds: one line of JSON per world and stage, added as it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.validity.worlds.engine import AGAIN, FIRST
from tools.validity.worlds.tally import Record, suspect


class Key(NamedTuple):
    """Which world, and which stage of it."""

    family: str
    seed: int
    number: int
    stage: int


class Store:
    """The records of a file, by key; what was measured with other code stays in the file and is not seen.

    Without a `code` it is that of the last record.
    """

    def __init__(self, file: Path, code: str | None) -> None:
        self.file = file
        every = list(_records(file))
        self.code = code or (every[-1]["code"] if every else "")
        self.records = {_key(record): record for record in every if record["code"] == self.code}

    def add(self, record: Record) -> None:
        """Keep a record, on the disk too; a line that was cut off before it is ended."""
        self.records[_key(record)] = record
        self.file.parent.mkdir(parents=True, exist_ok=True)
        old = self.file.read_bytes()[-1:] if self.file.exists() else b"\n"
        with self.file.open("a", encoding="utf-8") as out:
            out.write(("" if old in (b"\n", b"") else "\n") + json.dumps(record) + "\n")

    def first(self, family: str, seed: int) -> list[Record]:
        """The first stage of the worlds of a family, in the order of their index."""
        found = [r for key, r in self.records.items() if key[:2] == (family, seed) and key.stage == FIRST]
        return sorted(found, key=lambda record: record["index"])

    def again(self, record: Record) -> Record | None:
        """The fresh runs of a world."""
        return self.records.get(Key(record["family"], record["seed"], record["index"], AGAIN))

    def to_confirm(self, record: Record) -> tuple[str, ...]:
        """The measures for which a world must be run again and was not."""
        bad = tuple(measure for measure, counts in record["counts"].items() if suspect(measure, counts))
        return () if self.again(record) else bad

    def seeds(self) -> list[int]:
        """The seeds in the order of their first record."""
        return list(dict.fromkeys(key.seed for key in self.records))


def _records(file: Path) -> Iterator[Record]:
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue  # a line that was cut off when a run was stopped


def _key(record: Record) -> Key:
    return Key(record["family"], record["seed"], record["index"], record["stage"])
