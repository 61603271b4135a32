"""`python -m app`: see app.cli."""

from __future__ import annotations

import signal
import sys

from app.cli import main

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(main())
