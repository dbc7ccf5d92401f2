"""The checks of an audit: one coded check a file, registered with the facts that its page in the docs is made from."""

from referee.checks.audit.apparent_as_true import apparent_as_true
from referee.checks.audit.baseline_wins import baseline_wins
from referee.checks.audit.best_of_several import best_of_several
from referee.checks.audit.class_mix import class_mix
from referee.checks.audit.class_too_small import class_too_small
from referee.checks.audit.conflicting_labels import conflicting_labels
from referee.checks.audit.exact_overlap import exact_overlap
from referee.checks.audit.excluded_cases import excluded_cases
from referee.checks.audit.feature_drift import feature_drift
from referee.checks.audit.gain_within_noise import gain_within_noise
from referee.checks.audit.joint_drift import joint_drift
from referee.checks.audit.leaky_procedure import leaky_procedure
from referee.checks.audit.many_looks import many_looks
from referee.checks.audit.material import NEEDS, Material
from referee.checks.audit.near_overlap import near_overlap
from referee.checks.audit.no_baseline import no_baseline
from referee.checks.audit.no_room import no_room
from referee.checks.audit.not_probabilities import not_probabilities
from referee.checks.audit.order_matters import order_matters
from referee.checks.audit.registry import LEVEL, REGISTRY, Check, InapplicableError, check, examine
from referee.checks.audit.seen_unseen import seen_unseen
from referee.checks.audit.shared_groups import shared_groups
from referee.checks.audit.site_left_out import site_left_out
from referee.checks.audit.sites_differ import sites_differ
from referee.checks.audit.standing import STANDING
from referee.checks.audit.suspect_labels import suspect_labels
from referee.checks.audit.telling_feature import telling_feature
from referee.checks.audit.telling_missing import telling_missing
from referee.checks.audit.tested_on_train import tested_on_train
from referee.checks.audit.threshold_on_test import threshold_on_test
from referee.checks.audit.time_order import time_order
from referee.checks.audit.unadjusted_tests import unadjusted_tests
from referee.checks.audit.unlike_repeats import unlike_repeats
from referee.checks.audit.unrelated_features import unrelated_features
from referee.checks.audit.unrepeatable import unrepeatable

__all__ = [
    "LEVEL",
    "NEEDS",
    "REGISTRY",
    "STANDING",
    "Check",
    "InapplicableError",
    "Material",
    "apparent_as_true",
    "baseline_wins",
    "best_of_several",
    "check",
    "class_mix",
    "class_too_small",
    "conflicting_labels",
    "exact_overlap",
    "examine",
    "excluded_cases",
    "feature_drift",
    "gain_within_noise",
    "joint_drift",
    "leaky_procedure",
    "many_looks",
    "near_overlap",
    "no_baseline",
    "no_room",
    "not_probabilities",
    "order_matters",
    "seen_unseen",
    "shared_groups",
    "site_left_out",
    "sites_differ",
    "suspect_labels",
    "telling_feature",
    "telling_missing",
    "tested_on_train",
    "threshold_on_test",
    "time_order",
    "unadjusted_tests",
    "unlike_repeats",
    "unrelated_features",
    "unrepeatable",
]
