"""Checks: one coded remark a file; nouns in, findings out."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
