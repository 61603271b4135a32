"""Messages on the line are deflated where that is worth it: a step alone is not, a game that was missed is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from websockets.extensions import ClientExtensionFactory, Extension, ServerExtensionFactory
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

LONG: Final = 1200
"""Bytes from which a message is deflated: a shorter one is one packet as it is (RFC 7692, 6: either may be sent)."""
SETTINGS: Final = {"memLevel": 5}
WINDOW: Final = 12
"""Bits of the window: what a connection takes in memory."""


class DeflateLong(PerMessageDeflate):
    """Deflates what is long; what is short is sent as it is."""

    def encode(self, frame: Frame) -> Frame:
        """Encode an outgoing frame."""
        is_short = frame.opcode is Opcode.TEXT and frame.fin and len(frame.data) < LONG
        return frame if is_short else super().encode(frame)


class _AtHost(ServerPerMessageDeflateFactory):
    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, _for_long(agreed)


class _AtPlayer(ClientPerMessageDeflateFactory):
    def process_response_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> PerMessageDeflate:
        return _for_long(super().process_response_params(params, accepted_extensions))


def _for_long(agreed: PerMessageDeflate) -> DeflateLong:
    return DeflateLong(
        agreed.remote_no_context_takeover,
        agreed.local_no_context_takeover,
        agreed.remote_max_window_bits,
        agreed.local_max_window_bits,
        agreed.compress_settings,
    )


AT_HOST: Final[Sequence[ServerExtensionFactory]] = (
    _AtHost(server_max_window_bits=WINDOW, client_max_window_bits=WINDOW, compress_settings=SETTINGS),
)
AT_PLAYER: Final[Sequence[ClientExtensionFactory]] = (_AtPlayer(compress_settings=SETTINGS),)
