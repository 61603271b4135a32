"""Two hosts, one PostgreSQL of Debian, and kill -9 between: `python -m tests.app.online.helpers.many_games`.

Plays 200 games, or as the options of app.online.takeover say.
"""

from __future__ import annotations

import sys
from contextlib import closing

from app.online.takeover import main
from tests.app.online.helpers.postgresql import PostgreSQL, programs


def run(arguments: list[str]) -> int:
    found = programs()
    if found is None:
        print("PostgreSQL is not installed. Type: apt-get install postgresql", file=sys.stderr)
        return 2
    with closing(PostgreSQL(found)) as server:
        return main([server.url, *arguments])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
