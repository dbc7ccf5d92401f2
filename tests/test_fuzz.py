"""Every public function on junk: a value or one error sentence, and nothing else comes out."""

from __future__ import annotations

import importlib
import inspect
import re
import warnings

import pytest

pytest.importorskip("sklearn")

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fuzz_values
import referee
from referee import metrics

PACKAGES = (
    "metrics",
    "intervals",
    "stattests",
    "curves",
    "calibration",
    "multiclass",
    "planning",
    "bounds",
    "claims",
    "resampling",
    "counting",
)

# Building blocks that are public for those who write a new interval: they take arrays that referee has checked already,
# in inner loops, and check nothing themselves. With each the call that shows it.
KNOWN = {
    "intervals.bootstrap_limits": lambda f: f(0.5, None, None, 0.95, "bca"),
    "intervals.cluster_replicates": lambda f: f(None, None, 0),
    "intervals.mover": lambda f: f("text", [0.1], [0.2], [1.0]),
    "intervals.ratio_limits": lambda f: f("text", 1, 1, 1, 0.95),
    "intervals.replicates": lambda f: f(None, None, 0),
}


def functions():
    """Each public function once, by the first name that it has."""
    found = {}
    for package in ("", *PACKAGES):
        home = importlib.import_module(f"referee.{package}".rstrip("."))
        for name in home.__all__:
            thing = getattr(home, name)
            if callable(thing) and not inspect.isclass(thing) and not any(thing is old for old in found.values()):
                found[f"{package}.{name}".lstrip(".")] = thing
    return found


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


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - KNOWN.keys() - {"metrics.unregister"}))
@settings(max_examples=12, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_junk_gives_a_value_or_a_sentence(name, data):
    function = FUNCTIONS[name]
    args, named = data.draw(fuzz_values.calls(inspect.signature(function)))
    outcome(function, args, named)


@pytest.mark.parametrize("junk", [None, "text", 3, [], object])
def test_unregister_refuses_what_is_no_metric(junk):
    outcome(metrics.unregister, [junk], {})
    assert "accuracy" in metrics.REGISTRY


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_the_known_leaks_still_leak(name):
    with pytest.raises((TypeError, AttributeError, ValueError)) as caught:
        KNOWN[name](FUNCTIONS[name])
    assert not isinstance(caught.value, referee.RefereeError)


def test_every_package_is_walked():
    assert len(FUNCTIONS) > 250
