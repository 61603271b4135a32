"""Whether there is a newer version: one small file of the releases page is read, and nothing is sent about anybody."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal

if TYPE_CHECKING:
    from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply


RELEASES = "https://github.com/chitpull/chitpull/releases"
"""The page with all packages; what packages say of their own address is made from it."""


LATEST = f"{RELEASES}/latest/download/latest.json"
WAIT = 10_000
"""Milliseconds after which no answer is awaited any more."""
MOST = 4096
"""Bytes that the file may have."""
NUMBER = re.compile(r"\d{1,4}(\.\d{1,4}){1,3}")


def is_newer(number: str, own: str) -> bool:
    """Tell whether a version is newer than another; what is no number of a version is never newer."""
    if not (NUMBER.fullmatch(number) and NUMBER.fullmatch(own)):
        return False
    one, other = ([int(part) for part in words.split(".")] for words in (number, own))
    longest = max(len(one), len(other))
    return [*one, *[0] * (longest - len(one))] > [*other, *[0] * (longest - len(other))]


def read(content: bytes) -> str:
    """Return the version that the file names; raise ValueError if it names none."""
    told = json.loads(content)
    number = told.get("version") if isinstance(told, dict) else None
    if not isinstance(number, str) or not NUMBER.fullmatch(number):
        raise ValueError("no version")
    return number


class ReleaseQuery(QObject):
    """Ask for the newest version; `answered` carries its number, or "" where it cannot be had."""

    answered = Signal(str)

    def __init__(self, address: str = LATEST, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.address = address
        self._manager: QNetworkAccessManager | None = None
        self._reply: QNetworkReply | None = None

    def begin(self) -> None:
        """Ask without waiting; one question at a time."""
        if self._reply is not None:
            return
        try:
            from PySide6.QtNetwork import QNetworkAccessManager, QNetworkRequest  # costs a start that asks nothing
        except ImportError:  # on a bare Linux without the libraries of Kerberos
            self.answered.emit("")
            return
        request = QNetworkRequest(QUrl(self.address))
        request.setHeader(QNetworkRequest.KnownHeaders.UserAgentHeader, "Chitpull")
        request.setRawHeader(b"Accept-Language", b"en")  # else Qt names the system's language
        request.setTransferTimeout(WAIT)
        manual = QNetworkRequest.LoadControl.Manual.value
        for attribute in ("CookieLoadControlAttribute", "CookieSaveControlAttribute", "AuthenticationReuseAttribute"):
            request.setAttribute(QNetworkRequest.Attribute[attribute], manual)
        safe = QNetworkRequest.RedirectPolicy.NoLessSafeRedirectPolicy
        request.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute, safe.value)
        self._manager = QNetworkAccessManager(self)
        self._reply = self._manager.get(request)
        self._reply.readyRead.connect(self._measure)
        self._reply.finished.connect(self._finish)

    def _measure(self) -> None:
        """Stop a file that is too large to be ours."""
        if self._reply is not None and self._reply.bytesAvailable() > MOST:
            self._reply.abort()

    def _finish(self) -> None:
        reply, self._reply = self._reply, None
        if reply is None:
            return
        number = ""
        if reply.error() == reply.NetworkError.NoError:
            try:
                number = read(bytes(reply.readAll().data()))
            except ValueError:
                number = ""
        reply.deleteLater()
        if self._manager is not None:
            self._manager.deleteLater()  # with its connections
            self._manager = None
        self.answered.emit(number)
