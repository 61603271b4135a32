"""All that a host says is deflated but for a step alone, which proves itself; a player reads both."""

from __future__ import annotations

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from app.online.deflating import AT_HOST, LONG, STEP

STEPS = STEP + b'"params":{"rev":1}}'
ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{"rev":1}}'


@pytest.fixture
def ends() -> tuple[PerMessageDeflate, PerMessageDeflate]:
    """Return what a host and a player have agreed on."""
    (host,), player = AT_HOST, ClientPerMessageDeflateFactory()
    answer, at_host = host.process_request_params(player.get_request_params(), ())
    assert isinstance(at_host, PerMessageDeflate)
    return at_host, player.process_response_params(answer, ())


def test_a_step_is_sent_as_it_is_and_all_else_is_deflated(ends: tuple[PerMessageDeflate, PerMessageDeflate]) -> None:
    host, player = ends
    for text in (STEPS, ANSWER, STEPS, STEP + b"1" * LONG, ANSWER * LONG):
        sent = host.encode(Frame(Opcode.TEXT, text))
        assert sent.rsv1 == (text != STEPS)
        assert bytes(player.decode(sent).data) == text


def test_a_message_in_parts_is_deflated_whole(ends: tuple[PerMessageDeflate, PerMessageDeflate]) -> None:
    host, player = ends
    parts = [(Opcode.TEXT, STEPS, False), (Opcode.CONT, STEPS, False), (Opcode.CONT, ANSWER * LONG, True)]
    sent = [host.encode(Frame(opcode, text, fin)) for opcode, text, fin in parts]
    assert [frame.rsv1 for frame in sent] == [True, False, False]
    assert b"".join(bytes(player.decode(frame).data) for frame in sent) == b"".join(text for _, text, _ in parts)
