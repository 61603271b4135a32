"""Commands whose output goes to another program, which may stop reading."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from typing import Final

UNREAD: Final = 141
"""What a shell calls the end of a program that nobody reads any more."""
NOBODY_READS: Final = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
"""What writing into a pipe gives that nobody reads."""


def read_or_not(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; it ends quietly as soon as nobody reads what it prints."""
    try:
        try:
            return command()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        if not is_unread(error):
            raise
        silence()
        return UNREAD


def is_unread(error: BaseException) -> bool:
    """Tell whether an error means that nobody reads the output; a file has its name in an error, a pipe has none."""
    return isinstance(error, OSError) and error.errno in NOBODY_READS and error.filename is None


def silence() -> None:
    """Give what is still to be written to nobody, so that Python has nothing to say about it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
