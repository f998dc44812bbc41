"""A scripted model on loopback: the Messages API of Anthropic, as far as a coding agent needs it.

    with ModelServer(turns=[[("Write", {"file_path": "/p/a.py", "content": "x"})]]) as server:
        ...run a client with ANTHROPIC_BASE_URL=server.url...
    server.requests[-1]["messages"]      what the model was shown last

Each turn is the list of tool calls of one assistant message, or what makes it of the results that
the model was shown last. A request is answered with the first
turn whose calls it does not hold yet, and with the text `done` when it holds them all, so a retry
of the client gets the same answer again. Requests without tools (titles, summaries) are answered
with a short text and kept apart in `side_requests`; they never use up a turn.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, TypeAlias

ToolCall: TypeAlias = tuple[str, dict[str, Any]]
Turn: TypeAlias = "list[ToolCall] | Callable[[str], list[ToolCall]]"
Turns: TypeAlias = list[Turn]
Body: TypeAlias = dict[str, Any]
Block: TypeAlias = dict[str, Any]

LAST_TEXT = "done"
SIDE_TEXT = "ok"
USAGE = {"input_tokens": 1, "output_tokens": 1}


class ModelServer:
    """The scripted model; a context manager that serves while it is open."""

    def __init__(self, *, turns: Turns) -> None:
        self.turns = turns
        self.requests: list[Body] = []
        self.side_requests: list[Body] = []
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """The value for ANTHROPIC_BASE_URL."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def answer(self, body: Body) -> list[Block]:
        """Record `body` and return the content blocks of the assistant's answer."""
        with self._lock:
            if not body.get("tools"):
                self.side_requests.append(body)
                return [_text_block(SIDE_TEXT)]
            self.requests.append(body)
        return _turn_blocks(self.turns, index=_turns_held(body), last_shown=_shown_last(body))

    def message_id(self) -> str:
        """A new id for every message: the client merges messages of one id."""
        with self._lock:
            return f"msg_{len(self.requests):03}_{len(self.side_requests):03}"


def _turns_held(body: Body) -> int:
    """How many of the scripted turns the conversation in `body` already holds."""
    identifiers = [
        block.get("id", "")
        for message in body.get("messages", [])
        if isinstance(message.get("content"), list)
        for block in message["content"]
        if block.get("type") == "tool_use"
    ]
    return max((int(name.split("_")[1]) for name in identifiers), default=0)


def _shown_last(body: Body) -> str:
    """The results of the last message, as text."""
    content = body.get("messages", [{}])[-1].get("content", "")
    return "\n".join(
        text if isinstance(text := block.get("content", ""), str) else text[0].get("text", "")
        for block in (content if isinstance(content, list) else ())
    )


def _turn_blocks(turns: Turns, *, index: int, last_shown: str) -> list[Block]:
    if index >= len(turns):
        return [_text_block(LAST_TEXT)]
    turn = turns[index]
    return [
        {
            "type": "tool_use",
            "id": f"toolu_{index + 1:03}_{number}",
            "name": name,
            "input": tool_input,
        }
        for number, (name, tool_input) in enumerate(turn(last_shown) if callable(turn) else turn)
    ]


def _text_block(text: str) -> Block:
    return {"type": "text", "text": text}


def _message(identifier: str, model: str, blocks: list[Block]) -> Body:
    return {
        "id": identifier,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": _stop_reason(blocks),
        "stop_sequence": None,
        "usage": USAGE,
    }


def _stop_reason(blocks: list[Block]) -> str:
    return "tool_use" if blocks[0]["type"] == "tool_use" else "end_turn"


def _events(message: Body) -> list[Body]:
    """The stream of `message`, one event after another."""
    start = {**message, "content": [], "stop_reason": None}
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    return [
        {"type": "message_start", "message": start},
        *(
            event
            for index, block in enumerate(message["content"])
            for event in _block_events(index, block)
        ),
        {"type": "message_delta", "delta": delta, "usage": USAGE},
        {"type": "message_stop"},
    ]


def _block_events(index: int, block: Block) -> list[Body]:
    start, delta = _block_parts(block)
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        {"type": "content_block_delta", "index": index, "delta": delta},
        {"type": "content_block_stop", "index": index},
    ]


def _block_parts(block: Block) -> tuple[Block, Block]:
    if block["type"] == "text":
        return _text_block(""), {"type": "text_delta", "text": block["text"]}
    # The client builds a call's input only from the deltas, so it starts empty.
    arguments = json.dumps(block["input"])
    return {**block, "input": {}}, {"type": "input_json_delta", "partial_json": arguments}


def _handler_for(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None:
            return

        def do_HEAD(self) -> None:
            self._send(b"", content_type="text/plain")

        def do_GET(self) -> None:
            self._send(b"{}", content_type="application/json")

        def do_POST(self) -> None:
            body: Body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            if "count_tokens" in self.path:
                self._send(b'{"input_tokens": 1}', content_type="application/json")
                return
            blocks = server.answer(body)
            message = _message(server.message_id(), body.get("model", "model"), blocks)
            if body.get("stream"):
                self._send(_event_stream(message), content_type="text/event-stream")
            else:
                self._send(json.dumps(message).encode(), content_type="application/json")

        def _send(self, content: bytes, *, content_type: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


def _event_stream(message: Body) -> bytes:
    return "".join(
        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(message)
    ).encode()
