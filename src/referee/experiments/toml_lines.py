"""Where each key of a TOML text stands."""

from __future__ import annotations

import re
import tomllib
from typing import Any

Place = tuple[str | int, ...]
"""The keys, and the positions in lists, that lead to a value."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\r\n]*")


def toml_lines(text: str) -> dict[Place, int]:
    r"""The line of every key, table and list item of a TOML text that `tomllib` has read without complaint.

    >>> lines = toml_lines("[study]\nseed = 1\n[[learner]]\nparams = { C = 1 }\n")
    >>> lines["study", "seed"], lines["learner", 0], lines["learner", 0, "params", "C"]
    (2, 3, 4)
    """
    return _Reader(text).lines


class _Reader:
    """Goes once over a text that is known to be right, and notes where things begin."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.counted, self.line = 0, 1
        self.lines: dict[Place, int] = {}
        self.sizes: dict[Place, int] = {}
        table: Place = ()
        self.skip()
        while self.at < len(text):
            if text.startswith("[[", self.at):
                table = self.header(2)
            elif text[self.at] == "[":
                table = self.header(1)
            else:
                self.pair(table)
            self.skip()

    def header(self, brackets: int) -> Place:
        """`[a.b]` or `[[a.b]]`: the table that it opens; a list on the way means its last item."""
        line = self.here()
        self.at += brackets
        keys = self.keys()
        self.skip()
        self.at += brackets
        place: Place = ()
        for i, key in enumerate(keys):
            place = (*place, key)
            self.lines.setdefault(place, line)
            if i == len(keys) - 1 and brackets == 2:
                self.sizes[place] = self.sizes.get(place, 0) + 1
            if place in self.sizes:
                place = (*place, self.sizes[place] - 1)
                self.lines.setdefault(place, line)
        return place

    def pair(self, table: Place) -> None:
        """`key = value`."""
        line = self.here()
        place = table
        for key in self.keys():
            place = (*place, key)
            self.lines.setdefault(place, line)
        self.skip()
        self.at += 1
        self.skip()
        self.value(place)

    def keys(self) -> list[str]:
        """A key and the keys behind its dots."""
        out = []
        while True:
            self.skip()
            bare = _BARE.match(self.text, self.at)
            if bare:
                out.append(bare[0])
                self.at = bare.end()
            else:
                found = _TEXT.match(self.text, self.at)
                assert found is not None
                out.append(str(tomllib.loads(f"k = {found[0]}")["k"]))
                self.at = found.end()
            self.skip()
            if self.text[self.at : self.at + 1] != ".":
                return out
            self.at += 1

    def value(self, place: Place) -> None:
        """Pass over a value, into lists and tables."""
        sign = self.text[self.at]
        if sign == "[":
            self.items("]", lambda i: self.item((*place, i)))
        elif sign == "{":
            self.items("}", lambda _: self.pair(place))
        else:
            found = _TEXT.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            assert found is not None
            self.at = found.end()

    def items(self, end: str, read: Any) -> None:
        """What stands between brackets, with commas between."""
        self.at += 1
        count = 0
        self.skip()
        while self.text[self.at] != end:
            read(count)
            count += 1
            self.skip()
            if self.text[self.at] == ",":
                self.at += 1
                self.skip()
        self.at += 1

    def item(self, place: Place) -> None:
        self.lines[place] = self.here()
        self.value(place)

    def skip(self) -> None:
        """Pass over space and comments."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def here(self) -> int:
        """The line of this position."""
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.line
