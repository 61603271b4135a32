"""Long messages are deflated on the line, short ones sent as they are; either side reads both."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from app.online.deflating import AT_HOST, AT_PLAYER, LONG, DeflateLong

SHORT_TEXT, LONG_TEXT = b'{"rev":1}', b'{"rev":1,"do":"pass"}' * LONG


@pytest.fixture
def ends() -> tuple[DeflateLong, DeflateLong]:
    """Return what a host and a player have agreed on."""
    (host,), (player,) = AT_HOST, AT_PLAYER
    answer, at_host = host.process_request_params(player.get_request_params(), ())
    at_player = player.process_response_params(answer, ())
    assert isinstance(at_host, DeflateLong) and isinstance(at_player, DeflateLong)
    return at_host, at_player


@pytest.mark.parametrize("way", [1, -1])
def test_what_is_long_is_deflated_and_what_is_short_is_not(ends: tuple[DeflateLong, DeflateLong], way: int) -> None:
    sender, reader = ends[::way]
    for text in (SHORT_TEXT, LONG_TEXT, SHORT_TEXT, LONG_TEXT):
        sent = sender.encode(Frame(Opcode.TEXT, text))
        assert sent.rsv1 == (len(text) >= LONG) == (len(sent.data) < len(text))
        assert bytes(reader.decode(sent).data) == text


def test_a_message_in_parts_is_deflated_whole(ends: tuple[DeflateLong, DeflateLong]) -> None:
    host, player = ends
    parts = [(Opcode.TEXT, SHORT_TEXT, False), (Opcode.CONT, SHORT_TEXT, False), (Opcode.CONT, LONG_TEXT, True)]
    sent = [host.encode(Frame(opcode, text, fin)) for opcode, text, fin in parts]
    assert [frame.rsv1 for frame in sent] == [True, False, False]
    assert b"".join(bytes(player.decode(frame).data) for frame in sent) == b"".join(text for _, text, _ in parts)
