"""The commands as they are for games for two."""
