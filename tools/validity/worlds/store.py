"""The store of measured worlds: one line of JSON per world and stage, added as it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.core.whole_file import whole_file
from tools.validity.worlds.engine import AGAIN, FIRST
from tools.validity.worlds.tally import Record, suspect


class Key(NamedTuple):
    """Which world, and which stage of it."""

    family: str
    seed: int
    number: int
    stage: int


class Store:
    """The records of a file, by key. `seeds` are the seeds of the families, those of their last records.

    Without a `code` it is that of the last record. `others` are the records of other code: they are not counted before
    `adopt` says that this code gives the same answers.
    """

    def __init__(self, file: Path, code: str | None) -> None:
        self.file = file
        every = list(_records(file))
        self.code = code or (every[-1]["code"] if every else "")
        self.seeds: dict[str, int] = {record["family"]: record["seed"] for record in every}
        self.records = {_key(record): record for record in every if record["code"] == self.code}
        self.others = [record for record in every if record["code"] != self.code]

    def add(self, record: Record) -> None:
        """Keep a record, on the disk too; a line that was cut off before it is ended."""
        self.records[_key(record)] = record
        self.file.parent.mkdir(parents=True, exist_ok=True)
        old = self.file.read_bytes()[-1:] if self.file.exists() else b"\n"
        with self.file.open("a", encoding="utf-8") as out:
            out.write(("" if old in (b"\n", b"") else "\n") + json.dumps(record) + "\n")

    def adopt(self, family: str, *, same: bool) -> None:
        """Count the worlds that other code measured, if this code gives the same answers; forget them if not.

        A family that starts again gets new worlds: in the old ones the answers may have been mended.
        """
        moved = [record for record in self.others if record["family"] == family]
        self.others = [record for record in self.others if record["family"] != family]
        if same:
            self.records |= {_key(record): record | {"code": self.code} for record in moved}
        else:
            self.seeds.pop(family, None)
        kept = (*self.others, *self.records.values())
        with whole_file(self.file) as place:
            place.write_text("".join(json.dumps(record) + "\n" for record in kept), encoding="utf-8")

    def first(self, family: str) -> list[Record]:
        """The first stage of the worlds of a family, in the order of their index."""
        found = [record for key, record in self._of(family) if key.stage == FIRST]
        return sorted(found, key=lambda record: record["index"])

    def all_stages(self, family: str) -> list[Record]:
        """The records of a family, of both stages."""
        return [record for _, record in self._of(family)]

    def _of(self, family: str) -> list[tuple[Key, Record]]:
        asked = family, self.seeds.get(family)
        return [(key, record) for key, record in self.records.items() if key[:2] == asked]

    def again(self, record: Record) -> Record | None:
        """The fresh runs of a world."""
        return self.records.get(Key(record["family"], record["seed"], record["index"], AGAIN))

    def to_confirm(self, record: Record) -> tuple[str, ...]:
        """The measures for which a world must be run again and was not."""
        bad = tuple(measure for measure, counts in record["counts"].items() if suspect(measure, counts))
        return () if self.again(record) else bad


def _records(file: Path) -> Iterator[Record]:
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue  # a line that was cut off when a run was stopped


def _key(record: Record) -> Key:
    return Key(record["family"], record["seed"], record["index"], record["stage"])
