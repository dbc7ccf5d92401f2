"""Every example in the documentation runs, and the pages that are made from the code fit those written by hand."""

from __future__ import annotations

import importlib
import json
import pkgutil
import posixpath
import re
import shlex
import shutil
from functools import cache

import click
import numpy as np
import pytest

from helpers.cli_runner import run
from helpers.doc_pages import ROOT, examples, run_page, run_session
from referee.cli import COMMANDS
from referee.examples.textbook import chapters
from tools.gallery.__main__ import page_of
from tools.gallery.scenes import SCENES
from tools.handbook import checks, formulas
from tools.handbook.__main__ import pages, write
from tools.handbook.chapters import IMAGE

DOCS = ROOT / "docs"
IGNORED = tuple(re.findall(r"^/docs/(.+)$", (ROOT / ".gitignore").read_text(), re.M))
HERE = [p for p in sorted(DOCS.rglob("*.md")) if not str(p.relative_to(DOCS)).startswith(IGNORED)]
"""Pages that are written by hand, or hold what was measured."""
PAGES = [p for p in HERE if p.name != "extending.md"]  # test_extending.py
SHORTER = {
    "experiments.md": (
        ("repeats = 30", "repeats = 2"),
        ('bundled = "breast_cancer"', 'bundled = "iris"'),
        ("time_limit = 60", "# time_limit = 60"),
    )
}


def labelled(home):
    """data.csv: 60 labelled cases with two features."""
    rng = np.random.default_rng(3)
    y = np.arange(60) % 2
    cases = np.c_[y, rng.normal(y, 1.0, (2, 60)).T]
    np.savetxt(home / "data.csv", cases, fmt="%.4g", delimiter=",", header="y,a,b", comments="")


def duel(home):
    """data.csv, and new.csv and old.csv: the scores of two models on the same cases."""
    labelled(home)
    rng = np.random.default_rng(5)
    y = np.arange(60) % 2
    for name in ("new.csv", "old.csv"):
        scores = np.c_[np.arange(60), y, 1 / (1 + np.exp(0.5 - rng.normal(y)))]
        np.savetxt(home / name, scores, fmt="%.4g", delimiter=",", header="case,y,p", comments="")


def decisions(home):
    """The files of docs/which-test.md: two models with scores, two test sets, cases, scores on ten datasets."""
    labelled(home)
    rng = np.random.default_rng(4)
    n = 120
    y = np.arange(n) % 2
    p, q, r = ((1 / (1 + np.exp(0.5 - rng.normal(y, s)))).round(3) for s in (0.8, 1.0, 1.2))
    said = [(one > 0.5).astype(int) for one in (p, q, r)]
    columns = np.c_[y, np.transpose(said), p, q, np.arange(n) // 3, np.arange(n) % 4]
    head = "y,a,b,c,p,q,patient,site"
    for name, rows in (("predictions", slice(n)), ("first", slice(60)), ("second", slice(60, n))):
        np.savetxt(home / f"{name}.csv", columns[rows], fmt="%g", delimiter=",", header=head, comments="")
    scores = [f"d{i},{0.8 + i / 100},{0.7 + i / 90},{0.75 + i / 110}" for i in range(10)]
    (home / "results.csv").write_text("dataset,svm,tree,bayes\n" + "\n".join(scores) + "\n")


GIVEN = {"verbs/compare.md": duel, "which-test.md": decisions}  # pages that name files and do not make them


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(DOCS)))
def test_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    GIVEN.get(str(page.relative_to(DOCS)), lambda home: None)(tmp_path)
    run_page(page, shorter=SHORTER.get(page.name, ()))


def test_the_decision_page_names_the_test_that_leads(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    decisions(tmp_path)
    rows = re.findall(r"^\| .*<br>`referee compare .*` \|$", (DOCS / "which-test.md").read_text(), re.M)
    for row in [row for row in rows if "all pairs" not in row]:
        said, call = (cell.strip() for cell in row.split("|")[2:4])
        test = json.loads(run(*shlex.split(call.rpartition("<br>")[2].strip("`"))[1:], "--json")[1])["test"]
        assert said.split()[0].strip(",").lower() in test["name"].lower(), row
        assert ("unpaired" in said) == ("unpaired" in test["name"]), row
    assert len(rows) > 9


def test_a_block_of_an_unknown_kind_fails(tmp_path):
    for text, word in (
        ("```rust\nfn main() {}\n```\n", "unknown kind 'rust'"),
        ("```\nreferee demo\n```\n", "unknown kind ''"),
        ("```text\nreferee demo\n```\n", "`text` block"),
        ("```console\nconda install referee\n```\n", "neither run nor in NOT_RUN"),
        ("```console\n$ referee plan width --value 0.8 --n 20\nnothing\n```\n", "wanted\nnothing"),
        ("`referee nonsense`\n", "no command nonsense"),
        ("`referee plan width --valu 0.8`\n", "No such option"),
        ("```pycon\n>>> 1 + 1\n3\n```\n", "wanted\n3"),
    ):
        page = ROOT / "docs" / f"{tmp_path.name}.md"
        with pytest.raises(AssertionError, match=re.escape(word)):
            run_page(_Page(page, text))


class _Page:
    """A page that is not on disk."""

    def __init__(self, path, text):
        self.path, self.text = path, text

    def relative_to(self, root):
        return self.path.relative_to(root)

    def read_text(self):
        return self.text


@cache
def made():
    """The pages that `make docs` makes, by their path; what the examples of the textbook print is left out."""
    drawn = {scene.name for scene in SCENES}
    return {**pages(run=False), "gallery.md": page_of(SCENES, drawn)}


def of(folder):
    """The made pages of a folder by their name."""
    return {name: text for name, text in made().items() if name.startswith(f"{folder}/") and name.endswith(".md")}


# What a block on a made page is; anything else fails.
KINDS = {
    "checks": set(),
    "commands": {"text"},  # the help: test_the_example_of_each_help_runs
    "formulas": {"pycon", "python", "text"},  # examples, calls, formulas
    "textbook": {
        "console",
        "pycon",
        "python",
    },  # as_before/test_chapters.py; test_textbook.py has the calls of rows.md
}


@pytest.mark.parametrize("folder", sorted(KINDS))
def test_made_pages_hold_blocks_of_known_kinds(folder):
    assert of(folder)
    for name, text in of(folder).items():
        kinds = {one.kind for one in examples(text) if one.kind != "inline"}
        assert kinds <= KINDS[folder], name


@pytest.mark.slow
@pytest.mark.parametrize("package", formulas.PACKAGES)
def test_the_examples_of_formulas_run_after_the_imports_of_their_page(package):
    shown = examples(made()[f"formulas/{package.replace('.', '-')}.md"])
    first, *rest = [one for one in shown if one.kind == "pycon"]
    assert len(rest) > 1
    start: dict = {}
    run_session(first.text, start, package)
    for one in rest:
        run_session(one.text, dict(start), f"{package}:{one.line}")
    for one in [one for one in shown if one.kind == "python"]:
        _resolved(one.text.partition("(")[0].strip())


def test_names_in_the_text_exist():
    for page in [*HERE, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        for path in re.findall(r"`(referee(?:\.[A-Za-z_]\w*)+)", page.read_text()):
            assert _resolved(path) is not None, path


def _resolved(path):
    """What a dotted path leads to, whether or not its module was loaded before."""
    return pkgutil.resolve_name(path)


def _leaves():
    """Each command and subcommand with the example of its help."""
    for name in COMMANDS:
        command = importlib.import_module(f"referee.cli.{name}").command
        found = command.commands.values() if isinstance(command, click.Group) else [command]
        yield from (one.epilog for one in found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the examples of the help name."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    home = tmp_path_factory.mktemp("help")
    rng = np.random.default_rng(3)
    n = 60
    y = np.arange(n) % 2
    x = np.round(rng.normal(y, 1.0, (2, n)), 4)
    yhat, other = ((value > 0.5).astype(int) for value in x)
    cases = pa.table({"y": y, "a": x[0], "b": x[1]})
    for name in ("data.csv", "cases.csv"):
        csv.write_csv(cases, home / name)
    patients = cases.append_column("patient", pa.array(np.arange(n) // 2))
    csv.write_csv(patients[:40], home / "train.csv")
    csv.write_csv(patients[40:], home / "test.csv")
    words = np.array(["no", "yes"])
    csv.write_csv(pa.table({"y": words[y], "yhat": words[yhat]}), home / "predictions.csv")
    csv.write_csv(pa.table({"y": y, "svm": yhat, "tree": other}), home / "preds.csv")
    for name, said in (("base.parquet", yhat), ("cand.parquet", other)):
        parquet.write_table(pa.table({"case": np.arange(n), "y": y, "yhat": said}), home / name)
    scores = [f"d{i},{0.8 + i / 100},{0.7 + i / 90},{0.75 + i / 110}" for i in range(10)]
    (home / "results.csv").write_text("dataset,C4.5,tree,bayes\n" + "\n".join(scores) + "\n")
    (home / "study.toml").write_text(
        "study = { baselines = false }\nplan = { repeats = 2 }\ndataset = [{ file = 'data.csv', target = 'y' }]\n"
        "learner = [{ class = 'sklearn.naive_bayes.GaussianNB' }]\n"
    )
    (home / "result.json").write_text(run("evaluate", "--tp", 6, "--fn", 3, "--fp", 2, "--tn", 7, "--json")[1])
    assert run("experiment", home / "study.toml", "--store", home / "study.db")[0] == 0
    return home


@pytest.mark.slow
@pytest.mark.parametrize("epilog", sorted(_leaves(), key=lambda epilog: "referee demo" in epilog))
def test_the_example_of_each_help_runs(epilog, folder, tmp_path, monkeypatch):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*shlex.split(epilog.removeprefix("Example: referee ")))
    told = [line for line in err.splitlines() if not line.startswith("  ")]  # but for prices and progress of fits
    assert (code in (0, 1), told) == (True, [])
    assert out or "report" in epilog or "export" in epilog


def test_links_lead_somewhere():
    by_hand = {str(page.relative_to(DOCS)): page.read_text() for page in HERE}
    site = {**by_hand, **made()}
    figures = {
        f"textbook/figures/{image[2]}.png" for text in chapters().values() for image in IMAGE.finditer(text)
    }
    there = {*site, *figures, *(f"gallery/{scene.name}.png" for scene in SCENES)}
    for name, text in site.items():
        for link in LINK.findall(text):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), link)) in there, f"{name}: {link}"
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):  # read where no page was made
        for link in LINK.findall(page.read_text()):
            assert (ROOT / link).exists(), f"{page.name}: {link}"
            assert link.removeprefix("docs/") not in made(), f"{page.name}: {link}"


LINK = re.compile(r"\]\(([^)#:]+\.(?:md|png|html))(?:#[^)]*)?\)")


def test_made_pages_are_not_kept():
    assert [name for name in made() if not name.startswith(IGNORED)] == []


def test_the_handbook_writes_its_pages_and_takes_old_ones_away(tmp_path, capsys):
    old, other = tmp_path / "checks" / "R999.md", tmp_path / "index.md"
    old.parent.mkdir()
    old.write_text("of before")
    other.write_text("by hand")
    chosen = checks.pages()
    write(tmp_path, chosen)
    assert capsys.readouterr().out == f"{len(chosen)} pages, {len(chosen)} written, 1 removed\n"
    assert {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.md")} == {"index.md", *chosen}
    assert all((tmp_path / name).read_text() == text for name, text in chosen.items())
    write(tmp_path, chosen | {"checks/R001.md": "new"})
    assert capsys.readouterr().out == f"{len(chosen)} pages, 1 written, 0 removed\n"


def test_the_menu_has_every_page_and_no_other():
    menu = re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text())
    pages = {str(page.relative_to(DOCS)) for page in HERE} | {name for name in made() if name.endswith(".md")}
    assert sorted(menu) == sorted(pages)


def test_every_command_and_verb_has_a_page():
    verbs = (ROOT / "mkdocs.yml").read_text().partition("  - Verbs:\n")[2]
    pages = dict(re.findall(r"^      - (\w+): (.*)$", verbs.partition("\n  - ")[0], re.M))
    assert set(COMMANDS) - {"demo", "textbook"} <= set(pages)
    for name, page in pages.items():
        text = (DOCS / page).read_text()
        kinds = [one.kind for one in examples(text)]
        assert name not in COMMANDS or "console" in kinds, f"{page}: no example of the command line"
        assert {"pycon", "python"} & set(kinds), f"{page}: no example in Python"
        assert re.search(r"^## When not to trust it", text, re.M), f"{page}: when is {name} not to be trusted?"
        assert "which-test.md" in text or "formulas/" in text, f"{page}: no way to the formulas"


def test_the_architecture_names_every_package():
    page = (DOCS / "architecture.md").read_text()
    packages = {path.parent.name for path in (ROOT / "src" / "referee").glob("*/__init__.py")}
    assert {name for name in packages if not re.search(rf"^{name} |`{name}`", page, re.M)} == set()
    files = [
        path
        for folder in ("src/referee", "handbook", "tests", "validity")
        for path in (ROOT / folder).rglob("*.py")
    ]
    for name in re.findall(r"`([\w/]+\.py)`", page):
        assert any(path.as_posix().endswith(f"/{name}") for path in files), f"there is no {name}"
