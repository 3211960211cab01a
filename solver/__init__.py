"""Everything that knows a game: cards, deals, variants, search, referees; needs no CLI."""

__version__ = "0.1.0"
