"""Making splits, and combining fits into estimates of true error."""
