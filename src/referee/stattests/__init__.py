"""Hypothesis tests: one a file, one protocol, one printer."""

from referee.stattests import tables
from referee.stattests.adjust import adjust
from referee.stattests.agresti_caffo import agresti_caffo
from referee.stattests.always_valid import AlwaysValid, always_valid
from referee.stattests.average_precision_difference import average_precision_paired, average_precision_unpaired
from referee.stattests.bayes_correlated_t import bayes_correlated_t
from referee.stattests.bayes_signed_rank import bayes_signed_rank
from referee.stattests.besag_clifford import besag_clifford
from referee.stattests.binomial import binomial
from referee.stattests.bootstrap_one_sample import bootstrap_one_sample
from referee.stattests.bootstrap_paired import bootstrap_paired
from referee.stattests.bootstrap_probability import bootstrap_probability
from referee.stattests.bootstrap_two_sample import bootstrap_two_sample
from referee.stattests.boschloo import boschloo
from referee.stattests.brunner_munzel import brunner_munzel
from referee.stattests.chi2 import chi2
from referee.stattests.cliffs_delta import cliffs_delta
from referee.stattests.cluster_jackknife import cluster_jackknife
from referee.stattests.cochran_q import cochran_q, cochran_q_pairs
from referee.stattests.conover import conover
from referee.stattests.corrected_t import corrected_t
from referee.stattests.delong import delong_many, delong_paired, delong_unpaired
from referee.stattests.delong_few import delong_few
from referee.stattests.delong_grid import delong_grid
from referee.stattests.f import f, f_summary
from referee.stattests.fisher import fisher
from referee.stattests.five_by_two_f import five_by_two_f
from referee.stattests.five_by_two_t import five_by_two_t
from referee.stattests.friedman import friedman, friedman_ranks, ranked
from referee.stattests.independent_draws import independent_draws
from referee.stattests.kruskal import kruskal
from referee.stattests.levene import levene
from referee.stattests.lift_difference import lift_paired, lift_unpaired
from referee.stattests.mann_whitney import mann_whitney
from referee.stattests.mcnemar import mcnemar
from referee.stattests.measured_size import measured_size
from referee.stattests.miettinen_nurminen import miettinen_nurminen
from referee.stattests.monte_carlo import Normal, monte_carlo
from referee.stattests.nemenyi import critical_difference, nemenyi
from referee.stattests.newcombe import newcombe
from referee.stattests.paired_draws import paired_draws
from referee.stattests.paired_randomization import paired_randomization
from referee.stattests.permutation_auc import permutation_auc
from referee.stattests.permutation_metric import permutation_metric
from referee.stattests.pooled_z import pooled_z
from referee.stattests.quade import quade
from referee.stattests.randomization import randomization
from referee.stattests.rank_z import rank_z
from referee.stattests.sign import sign
from referee.stattests.spiegelhalter import spiegelhalter
from referee.stattests.t import t, t_standard_error, t_summary
from referee.stattests.t_disjoint_sets import t_disjoint_sets
from referee.stattests.t_paired import t_paired
from referee.stattests.t_two_sample import t_pooled, t_pooled_summary, t_welch, t_welch_summary
from referee.stattests.tango import tango
from referee.stattests.wald_difference import wald_difference, wald_difference_rates
from referee.stattests.weighted_difference import weighted_difference
from referee.stattests.wilcoxon import wilcoxon
from referee.stattests.z import z, z_summary
from referee.stattests.z_two_estimates import z_two_estimates

__all__ = [
    "AlwaysValid",
    "Normal",
    "adjust",
    "agresti_caffo",
    "always_valid",
    "average_precision_paired",
    "average_precision_unpaired",
    "bayes_correlated_t",
    "bayes_signed_rank",
    "besag_clifford",
    "binomial",
    "bootstrap_one_sample",
    "bootstrap_paired",
    "bootstrap_probability",
    "bootstrap_two_sample",
    "boschloo",
    "brunner_munzel",
    "chi2",
    "cliffs_delta",
    "cluster_jackknife",
    "cochran_q",
    "cochran_q_pairs",
    "conover",
    "corrected_t",
    "critical_difference",
    "delong_few",
    "delong_grid",
    "delong_many",
    "delong_paired",
    "delong_unpaired",
    "f",
    "f_summary",
    "fisher",
    "five_by_two_f",
    "five_by_two_t",
    "friedman",
    "friedman_ranks",
    "independent_draws",
    "kruskal",
    "levene",
    "lift_paired",
    "lift_unpaired",
    "mann_whitney",
    "mcnemar",
    "measured_size",
    "miettinen_nurminen",
    "monte_carlo",
    "nemenyi",
    "newcombe",
    "paired_draws",
    "paired_randomization",
    "permutation_auc",
    "permutation_metric",
    "pooled_z",
    "quade",
    "randomization",
    "rank_z",
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
    "weighted_difference",
    "wilcoxon",
    "z",
    "z_summary",
    "z_two_estimates",
]
