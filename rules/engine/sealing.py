"""What is sealed until a game with hidden hands is over: each line enciphered with a key that the table keeps apart.

A record tells both hands, all draws and the seed. While such a game goes on, its first line only names the key and the
game; the header and every further line stand in it enciphered (XChaCha20-Poly1305), padded, so that lengths tell
no card. A line opens in its own game only, and the chain inside proves their order."""

from __future__ import annotations

import json
import os
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from time import sleep
from typing import Final

from rules.engine.bounded import PAUSE, TRIES, read_json, read_ordinary
from rules.engine.folders import user_data_dir
from rules.engine.frozen import frozen

# --- What is sealed until a game with hidden hands is over ---------------------------------------------------------

CONTAINER: Final = 2
"""The form of a sealed record; earlier versions of the program say that a newer one wrote it."""
KEY_FILE: Final = "table.key"
DAMAGED: Final = b"?"
"""Stands in an opened record for a line that cannot be opened; it is read as a damaged line."""
_KEY: Final = 32
_NONCE: Final = 24
_LEAST: Final = 256
"""Bytes to which a line is padded at least; longer ones to the next power of two."""
_REPAIRS: Final = 10
"""Lines in which a flipped bit is looked for."""
_LARGEST: Final = 100_000  # bytes of the file of keys
_LINE: Final = re.compile(rb'\{"sealed":"([A-Za-z0-9+/=]+)"\}')


class CannotUnseal(ValueError):
    """The key is not here, or does not fit; the message is half a sentence."""


class Seal:
    """Closes and opens the lines of one game."""

    def __init__(self, key: bytes, game: str) -> None:
        self._key, self.game = key, game

    def header(self, text: bytes) -> bytes:
        """Return the first line of a sealed record, with the record's header inside."""
        return Chain().seal(_line({"chitpull": "record", "container": CONTAINER, **self._told(text)}))

    def named(self, text: bytes) -> bytes:
        """Return a sealed line that says by itself which key opens it."""
        return _line(self._told(text))

    def lines(self, text: bytes) -> bytes:
        """Return lines sealed one by one, for a record that begins with `header`."""
        return b"".join(_line({"sealed": self._closed(line)}) for line in text.splitlines())

    def whole(self, text: bytes) -> bytes:
        """Return a record sealed."""
        first, _, rest = text.partition(b"\n")
        return self.header(first) + self.lines(rest)

    def opened(self, sealed: str | bytes) -> bytes:
        """Return what was sealed; raise ValueError if it is not as it was written."""
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as decipher
        from nacl.exceptions import CryptoError

        raw = b64decode(sealed, validate=True)
        try:
            return decipher(raw[_NONCE:], self.game.encode(), raw[:_NONCE], self._key).rstrip(b" ")
        except CryptoError as error:
            raise ValueError("not as first written") from error

    def _told(self, text: bytes) -> dict[str, object]:
        return {"key": name_of(self._key), "game": self.game, "sealed": self._closed(text)}

    def _closed(self, text: bytes) -> str:
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as encipher

        text, nonce = text.rstrip(b"\n"), secrets.token_bytes(_NONCE)
        size = max(_LEAST, 1 << (len(text) - 1).bit_length())
        return b64encode(nonce + encipher(text.ljust(size), self.game.encode(), nonce, self._key)).decode("ascii")


@frozen
class Unsealed:
    """A sealed record that has been opened: `raw` in the file, `text` inside, line by line.

    `ends` are the places in the file where its lines end; `mended` are those in which one bit had flipped.
    """

    seal: Seal
    raw: bytes
    text: bytes
    ends: list[int]
    mended: list[int]


def new_seal() -> Seal:
    """Return a seal with the table's key, which is made if there is none; raise OSError or CannotUnseal."""
    return Seal(_keys_or_new()[0], secrets.token_hex(8))


def is_sealed(text: bytes) -> bool:
    """Tell whether a record is sealed."""
    first, _, rest = text.partition(b"\n")
    return b',"sealed":"' in first[:300] or rest.startswith(b'{"sealed":"')


def unsealed(text: bytes, seal: Seal | None = None) -> Unsealed:
    """Open a sealed record, with its seal if that is at hand; raise OSError, or CannotUnseal with half a sentence."""
    in_file, first = first_line(text)
    try:
        seal, header = open_named(first) if seal is None else (seal, seal.opened(read_json(first)["sealed"]))
    except CannotUnseal:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise CannotUnseal("its first line is damaged") from error
    lines, ends, mended, tries = [header], [len(in_file) + 1], [], 0
    for number, raw in enumerate(text[ends[0] :].split(b"\n"), 2):
        line = _opened(seal, raw) if raw else raw
        if line is None and tries < _REPAIRS and number <= text.count(b"\n"):
            tries += 1
            line = next(_unflipped(seal, raw), None)
            mended += [number] if line is not None else []
        lines.append(DAMAGED if line is None else line)
        ends.append(ends[-1] + len(raw) + 1)
    return Unsealed(seal, text, b"\n".join(lines), ends, mended)


def open_named(raw: bytes) -> tuple[Seal, bytes]:
    """Open a line that names its key; raise CannotUnseal without that key, one of the usual errors for nonsense."""
    told = read_json(raw)
    key = next((key for key in _keys() if name_of(key) == told["key"]), None)
    if key is None:
        raise CannotUnseal(f"the key is not in {_key_file()}, so the game only opens on the computer that started it")
    seal = Seal(key, str(told["game"]))
    return seal, seal.opened(told["sealed"])


def name_of(key: bytes) -> str:
    """Return the name of a key, which tells nothing about it."""
    return blake2b(key, digest_size=8, person=b"chitpull table").hexdigest()


def _line(told: dict[str, object]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode("ascii") + b"\n"


def _opened(seal: Seal, raw: bytes) -> bytes | None:
    match = _LINE.fullmatch(raw)
    try:
        return None if match is None else seal.opened(match[1])
    except ValueError:
        return None


def _unflipped(seal: Seal, raw: bytes) -> Iterator[bytes]:
    """Yield a line as it was sealed if one bit of it has flipped."""
    flipped = bytearray(raw)
    for place in range(len(raw) if len(raw) <= WHOLE else 0):
        for bit in range(8):
            flipped[place] ^= 1 << bit
            line = _opened(seal, bytes(flipped))
            flipped[place] ^= 1 << bit
            if line is not None:
                yield line


def _key_file() -> Path:
    return user_data_dir() / KEY_FILE


def _keys() -> list[bytes]:
    """Return the keys of this table, the one it seals with first; raise OSError or CannotUnseal."""
    try:
        words = read_ordinary(_key_file(), _LARGEST).split()
    except FileNotFoundError:
        return []
    try:
        keys = [bytes.fromhex(word.decode("ascii")) for word in words]
    except ValueError:
        keys = []
    if not keys or any(len(key) != _KEY for key in keys):
        raise CannotUnseal(f"the key in {_key_file()} is damaged; restore it, or move it away to start with a new one")
    return keys


def _keys_or_new() -> list[bytes]:
    """Return the keys of this table; where it has none yet, make one that no other user can read."""
    try:
        made = os.open(_key_file(), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _keys_of_another()
    with open(made, "wb") as file:
        file.write(secrets.token_hex(_KEY).encode("ascii") + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return _keys()


def _keys_of_another() -> list[bytes]:
    """Return the keys; another window may be writing the first one just now."""
    for _ in range(TRIES - 1):
        try:
            return _keys()
        except CannotUnseal:
            sleep(PAUSE)
    return _keys()


# --- A line in which one bit has flipped, found again by its seal --------------------------------------------------

WHOLE: Final = 2_000
"""Bytes of a line in which every bit is tried; the tries grow with the square of it."""
ENDS: Final = 400
"""Bytes tried at either end of a longer line: of a header, all but the document of its scenario."""
LONGEST: Final = 100_000
_SEAL_ANYWHERE: Final = re.compile(rb',"chain":"[0-9a-f]{8}"\}')


def unflipped(raw: bytes, before: Chain) -> bytes | None:
    """Return a line as it was written if all that is wrong with it is one bit; None if nothing proves it.

    `before` is the chain up to the line, which is left as it is. A seal of 32 bits and at most 16,000 tries: that
    another line is proved by chance happens less than once in 200,000.
    """
    flipped = bytearray(raw)
    for place in _places(len(raw)):
        for bit in range(8):
            flipped[place] ^= 1 << bit
            line = bytes(flipped)
            if before.copy().proves(line):
                return line
            flipped[place] ^= 1 << bit
    return None


def _places(length: int) -> Iterator[int]:
    if length <= WHOLE:
        yield from range(length)
    elif length <= LONGEST:
        yield from range(ENDS)
        yield from range(length - ENDS, length)


def without_flipped_end(raw: bytes, before: Chain) -> tuple[bytes, bytes] | None:
    """Return two lines that became one when the end of the first flipped; None if nothing proves the first."""
    seal = _SEAL_ANYWHERE.search(raw)
    if seal is None or seal.end() >= len(raw) or not before.copy().proves(raw[: seal.end()]):
        return None
    return raw[: seal.end()], raw[seal.end() + 1 :]


def first_line(text: bytes) -> tuple[bytes, bytes]:
    """Return the first line as it is in a file, and as it was written if one bit of it, or of its end, had flipped."""
    raw = text.partition(b"\n")[0]
    proved = Chain().proves(raw)
    if proved or (proved is None and raw[-20:].count(b'"') < 3):  # sound, or of a version that made no seals
        return raw, raw
    parts = without_flipped_end(raw, Chain())
    if parts is not None:
        return parts[0], parts[0]
    for lines in (1, 2):  # a flipped bit may have made an end of line
        part = b"\n".join(text[:LONGEST].split(b"\n", lines)[:lines])
        written = unflipped(part, Chain())
        if written is not None and b"\n" not in written:
            return part, written
    return raw, raw


# --- The chain of a record: each sealed line carries a short digest of itself and of all lines before it -----------

_SEAL: Final = re.compile(rb',"chain":"([0-9a-f]{8})"\}\Z')
_LENGTH: Final = len(b',"chain":"00000000"}')


class Chain:
    """A running digest over the lines of a record.

    Each seal is proved from the seal before it as written in the file, so that a changed line is named alone,
    without all the lines after it.
    """

    __slots__ = ("_hash",)

    def __init__(self, last: bytes = b"") -> None:
        self._hash = blake2b(last, digest_size=4)

    def copy(self) -> Chain:
        """Return an independent copy."""
        other = Chain.__new__(Chain)  # whatever `__init__` makes would be thrown away, for each line of a record
        other._hash = self._hash.copy()
        return other

    def pass_over(self, raw: bytes) -> None:
        """Add an unsealed line; the next seal proves it too."""
        self._hash.update(raw)

    def seal(self, raw: bytes) -> bytes:
        """Return a line (an object, with its newline) with its seal added."""
        seal = self._close(raw[:-2])
        return b'%s,"chain":"%s"}\n' % (raw[:-2], seal)

    def proves(self, raw: bytes) -> bool | None:
        """Tell whether a line (without its newline) is as it was written; None if it is not sealed."""
        told = sealed(raw)
        if told is None:
            self.pass_over(raw + b"\n")
            return None
        if self._close(raw[:-_LENGTH]) == told:
            return True
        self._hash = blake2b(told, digest_size=4)
        return False

    def _close(self, body: bytes) -> bytes:
        self._hash.update(body)
        seal = self._hash.hexdigest().encode("ascii")
        self._hash = blake2b(seal, digest_size=4)
        return seal


def sealed(raw: bytes) -> bytes | None:
    """Return the seal of a line, None if it has none."""
    match = _SEAL.search(raw, max(0, len(raw) - _LENGTH))
    return match[1] if match else None


def bare(raw: bytes) -> bytes:
    """Return a line (without its newline) as it was before it was sealed, with its newline."""
    return (raw if sealed(raw) is None else raw[:-_LENGTH] + b"}") + b"\n"


def sealed_lines(text: bytes, chain: Chain) -> bytes:
    """Return lines with their seals; snapshots get none, as their own digest and the next line prove them."""
    done = []
    for raw in text.splitlines(keepends=True):
        if raw.startswith(b'{"snapshot"'):
            chain.pass_over(raw)
            done.append(raw)
        else:
            done.append(chain.seal(raw))
    return b"".join(done)
