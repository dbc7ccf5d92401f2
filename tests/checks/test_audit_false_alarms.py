"""On clean data hardly any check raises an alarm: a quick look at what `python -m tools.validity audit` measures."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from referee.checks.audit import REGISTRY

sys.path.insert(0, str(Path(__file__).parents[2]))
from tools.validity.audit import COSTLY, WORLDS, alarms, world

CHEAP = sorted(code for code in REGISTRY if code >= "R100" and code not in COSTLY)
RUNS = 20


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_cheap_checks(name):
    hits: Counter[str] = Counter()
    for i in range(RUNS):
        found = alarms(world(name, 900 + i, n_train=250, n_test=120), CHEAP)
        hits.update(code for code, word in found.items() if word not in ("", "-"))
    # at 1% more than 2 of 20 come once in 900 times
    assert all(count <= 2 for count in hits.values()), hits
    assert sum(hits.values()) <= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_costly_checks(name):
    hits: Counter[str] = Counter()
    for i in range(2):
        found = alarms(world(name, 700 + i, n_train=250, n_test=120), sorted(COSTLY))
        hits.update(code for code, word in found.items() if word not in ("", "-"))
    assert sum(hits.values()) <= 1, hits
