"""Exit codes, besides click's: 0 done, 1 error, 2 usage."""

INTERRUPTED = 130
VERDICTS = {"solvable": 0, "unsolvable": 10, "undecided": 20}
"""What `solve --check` ends with."""
