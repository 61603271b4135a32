"""A host's own certificate: made once, pinned by its links, and nobody else is taken for it."""

from __future__ import annotations

import os
import ssl
import stat
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from secrets import token_urlsafe

import pytest

from app.online import certificate
from app.online.following import Following
from app.online.link import Link
from app.online.links import BadLink, SeatLink, host_in, link_in, pinned
from app.online.reaching import CHANGED, OtherCertificate, make, reach, trusting, why_not
from app.online.server import host as serve
from rules.systems import systems
from tests.app.online.helpers.host_process import HostProcess

SECRET = "s" * 32


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostProcess]:
    """Run a host that other computers reach."""
    process = HostProcess(tmp_path / "hosted", "--bind", "0.0.0.0")
    yield process
    process.kill()


def other(url: str) -> str:
    """Return the address of a host with the pin of another."""
    address, pin = pinned(url)
    return address.replace("://", f"://{'B' if pin[0] == 'A' else 'A'}{pin[1:]}@")


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = certificate.own(tmp_path / "hosted")
    pin = certificate.pin_of(path)
    assert certificate.pin_of(certificate.own(tmp_path / "hosted")) == pin
    assert certificate.pin_of(certificate.own(tmp_path / "elsewhere")) != pin
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [certificate.FILE]


@pytest.mark.parametrize("text", ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_a_damaged_one_is_told_in_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / certificate.FILE).write_text(text, encoding="ascii")
    with pytest.raises(OSError, match="is no key with its certificate; delete it") as told:
        serve(tmp_path, "0.0.0.0", 0)
    assert str(tmp_path) in str(told.value)
    with pytest.raises(OSError, match="delete it"):
        certificate.pin_of(tmp_path / certificate.FILE)


def test_a_game_is_made_and_joined_over_an_encrypted_connection(host: HostProcess) -> None:
    address, pin = pinned(host.url)
    assert address.startswith("wss://") and pin == certificate.pin_of(host.folder / certificate.FILE)
    links = make(host.url, "company_scale", "first-light")
    with reach(host.url) as connection:
        assert isinstance(connection.socket, ssl.SSLSocket) and connection.socket.version() == "TLSv1.3"
        assert connection.socket.session is not None
        assert not connection.socket.session.has_ticket, "one that arrives while a request is sent may lose it"
    text = str(SeatLink(host.url, links["german"]))
    assert text == f"chitpull://{pin}@127.0.0.1:{host.port}/#{links['german']}" and link_in(text).url == host.url
    heard: Queue[tuple[str, object]] = Queue()
    copy = Following(systems()["company_scale"], "first-light")
    link = Link(
        host.url, token_urlsafe(24), lambda *told: heard.put(told), lambda: copy.held, invitation=links["german"]
    )
    link.start()
    try:
        told = dict([heard.get(timeout=20) for _ in range(4)])
    finally:
        link.end()
    assert len(told["commitment"]["commitment"]) == 64, "told before this player's part of the dice"  # type: ignore[index]
    assert told["link"] == {"on": True} and told["answer"]["result"]["seat"] == "german"  # type: ignore[index]


def test_whoever_shows_another_certificate_is_told_nothing(host: HostProcess) -> None:
    wrong = other(host.url)
    with pytest.raises(OtherCertificate, match="another certificate than the link names"):
        make(wrong, "company_scale", "first-light")
    heard: Queue[tuple[str, object]] = Queue()
    link = Link(wrong, token_urlsafe(24), lambda *told: heard.put(told), lambda: (0, ""), invitation=SECRET)
    link.start()
    try:
        assert heard.get(timeout=20) == ("link", {"on": False, "why": CHANGED})
    finally:
        link.end()
    assert not list(host.folder.glob("*.chitpull"))


def test_without_the_pin_nobody_vouches_for_it(host: HostProcess) -> None:
    address, _ = pinned(host.url)
    with pytest.raises(ConnectionError, match="nobody this computer trusts vouches for the host's certificate"):
        make(address, "company_scale", "first-light")


def test_an_encrypted_link_to_a_plain_host_is_told_in_a_sentence(tmp_path: Path) -> None:
    plain = HostProcess(tmp_path / "hosted", "--bind", "0.0.0.0", "--plain")
    try:
        assert plain.url == f"ws://127.0.0.1:{plain.port}" and not (tmp_path / "hosted" / certificate.FILE).exists()
        assert set(make(plain.url, "company_scale", "first-light")) == {"german", "allied", ""}
        with pytest.raises(ConnectionError, match="does not speak over an encrypted connection"):
            make(f"wss://{'p' * 43}@127.0.0.1:{plain.port}", "company_scale", "first-light")
    finally:
        plain.kill()


@pytest.mark.parametrize("text", [f"chitpull://{'p' * 42}@host", f"chitpull://{'p' * 43}:x@host", "chitpull://me@host"])
def test_what_is_no_pin_is_no_address(text: str) -> None:
    with pytest.raises(BadLink, match="is not the address of a host"):
        host_in(text)


def test_an_authority_is_asked_where_no_pin_is_given() -> None:
    context = trusting("wss://table.example")
    assert context is not None and context.verify_mode is ssl.CERT_REQUIRED and context.check_hostname
    assert context.cert_store_stats()["x509_ca"] > 50 and trusting("ws://127.0.0.1:4711") is None


def test_other_faults_keep_their_words() -> None:
    assert why_not(OSError("no route")) == "no route"
