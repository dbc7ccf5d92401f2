"""Results to make pages of, and a reader of pages."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import numpy as np
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import referee
from referee import learners
from referee.verbs.report import explorer_table

VOID = {"meta", "link", "input", "br", "img"}


class Checker(HTMLParser):
    """Tags that close, ids that are used once, addresses that a page asks for, and links that it leaves to the reader."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.asked, self.text, self.scripts = [], [], [], [], 0
        self.targets, self.links = [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.scripts += tag == "script"
        if "id" in given:
            self.ids.append(given["id"])
        for key in ("href", "src"):
            if key in given:
                inside = given[key].startswith("#")
                (self.targets if inside else self.links if tag == "a" else self.asked).append(given[key])
        assert not any(name.startswith("on") for name in given), given
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def checked(html):
    checker = Checker()
    checker.feed(html)
    assert checker.open == []
    assert len(set(checker.ids)) == len(checker.ids)
    assert set(checker.asked) <= {"data:,"}
    assert all(link.startswith("https://doi.org/10.") for link in checker.links)
    assert {target[1:] for target in checker.targets} <= set(checker.ids)
    return checker


def words(html):
    return re.sub(r"\s+(?=[.,;:)])", "", re.sub(r"\s+", " ", " ".join(checked(html).text)))


EVIL = '"><script>window.hacked=1</script><img src=x onerror=window.hacked=1>'


@cache
def evaluation():
    rng = np.random.default_rng(3)
    y = rng.random(240) < 0.4
    p = 1 / (1 + np.exp(-rng.normal(2.4 * y - 1.2, 1.0)))
    p = p.round(2)
    truth, predicted = (np.where(v, "ill", "well") for v in (y, p >= 0.5))
    answers = referee.read(truth, predicted, p, positive="ill", name="model")
    return referee.evaluate(answers, costs={"fp": 1, "fn": 5}, rng=4)


@cache
def rows_of():
    return explorer_table(evaluation())


@cache
def vehicles():
    """Four classes with probabilities, two of which are taken for each other."""
    rng = np.random.default_rng(3)
    names, y = np.array(["bus", "van", "opel", "saab"]), rng.integers(0, 4, 300)
    p = 0.6 * rng.random((300, 4))
    p[np.arange(300), y] += 0.8
    mixed = (y >= 2) & (rng.random(300) < 0.45)
    p[mixed] = p[mixed][:, [0, 1, 3, 2]]
    p /= p.sum(axis=1, keepdims=True)
    answers = referee.read(names[y], names[p.argmax(axis=1)], p, labels=list(names), name="forest")
    return referee.evaluate(answers, rng=0)


@cache
def models():
    rng = np.random.default_rng(8)
    y = rng.random(300) < 0.4
    out = {}
    for name, sharp in (("sharp", 2.0), ("blunt", 0.8), ("middle", 1.6)):
        s = rng.normal(sharp * y, 1.0)
        out[name] = referee.read(y, s > sharp / 2, s, positive=True, name=name)
    return out


@cache
def with_ids():
    """Two models whose cases have ids."""
    return {
        name: replace(model, case_ids=np.array([f"case {i}" for i in range(model.n)]))
        for name, model in models().items()
        if name != "blunt"
    }


@cache
def duel_with_ids():
    return referee.compare(*with_ids().values(), margin=0.02, rng=0)


@cache
def gate_example():
    return referee.gate(*reversed(with_ids().values()), margin=0.02, rng=0)


@cache
def evil():
    """Labels, names and file names that would like to run."""
    names = np.array(["</script><script>window.hacked=1</script>", EVIL])
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 80)
    p = np.clip(0.5 * y + rng.random(80) / 2, 0, 1)
    return referee.read(names[y], names[(p > 0.5).astype(int)], p, positive=names[1], name=EVIL)


@cache
def learner_values():
    """A learner from every side: two estimates of its error, its learning curve, chance, and a choice."""
    rng = np.random.default_rng(5)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 2)) + 1.1 * y[:, None]
    tree, bayes = DecisionTreeClassifier(max_depth=3, random_state=0), GaussianNB()
    return (
        referee.estimate_error(bayes, X, y, method="5-CV", rng=1),
        referee.estimate_error(bayes, X, y, method="loo", rng=1),
        learners.learning_curve(bayes, X, y, rng=1, splits=learners.TrainingSizes(repeats=4)),
        learners.against_chance(bayes, X, y, resamples=39, rng=1),
        learners.select_learner({"bayes": bayes, "tree": tree}, X, y, rng=1),
    )


class Picky(GaussianNB):
    """A learner that fails on three classes."""

    def fit(self, X, y):
        if len(np.unique(y)) > 2:
            raise ValueError("only two classes, <b>please</b>")
        return super().fit(X, y)


@cache
def study():
    """A small study with failures."""
    rng = np.random.default_rng(2)
    data = {}
    for i, name in enumerate(("one", "two", "four", "five", "three")):
        y = np.arange(60) % (3 if name == "three" else 2)
        data[name] = (rng.normal(size=(60, 3)) + 0.4 * (i + 1) * y[:, None], y)
    learners = {
        "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
        "bayes": GaussianNB(),
        "picky": Picky(),
    }
    splits = referee.learners.RandomSplits(4, test=1 / 3)
    with tempfile.TemporaryDirectory() as folder:
        return referee.Experiment(learners=learners, datasets=data, splits=splits, rng=1).run(f"{folder}/study.db")


@cache
def audit():
    """Test cases that were trained on, duplicates and a column that tells the truth."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(120, 3)).round(2)
    y = (X[:, 0] > 0).astype(int)
    columns = {"age": X[:, 0], "weight": X[:, 1], "outcome_code": y}
    train, test = ({name: v[part] for name, v in columns.items()} for part in (slice(0, 90), slice(60, 120)))
    return referee.audit(train=(train, y[:90]), test=(test, y[60:]), rng=0)


@cache
def wide_study():
    """Fifty learners with long names on eight datasets."""
    rng = np.random.default_rng(6)
    names = [f"gradient boosting, depth {i % 7}, rate 0.{i:02d}, run {i}" for i in range(50)]
    scores = {
        n: {f"dataset {d}": 0.7 + 0.002 * i + 0.02 * rng.random() for d in range(8)} for i, n in enumerate(names)
    }
    return referee.rank(scores, metric="accuracy", rng=0)


@cache
def one_dataset():
    """A study whose only dataset allows no ranks."""
    rng = np.random.default_rng(2)
    y = np.arange(60) % 2
    learners = {"tree": DecisionTreeClassifier(max_depth=3, random_state=0), "bayes": GaussianNB()}
    plan = {"learners": learners, "datasets": {"only": (rng.normal(size=(60, 3)) + y[:, None], y)}}
    with tempfile.TemporaryDirectory() as folder:
        made = referee.Experiment(**plan, splits=referee.learners.RandomSplits(4, test=1 / 3), rng=1)
        return made.run(f"{folder}/study.db")


@cache
def hundred_classes():
    """A hundred classes by name, some of which are taken for their neighbours."""
    rng = np.random.default_rng(7)
    names = np.array([f"species number {i}" for i in range(100)])
    y = rng.integers(0, 100, 3000)
    answer = np.where(rng.random(3000) < 0.7, y, (y + 1) % 100)
    return referee.evaluate(referee.read(names[y], names[answer], name="net"), rng=0)


@cache
def many_cases():
    """A hundred thousand cases with scores."""
    rng = np.random.default_rng(9)
    y = rng.random(100_000) < 0.02
    p = 1 / (1 + np.exp(-rng.normal(3.0 * y - 4.0, 1.0)))
    answers = referee.read(y, p > 0.2, p, positive=True, name="screening")
    return referee.evaluate(answers, costs={"fp": 1, "fn": 20}, rng=0)
