"""What JupyterLab's server uses to talk to the browser, told not to wait for company.

A slider's move is answered in four or five small messages. By TCP's default the second one waits
until the first has been acknowledged, and the browser may take 40 ms to do that: two thirds of the
time from a key press to the changed picture. `perfkit lab` names this class in its call; for a
server of your own, give `jupyter lab` the option that stands in `perfkit._lab.PROMPT`.
"""

from __future__ import annotations

import asyncio

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's own connection between browser and kernel, each message sent at once."""

    def connect(self) -> asyncio.Future[None] | None:  # type: ignore[override] # as its parent
        """Turn the waiting off, then connect as ever."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
