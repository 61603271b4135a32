"""Debian's PostgreSQL, in a folder and at a port of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

OWNER = "postgres"
"""The user that Debian makes: PostgreSQL refuses to run as root."""


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL that is installed, None if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    return found[-1].parent if found else None


class PostgreSQL:
    """A server that holds its data while it is there, and none afterwards."""

    def __init__(self, bin_folder: Path) -> None:
        self._bin = bin_folder
        self._folder = Path(tempfile.mkdtemp(prefix="chitpull-"))
        self._as = ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--clear-groups"] if os.getuid() == 0 else []
        if self._as:
            shutil.chown(self._folder, OWNER, OWNER)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        options = ["--auth=trust", "--username=table", "--encoding=UTF8", "--no-locale", "--no-sync"]
        made = [*self._as, str(self._bin / "initdb"), "--pgdata", str(self._folder / "data"), *options]
        subprocess.run(made, check=True, capture_output=True, cwd="/")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://table@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        options = ["-D", str(self._folder / "data"), "-k", str(self._folder), "-p", str(self._port)]
        command = [*self._as, str(self._bin / "postgres"), *options, "-c", "listen_addresses=127.0.0.1"]
        self._process = subprocess.Popen(command, cwd="/", stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while subprocess.run([self._bin / "pg_isready", "-h", "127.0.0.1", "-p", str(self._port), "-q"]).returncode:
            assert self._process.poll() is None and time.monotonic() < end, "PostgreSQL does not start"
            time.sleep(0.05)

    def stop(self) -> None:
        """Cut all connections, as a database that is started anew does."""
        subprocess.run([*self._as, "kill", "-QUIT", str(self._process.pid)], check=True, cwd="/")
        self._process.wait(30)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._folder)
