"""Sequences of letters that share a long window, as windows cut from one protein do."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LEAST = 8
CHANCE = 0.01


class NearSequences(NamedTuple):
    """The letters of a window that counts as shared, and for each sequence of the second list its match or -1."""

    width: int
    match: NDArray[np.int64]


def are_sequences(texts: Sequence[str]) -> bool:
    """Whether texts are sequences of letters: 8 or more each, without blanks.

    >>> are_sequences(["ACDEFGHIK", "LMNPQRSTV"]), are_sequences(["red", "green"])
    (True, False)
    """
    return bool(texts) and all(len(text) >= LEAST and text.isalpha() for text in texts)


def near_sequences(first: Sequence[str], second: Sequence[str]) -> NearSequences:
    """For each sequence of `second`, one of `first` that shares a window of letters with it.

    The window is a third of the usual length, or longer: as long as it must be for a hundredth of a pair to be expected
    among sequences of these letters in random order, with A the effective number of letters (exp of their entropy): n m
    L^2 A^-w < 0.01. A letter exchanged or a start moved by a few letters leaves such a window. It errs where honest
    sequences share parts, such as motifs.

    >>> near_sequences(["ACDEFGHIKL", "WYVTSRQPNM"], ["CDEFGHIKLM", "HHEELLPPWW"])
    NearSequences(width=4, match=array([ 0, -1]))
    """
    usual = int(np.median([len(text) for text in (*first, *second)]))
    letters = np.array(list(Counter("".join(first)).values()), dtype=float)
    shares = letters / letters.sum()
    entropy = max(-float((shares * np.log(shares)).sum()), 1e-9)
    pairs = len(first) * len(second) * usual**2
    width = max(math.ceil(usual / 3), math.ceil(math.log(pairs / CHANCE) / entropy))
    owner = {window: i for i, text in enumerate(first) for window in _windows(text, width)}
    hits = [next((owner[w] for w in _windows(text, width) if w in owner), -1) for text in second]
    return NearSequences(width, np.array(hits, dtype=np.int64))


def _windows(text: str, width: int) -> list[str]:
    return [text[i : i + width] for i in range(len(text) - width + 1)]
