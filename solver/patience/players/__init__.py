"""Players of a patience who do not see the order of the stock."""
