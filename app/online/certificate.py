"""The certificate of a host that no authority vouches for: made by the host itself and pinned by its links.

A link carries the digest of the certificate, so that whoever has the link can tell the host from anybody between. The
certificate is the least that TLS takes: version 1 of X.509 (RFC 5280) with an Ed25519 key (RFC 8410).
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import ssl
from pathlib import Path
from typing import Final

from nacl.signing import SigningKey

from rules.engine import bounded

FILE: Final = "host.pem"
"""The file in a host's folder that holds its key and certificate; only its owner can read it."""
DAMAGED: Final = "{path} is no key with its certificate; delete it, and the host makes a new one, which needs new links"

_INTEGER, _BITS, _OCTETS, _OBJECT, _TEXT, _TIME, _SEQUENCE, _SET = 0x02, 0x03, 0x04, 0x06, 0x0C, 0x17, 0x30, 0x31
_ED25519: Final = bytes.fromhex("2b6570")
_COMMON_NAME: Final = bytes.fromhex("550403")
_NAME: Final = b"Chitpull host"
_FROM, _UNTIL = b"200101000000Z", b"491231235959Z"
"""Any time: what counts is the pin."""


def own(folder: Path) -> Path:
    """Return the file with key and certificate of the host of a folder, made where there is none; raise OSError."""
    path = folder / FILE
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".new")
        unfinished.unlink(missing_ok=True)
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(_made())
        bounded.replace(unfinished, path)
    return path


def pin_of(path: Path) -> str:
    """Return the pin of the certificate in a file; raise OSError with a sentence if there is none in it."""
    try:
        _, head, rest = path.read_text(encoding="ascii").partition(ssl.PEM_HEADER)
        return pin(ssl.PEM_cert_to_DER_cert((head + rest).strip()))
    except ValueError as error:
        raise OSError(DAMAGED.format(path=path)) from error


def pin(certificate: bytes) -> str:
    """Return the pin of a certificate in DER: its SHA-256, in base64 as web addresses take it."""
    return base64.urlsafe_b64encode(hashlib.sha256(certificate).digest()).rstrip(b"=").decode()


def serving(path: Path) -> ssl.SSLContext:
    """Return what a host speaks with, by the file of its key and certificate; raise OSError with a sentence.

    It sends no session tickets, which nobody uses: a link reads in one thread and writes in another, and what OpenSSL
    is given to write while it takes a ticket in is lost now and then.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    try:
        context.load_cert_chain(path)
    except ssl.SSLError as error:
        raise OSError(DAMAGED.format(path=path)) from error
    return context


def pinned() -> ssl.SSLContext:
    """Return what a player speaks with to a host whose certificate is pinned: the pin is compared, and no authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _made() -> str:
    """Return a new key (PKCS 8) and its certificate as PEM."""
    key = SigningKey.generate()
    algorithm = _sequence(_part(_OBJECT, _ED25519))
    private = _sequence(_part(_INTEGER, b"\0"), algorithm, _part(_OCTETS, _part(_OCTETS, key.encode())))
    name = _sequence(_part(_SET, _sequence(_part(_OBJECT, _COMMON_NAME), _part(_TEXT, _NAME))))
    valid = _sequence(_part(_TIME, _FROM), _part(_TIME, _UNTIL))
    public = _sequence(algorithm, _part(_BITS, b"\0" + key.verify_key.encode()))
    number = _part(_INTEGER, b"\1" + secrets.token_bytes(8))  # positive
    signed = _sequence(number, algorithm, name, valid, name, public)
    whole = _sequence(signed, algorithm, _part(_BITS, b"\0" + key.sign(signed).signature))
    lines = base64.encodebytes(private).decode()
    return f"-----BEGIN PRIVATE KEY-----\n{lines}-----END PRIVATE KEY-----\n{ssl.DER_cert_to_PEM_cert(whole)}"


def _sequence(*parts: bytes) -> bytes:
    return _part(_SEQUENCE, b"".join(parts))


def _part(kind: int, content: bytes) -> bytes:
    """Return a value as DER writes it: kind, length, content."""
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x81, size]) if size < 256 else bytes([0x82, *size.to_bytes(2)])
    return bytes([kind]) + length + content
