"""How many cases a question needs, and the power of those in hand: one question a file."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
