"""Estimates of the true value of a learner's metric: each from the results of a run."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
