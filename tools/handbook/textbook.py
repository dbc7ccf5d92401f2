"""The textbook: chapters by subject, and the lists that lead into them.

The chapters are made by `tools.handbook.chapters`. Beside them stand an index of every term of the five documents, the
slips of the documents, what the documents describe with its call, their figures, and one page per document that
leads from its numbers to the chapters.
"""

from __future__ import annotations

import math
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from referee.examples.textbook import chapters, examples
from tools.handbook.chapters import IMAGE, page_of, run_command, slips, terms, title

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
MADE = "<!-- Made by `python -m tools.handbook`. -->\n\n"
WORDS = {
    "ok": "",
    "rounding": "The text rounds differently.",
    "wrong": "**The text slips here.**",
    "ambiguous": "The text can be read in two ways.",
}


@cache
def documents() -> dict[str, Any]:
    """The five documents by number."""
    return tomllib.loads((HERE / "documents.toml").read_text())


@cache
def rows() -> dict[str, Any]:
    """What the documents describe, by number, and the setup of the calls."""
    return tomllib.loads((HERE / "rows.toml").read_text())


def pages(run: bool = True, figures: Path | None = None) -> dict[str, str]:
    """Every page of the textbook by its path; `run` fills in what the chapters print, and draws into `figures`."""
    made = {f"textbook/{name}.md": page_of(text, run, figures) for name, text in chapters().items()}
    lists = {"index": _index, "words": _words, "slips": _slips, "rows": _rows, "figures": _figures}
    made |= {f"textbook/{name}.md": MADE + page() for name, page in lists.items()}
    made |= {f"textbook/{book['name']}.md": MADE + _document(n, book) for n, book in documents().items()}
    return made


def _index() -> str:
    """The way in."""
    out = [
        "# A textbook that runs\n",
        "How good is a classifier, how will it do on new cases, how sure can you be, is it better than another? Five "
        "texts teach it. Here their subjects are told anew, in plain words, with the call beside each number, what it "
        "prints, its figure, and the slips of the texts explained where a reader would stumble.\n",
        "| chapter | examples |\n|---|---|",
    ]
    for name in chapters():
        own = ", ".join(f"`{one.key}`" for one in examples().values() if one.chapter == name)
        out.append(f"| [{title(name)}]({name}.md) | {own} |")
    out.append(
        "\nEvery example runs with one command: `referee textbook` lists them, `referee textbook 4.5` runs one, and "
        "`--figure page.png` draws it.\n\n"
        f"```console\n{run_command('$ referee textbook iq')}```\n"
    )
    out.append(
        "- [In the words of](words.md): an index from every term of the five texts to its place.\n"
        f"- [Slips](slips.md): the {len(slips())} places where the texts slip or can be read in two ways.\n"
        f"- [What the texts describe](rows.md): {len(rows()) - 1} things, each with its call.\n"
        "- [Figures](figures.md): the figures of the texts that show numbers, beside ours.\n"
        "- Two pages to play with: [two normal distributions](two-normals.html) and [sampling](sampling.html).\n"
    )
    out.append("Page by page, one table per text:\n")
    out += [f"- [{book['title']}]({book['name']}.md), {book['author']}" for book in documents().values()]
    return "\n".join(out) + "\n"


def _words() -> str:
    """The index of terms."""
    found = terms()
    out = ["# In the words of\n", "Every term of the five texts, and where it is explained and run.\n"]
    letter = ""
    for term in sorted(found, key=lambda word: word.lower().lstrip(".'(1234567890 ") or word):
        first = (term.lower().lstrip(".'({1234567890 ") or term)[0].upper()
        if first != letter:
            letter = first
            out.append(f"\n**{letter}**\n")
        name = found[term].partition(".md")[0]
        out.append(
            f"- [{term.replace('*', chr(92) + '*').replace('|', chr(92) + '|')}]({found[term]}) ({title(name)})"
        )
    return "\n".join(out) + "\n"


def _slips() -> str:
    """The slips in the order of their numbers."""
    out = [
        "# Slips\n",
        "Where the five texts slip, contradict each other or can be read in two ways. The number links to the place in "
        "the chapters that explains it. referee computes the right value.\n",
        "| slip | what |\n|---|---|",
    ]
    out += [f"| [{number}]({place}) | {_cell(words)} |" for number, (words, place) in sorted(slips().items())]
    return "\n".join(out) + "\n"


def _rows() -> str:
    """What the documents describe."""
    where = terms()
    out = [
        "# What the texts describe\n",
        "Each thing that the five texts describe, with the call that does it. A test runs every call and compares it "
        "with an independent computation or with the printed number.\n",
        "The calls come after this:\n",
        f"```python\n{rows()['setup'].strip()}\n```\n",
        "| # | what | call |\n|---|---|---|",
    ]
    for number, row in rows().items():
        if number != "setup":
            out.append(
                f"| {number} | [{_cell(row['what'])}]({where[row['place']]}) | `{row['call'].replace('|', ' or ')}` |"
            )
    return "\n".join(out) + "\n"


def _figures() -> str:
    """The figures of the documents that show numbers."""
    out = [
        "# Figures\n",
        "The figures of the texts that show numbers, and ours. Each stands in its chapter with its code.\n",
    ]
    homes = {figure: name for name, text in chapters().items() for figure in _figures_in(text)}
    for book in documents().values():
        if book["figures"]:
            out.append(f"## {book['title']}\n\n{book['author']}.\n")
        for words, figure in book["figures"]:
            home = homes[figure]
            out.append(f"### {words}\n\n![{words}](figures/{figure}.png)\n\nFrom [{title(home)}]({home}.md).\n")
    return "\n".join(out) + "\n"


def _figures_in(text: str) -> list[str]:
    return [image[2] for image in IMAGE.finditer(text)]


def _document(number: str, book: dict[str, Any]) -> str:
    """Page by page: the places of a document, its numbers, what referee computes, and where they are explained."""
    sys.path.insert(0, str(ROOT / "tests"))
    from adapters import SEED, cases

    where = terms()
    own = [one for one in cases("seed_examples.json") if one["seed"].startswith(number) and one["op"] in SEED]
    out = [
        f"# {book['title']}\n",
        f"{book['author'][:1].upper()}{book['author'][1:]}. Page by page, from its numbers to the chapters.\n",
        "| place | example | the text prints | referee | chapter |\n|---|---|---|---|---|",
    ]
    for place, term in book["places"]:
        link = f"[{title(where[term].partition('.md')[0])}]({where[term]})"
        found = [one for one in own if one["where"] == place]
        if not found:
            out.append(f"| {_cell(place)} | | | | {link} |")
        for case in found:
            note = case["note"] if case["verdict"] != "ok" else ""
            says = " ".join(filter(None, [WORDS[case["verdict"]], note]))
            what = _cell(case["what"]) + (f" *{_cell(says)}*" if says else "")
            value = _value(SEED[case["op"]](case["inputs"]))
            out.append(f"| {_cell(place)} | {what} | {_cell(case['printed'] or '')} | {value} | {link} |")
    return "\n".join(out) + "\n"


def _value(value: Any) -> str:
    """A number, a list or a mapping, short enough for a cell."""
    if isinstance(value, dict):
        text = ", ".join(f"{key} = {_value(item)}" for key, item in value.items())
    elif isinstance(value, str | bool) or value is None:
        text = "undefined" if value is None else str(value)
    elif isinstance(value, int | float):
        text = "undefined" if math.isnan(value) else f"{value:.6g}"
    elif hasattr(value, "tolist"):
        return _value(value.tolist())
    elif isinstance(value, list | tuple):
        items = [_value(item) for item in value]
        text = "[" + ", ".join(items if len(items) <= 12 else [*items[:10], "..."]) + "]"
    else:
        text = str(value)
    return _cell(text if len(text) <= 160 else text[:157] + "...")


def _cell(text: str) -> str:
    """Text that is safe inside a table."""
    text = re.sub(r"seed (00\d)", lambda m: documents()[m[1]]["short"], str(text))
    text = text.replace("two seed texts", "two texts").replace("seed", "text")
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ").replace("*", "\\*")
