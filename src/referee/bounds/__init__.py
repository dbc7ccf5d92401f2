"""Bounds: what is possible at all, one a file."""

from referee.bounds.bayes_error import bayes_error, bayes_error_from_dprime
from referee.bounds.chernoff import bhattacharyya, chernoff
from referee.bounds.cover_hart import cover_hart
from referee.bounds.dprime import best_linear_auc, discriminability
from referee.bounds.error_parts import error_parts
from referee.bounds.nearest_neighbour import nearest_neighbour_bounds
from referee.bounds.normal import Normals
from referee.bounds.parametric import parametric_bounds
from referee.bounds.posterior import posterior_error
from referee.bounds.vc import vc, vc_limit
from referee.bounds.vc_bound import vc_bound
from referee.bounds.vc_curve import vc_curve

__all__ = [
    "Normals",
    "bayes_error",
    "bayes_error_from_dprime",
    "best_linear_auc",
    "bhattacharyya",
    "chernoff",
    "cover_hart",
    "discriminability",
    "error_parts",
    "nearest_neighbour_bounds",
    "parametric_bounds",
    "posterior_error",
    "vc",
    "vc_bound",
    "vc_curve",
    "vc_limit",
]
