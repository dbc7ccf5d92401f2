"""Checks: one coded remark a file; nouns in, findings out."""

from referee.checks.absent_label import absent_label
from referee.checks.few_cases import few_cases
from referee.checks.lookalike_labels import lookalike_labels
from referee.checks.majority_rule import majority_rule
from referee.checks.small_class import small_class

__all__ = ["absent_label", "few_cases", "lookalike_labels", "majority_rule", "small_class"]
