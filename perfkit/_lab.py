"""Start JupyterLab on the course: on this machine alone, with a token, on a free port."""

from __future__ import annotations

import importlib.util
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

_FIRST_PORT, _PORTS_TRIED = 8888, 50
_SECONDS_TO_START = 60.0
#: Option of JupyterLab: an answer of several messages is sent without waiting for the browser.
PROMPT = "--ServerApp.kernel_websocket_connection_class=perfkit._prompt_connection.PromptConnection"
_NOT_HERE = (
    "the notebooks are not part of an installed perfkit: get its source (a clone or the source "
    "archive) and run `perfkit lab` inside that folder"
)


def notebook_folder() -> Path:
    """Find the folder `notebooks`: of the source that is installed, else of the current folder."""
    for root in (Path(__file__).resolve().parents[1], Path.cwd(), *Path.cwd().parents):
        folder = root / "notebooks"
        if (folder / "01_worked_example.ipynb").is_file():
            return folder
    raise ValueError(_NOT_HERE)


def notebook_path(wanted: str, *, student: bool = False) -> Path:
    """Find a notebook by its number ("02", "2") or the beginning of its name."""
    root = notebook_folder()
    folder = root / "student" if student else root
    known = sorted(path.name for path in folder.glob("[0-9][0-9]_*.ipynb"))
    start = f"{int(wanted):02d}_" if wanted.isdecimal() else Path(wanted).name
    found = [name for name in known if name.startswith(start)]
    if len(found) != 1:
        raise ValueError(f"`notebook` must be one of {', '.join(known)}, got {wanted!r}")
    return (folder / found[0]).relative_to(root)


def has_display() -> bool:
    """Whether a browser can show up: not for root's browser sandbox, not without a screen."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and not is_root()


def is_root() -> bool:
    """Whether this process runs as root, which Jupyter must be told to accept."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def free_port(wanted: int | None) -> int:
    """Take the port asked for, or the first free one from 8888 on; a taken one raises."""
    if wanted is not None and not 1 <= wanted <= 65535:
        raise ValueError(f"`port` must lie in [1, 65535], got {wanted}")
    tried = range(_FIRST_PORT, _FIRST_PORT + _PORTS_TRIED) if wanted is None else [wanted]
    for port in tried:
        with socket.socket() as probe:
            if sys.platform != "win32":  # a port that was just closed is free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise ValueError(f"`port` must be free, got {tried[0]}, which another program uses")


def command(notebook: Path, *, port: int, browser: bool) -> list[str]:
    """Put the call of JupyterLab together; the token goes by the environment, not in the call."""
    call = [
        sys.executable,
        "-P",  # a file such as random.py in the current folder must not stand in for a library
        "-Wignore::DeprecationWarning",  # what Jupyter's parts say to one another
        "-m",
        "jupyterlab",
        "-y",
        "--log-level=WARN",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={notebook_folder()}",
        f"--LabApp.default_url=/lab/tree/{notebook.as_posix()}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=",
    ]
    # A gateway to kernels elsewhere brings a connection of its own.
    if not os.environ.get("JUPYTER_GATEWAY_URL"):
        call.append(PROMPT)
    return call + ["--allow-root"] * is_root() + ["--no-browser"] * (not browser)


def start(
    wanted: str, *, student: bool = False, browser: bool = True, port: int | None = None
) -> int:
    """Run JupyterLab until it is stopped and print its address once it answers."""
    notebook = notebook_path(wanted, student=student)
    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError("JupyterLab is not installed: pip install 'perfkit[lab]'")
    at = free_port(port)
    token = secrets.token_urlsafe(24)
    call = command(notebook, port=at, browser=browser and has_display())
    server = subprocess.Popen(call, env=dict(os.environ, JUPYTER_TOKEN=token))
    signal.signal(signal.SIGTERM, _leave)  # or the server would stay
    try:
        if _answers(server, at):
            address = f"http://127.0.0.1:{at}/lab/tree/{notebook.as_posix()}?token={token}"
            print(f"JupyterLab runs. Open in a browser:\n\n    {address}\n\nStop with Ctrl+C.")
            sys.stdout.flush()
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        _stop(server)


def _leave(*_: object) -> NoReturn:
    sys.exit(0)


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    deadline = time.monotonic() + _SECONDS_TO_START
    while server.poll() is None and time.monotonic() < deadline:
        with socket.socket() as probe:
            probe.settimeout(1.0)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.1)
    return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is not None:
        return
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
