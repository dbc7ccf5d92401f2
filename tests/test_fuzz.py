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
from helpers.some_slow import some_slow
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


@pytest.mark.parametrize("name", some_slow(sorted(FUNCTIONS.keys() - {"metrics.unregister"}), 2))
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


def test_every_package_is_walked():
    assert len(FUNCTIONS) > 400
    assert {
        "core.Answers",
        "read",
        "ConfusionMatrix.from_counts",
        "Ranking.from_scores",
        "ScoreTable",
    } <= FUNCTIONS.keys()
