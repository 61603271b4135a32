"""Links to seats at hosts: how they are written, and those that this computer has followed, kept in a private file."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine import bounded
from rules.engine.frozen import frozen

PORT: Final = 4711
TOKEN_BYTES: Final = 24
SCHEMES: Final = {"chitpull": "ws", "http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
"""How the link of a player begins, and what its connection is then; https and wss are encrypted."""
LONGEST: Final = 500
WATCH: Final = "watch."
"""How the secret of a link begins with which one watches."""
PIN: Final = re.compile(r"[\w-]{43}")
"""How the SHA-256 of a host's own certificate is written before its address (app/online/certificate.py)."""
NO: Final = "no"
MINE, THEIRS, OVER = "mine", "theirs", "over"
PATTERN: Final = "chitpull://address:4711/#secret or https://address/#secret"


class BadLink(ValueError):
    """A text is no link to a game; it is one sentence."""


class SeatLink(NamedTuple):
    """The address of a host's WebSocket, and the secret that leads to a seat there, or lets one watch."""

    url: str
    secret: str
    watches: bool = False

    def __str__(self) -> str:
        scheme, _, place = self.url.partition("://")
        vouched = scheme == "wss" and "@" not in place
        return f"{'https' if vouched else 'chitpull'}://{place}/#{WATCH * self.watches}{self.secret}"


def link_in(text: str) -> SeatLink:
    """Read the link that somebody pasted; raise BadLink."""
    text = "".join(text.split())
    url, _, secret = text.partition("#")
    if not secret or len(text) > LONGEST:
        raise BadLink(f"That isn't a link to a game. A link looks like {PATTERN}.")
    return SeatLink(host_in(url), secret.removeprefix(WATCH), secret.startswith(WATCH))


def first_link(text: str) -> str:
    """Return the first word of a text that looks like a link to a game, '' if none does."""
    return next((word for word in text.split() if _looks_like_one(word)), "")


def _looks_like_one(word: str) -> bool:
    scheme, colon, rest = word.partition("://")
    return bool(colon) and scheme.lower() in SCHEMES and bool(rest.partition("#")[2])


def without_secret(text: str) -> str:
    """Return the address of a host that somebody typed, without what leads to a game if he has pasted a link."""
    return text.partition("#")[0].partition("/w/")[0].strip().rstrip("/")


def host_in(text: str) -> str:
    """Return the address of the WebSocket of a host that somebody typed, such as table.example:4711; raise BadLink."""
    from urllib.parse import urlsplit

    text = text.strip().rstrip("/")
    try:
        parts = urlsplit(text if "://" in text else f"chitpull://{text}")
        known, pin = SCHEMES.get(parts.scheme), parts.username
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadLink(f'"{text[:60]}" is not the address of a host: {error}.') from error
    wrong_pin = pin is not None and (not PIN.fullmatch(pin) or parts.password is not None)
    if known is None or not host or wrong_pin:
        raise BadLink(f'"{text[:60]}" is not the address of a host. Give one such as table.example:{PORT}.')
    shown = f"[{host}]" if ":" in host else host
    port = port or (PORT if known == "ws" or pin else None)
    return (
        f"{'wss' if pin else known}://{f'{pin}@' if pin else ''}{shown}{'' if port is None else f':{port}'}{parts.path}"
    )


def pinned(url: str) -> tuple[str, str]:
    """Return the address of a WebSocket without the pin of its host's certificate, and the pin, '' if it has none."""
    scheme, _, place = url.partition("://")
    pin, at, place_alone = place.rpartition("@")
    return (f"{scheme}://{place_alone}", pin) if at else (url, "")


def shown(url: str) -> str:
    """Return the address of a host as it is shown to players, without the pin of its certificate."""
    return pinned(url)[0].partition("://")[2]


def page_of(url: str, token: str) -> str:
    """Return the address of a game's page at a host without a certificate of its own, by the watchers' token."""
    return f"{url.replace('ws', 'http', 1)}/w/{token}"


def is_own(address: str) -> bool:
    """Tell whether only this computer itself reaches an address of it."""
    return address in ("localhost", "::1") or address.startswith("127.")


def own_address() -> str:
    """Return the address that other computers of this network have for this one; nothing is sent to find it."""
    import socket  # here and above: a start does without

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
            return str(asked.getsockname()[0])
        except OSError:  # no network
            return "127.0.0.1"


@frozen
class FollowedLink:
    """A seat at a host that this computer has taken: its `token` is known nowhere else.

    `invitation` is what gave it the seat, '' for a watcher, whose token is that of the link. The rest is what the host
    told of the game last: `file` is the record of the copy here, `title` names it to its player. `given` are the links
    to the other seats, as JSON, if the game was made here. `nonce` is this player's part of the dice, `commitment` what
    the host had committed itself to before it heard of that. `hints` is NO where players ask no computer. `turn` tells
    whose it was (MINE, THEIRS or OVER, '' if that was never known) at the moment `known`, in seconds since 1970.
    """

    url: str
    token: str
    invitation: str = ""
    seat: str = ""
    system: str = ""
    title: str = ""
    file: str = ""
    given: str = ""
    nonce: str = ""
    commitment: str = ""
    hints: str = ""
    turn: str = ""
    known: str = ""

    @property
    def allows_hints(self) -> bool:
        """Whether the players of its game may ask the computer for suggestions."""
        return self.hints != NO

    @property
    def offered(self) -> dict[str, str]:
        """The links to give away, by what each is for."""
        try:
            told = json.loads(self.given or "{}")
        except ValueError:
            return {}
        return {str(words): str(text) for words, text in told.items()} if isinstance(told, dict) else {}

    @property
    def invitations(self) -> list[str]:
        """What those of them are for that give a seat, which they do once."""
        return [words for words, text in self.offered.items() if _gives_seat(text)]

    @staticmethod
    def of(link: SeatLink) -> FollowedLink:
        """Return a link that is followed for the first time."""
        if link.watches:
            return FollowedLink(link.url, link.secret)
        return FollowedLink(link.url, secrets.token_urlsafe(TOKEN_BYTES), link.secret)


class FollowedLinks:
    """The links that this computer has followed, newest first, in a file that only its owner can read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.problem = ""

    def all(self) -> list[FollowedLink]:
        """Return them; those that cannot be read are left out, and `problem` says so."""
        try:
            told = bounded.read_json(self._path.read_bytes())
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            self.problem = f"The links in {self._path} cannot be read: {bounded.why(error)}."
            return []
        return [link for each in told if (link := _link_of(each)) is not None] if isinstance(told, list) else []

    def find(self, link: SeatLink) -> FollowedLink | None:
        """Return the seat that a link has given to this computer before."""
        return next((each for each in self.all() if link.secret in (each.invitation, each.token)), None)

    def of_file(self, file: Path) -> FollowedLink | None:
        """Return the link whose game is recorded in a file."""
        return next((each for each in self.all() if each.file and Path(each.file) == file.resolve()), None)

    def keep(self, link: FollowedLink, **told: str) -> FollowedLink:
        """Keep a link, with what is new of it, at the head of the others; return it; raise OSError."""
        link = replace(link, **told)
        self._write([link, *(each for each in self.all() if each.token != link.token)])
        return link

    def renew(self, link: FollowedLink, **told: str) -> None:
        """Keep what is new of a link in its place, if it has not been forgotten; raise OSError."""
        links = self.all()
        if any(each.token == link.token for each in links):
            self._write([replace(each, **told) if each.token == link.token else each for each in links])

    def drop(self, link: FollowedLink) -> None:
        """Forget a link: its seat cannot be taken from here any more; raise OSError."""
        self._write([each for each in self.all() if each.token != link.token])
        self.dice_of(link).unlink(missing_ok=True)

    def dice_of(self, link: FollowedLink) -> Path:
        """Return the private file of this computer's part of the dice of a game."""
        name = blake2b(link.token.encode(), digest_size=16, person=b"chitpull dice").hexdigest()
        return self._path.with_name("dice") / f"{name}.json"

    def _write(self, links: list[FollowedLink]) -> None:
        unfinished = self._path.with_suffix(".new")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump([asdict(link) for link in links], file, indent=1)
        bounded.replace(unfinished, self._path)


def _gives_seat(link: str) -> bool:
    secret = link.partition("#")[2]
    return bool(secret) and not secret.startswith(WATCH)


def _link_of(told: Any) -> FollowedLink | None:
    if not isinstance(told, Mapping) or not all(isinstance(value, str) for value in told.values()):
        return None
    known = {each.name: told[each.name] for each in fields(FollowedLink) if each.name in told}
    return FollowedLink(**known) if known.get("url") and known.get("token") else None
