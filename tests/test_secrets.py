"""Nothing secret is shown, nothing is executed that a file names, and no file of another is touched."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.cli_runner import run
from referee._check import mask_secrets
from referee.core.whole_file import whole_file, writable

SHOWN = {
    "postgresql://me:hidden@host/db": "postgresql://***@host/db",
    "tcp://me:hid@den@host:8786": "tcp://***@host:8786",
    "me:hidden@host:8786": "***@host:8786",
    "s3://b/k?X-Amz-Signature=hidden&X-Amz-Credential=hidden&v=1": "s3://b/k?X-Amz-Signature=***&X-Amz-Credential=***&v=1",
    "https://a/x?sv=1&sas=hidden&auth=hidden&sig=hidden": "https://a/x?sv=1&sas=***&auth=***&sig=***",
    "AccountName=me;AccountKey=hidden==;End=x": "AccountName=me;AccountKey=***;End=x",
    "SharedAccessSignature=hidden;SharedAccessKey=hidden": "SharedAccessSignature=***;SharedAccessKey=***",
    "curl -H 'X: Bearer hidden.hidden'": "curl -H 'X: Bearer ***'",
    "Proxy: Basic aGlkZGVuOmhpZGRlbg==": "Proxy: Basic ***",
    "{'password': 'hid den', 'x': 1}": "{'password': ***, 'x': 1}",
    '{"client_secret": "hidden", "n": 2}': '{"client_secret": ***, "n": 2}',
    "aws_secret_access_key = hidden": "aws_secret_access_key = ***",
    "PGPASSWORD=hidden psql": "PGPASSWORD=*** psql",
    "referee x --password hidden --n 3": "referee x --password *** --n 3",
    "api_key=hidden, api-key: hidden": "api_key=***, api-key: ***",
    "key AKIAABCDEFGHIJKLMNOP of me": "key *** of me",
    "ghp_hiddenhiddenhiddenhidden0": "***",
    "eyJhidden123.hidden123.hidden": "***",
}


@pytest.mark.parametrize("text", SHOWN)
def test_every_form_of_a_secret_is_masked(text):
    assert mask_secrets(text) == SHOWN[text]
    assert "hidden" not in mask_secrets(text)


@pytest.mark.parametrize("text", ["the author: me", "token count: 3", "design: x", "12:30", "a@b.org", "F(2,3)=5"])
def test_what_is_no_secret_is_left(text):
    assert mask_secrets(text) == text


WITH = "tcp://me:hidden@127.0.0.1:1"
COMMANDS = {
    "an address": ["evaluate", "https://me:hidden@host/p.csv?sig=hidden", "--truth", "y", "--pred", "p"],
    "an address, with its traceback": [
        "--debug",
        "evaluate",
        "postgresql://me:hidden@host/p",
        "--truth",
        "y",
        "--pred",
        "p",
    ],
    "an option": ["evaluate", "p.csv", "--truth", "password=hidden", "--pred", "p"],
    "a wrong option": ["evaluate", "p.csv", "--password=hidden"],
    "a scheduler": ["experiment", "study.toml", "--cluster", WITH],
    "a scheduler, with its traceback": ["--debug", "experiment", "study.toml", "--cluster", WITH],
}
STUDY = '[[dataset]]\nbundled = "iris"\n[[learner]]\nclass = "{}"\n'


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_shows_a_secret(tmp_path, monkeypatch, name):
    pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.csv").write_text("y,p\n1,1\n0,1\n")
    (tmp_path / "study.toml").write_text(STUDY.format("sklearn.naive_bayes.GaussianNB"))
    code, out, err = run(*COMMANDS[name])
    assert code == 2
    assert "hidden" not in out + err
    assert ("Traceback" in err) == ("--debug" in COMMANDS[name])


def test_a_page_and_its_json_show_no_secret_of_the_command(tmp_path, monkeypatch):
    pytest.importorskip("jinja2")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.csv").write_text("y,token=hushed\n" + "1,1\n0,1\n" * 20)
    args = ["evaluate", "p.csv", "--truth", "y", "--pred", "token=hushed", "--html", "page.html"]
    monkeypatch.setattr(sys, "argv", ["referee", *args])
    code, out, err = run(*args)
    assert (code, err) == (0, "")
    assert "hushed" not in out + (tmp_path / "page.html").read_text(encoding="utf-8")


class Leaky(ClassifierMixin, BaseEstimator):
    """A learner that fails on some splits, and says a password."""

    def fit(self, X, y):
        if X[:, 0].sum() % 2:
            raise OSError("no answer of postgresql://me:hidden@host/db?sig=hidden")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


X, Y = np.arange(60)[:, None] % 7, np.arange(60) % 2
EXITS = {
    "estimate": lambda path: [referee.estimate_error(Leaky(), X, Y, rng=0)],
    "comparison": lambda path: [referee.compare_learners({"a": Leaky(), "b": GaussianNB()}, X, Y, rng=0)],
    "curve": lambda path: [
        referee.learners.learning_curve(Leaky(), X, Y, rng=0, splits=referee.learners.TrainingSizes(repeats=4))
    ],
    "study": lambda path: [
        done := referee.Experiment({"a": Leaky()}, {"d": (X, Y), "e": (X + 1, Y)}, rng=0).run(path),
        *done.cells,
        referee.rank(done, rng=0),
    ],
}


@pytest.mark.parametrize("name", EXITS)
def test_what_a_learner_says_of_a_secret_leaves_by_no_exit(tmp_path, name):
    """In text, JSON and the store; that the failure is told at all is proof that it came there."""
    found = EXITS[name](tmp_path / "s.db")
    texts = [text for noun in found for text in (str(noun), noun.to_json() if hasattr(noun, "to_json") else "")]
    texts += [file.read_bytes().decode("latin-1") for file in tmp_path.iterdir()]
    assert any("no answer of" in text for text in texts)
    assert not any("hidden" in text for text in texts)


def test_json_shows_no_secret_of_a_refusal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(
        "evaluate", "https://me:hidden@host/p.csv?sig=hidden", "--truth", "y", "--pred", "p", "--json"
    )
    assert code == 2
    assert "hidden" not in out + err


def test_a_link_in_the_place_of_a_new_file_is_not_followed(tmp_path, monkeypatch):
    """Whatever is guessed of the name: it is random, and a file that is there is never opened."""
    other = tmp_path / "other.txt"
    other.write_text("mine")
    folder = tmp_path / "out"
    folder.mkdir()
    for guess in (f".referee-{os.getpid()}-{i}{end}" for i in range(200) for end in ("", ".json")):
        (folder / guess).symlink_to(other)
    referee.evaluate([1, 0], [1, 0], rng=0).to_json(folder / "r.json")
    writable(str(folder / "new.json"))
    assert other.read_text() == "mine"
    monkeypatch.setattr("secrets.token_hex", lambda size: "known")
    (folder / ".referee-known.json").symlink_to(other)
    with pytest.raises(referee.errors.FileError, match="must be a file that can be written"):
        referee.evaluate([1, 0], [1, 0], rng=0).to_json(folder / "r.json")
    with pytest.raises(referee.errors.FileError):
        writable(str(folder / "new.json"))
    assert other.read_text() == "mine"
    assert referee.load(folder / "r.json").n == 2


def test_names_of_unfinished_files_differ_and_are_gone(tmp_path):
    seen = set()
    for _ in range(50):
        with whole_file(tmp_path / "r.txt") as place:
            seen.add(place.name)
            place.write_text("x")
    assert len(seen) == 50
    assert [file.name for file in tmp_path.iterdir()] == ["r.txt"]


CALLS = {
    "a function": "os.system('touch made')",
    "a function through another package": "sklearn.utils.os.system('touch made')",
    "a part of a pipeline": "sklearn.pipeline.make_pipeline(os.mkdir('made'), sklearn.naive_bayes.GaussianNB())",
    "a parameter": "sklearn.svm.SVC(kernel=os.mkdir('made'))",
    "a process": "subprocess.Popen(['touch', 'made'])",
    "a loader": "sklearn.datasets.fetch_openml(data_id=61)",
    "code": "builtins.exec('open(chr(109), chr(119))')",
}


@pytest.mark.parametrize("name", CALLS)
def test_only_learners_are_called(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.csv").write_text("a,y\n" + "1,0\n2,1\n" * 20)
    (tmp_path / "study.toml").write_text(STUDY.format(CALLS[name]))
    for args in (
        ["experiment", "study.toml"],
        ["estimate", "d.csv", "--target", "y", "--learner", CALLS[name]],
    ):
        code, out, err = run(*args)
        assert (code, out) == (2, "")
        assert "`learner` must name a class " in err
    run("experiment", "study.toml", "--dry-run")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["d.csv", "study.toml"]


MODULE = """
open("imported", "w").close()
from sklearn.naive_bayes import GaussianNB
class Own(GaussianNB):
    pass
"""


def test_a_dry_run_imports_nothing_that_is_not_known(tmp_path):
    (tmp_path / "mine.py").write_text(MODULE)
    text = '[plan]\nkind = "k-fold"\nfolds = 2\n' + STUDY.format("mine.Own")
    text += '[[learner]]\nname = "tuned"\nclass = "mine.Own"\nsearch = { grid = { var_smoothing = [1e-9, 1e-3] }, folds = 3 }\n'
    text += '[[learner]]\nname = "steps"\nsteps = ["sklearn.preprocessing.StandardScaler", "mine.Own"]\n'
    (tmp_path / "study.toml").write_text(text)

    def experiment(*options):
        command = [sys.executable, "-m", "referee", "experiment", "study.toml", "--no-baselines", *options]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    plan = experiment("--dry-run")
    assert plan.returncode == 0, plan.stderr
    assert plan.stderr == "referee: the study names mine, outside the packages that are known\n"
    assert "mine.Own, not imported" in plan.stdout
    assert "6 runs, 18 fits" in plan.stdout
    assert not (tmp_path / "imported").exists()
    done = experiment()
    assert done.returncode == 0, done.stderr
    assert done.stderr == "referee: the study imports mine, outside the packages that are known\n"
    assert (tmp_path / "imported").exists()


QUERIES = {
    "SELECT * FROM p": None,
    "WITH q AS (SELECT * FROM p) SELECT * FROM q -- all": None,
    "COPY p TO '{}'": "`query` must be one SELECT; got COPY.",
    "SELECT * FROM p; COPY p TO '{}'": "`query` must be one SELECT; got SELECT and COPY.",
    "SELECT * FROM p) AS t; COPY p TO '{}'; SELECT * FROM (SELECT * FROM p": "`query` must be SQL that DuckDB reads",
    "ATTACH '{}' AS other": "`query` must be one SELECT; got ATTACH.",
    "SELECT * FROM read_csv('/etc/hostname')": "`query` must run in the database",
    "": "`query` must be one SELECT; got nothing.",
}


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_reads_and_does_nothing_else(tmp_path, query):
    duckdb = pytest.importorskip("duckdb")
    db = duckdb.connect(str(tmp_path / "a.db"))
    db.execute("CREATE TABLE p AS SELECT 1 AS y, 1 AS yhat UNION ALL SELECT 0, 1")
    db.close()
    before = (tmp_path / "a.db").read_bytes()
    args = [f"duckdb:{tmp_path / 'a.db'}", "--truth", "y", "--pred", "yhat"]
    code, _, err = run("evaluate", *args, "--query", query.format(tmp_path / "made"))
    assert code == (0 if QUERIES[query] is None else 2)
    assert (QUERIES[query] or "") in err
    assert [file.name for file in tmp_path.iterdir()] == ["a.db"]
    assert (tmp_path / "a.db").read_bytes() == before
