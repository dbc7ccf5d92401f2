"""Verbs: the tasks a user has."""
