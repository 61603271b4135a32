"""A host in a process of its own, for tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from websockets.sync.client import connect

from rules.systems import systems

ROOT = Path(__file__).resolve().parents[4]
FIRST = {
    "company_scale": "first-light",
    **{name: systems()[name].scenarios()[0].id for name in ("striking_anvil", "command_cards")},
}
"""A scenario of each system."""


class HostProcess:
    """A host in a process of its own, which can be killed and started again at the same port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self._options = folder, options
        self.port = 0  # it takes a free one the first time
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "app", "--host", "--dir", str(self.folder), "--port", str(self.port)]
        command += self._options
        environment = {**os.environ, "CHITPULL_HOME": str(self.folder / "home"), "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, env=environment, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        port = int(said.rpartition(":")[2])
        assert said.startswith("Games are hosted at ws") and self.port in (0, port)
        self.port = port
        self.url = said.rpartition(" ")[2].strip().replace("0.0.0.0", "127.0.0.1")

    def kill(self) -> None:
        self.process.kill()
        if self.process.stdout is not None and not self.process.stdout.closed:  # else it was killed before
            self.process.communicate()

    def make(self, system: str, **more: str) -> dict[str, str]:
        with connect(self.url) as connection:
            params = {"system": system, "scenario": FIRST[system], **more}
            connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "make", "params": params}))
            return dict(json.loads(connection.recv())["result"]["links"])
