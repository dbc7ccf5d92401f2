"""Experiments: learners x datasets on shared splits, kept in a store that survives a crash."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
