"""Randomness, passed as scientific Python passes it (SPEC 7), in named independent streams.

A job resolves `rng` to one recorded seed, and every use of randomness inside it asks for a stream by name.
So a result does not depend on the order in which its parts were computed, nor on the number of processes.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from referee import _check


def seed_of(rng: Any = None, random_state: Any = None) -> int:
    """The seed that stands for `rng`: an int is itself, a Generator gives its next number, None draws one.

    >>> seed_of(7)
    7
    >>> seed_of(np.random.default_rng(1)) == seed_of(np.random.default_rng(1))
    True
    """
    if random_state is not None:
        if rng is not None:
            _check.fail("rng", "be given once", "both `rng` and `random_state`")
        rng = random_state
    if rng is None:
        return secrets.randbits(53)
    if isinstance(rng, int | np.integer) and not isinstance(rng, bool):
        if not 0 <= rng < 2**128:
            _check.fail("rng", "be a seed of at least 0 and below 2**128", _check.show_value(int(rng)))
        return int(rng)
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**53))
    if isinstance(rng, np.random.RandomState):
        return int(rng.randint(2**31 - 1))
    if isinstance(rng, np.random.SeedSequence | np.random.BitGenerator):
        return int(np.random.default_rng(rng).integers(2**53))
    _check.fail("rng", "be None, a whole number or a numpy.random.Generator", type(rng).__name__)


def stream(seed: int, *names: object) -> np.random.Generator:
    """An independent generator for a named use of a seed.

    >>> a, b = stream(7, "bootstrap", "f1"), stream(7, "bootstrap", "mcc")
    >>> bool(a.random() == b.random())
    False
    """
    digest = hashlib.sha256("\x1f".join(map(str, names)).encode(errors="surrogatepass")).digest()
    key = tuple(int(word) for word in np.frombuffer(digest[:16], dtype=np.uint32))
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))
