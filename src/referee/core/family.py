"""Several tests that are read together, with p-values adjusted for their number."""

from __future__ import annotations

from referee.core.noun import Noun


class Family(Noun, schema="family/1"):
    """A named family of p-values and their adjusted forms, in the order they were given.

    `name` says in words which tests belong together, `procedure` how they were adjusted and `controls` what that
    keeps below 1 - level: the chance of any false rejection, or the expected share of false ones.

    >>> Family("a against all", "holm", "any false rejection", ("a / b",), (0.02,), (0.02,)).significant()
    (True,)
    """

    name: str
    procedure: str
    controls: str
    labels: tuple[str, ...]
    p_values: tuple[float, ...]
    adjusted: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.p_values)

    def significant(self, level: float = 0.95) -> tuple[bool, ...]:
        """Which adjusted p-values are below 1 - level."""
        return tuple(p < 1 - level for p in self.adjusted)
