"""Messages of a host are deflated, but for a step alone: that is one packet as it is, and proves itself by its chain.

Whatever else is harmed on its way can hardly be inflated any more, which ends the connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from websockets.extensions import Extension, ServerExtensionFactory
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

STEP: Final = b'{"jsonrpc":"2.0","method":"step",'
LONG: Final = 1200
"""Bytes from which a step is deflated too; either may be sent (RFC 7692, 6)."""
WINDOW: Final = 12
"""Bits of the window: what a connection takes in memory."""


class DeflateButSteps(PerMessageDeflate):
    """Deflates all but short steps."""

    def encode(self, frame: Frame) -> Frame:
        """Encode an outgoing frame."""
        is_short = frame.fin and len(frame.data) < LONG and bytes(frame.data[: len(STEP)]) == STEP
        return frame if is_short else super().encode(frame)


class _AtHost(ServerPerMessageDeflateFactory):
    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, DeflateButSteps(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


AT_HOST: Final[Sequence[ServerExtensionFactory]] = (
    _AtHost(server_max_window_bits=WINDOW, client_max_window_bits=WINDOW, compress_settings={"memLevel": 5}),
)
