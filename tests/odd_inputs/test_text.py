"""Text from outside in every field of every result: it stays text in every view, table, page and picture."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.cli_runner import run
from helpers.noun_examples import NOUNS
from odd_inputs.table import Table
from referee import evaluate, read
from referee.core.noun import load
from referee.core.results import Results, StudyResults
from referee.core.splits import Splits
from referee.learners import CrossValidation
from referee.studies import export_predictions

TABLE = Table("views")


HOSTILE = (
    "\"'><img src=x onerror=alert(1)></title></script><script>alert(2)</script>"
    "\x1b[31m\x9b2J\r\n\u202e|[x](javascript:alert(3))\\input{/etc/passwd}$\\frac{ % & # _ ^ ~ `c` {{7*7}}"
)


def keys_of(data, found):
    """The keys under which a result keeps text."""
    if isinstance(data, dict):
        for key, value in data.items():
            texts = value if isinstance(value, list) else [value]
            if key != "schema" and any(isinstance(text, str) for text in texts):
                found.add(key)
            keys_of(value, found)
    elif isinstance(data, list):
        for item in data:
            keys_of(item, found)
    return found


def with_text(data, key):
    """The data with hostile text under that key, different in every place of a list."""
    if isinstance(data, list):
        return [with_text(item, key) for item in data]
    if not isinstance(data, dict):
        return data
    out = {}
    for own, value in data.items():
        if own != key or not isinstance(value, str | list):
            out[own] = with_text(value, key)
        elif isinstance(value, str):
            out[own] = HOSTILE
        else:
            out[own] = [f"{HOSTILE}{i}" if isinstance(v, str) else with_text(v, key) for i, v in enumerate(value)]
    return out


class Tags(HTMLParser):
    """The elements and the attributes of a page that could do something."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.seen, self.handlers = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        values = dict(attrs)
        links = [value for name, value in attrs if name in ("href", "src") and value]
        if any(name.startswith("on") for name in values) or any("javascript:" in link for link in links):
            self.handlers.append(tag)


def is_plain(text):
    return all(sign.isprintable() or sign == "\n" for sign in text)


def check_html(text, scripts=0):
    tags = Tags(text)
    assert not tags.handlers
    assert "img" not in tags.seen
    assert tags.seen.count("script") <= scripts
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


def check_views(value):
    assert is_plain(str(value))
    check_html(value._repr_html_())
    words = value.to_markdown()
    assert is_plain(words)
    assert not re.search(r"(?<!\\)<|(?<!\\)\]\(", words)
    tex = value.to_latex()
    assert is_plain(tex)
    assert "\\input{" not in tex
    assert "\\frac{" not in tex
    ours = tex.removeprefix("% Tables need \\usepackage{booktabs}.")
    assert not re.search(r"(?<!\\)[$#%]", re.sub(r"(?<!\\)\$(\\[a-z]+|[<>=+-]+)\$", "", ours))


@TABLE.answers("every text of every result is text in every view", each=NOUNS, slow=True)
def every_text_of_every_result_is_text_in_every_view(name):
    """Read back with hostile text in a field it is refused in one sentence, or shown as text."""
    data, refusals, misfits = NOUNS[name].to_dict(), [], []
    for key in sorted(keys_of(data, set())):
        try:
            value = load(with_text(data, key))
        except referee.InputError as error:
            refusals.append(str(error))
            continue
        try:
            check_views(value)
        except (ValueError, KeyError) as error:
            misfits.append(str(error))
    assert all(map(is_plain, refusals))
    assert all("not in tuple" in error for error in misfits)  # names that no longer fit together: nothing is shown


SCORES = np.random.default_rng(0).random(40)
TRUTH = [HOSTILE, "no"] * 20
SAID = [HOSTILE if s > 0.4 else "no" for s in SCORES]
ONE = read(TRUTH, SAID, SCORES, positive=HOSTILE, name=HOSTILE)
TWO = read(TRUTH, SAID[::-1], SCORES[::-1], positive=HOSTILE, name="=b" + HOSTILE)
DRAWS = {f"{HOSTILE}{i}": {f"{HOSTILE}{d}": (7 * i + 3 * d * d) % 11 / 10 for d in range(8)} for i in range(4)}
RESULTS = {
    "evaluation": lambda: referee.evaluate(ONE, rng=0),
    "comparison": lambda: referee.compare(ONE, TWO, rng=0),
    "comparison of scores": lambda: referee.compare(ONE, TWO, metric="roc_auc", rng=0),
    "family": lambda: referee.compare_all({"x" + HOSTILE: ONE, "y" + HOSTILE: TWO, "z": ONE}, rng=0),
    "standings": lambda: referee.rank(DRAWS, rng=0),
    "skill": lambda: referee.estimate_error(
        {HOSTILE: GaussianNB()}, SCORES[:, None], TRUTH, method="holdout", rng=0
    ),
    "study": lambda: referee.Experiment(
        {HOSTILE: GaussianNB(), "b" + HOSTILE: GaussianNB(var_smoothing=0.1)},
        {HOSTILE: (SCORES[:, None], TRUTH)},
        splits=referee.learners.CrossValidation(2),
        rng=0,
    ).run("s.db"),
}


@TABLE.answers("pages and pictures", door="report", each=RESULTS, slow=True)
def pages_and_pictures(name, tmp_path, monkeypatch):
    pytest.importorskip("jinja2")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.chdir(tmp_path)
    value = RESULTS[name]()
    check_views(value)
    check_html(referee.report(value, "page.html", command=HOSTILE).read_text(encoding="utf-8"), scripts=2)
    try:
        axes = value.plot()
    except referee.InputError:
        return
    axes.figure.savefig("picture.svg")
    pyplot.close(axes.figure)
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.parse("picture.svg").iter()}
    assert not tags & {"script", "img", "image", "foreignObject"}


@TABLE.answers("names of columns and files", door="referee evaluate")
def names_of_columns_and_files(tmp_path, monkeypatch):
    pytest.importorskip("jinja2")
    monkeypatch.chdir(tmp_path)
    column = HOSTILE.replace("\r\n", " ").replace('"', "")
    file = Path("\x1b[31m<img src=x>=1.csv")
    with file.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow([column, "y", "p"])
        rows.writerows([["=a", 1, 1], ["<b>", 0, 1], ["=a", 1, 0], ["\x1b[2J", 0, 0]] * 10)
    args = ["evaluate", file, "--truth", "y", "--pred", "p", "--positive", "1", "--by", column]
    code, out, err = run(*args, "--html", "page.html")
    assert (code, err) == (0, "")
    assert is_plain(out)
    check_html(Path("page.html").read_text(encoding="utf-8"), scripts=2)
    for form in ("--markdown", "--latex"):
        code, out, err = run(*args, form)
        assert (code, err) == (0, "")
        assert is_plain(out)
    code, out, err = run("evaluate", file, "--truth", "none", "--pred", "p")
    assert (code, out) == (2, "")
    assert is_plain(err)
    assert len(err.splitlines()) == 1


STUDY = """
[study]
name = "{name}"
seed = 1
baselines = false
[plan]
kind = "k-fold"
folds = 2
[[dataset]]
name = "{name}"
bundled = "iris"
[[learner]]
name = "{name}"
class = "sklearn.naive_bayes.GaussianNB"
[[learner]]
name = "@{name}"
class = "sklearn.dummy.DummyClassifier"
"""


@TABLE.answers("names in a study file", door="referee experiment")
def names_in_a_study_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = "=cmd<img src=x onerror=alert(1)>\\u001b[31m\\n../../x"
    Path("study.toml").write_text(STUDY.format(name=name))
    code, out, err = run("experiment", "study.toml", "--no-baselines")
    assert (code, err) == (0, ""), err
    assert is_plain(out)
    code, out, err = run("export", "study.db", "--results", "r.csv", "--predictions", "p.csv", "--table", "t.md")
    assert (code, err) == (0, "")
    assert is_plain(out)
    for table in ("r.csv", "p.csv"):
        with open(table, newline="", encoding="utf-8") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+", "\t"))]
    assert not re.search(r"(?<!\\)<", Path("t.md").read_text())
    names = {"study.toml", "study.db", "r.csv", "p.csv", "t.md"}
    assert {file.name for file in tmp_path.iterdir()} == names


SCRIPT = "<script>alert(1)</script>"


@TABLE.answers(case="bad76")
def html_is_escaped():
    result = evaluate(read([SCRIPT, "b"] * 3, [SCRIPT, "b"] * 3, name=SCRIPT, positive=SCRIPT), rng=0)
    for value in (result, result.confusion, *result.findings):
        html = value._repr_html_()
        assert SCRIPT not in html
        assert "&lt;script&gt;" in html or value in result.findings
    result = evaluate([SCRIPT, "b"] * 3, ["b", "<u>"] * 3, rng=0)
    assert "<script" not in result._repr_html_()
    assert "<u>" not in result._repr_html_()


CODES = ["\x1b[2J", "\x1b[31mred", "a\nb", "a\r\n\tb", "\u202eabc", "\x9b31m", "a\u2028b"]
LABELS = [*CODES, SCRIPT, "=cmd|'/c calc'!A1", "../../etc/passwd"]


@TABLE.answers(case="bad78", door="evaluate, report, load", each=LABELS)
def a_label_is_shown_as_text(label, tmp_path):
    plain = evaluate(read(["x", "y"] * 5, ["x", "z"] * 5, name="m"), rng=0)
    result = evaluate(read([label, "y"] * 5, [label, label + "z"] * 5, name=label), rng=0)
    for value in (result, result.confusion, *result.findings):
        assert is_plain(str(value))
    assert label in result.confusion.labels
    assert len(str(plain.confusion).splitlines()) == len(str(result.confusion).splitlines())
    named = evaluate([label, "no", label, "no"] * 5, [label, "no", "no", "no"] * 5, positive=label, rng=0)
    assert is_plain(str(named))
    check_html(referee.report(named, tmp_path / "p.html").read_text(encoding="utf-8"), scripts=2)
    assert [f.name for f in tmp_path.iterdir()] == ["p.html"]
    assert load(named.to_dict()).confusion.labels == named.confusion.labels


def without_style(html):
    """A notebook's form without the style of the page, which is the same for every result."""
    return re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


@TABLE.answers(case="bad79")
def long_labels_are_cut_in_display_only():
    long = "x" * 100_000
    result = evaluate([long, "b", "c"] * 2, [long, "b", long + "z"] * 2, rng=0)
    assert max(map(len, str(result).splitlines())) < 400
    assert len(without_style(result._repr_html_())) < 20_000
    assert long in result.confusion.labels
    assert long in json.loads(result.to_json())["confusion"]["labels"]
    with pytest.raises(referee.InputError) as caught:
        evaluate([long, "b"], [long, "b"], positive="no")
    assert len(str(caught.value)) < 300


@TABLE.answers("1,200 classes", case="bad79", slow=True)
def many_classes_are_not_drawn():
    y = np.arange(1200)
    result = evaluate(y, np.roll(y, 1) * (y % 2) + y * (1 - y % 2), rng=0)
    assert "1200 classes: too many to draw; see .counts" in str(result)
    assert len(str(result)) < 10_000
    assert len(without_style(result._repr_html_())) < 20_000
    assert result["mcc"].note == "no interval: 1200 classes are too many to draw tables of"
    assert result["accuracy"].interval.width > 0


@TABLE.answers(case="bad75", each=["../../x", "/etc/x", "a/b", "CON", "a\0b", "x" * 400])
def names_of_models_are_no_paths(name, tmp_path, monkeypatch):
    inner = tmp_path / "in" / "ner"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    result = referee.evaluate(referee.read([1, 0, 1], [1, 0, 0], name=name), rng=0)
    referee.report(result, "page.html")
    result.to_json("result.json")
    study = referee.Experiment(
        {name: GaussianNB()}, {name: (SCORES[:, None], TRUTH)}, splits=CrossValidation(2), rng=0
    ).run("s.db")
    export_predictions(study, "p.csv")
    assert sorted(f.name for f in inner.iterdir()) == ["p.csv", "page.html", "result.json", "s.db"]
    assert [f.name for f in tmp_path.iterdir()] == ["in"]


@TABLE.answers(case="bad77", door="export", each=["=cmd|'/c calc'!A1", "+1+x", "-x", "@SUM(A1)", "\t=1", "\r=1"])
def formulas_in_a_table(sign, tmp_path):
    cell = Results(sign, (sign, "b"), [0, 1], Splits("2-fold", 2, ([0], [1])), ([0], [1]))
    study = StudyResults("s", (sign,), (sign,), (cell,), ("accuracy",), (((1.0,),),))
    with export_predictions(study, tmp_path / "p.csv").open(newline="") as file:
        row = next(csv.DictReader(file))
    assert [row[name] for name in ("dataset", "learner", "truth", "prediction")] == ["'" + sign] * 4


@TABLE.answers("half of a pair is a label like any other", door="evaluate")
def half_of_a_pair_is_a_label_like_any_other(tmp_path):
    result = evaluate(["\ud800", "b"] * 10, ["\ud800", "b", "b", "b"] * 5, positive="b", rng=0)
    assert "\\ud800" in str(result)
    result.to_json(tmp_path / "r.json")
    assert referee.load(tmp_path / "r.json").confusion == result.confusion
    assert read(["\ud800", "b"], ["b", "b"]).fingerprint != read(["\ud801", "b"], ["b", "b"]).fingerprint


@TABLE.answers(
    "a hostile file name is quoted",
    door="referee evaluate",
    each=["\x1b[31mred.csv", "<b>.csv", "=1+1.csv", "no such/../x.csv"],
)
def a_hostile_file_name_is_quoted(name):
    code, out, err = run("evaluate", name, "--truth", "y", "--pred", "p")
    assert (code, out) == (2, "")
    assert "\x1b" not in err
    assert "no such file" in err


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
