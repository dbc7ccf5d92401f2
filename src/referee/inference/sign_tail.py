"""The upper tail of a sum of whole numbers with random signs, by its characteristic function."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.core.types import Array, Codes, Floats

_DIGITS = 40.0
"""What is left out is below exp(-40) of what is found."""

_MOST = 4e6
"""Cosines that are worth computing."""


@dataclass(frozen=True)
class SignTail:
    """P(S >= s) for S = sum of +-v_i, where `sign_tail` showed that few frequencies carry the whole distribution.

    With the tilt h, P(S >= s) = exp(K(h) - h s) / N * sum over k of psi(t_k) exp(-i t_k s) / (1 - exp(-2 (h + i t_k))),
    psi the characteristic function of the tilted sum, K(h) = sum log cosh(h v_i), t_k = pi k / N.
    """

    step: int
    total: int
    scale: float
    tilt: float
    frequencies: Floats
    terms: Array

    def above(self, value: float) -> float:
        """The chance of a sum at or above a value."""
        s = value / self.step
        s = self.total - 2 * math.floor((self.total - s) / 2)  # the next sum of the grid
        if s < 0:
            return 1 - self.above((2 - s) * self.step)
        waves = self.terms * np.exp(-1j * self.frequencies * s)
        return float(math.exp(self.scale - self.tilt * s) * (2 * waves.sum().real - waves[0].real))

    def largest(self, share: float) -> float:
        """The largest value of the grid with a share of at least `share` at or above it."""
        low, high = -self.total, self.total  # in units of `step`, twice as far apart as those of the grid
        while high - low > 2:
            middle = low + 2 * ((high - low) // 4)
            low, high = (middle, high) if self.above(middle * self.step) >= share else (low, middle)
        return float((high if self.above(high * self.step) >= share else low) * self.step)


def sign_tail(values: Codes, near: float = 0.0) -> SignTail | None:
    """The tail of a sum of positive whole numbers with random signs, sharp about `near` and between there and 0.

    The characteristic function is a product of cosines, and |cos x + i tanh(a) sin x| <= exp(-sech(a)^2 sin(x)^2 / 2):
    one Fourier transform of how often each number occurs bounds it everywhere. Where that shows that nothing but the
    lobe about 0 counts, a few dozen frequencies give the tail to 13 digits, at any number of values. None where they
    do not: few values, or values that share most of their divisors.

    >>> tail = sign_tail(np.arange(1, 400))
    >>> round(tail.above(4000), 12), tail.largest(0.025)
    (0.193052580084, 9032.0)
    """
    step = int(np.gcd.reduce(values))
    v = (values // step).astype(float)
    squares, target = v * v, abs(near) / step
    spread = math.sqrt(squares.sum())
    if target > 0.9 * v.sum():
        return None
    tilt = target / spread**2
    for _ in range(8):  # Newton from below: the mean of the tilted sum is concave in the tilt
        pull, weight = _moments(tilt * v)
        move = float((target - (v * pull).sum()) / (squares * weight).sum())
        tilt += move
        if abs(move) <= 1e-15 * tilt:
            break
    tilt = max(tilt, 3 / spread)
    pull, weight = _moments(tilt * v)
    scale = float(np.logaddexp(tilt * v, -tilt * v).sum()) - len(v) * math.log(2)
    need = _DIGITS + math.log(spread)
    end = _lobe(v, weight, need)
    if end is None:
        return None
    beyond = max(0.0, float((v * pull).sum()) - target)
    cells = math.ceil(max(9 * spread + beyond, (_DIGITS + tilt * target - scale) / tilt) / 2)
    t = np.pi / cells * np.arange(min(cells // 2, math.ceil(end * cells / np.pi)) + 1)
    # sin(x)^2 >= .7 x^2 up to 1: the end of the lobe itself, where that is nearer
    t = t[(0.35 * t**2 * (weight * squares).sum() <= need) | (t * v.max() > 1)]
    if len(t) * len(v) > _MOST:
        return None
    _, first, place = np.unique(v, return_index=True, return_inverse=True)
    angles = np.outer(t, v[first])  # sines take longest, and many values occur twice
    waves = np.cos(angles) + 1j * (pull[first] * np.sin(angles))
    psi = np.prod(waves.take(place, axis=1), axis=1)
    terms = psi / (-np.expm1(-2 * (tilt + 1j * t)) * cells)
    return SignTail(step, int(v.sum()), scale, tilt, t, terms)


def _moments(tilt: Floats) -> tuple[Floats, Floats]:
    """The mean and the variance of a tilted sign."""
    pull = np.tanh(tilt)
    return pull, 1 - pull**2


def _lobe(v: Floats, weight: Floats, need: float) -> float | None:
    """The frequency beyond which the characteristic function is below exp(-need); None when there is none."""
    size = 1 << int(max(4, 5000 // len(v)) * v.max()).bit_length()
    waves = np.fft.rfft(np.bincount(v.astype(np.int64), weights=weight), size).real
    slack = np.pi / size * float((weight * v).sum())  # between two frequencies of the transform
    loud = np.flatnonzero(weight.sum() - waves - slack < 4 * need)
    last = int(loud[-1]) if len(loud) else 0
    return None if last == len(waves) - 1 else np.pi * (last + 0.5) / size
