"""A scripted model on loopback for the agents that do not speak Anthropic's API.

    with ScriptedModel(turns=[[("write_file", {"file_path": "/p/a.py", "content": "x"})]]) as model:
        ...run a client with its base URL at model.url...
    model.model_text                       everything that was sent to the model, as one text

It answers OpenAI's chat completions and responses and Vertex's streamGenerateContent, as far as the
clients need it. Each turn is the list of tool calls of one answer; the arguments of a call are a
mapping, or a text for a tool that takes free text (Codex's ``apply_patch``). A request is answered
with the first turn whose calls it does not hold yet, and with the text ``done`` at the end.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

Call: TypeAlias = "tuple[str, dict[str, Any] | str]"
Turns: TypeAlias = "list[list[Call]]"
Body: TypeAlias = "dict[str, Any]"
TEXT = "done"


class ScriptedModel:
    """The model; a context manager that serves while it is open."""

    def __init__(self, *, turns: Turns) -> None:
        self.turns = turns
        self.bodies: list[Body] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def model_text(self) -> str:
        """All texts of all requests, line ends as they are."""
        return "\n".join(text for body in self.bodies for text in _texts(body))

    @property
    def last(self) -> str:
        """All texts of the last request."""
        return self.text_of(-1)

    def text_of(self, number: int) -> str:
        """All texts of one request; nothing where there was none."""
        bodies = self.bodies[number : number + 1 or None]
        return "\n".join(text for body in bodies for text in _texts(body))

    def __enter__(self) -> ScriptedModel:
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

    def calls_for(self, body: Body) -> tuple[int, list[Call]]:
        """Record *body*; return the number of the turn it asks for, and its calls."""
        if not (body.get("tools") or any(map(_brings_tools, body.get("input", ())))):
            return 0, []
        self.bodies.append(body)
        index = max((int(name.split("_")[1]) for name in _identifiers(body)), default=0)
        return index + 1, self.turns[index] if index < len(self.turns) else []


def _brings_tools(message: Body) -> bool:
    """Tell whether a part of the conversation names tools, as with Codex's models in code mode."""
    return message.get("type") == "additional_tools"


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for inner in node.values():
            yield from _texts(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _texts(inner)


def _identifiers(body: Body) -> set[str]:
    """The identifiers of the calls that a conversation holds: ``call_<turn>_<place>``."""
    return {text for text in _texts(body) if text.startswith("call_") and text.count("_") == 2}


def chat(model: ScriptedModel, body: Body) -> Iterator[str]:
    """The stream of a chat completion."""
    number, calls = model.calls_for(body)
    delta: Body = {"role": "assistant", "content": None if calls else TEXT}
    if calls:
        delta["tool_calls"] = [
            {
                "index": position,
                "id": f"call_{number:03}_{position}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(tool_input)},
            }
            for position, (name, tool_input) in enumerate(calls)
        ]
    frame = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}
    reason = "tool_calls" if calls else "stop"
    for choice in (
        {"index": 0, "delta": delta, "finish_reason": None},
        {"index": 0, "delta": {}, "finish_reason": reason},
    ):
        yield json.dumps({**frame, "choices": [choice]})
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    yield json.dumps({**frame, "choices": [], "usage": usage})
    yield "[DONE]"


def responses(model: ScriptedModel, body: Body) -> Iterator[str]:
    """The stream of a response."""
    number, calls = model.calls_for(body)
    output_items = [
        _output_item(f"call_{number:03}_{position}", *call) for position, call in enumerate(calls)
    ]
    if not output_items:
        content = [{"type": "output_text", "text": TEXT, "annotations": []}]
        output_items = [{"type": "message", "id": "m", "role": "assistant", "content": content}]
    usage = {
        "input_tokens": 1,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 1,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 2,
    }
    response = {"id": "r", "object": "response", "status": "completed", "output": output_items}
    yield json.dumps({"type": "response.created", "response": {"id": "r"}})
    for index, output_item in enumerate(output_items):
        for kind in ("response.output_item.added", "response.output_item.done"):
            yield json.dumps({"type": kind, "output_index": index, "item": output_item})
    yield json.dumps({"type": "response.completed", "response": {**response, "usage": usage}})


def _output_item(identifier: str, name: str, tool_input: dict[str, Any] | str) -> Body:
    if isinstance(tool_input, str):
        kind = {"type": "custom_tool_call", "input": tool_input}
    else:
        kind = {"type": "function_call", "arguments": json.dumps(tool_input)}
    return {
        **kind,
        "id": f"i{identifier}",
        "call_id": identifier,
        "name": name,
        "status": "completed",
    }


def vertex(model: ScriptedModel, body: Body) -> Iterator[str]:
    """The stream of Vertex; its calls are known by an identifier of ours."""
    number, calls = model.calls_for(body)
    content_parts: list[Body] = [
        {"functionCall": {"id": f"call_{number:03}_{position}", "name": name, "args": tool_input}}
        for position, (name, tool_input) in enumerate(calls)
    ] or [{"text": TEXT}]
    candidate = {
        "content": {"role": "model", "parts": content_parts},
        "finishReason": "STOP",
        "index": 0,
    }
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    yield json.dumps({"candidates": [candidate], "usageMetadata": usage})


def _handler_for(model: ScriptedModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None:
            return

        def do_GET(self) -> None:
            self._send(b'{"data": [], "models": []}', "application/json")

        def do_POST(self) -> None:
            body: Body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            if "countTokens" in self.path:
                self._send(b'{"totalTokens": 1}', "application/json")
                return
            speak = vertex
            if self.path.endswith("/chat/completions"):
                speak = chat
            elif self.path.endswith("/responses"):
                speak = responses
            frames = list(speak(model, body))
            if speak is vertex and "stream" not in self.path:
                self._send(frames[0].encode(), "application/json")
            else:
                self._send(_stream(frames), "text/event-stream")

        def _send(self, content: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


def _stream(frames: list[str]) -> bytes:
    lines = []
    for frame in frames:
        kind = json.loads(frame).get("type") if frame.startswith("{") else None
        lines.append((f"event: {kind}\n" if kind else "") + f"data: {frame}\n\n")
    return "".join(lines).encode()
