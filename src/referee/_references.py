"""The works that formulas are taken from, by a short key: `references.json`, CSL-JSON, read when one is asked for."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, NamedTuple
from urllib.parse import quote


class Work(NamedTuple):
    """A work as text without its DOI, and the DOI: empty where it has none that is known for sure."""

    text: str
    doi: str

    @property
    def link(self) -> str:
        """Where the DOI leads, empty without one."""
        return f"https://doi.org/{quote(self.doi)}" if self.doi else ""


@cache
def works() -> dict[str, Work]:
    """Every work by its key, in the order of the alphabet."""
    file = resources.files("referee").joinpath("references.json")
    items = json.loads(file.read_text(encoding="utf-8"))
    return {item["id"]: Work(_text(item), item.get("DOI", "")) for item in items}


def cite(key: str) -> str:
    """The full reference of a key.

    >>> print(cite("delong1988"))
    DeLong, DeLong and Clarke-Pearson (1988), Comparing the areas under two or more correlated receiver operating
    characteristic curves: a nonparametric approach, Biometrics 44:837-845, doi 10.2307/2531595
    """
    work = works()[key]
    return f"{work.text}, doi {work.doi}" if work.doi else work.text


def _text(item: dict[str, Any]) -> str:
    """Authors, year, title, where it appeared and a remark."""
    *others, last = (author["family"] for author in item["author"])
    authors = f"{', '.join(others)} and {last}" if others else last
    edition = f"{item['edition']} edition" if "edition" in item else ""
    parts = [f"{authors} ({item['issued']['date-parts'][0][0]})", item["title"], edition]
    parts += [_place(item), item.get("publisher", "")]
    note = f" ({item['note']})" if "note" in item else ""
    return ", ".join(filter(None, parts)) + note


def _place(item: dict[str, Any]) -> str:
    """The journal or the proceedings, with volume and pages."""
    place = "in " * (item["type"] == "chapter") + item.get("container-title", "")
    if "volume" not in item:
        return f"{place}, pages {item['page']}" if "page" in item else place
    issue = f"({item['issue']})" if "issue" in item else ""
    page = f":{item['page']}" if "page" in item else ""
    return f"{place} {item['volume']}{issue}{page}"
