"""Checks: coded remarks on what a verb answers; nouns in, findings out."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
