"""Bounds: what is possible at all, one a file."""

from referee.bounds.bayes_error import bayes_error, bayes_error_from_dprime
from referee.bounds.chernoff import bhattacharyya, chernoff
from referee.bounds.cover_hart import cover_hart
from referee.bounds.normal import Normals
from referee.bounds.vc import vc, vc_limit

__all__ = [
    "Normals",
    "bayes_error",
    "bayes_error_from_dprime",
    "bhattacharyya",
    "chernoff",
    "cover_hart",
    "vc",
    "vc_limit",
]
