from .read import read as read
from .read_models import read_models as read_models
from .read_slices import read_slices as read_slices
from .row_keys import copy_groups as copy_groups
from .score_table import read_score_table as read_score_table
