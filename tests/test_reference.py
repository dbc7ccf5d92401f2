"""Every worked example of the seeds and every open peer case, one test a case, through the public API."""

from __future__ import annotations

import pytest

from adapters import PEER, SEED, cases, peer_handler, same

SEEDS = cases("seed_examples.json")
PEERS = cases("peer_cases_open.json")


@pytest.mark.parametrize("case", [c for c in SEEDS if c["op"] in SEED], ids=lambda c: c["id"])
def test_seed(case):
    same(SEED[case["op"]](case["inputs"]), case["expected"], case["tolerance"] or 1e-12, case["id"])


@pytest.mark.parametrize("case", [c for c in PEERS if peer_handler(c["id"])], ids=lambda c: c["id"])
def test_peer(case):
    handler = peer_handler(case["id"])
    assert handler is not None
    same(handler(case["inputs"]), case["expected"], case["tolerance"] or 1e-12, case["id"], partial=True)


def test_every_handler_has_a_case():
    assert set(SEED) <= {c["op"] for c in SEEDS}
    for key in PEER:
        assert any(c["id"].startswith(key) for c in PEERS), key
