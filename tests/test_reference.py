"""Every worked example of the seeds and every open peer case, one test per case, through the public API."""

from __future__ import annotations

import pytest

from adapters import NOT_GIVEN, PEER, SEED, cases, differences, handler_of
from adapters.left_out import LEFT_OUT, entries

SEEDS = cases("seed_examples.json")
PEERS = cases("peer_cases_open.json")


@pytest.mark.parametrize("case", [*SEEDS, *PEERS], ids=lambda c: c["id"])
def test_case(case):
    """Every value is equal, within the tolerance of the case, or stands in the table of what is left out."""
    got = handler_of(case)(case["inputs"])
    for path, difference in differences(got, case["expected"], case["tolerance"], case["id"]):
        left_out = entries(path)
        if not left_out:
            assert not difference, f"{path}: {difference}"
        else:
            assert difference, f"{path} is equal: {left_out} must not leave it out"
            assert len(left_out) == 1, f"{path} is left out twice: {left_out}"


def test_every_entry_leaves_something_out():
    paths = [
        path for case in (*SEEDS, *PEERS) for path, _ in differences(NOT_GIVEN, case["expected"], 0, case["id"])
    ]
    assert set(LEFT_OUT) == {entry for path in paths for entry in entries(path)}
    assert all(LEFT_OUT.values())


def test_every_handler_has_a_case():
    assert set(SEED) <= {c["op"] for c in SEEDS}
    for key in PEER:
        assert any(c["id"].startswith(key) for c in PEERS), key
