"""A server on 127.0.0.1 that speaks as much of the hub's HTTP API as a download needs.

`HEAD` and `GET /datasets/<repository>/resolve/<revision>/<file>` answer with the headers the client wants (the commit,
an ETag, the length); ranges are served, so that a download that broke off goes on where it stopped.
"""

import hashlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from benchmarks.hub import REPOSITORY, REVISION


@dataclass
class HubServer:
    """Serves `files`; `cut` breaks the connection once, after so many bytes of the named file."""

    files: Mapping[str, bytes]
    cut: tuple[str, int] | None = None
    asked: list[tuple[str, str, str | None]] = field(default_factory=list)
    """(method, file, range) of each request, in order."""

    def __enter__(self) -> Self:
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self) -> None:
                hub.answer(self, with_body=False)

            def do_GET(self) -> None:
                hub.answer(self, with_body=True)

            def log_message(self, *_args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """For HF_ENDPOINT."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def gets(self, name: str) -> int:
        """How often a file's content was asked for."""
        return sum(method == "GET" and file == name for method, file, _ in self.asked)

    def answer(self, handler: BaseHTTPRequestHandler, with_body: bool) -> None:
        """One request."""
        head = f"/datasets/{REPOSITORY}/resolve/{REVISION}/"
        name = handler.path.removeprefix(head)
        self.asked.append((handler.command, name, handler.headers.get("Range")))
        if not handler.path.startswith(head) or name not in self.files:
            handler.send_response(404)
            handler.send_header("X-Repo-Commit", REVISION)
            handler.send_header("X-Error-Code", "EntryNotFound")
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        content = self.files[name]
        start = int((handler.headers.get("Range") or "bytes=0-").removeprefix("bytes=").rstrip("-"))
        handler.send_response(206 if start else 200)
        handler.send_header("X-Repo-Commit", REVISION)
        handler.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        handler.send_header("Accept-Ranges", "bytes")
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        handler.send_header("Content-Length", str(len(content) - start))
        handler.end_headers()
        if with_body:
            self._send(handler, name, content[start:])

    def _send(self, handler: BaseHTTPRequestHandler, name: str, content: bytes) -> None:
        if self.cut and self.cut[0] == name:
            content, self.cut = content[: self.cut[1]], None
            handler.wfile.write(content)
            handler.close_connection = True
            return
        handler.wfile.write(content)
