"""Where the packaged program begins."""

from __future__ import annotations

import sys

from app import portable
from app.cli import main

if __name__ == "__main__":
    portable.begin()
    sys.exit(main(sys.argv[1:]))
