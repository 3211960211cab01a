"""Both Russian Banks, ``zevaki`` and ``rusbank``: one board, one table of options."""
