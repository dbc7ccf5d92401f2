"""The expected values that referee does not give, or gives differently, each with its reason.

A key is the path of a value, of a mapping or of a list, with the wildcards of `fnmatch`. `tests/test_reference.py`
holds that the table is exact: a value that stands here is not answered or differs, and one that does not is equal.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

INSIDE = ("5_10_0.95", "12_40_0.9", "80_100_0.95", "999_1000_0.95", "16_20_0.95", "3_5000_0.95")
"""The proportions of `binom_ci_` with successes and failures."""
NOT_HALF = ("0_10_0.9", "1_1_0.95", "1_1_0.9", *INSIDE[1:])
"""Those other than one half."""
CORRECTED = "Wilson with a continuity correction (at 95% whatever the level of the case): not in referee"
CUT = "outside [0, 1]: referee cuts the interval there"
JEFFREYS_END = (
    "the bare quantile; where no case succeeds or none fails referee puts 0 or 1, after Brown, Cai and DasGupta"
)
STEPS = "R walks in steps of 0.0005 and stops inside: tests/inference/test_midp.py"
NO_PAIR_DIFFERS = "R has NaN where the models never differ; p is 1 there: tests/inference/test_mcnemar.py"
SAME_COUNTS = "b = c: corrected beyond 0, a defect of the peer as the case says; R's 0 and 1 are right"
ROOT = "R's root finder is coarse: tests/inference/test_fisher.py"
CLUSTERS = "a measure of two clusterings: not in referee"
ENTROPY = "a measure of information: not in referee"
WORD = "a word for a size: referee has none"
AGREEMENT = "another coefficient of agreement or association: not in referee"
EXPECTED = "the agreement expected by chance: a part of kappa that referee does not give by itself"
OTHER = "a measure of PyCM's that referee does not have"

LEFT_OUT = {
    "wilson_slide_formula_bug": "the formula of a slide without its z: tests/inference/test_proportion.py",
    "deg_*": "the words of a peer where nothing is defined, and words on what is right: no values",
    # one proportion
    **{f"binom_ci_{case}/prop_test": CORRECTED for case in NOT_HALF},
    **{f"binom_ci_{case}/logit": "Wald on the log odds: not in referee" for case in INSIDE},
    **{f"binom_ci_{case}/probit": "Wald on the probit: not in referee" for case in INSIDE},
    "binom_ci_*/lrt": "the likelihood-ratio interval: not in referee",
    "binom_ci_0_10_0.9/agresti_coull/0": CUT,
    "binom_ci_1_1_*/agresti_coull/1": CUT,
    "binom_ci_999_1000_0.95/agresti_coull/1": CUT,
    "binom_ci_999_1000_0.95/asymptotic/1": CUT,
    "binom_ci_3_5000_0.95/asymptotic/0": CUT,
    "binom_ci_0_10_0.9/jeffreys_raw/0": JEFFREYS_END,
    "binom_ci_1_1_*/jeffreys_raw/1": JEFFREYS_END,
    "sm_propci_0_10/jeffreys/0": JEFFREYS_END,
    **{f"binom_ci_{case}/midp": STEPS for case in INSIDE},
    # two proportions
    "r_twoprop_*/ci_yates": "Wald with a continuity correction: not in referee",
    "r_twoprop_*/fisher_or": ROOT,
    "sm_2prop_25_30_3750_5000/score": "the peer raises: tests/inference/test_miettinen_nurminen.py",
    "sm_2prop_80_100_70_100/score": "restricted proportions that fit worse: tests/inference/test_miettinen_nurminen.py",
    **{
        f"r_mcnemar_10_0_0_10/{key}": NO_PAIR_DIFFERS
        for key in ("chi2", "p", "chi2_corrected", "p_corrected", "p_exact", "p_midp")
    },
    **{
        f"sm_mcnemar_25_25_100/{key}": SAME_COUNTS
        for key in ("chi2_corrected", "p_corrected", "mlxtend_corrected")
    },
    # confusion matrices
    "e1071_agreement_m4/rand": CLUSTERS,
    "e1071_agreement_m4/crand": CLUSTERS,
    "sk_matrix_*/adjusted_rand": CLUSTERS,
    "sk_matrix_*/mutual_info": ENTROPY,
    "sk_matrix_*/nmi": ENTROPY,
    "pycm_*/overall/ARI": CLUSTERS,
    **{
        f"pycm_*/overall/{key}": ENTROPY
        for key in (
            "Response Entropy",
            "Reference Entropy",
            "Cross Entropy",
            "Joint Entropy",
            "Conditional Entropy",
            "Mutual Information",
            "KL Divergence",
            "RCI",
            "Overall CEN",
            "Overall MCEN",
        )
    },
    **{
        f"pycm_*/overall/{key}": AGREEMENT
        for key in (
            "Gwet AC1",
            "Bennett S",
            "Kappa Unbiased",
            "Scott PI",
            "Kappa No Prevalence",
            "Bangdiwala B",
            "Krippendorff Alpha",
            "Pearson C",
            "Lambda A",
            "Lambda B",
        )
    },
    "pycm_*/overall/Overall RACC": EXPECTED,
    "pycm_*/overall/Overall RACCU": EXPECTED,
    "pycm_*/by_class/RACC": EXPECTED,
    "pycm_*/by_class/RACCU": EXPECTED,
    "pycm_*/overall/Kappa Standard Error": "takes the expected agreement as known; referee's error does not",
    "pycm_*/overall/Kappa 95% CI": "takes the expected agreement as known; referee's interval does not",
    **{f"pycm_*/overall/{key}": OTHER for key in ("RR", "CBA", "CSI")},
    "pycm_*/overall/SOA*": WORD,
    **{f"pycm_*/by_class/{key}": WORD for key in ("PLRI", "NLRI", "DPI", "AUCI", "MCCI", "QI")},
    **{f"pycm_*/by_class/{key}": ENTROPY for key in ("IS", "CEN", "MCEN")},
    "pycm_*/by_class/Q": AGREEMENT,
    **{
        f"pycm_*/by_class/{key}": OTHER
        for key in ("AGF", "AGM", "AM", "AUPR", "BB", "BCD", "DP", "G", "IBA", "ICSI", "OC", "OOC", "OP")
    },
    "ci_package_bin200_imb/peer_values_NOT_to_match/*/[12]": "the peer's variance is too large, as the case says",
}


def entries(path: str) -> list[str]:
    """The entries of the table that hold a path."""
    return [entry for entry in LEFT_OUT if fnmatchcase(path, entry) or fnmatchcase(path, f"{entry}/*")]
