"""The command line of pasyans: one module a command, heavy imports inside the commands."""
