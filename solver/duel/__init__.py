"""Games for two: a frame that they share, and each game in a folder of its own."""
