"""The pair-matching game."""
