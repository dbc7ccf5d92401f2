from .shortcut import LooAttempt as LooAttempt
from .shortcut import LooPredictions as LooPredictions
from .shortcut import loo_attempt as loo_attempt
from .shortcut import loo_predictions as loo_predictions
