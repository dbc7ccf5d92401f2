"""The nouns: frozen values that the rest of referee makes, reasons about and shows."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
