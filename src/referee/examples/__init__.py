"""Files to begin with, as they are shown in the documentation."""
