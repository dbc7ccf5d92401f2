"""Every public function on junk: a value or one error sentence, and nothing else comes out."""

from __future__ import annotations

import enum
import importlib
import inspect
import re
import warnings

import pytest

pytest.importorskip("sklearn")

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import referee
from helpers import fuzz_values
from referee import learners, metrics

PACKAGES = (
    "metrics",
    "inference",
    "curves",
    "calibration",
    "planning",
    "bounds",
    "claims",
    "learners",
    "data",
    "core",
)


def functions():
    """Each public function, class and way to make one, by the first name that it has."""
    found = {}
    for package in ("", *PACKAGES):
        home = importlib.import_module(f"referee.{package}".rstrip("."))
        for name in home.__all__:
            thing = getattr(home, name)
            place = f"{package}.{name}".lstrip(".")
            if not callable(thing) or any(thing is old for old in found.values()) or is_no_maker(thing):
                continue
            found[place] = thing
            makers = inspect.getmembers(thing, inspect.ismethod) if inspect.isclass(thing) else []
            found |= {f"{place}.{way}": make for way, make in makers if way[0] != "_"}
    return found


def is_no_maker(thing):
    """Errors, the words of a verdict, and a protocol: none is made by a user."""
    return inspect.isclass(thing) and (issubclass(thing, Exception | enum.Enum) or thing is learners.Recipe)


FUNCTIONS = functions()
FORM = re.compile(r"`.+` must .+; got .*\.", re.DOTALL)


def outcome(function, args, named):
    """Call it; whatever is neither a value nor one error sentence comes through."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", referee.RefereeWarning)
        try:
            function(*args, **named)
        except referee.RefereeError as error:
            text = str(error)
            assert FORM.match(text), text
            assert text.isprintable(), text


@pytest.fixture(autouse=True)
def _apart(monkeypatch, tmp_path):
    """Files land in a folder of their own, and the registry of metrics stays as it was."""
    monkeypatch.chdir(tmp_path)
    before = dict(metrics.REGISTRY)
    yield
    metrics.REGISTRY.clear()
    metrics.REGISTRY.update(before)


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"metrics.unregister"}))
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_junk_gives_a_value_or_a_sentence(name, data):
    function = FUNCTIONS[name]
    args, named = data.draw(fuzz_values.calls(inspect.signature(function)))
    outcome(function, args, named)


@pytest.mark.parametrize("junk", [None, "text", 3, [], object])
def test_unregister_refuses_what_is_no_metric(junk):
    outcome(metrics.unregister, [junk], {})
    assert "accuracy" in metrics.REGISTRY


LEAKS = [
    lambda: referee.inference.bayes_signed_rank([1, 2, 3], [2, 3, 5], rng=10**400),
    lambda: referee.inference.t_pooled_summary(1, 1e308, 5, 2, 1e308, 5),
    lambda: referee.learners.two_blocks([[0.0], [1.0]] * 2, [0, 0, 1, 1], 10**9),
    lambda: referee.inference.bootstrap_limits(0.5, None, None, "bca"),
    lambda: referee.inference.mover("text", [0.1], [0.2], [1.0]),
    lambda: referee.inference.replicates(None, None, 0),
    lambda: referee.inference.proportion_interval(1, 2, guaranteed=[1, 2]),
    lambda: referee.ConfusionMatrix.from_rates(sensitivity=0.5, specificity=0.5, positives=2, labels=None),
    lambda: referee.CostMatrix.of({"fp": 1, "fn": 1}, [[1], [2]]),
    lambda: referee.Finding("R001", "\x1b[31m", "title", "evidence", "advice"),
    lambda: referee.load({"schema": "referee.interval/1", "low": {"float": "text"}}),
    lambda: referee.gate([1, 0], [1, 0], margin=10**5000),
]


@pytest.mark.parametrize("call", LEAKS, ids=range(len(LEAKS)))
def test_what_once_leaked_is_refused(call):
    with pytest.raises(referee.RefereeError) as caught:
        call()
    assert FORM.match(str(caught.value))


def test_every_package_is_walked():
    assert len(FUNCTIONS) > 400
    assert {
        "Answers",
        "read",
        "ConfusionMatrix.from_counts",
        "Ranking.from_scores",
        "ScoreTable",
    } <= FUNCTIONS.keys()
