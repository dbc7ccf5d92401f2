"""A text as three figures: enough to notice that anything in it changed, and not its size.

Numbers may differ in their last digits from machine to machine, so words and numbers are kept apart.
"""

from __future__ import annotations

import math
import re
import zlib

NUMBER = re.compile(r"(?<![\w.#])-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?!\w)", re.IGNORECASE)
GOLDEN = 0.6180339887498949


def fingerprint(text: str, *, digits: bool) -> list[float]:
    """Checksum of the words, count of the numbers, their sum with a weight by place, and the sum of their sizes.

    With `digits` the number of digits of each number belongs to the words.
    """
    found = [float(number) for number in NUMBER.findall(text)]
    words = re.sub(r"\d", "0", text) if digits else NUMBER.sub("#", text)
    by_place = math.fsum((0.5 + (i + 1) * GOLDEN % 1) * value for i, value in enumerate(found))
    return [zlib.crc32(words.encode()), len(found), by_place, math.fsum(map(abs, found))]


def differ(found: list[float], kept: list[float], tolerance: float) -> str:
    """What two fingerprints differ in: "" for nothing."""
    if found[:2] != kept[:2]:
        return "words"
    return "" if abs(found[2] - kept[2]) <= tolerance * (1 + kept[3]) else "numbers"
