"""What goes between players and a host is packed where that is worth it: long messages only, and each by itself.

Most have a hundred letters. To pack each by what was sent before it takes a host time with every order and 40 KB for
each connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

LONG: Final = 1000
"""Bytes of a message from which on it is packed."""


class LongOnly(PerMessageDeflate):
    """Packs what is long; it takes what the other side has packed, whatever that is."""

    def encode(self, frame: Frame) -> Frame:
        """Return what is sent for a frame."""
        is_short = frame.opcode is Opcode.TEXT and frame.fin and len(frame.data) < LONG
        return frame if is_short else super().encode(frame)


class OfHost(ServerPerMessageDeflateFactory):
    """What a host agrees to with those who connect."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return what is answered to what somebody asks for, and what packs."""
        told, agreed = super().process_request_params(params, accepted_extensions)
        return told, _long_only(agreed)


class OfPlayer(ClientPerMessageDeflateFactory):
    """What a player's program asks of its host."""

    def process_response_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> PerMessageDeflate:
        """Return what packs, as the host has answered."""
        return _long_only(super().process_response_params(params, accepted_extensions))


def _long_only(agreed: PerMessageDeflate) -> LongOnly:
    return LongOnly(
        agreed.remote_no_context_takeover,
        agreed.local_no_context_takeover,
        agreed.remote_max_window_bits,
        agreed.local_max_window_bits,
        agreed.compress_settings,
    )
