"""Hypothesis tests: one a file, one protocol, one printer."""
