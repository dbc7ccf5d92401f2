"""Metrics: one registry, one formula per file. A file of this folder is a metric by being there."""

import importlib
import pkgutil

from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.metric import NEEDS, SHAPES, Metric
from referee.metrics.registry import REGISTRY, aliases, get, metric, unregister
from referee.metrics.vus_ordered import vus_ordered

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
globals().update(REGISTRY)  # the imports above left the modules of these names here
__all__ = ["NEEDS", "REGISTRY", "SHAPES", "Metric", "aliases", "at_prevalence", "get", "metric", "unregister"]
__all__ += ["vus_ordered", *sorted(REGISTRY)]
