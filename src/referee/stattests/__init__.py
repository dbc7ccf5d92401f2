"""Hypothesis tests: one a file, one protocol, one printer."""

from referee.stattests import tables
from referee.stattests.adjust import adjust
from referee.stattests.agresti_caffo import agresti_caffo
from referee.stattests.binomial import binomial
from referee.stattests.boschloo import boschloo
from referee.stattests.brunner_munzel import brunner_munzel
from referee.stattests.chi2 import chi2
from referee.stattests.cochran_q import cochran_q, cochran_q_pairs
from referee.stattests.conover import conover
from referee.stattests.corrected_t import corrected_t
from referee.stattests.f import f, f_summary
from referee.stattests.fisher import fisher
from referee.stattests.five_by_two_f import five_by_two_f
from referee.stattests.five_by_two_t import five_by_two_t
from referee.stattests.friedman import friedman, friedman_ranks, ranked
from referee.stattests.kruskal import kruskal
from referee.stattests.levene import levene
from referee.stattests.mann_whitney import mann_whitney
from referee.stattests.mcnemar import mcnemar
from referee.stattests.miettinen_nurminen import miettinen_nurminen
from referee.stattests.nemenyi import critical_difference, nemenyi
from referee.stattests.newcombe import newcombe
from referee.stattests.pooled_z import pooled_z
from referee.stattests.quade import quade
from referee.stattests.sign import sign
from referee.stattests.spiegelhalter import spiegelhalter
from referee.stattests.t import t, t_standard_error, t_summary
from referee.stattests.t_disjoint_sets import t_disjoint_sets
from referee.stattests.t_paired import t_paired
from referee.stattests.t_two_sample import t_pooled, t_pooled_summary, t_welch, t_welch_summary
from referee.stattests.tango import tango
from referee.stattests.wald_difference import wald_difference, wald_difference_rates
from referee.stattests.wilcoxon import wilcoxon
from referee.stattests.z import z, z_summary
from referee.stattests.z_two_estimates import z_two_estimates

__all__ = [
    "adjust",
    "agresti_caffo",
    "binomial",
    "boschloo",
    "brunner_munzel",
    "chi2",
    "cochran_q",
    "cochran_q_pairs",
    "conover",
    "corrected_t",
    "critical_difference",
    "f",
    "f_summary",
    "fisher",
    "five_by_two_f",
    "five_by_two_t",
    "friedman",
    "friedman_ranks",
    "kruskal",
    "levene",
    "mann_whitney",
    "mcnemar",
    "miettinen_nurminen",
    "nemenyi",
    "newcombe",
    "pooled_z",
    "quade",
    "ranked",
    "sign",
    "spiegelhalter",
    "t",
    "t_disjoint_sets",
    "t_paired",
    "t_pooled",
    "t_pooled_summary",
    "t_standard_error",
    "t_summary",
    "t_welch",
    "t_welch_summary",
    "tables",
    "tango",
    "wald_difference",
    "wald_difference_rates",
    "wilcoxon",
    "z",
    "z_summary",
    "z_two_estimates",
]
