"""Many who come to a host at once, as when another process of it has died: none is put off for seconds."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from contextlib import ExitStack

import pytest

from tests.app.online.helpers.host_process import HostProcess

MANY = 300


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems allow fewer to wait")
def test_hundreds_may_wait_while_a_host_is_busy(host: HostProcess) -> None:
    os.kill(host.process.pid, signal.SIGSTOP)
    with ExitStack() as open_ones:
        open_ones.callback(os.kill, host.process.pid, signal.SIGCONT)
        for _ in range(MANY):
            caller = open_ones.enter_context(socket.create_connection(("127.0.0.1", host.port), timeout=30))
            caller.setblocking(False)
        assert not select.select([caller], [], [], 0)[0], "it waits, and is not refused"
