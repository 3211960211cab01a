"""What a database holds, as pandas frames. ``store`` is an open one (store.py).

A large database is read column by column: a million rows take some tens of megabytes.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from cli.schema import METHODS, VERDICTS
from cli.store import Store


def variants(store: Store) -> pd.DataFrame:
    """Columns ``id digest game text``, a row a variant."""
    return pd.DataFrame(
        store.rows("SELECT id, digest, game, text FROM variants ORDER BY id"),
        columns=["id", "digest", "game", "text"],
    )


def searches(store: Store) -> pd.DataFrame:
    """Columns ``id version digest budget seconds memory``, a row a version and set of limits."""
    names = ["id", "version", "digest", "budget", "seconds", "memory"]
    return pd.DataFrame(store.rows(f"SELECT {', '.join(names)} FROM searches"), columns=names)


def counts(store: Store) -> pd.DataFrame:
    """Columns ``variant game text digest player search method verdict deals nodes seconds``.

    A row a variant, player, search (an id of :func:`searches`), method and verdict, with the
    number of deals and the sums of their nodes and seconds.
    """
    rows = store.rows(
        "SELECT v.id, v.game, v.text, v.digest, p.name, search, method, verdict, deals, nodes, us"
        " FROM (SELECT variant, player, search, method, verdict, COUNT(*) AS deals,"
        " SUM(nodes) AS nodes, SUM(microseconds) AS us FROM results"
        " GROUP BY variant, player, search, method, verdict) r"
        " JOIN variants v ON v.id = r.variant JOIN players p ON p.id = r.player"
        " ORDER BY v.id, p.id, verdict, method, search"
    )
    names = ["variant", "game", "text", "digest", "player", "search", "method", "verdict"]
    frame = pd.DataFrame(rows, columns=[*names, "deals", "nodes", "us"])
    frame["method"] = [METHODS[index] for index in frame["method"]]
    frame["verdict"] = [VERDICTS[index] for index in frame["verdict"]]
    frame["seconds"] = frame.pop("us") / 1e6
    return frame


def results(
    store: Store, variant: int, player: str = "clairvoyant", columns: tuple[str, ...] = ("verdict",)
) -> pd.DataFrame:
    """Columns of integers of the table ``results``, indexed by deal number (uint64), ascending.

    ``verdict`` and ``method`` are indexes into ``schema.VERDICTS`` and ``schema.METHODS``;
    ``variant`` is an id of :func:`variants`.
    """
    names = ("deal", *columns)
    sql = (
        f"SELECT {', '.join(names)} FROM results JOIN players p ON p.id = player"
        " WHERE variant = ? AND p.name = ?"
    )
    with store.using() as connection:
        cursor = connection.execute(sql, (variant, player))
        kind = np.dtype((np.int64, (len(names),)))
        table = np.fromiter(cursor, dtype=kind)
    frame = pd.DataFrame(table[:, 1:], columns=list(columns))
    frame.index = pd.Index(table[:, 0].astype(np.uint64), name="deal")
    return frame.sort_index()
