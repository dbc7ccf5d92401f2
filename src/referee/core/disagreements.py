"""The cases on which two models disagree, those first that tell them apart most."""

from __future__ import annotations

from referee.core.noun import Noun
from referee.core.types import Label


class DisputedCase(Noun, schema="disputed_case/1"):
    """One case by its id: the truth, the answers of both models, and their scores where they gave any."""

    id: Label
    truth: Label
    answers: tuple[Label, ...]
    scores: tuple[float, ...] = ()


class Disagreements(Noun, schema="disagreements/1"):
    """Cases that one model alone has right: `only_a` and `only_b`, each the first few, with how many there are.

    `scored` names what the scores are of: the positive class, or "the true class". With scores, cases come in the order
    of how far apart the models place them (by rank among all scores of a model for a positive class, as scales may
    differ); without, in the order of the rows.
    """

    a: str
    b: str
    only_a: tuple[DisputedCase, ...]
    only_b: tuple[DisputedCase, ...]
    cases: tuple[int, int]
    scored: str = ""

    def __repr__(self) -> str:
        return f"<Disagreements: {self.cases[0]:,} cases for {self.a}, {self.cases[1]:,} for {self.b}>"
