"""How a host sends notices: by mail through its operator's server, and by ntfy to phones. `host.yaml` sets that up."""

from __future__ import annotations

import logging
import smtplib
import ssl
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, Final
from urllib.parse import urlsplit

import yaml

from app.online.notices import Notice, Ways
from rules.engine.events import as_record
from rules.engine.frozen import frozen, named

LOG: Final = logging.getLogger("chitpull.notices")
FILE: Final = "host.yaml"
PATIENCE: Final = 20
"""Seconds that a server may take."""
AGAIN: Final = (60, 600, 3600)
"""Seconds after which a notice is sent again that could not be."""
KEYS: Final = {"mail": {"server", "port", "user", "password", "from"}, "ntfy": {"server", "token"}}


class BadSettings(ValueError):
    """What the operator of a host has set up cannot be; the text is one sentence that names the file."""


@frozen
class Mail:
    """The mail server of whoever runs a host; it must encrypt, except at port 25 of this computer."""

    server: str
    sender: str = field(metadata=named("from"))
    port: int = 587
    user: str = ""
    password: str = ""

    def send(self, notice: Notice) -> None:
        """Send a notice; raise OSError or SMTPException."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, notice.to.mail, notice.subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="chitpull")
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(notice.words)
        with smtplib.SMTP(self.server, self.port, timeout=PATIENCE) as connection:
            if not (self.port == 25 and self.server in ("localhost", "127.0.0.1")):
                connection.starttls(context=ssl.create_default_context())
            if self.user:
                connection.login(self.user, self.password)
            connection.send_message(message)


@frozen
class Ntfy:
    """An ntfy service, at which players name topics."""

    server: str
    token: str = ""

    def send(self, notice: Notice) -> None:
        """Send a notice; raise OSError."""
        headers = {"Title": notice.subject.encode("ascii", "replace").decode(), "Tags": "hourglass"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        asked = urllib.request.Request(f"{self.server.rstrip('/')}/{notice.to.ntfy}", notice.words.encode(), headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE):
            pass


@frozen
class Sending:
    """The ways that a host has to tell players; none without a `host.yaml`."""

    mail: Mail | None = None
    ntfy: Ntfy | None = None

    @property
    def ways(self) -> Ways:
        """Return by which ways players can be told."""
        return Ways(self.mail is not None, self.ntfy is not None)

    def send(self, notice: Notice, done: Callable[[], object]) -> None:
        """Send a notice aside by each way that is wanted, and again a few times where that fails; never raises.

        `done` is called in a thread whenever it has been sent by one way, or given up.
        """
        for way, wanted in ((self.mail, notice.to.mail), (self.ntfy, notice.to.ntfy)):
            if way is not None and wanted:
                Thread(target=_send, args=(way, notice, done), name="notice", daemon=True).start()

    @staticmethod
    def read(folder: Path) -> Sending:
        """Read what the operator has set up in a host's folder; raise BadSettings."""
        path = folder / FILE
        try:
            told = yaml.safe_load(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Sending()
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise BadSettings(f"{path} cannot be read: {' '.join(str(error).split())}.") from error
        _check(path, told)
        made = as_record(Sending, told)
        assert made is not None, "it has been checked"
        return made


def _send(way: Mail | Ntfy, notice: Notice, done: Callable[[], object]) -> None:
    for wait in (*AGAIN, None):
        try:
            way.send(notice)
            break
        except (OSError, smtplib.SMTPException) as error:
            LOG.warning("A notice could not be sent: %s", error)
            if wait is not None:
                sleep(wait)
    done()


def _check(path: Path, told: Any) -> None:
    if not isinstance(told, Mapping) or not set(told) <= set(KEYS):
        raise BadSettings(f"{path} can have mail: and ntfy:, each with its server.")
    for name, part in told.items():
        known = KEYS[name]
        if not isinstance(part, Mapping) or not set(part) <= known:
            raise BadSettings(f"{path}: {name} can have {', '.join(sorted(known))}.")
        for key, value in part.items():
            if key == "port" and not (type(value) is int and 0 < value < 65536):
                raise BadSettings(f"{path}: {name}: port must be a number from 1 to 65535.")
            if key != "port" and not (isinstance(value, str) and value and value.isprintable()):
                raise BadSettings(f"{path}: {name}: {key} must be a text in one line.")
        for key in ("server", "from") if name == "mail" else ("server",):
            if key not in part:
                raise BadSettings(f"{path}: {name} needs {key}.")
    ntfy = told.get("ntfy")
    if ntfy is not None and urlsplit(ntfy["server"]).scheme not in ("http", "https"):
        raise BadSettings(f"{path}: ntfy: server must be an address such as https://ntfy.sh.")
