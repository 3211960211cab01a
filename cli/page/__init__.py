"""The replay page: a game as one HTML file that needs no network.

A module a family (patience.py, pairs.py, double.py) lays the table out as piles and tells, with the
referee, what lies on them after every move; scene.py keeps that as changes; document.py puts it
together with ``static/``. The page draws piles and knows no rules.
"""
