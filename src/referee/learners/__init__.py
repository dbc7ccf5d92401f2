"""Resampling: recipes for splits, running a learner on them, and estimates of its true error."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
