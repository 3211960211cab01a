"""Everything that knows a game: cards, deals, variants, search, referees. Usable without the CLI."""

__version__ = "0.1.0"
