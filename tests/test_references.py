"""The bibliography: every key is cited and every citation is known, the entries are whole, and it is read when asked for."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee._references import Work, cite, works
from referee.checks.audit import REGISTRY as CHECKS
from referee.inference.choose import TABLE
from referee.metrics.registry import REGISTRY as METRICS
from referee.views.report.describe_work import known_words, methods, references
from tools.handbook import checks, formulas
from tools.handbook.docstring import reference

SRC = Path(referee.__file__).parent
ITEMS = json.loads((SRC / "references.json").read_text(encoding="utf-8"))
TYPES = {"article", "article-journal", "book", "chapter", "paper-conference", "thesis"}
FIELDS = {"id", "type", "author", "issued", "title", "container-title", "volume", "issue", "page"}
FIELDS |= {"edition", "publisher", "DOI", "note"}
KEY = re.compile(r"\b[a-z]{2,}(?:18|19|20)\d\d[a-z]*\b")
FILES = [*SRC.rglob("*.py"), *SRC.rglob("methods.json")]
CODE = {file: file.read_text(encoding="utf-8") for file in sorted(FILES) if file.stem != "_references"}
CITED = {key for text in CODE.values() for key in KEY.findall(text)}


def test_every_key_is_cited_and_every_citation_is_known():
    assert set(works()) == CITED


@pytest.mark.parametrize("file", [file for file, text in CODE.items() if re.search(r"References?:\s", text)])
def test_every_reference_of_a_docstring_is_a_key(file):
    for keys in re.findall(r"\bReferences?:\s+(\w+(?:,\s+\w+)*)", CODE[file]):
        assert set(re.split(r",\s+", keys)) <= set(works())


def test_every_reference_of_a_table_is_a_key():
    found = {one.reference for one in [*METRICS.values(), *CHECKS.values()] if one.reference}
    found |= {key for row in TABLE for key in row.lead.references}
    found |= {key for _, *keys in known_words()["methods"].values() for key in keys}
    found |= {key for _, _, *keys in known_words()["parts"].values() for key in keys}
    assert found <= set(works())


def test_keys_are_sorted_and_stand_once():
    keys = [item["id"] for item in ITEMS]
    assert keys == sorted(set(keys)) == list(works())
    assert all(KEY.fullmatch(key) for key in keys)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item["id"])
def test_an_item_is_whole(item):
    assert set(item) <= FIELDS
    assert item["type"] in TYPES
    assert item["author"]
    assert all(author["family"] and set(author) <= {"family", "given"} for author in item["author"])
    [[year]] = item["issued"]["date-parts"]
    assert item["id"].rstrip("abcdefghijklmnopqrstuvwxyz").endswith(str(year))
    assert all(
        isinstance(item[name], str) and item[name].strip() == item[name]
        for name in set(item) - {"author", "issued"}
    )
    assert item["title"]
    assert item.get("container-title") or item.get("publisher")
    if "DOI" in item:
        assert re.fullmatch(r"10\.\d{4,9}/\S+", item["DOI"])


def test_no_doi_stands_twice():
    dois = [item["DOI"].lower() for item in ITEMS if "DOI" in item]
    assert len(dois) == len(set(dois))


def test_the_text_of_each_kind():
    assert cite("wilson1927") == (
        "Wilson (1927), Probable inference, the law of succession, and statistical inference, "
        "Journal of the American Statistical Association 22:209-212, doi 10.1080/01621459.1927.10502953"
    )
    assert cite("benavoli2016").endswith("mean-ranks?, Journal of Machine Learning Research 17(5):1-10")
    assert cite("conover1999") == "Conover (1999), Practical Nonparametric Statistics, 3rd edition, Wiley"
    assert cite("mitchell1997") == "Mitchell (1997), Machine Learning, McGraw-Hill (chapter 5)"
    assert cite("mcfadden1974").endswith("behavior, in Frontiers in Econometrics, pages 105-142")
    assert cite("kumar2019").endswith("calibration, NeurIPS 32")
    assert cite("lopezpaz2017").endswith("tests, ICLR")


def test_a_doi_is_a_link():
    assert Work("x", "10.1/a<b>(c)").link == "https://doi.org/10.1/a%3Cb%3E%28c%29"
    assert Work("x", "").link == ""
    assert reference("delong1988").endswith(", doi [10.2307/2531595](https://doi.org/10.2307/2531595)")
    assert "&lt;0001" in reference("brier1950")
    assert reference("weiss1991").endswith("(LOO\\*)")


@pytest.mark.parametrize("room", [checks, formulas])
def test_no_page_shows_a_key(room):
    for name, page in room.pages().items():
        assert not set(KEY.findall(page)) & set(works()), name


def test_the_works_of_methods_stand_once():
    found = references(methods(["DeLong", "mid-P at DeLong"]))
    assert found == [works()["delong1988"], works()["berry1995"]]


def test_importing_referee_does_not_read_it():
    script = (
        "import sys; opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import referee, referee._references\n"
        "from referee.views.report.describe_work import methods\n"
        "read = lambda: sum(name.endswith('references.json') for name in opened)\n"
        "assert read() == 0, 'on import'\n"
        "referee._references.cite('wilson1927'); referee._references.cite('tan2006')\n"
        "assert read() == 1, 'not once'\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
