"""``python -m cli`` does what ``pasyans`` does."""

from cli.main import main

main()
