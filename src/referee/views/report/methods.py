"""Methods by the words that results use: each in a sentence, with its references (`methods.json`)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import NamedTuple

from referee._references import Work, cite, works


class MethodWords(NamedTuple):
    """A method by the words that results use, in a sentence, with its references."""

    name: str
    sentence: str
    references: tuple[str, ...]


@cache
def known_words() -> dict[str, dict[str, list[str]]]:
    """The table of methods.

    `methods` has the sentence and the references by what results call a method, in so many words or else the first
    that fits, `names` what a page calls some of them; `parts` are curves and estimators by their keys, the name first.
    """
    file = resources.files("referee.views.report").joinpath("methods.json")
    found: dict[str, dict[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def methods(words: Iterable[str], parts: Iterable[str] = ()) -> list[MethodWords]:
    """The methods that these words name, each once, with what the curves rest on."""
    out: dict[str, MethodWords] = {}
    known = known_words()
    for word in words:
        key = word if word in known["methods"] else next((key for key in known["methods"] if key in word), None)
        if key is not None:
            sentence, *references = known["methods"][key]
            (name,) = known["names"].get(key, [word if key.endswith("on TP") else key])
            out.setdefault(name, MethodWords(name, sentence, tuple(references)))
    for part in parts:
        if part in known["parts"]:
            name, sentence, *references = known["parts"][part]
            out[part] = MethodWords(name, sentence, tuple(references))
    return list(out.values())


def references(found: Iterable[MethodWords]) -> list[Work]:
    """The works that methods are taken from, in order, each once."""
    return list(dict.fromkeys(works()[key] for method in found for key in method.references))


def short(key: str) -> str:
    """Authors and year."""
    return cite(key).partition(")")[0].replace(" (", " ")
