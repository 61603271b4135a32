"""A line between players and a host that cuts, stalls, delays and garbles what passes, by a seed."""

from __future__ import annotations

import socket
from contextlib import suppress
from random import Random
from threading import Thread
from time import sleep

CHUNK = 4096
FAULTS = ("cut", "stall", "delay", "flip", "mix")
SILENCE = 6.0
"""Seconds of a line that seems dead, which a player's program notices by then."""


class FaultyLine:
    """Listens at a port of its own and passes on to the host's, by one of the FAULTS; `fault` "" passes all on."""

    def __init__(self, port: int, fault: str, seed: int) -> None:
        self.fault, self._random, self._to = fault, Random(seed), port
        self.faults = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        Thread(target=self._take, daemon=True).start()

    def heal(self) -> None:
        """Do no more harm; connections that stand are cut, for they may be silent."""
        self.fault = ""
        self._cut_all()

    def close(self) -> None:
        """End all connections and take no more."""
        self._listener.close()
        self._cut_all()

    def _cut_all(self) -> None:
        while self._ends:
            _shut(self._ends.pop())

    def _take(self) -> None:
        while True:
            try:
                guest, _ = self._listener.accept()
            except OSError:
                return
            try:
                if self.fault in ("cut", "mix") and self._random.random() < 0.1:
                    raise ConnectionRefusedError
                host = socket.create_connection(("127.0.0.1", self._to), timeout=5)
            except OSError:
                guest.close()
                continue
            host.settimeout(None)
            self._ends += [guest, host]
            Thread(target=self._pass, args=(guest, host, False), daemon=True).start()
            Thread(target=self._pass, args=(host, guest, True), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, from_host: bool) -> None:
        """Pass on what comes; only what the host says is garbled, for what a player says has no digest without TLS."""
        try:
            while data := source.recv(CHUNK):
                fault = self.fault if self.fault != "mix" else self._random.choice(FAULTS[:-1])
                if fault == "delay":
                    sleep(self._random.uniform(0, 0.05))
                if fault and self._random.random() < 0.03:
                    data = self._harm(data, fault, from_host, sink)
                sink.sendall(data)
        except OSError:
            pass
        _shut(source)
        _shut(sink)

    def _harm(self, data: bytes, fault: str, from_host: bool, sink: socket.socket) -> bytes:
        self.faults += 1
        if fault == "stall":
            sleep(SILENCE if self._random.random() < 0.05 else self._random.uniform(0.1, 0.5))
        elif fault == "flip" and from_host:
            harmed = bytearray(data)
            harmed[self._random.randrange(len(data))] ^= 1 << self._random.randrange(8)
            return bytes(harmed)
        elif fault == "cut":  # in the middle of a message
            sink.sendall(data[: self._random.randrange(len(data))])
            raise OSError
        return data


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
