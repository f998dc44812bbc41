"""Run the real OpenCode against a scripted model, with an empty home and nothing of the user's own.

    run = run_opencode(opencode=path, project=folder, home=empty, turns=[[("bash", {...})]])
    run.requests        the conversations that the model was sent, titles and subagents included

The model speaks the chat completions API on loopback. A conversation with tools is answered with
the turn of as many assistant messages as it holds. OpenCode itself installs a package from npm when
it finds a plugin folder, so a run takes seconds and needs the registry of npm.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.model_server import Body, Turns

QUIET = ("MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD")


class OpenCodeRun(NamedTuple):
    """What one run left: its exit code, its output, and the conversations."""

    returncode: int
    output: str
    requests: list[Body]


def find_opencode() -> str | None:
    """The client to test with: PHASER_OPENCODE, else `opencode` on the PATH, else None."""
    return os.environ.get("PHASER_OPENCODE") or shutil.which("opencode")


def run_opencode(
    *, opencode: str, project: Path, home: Path, prompt: str, turns: Turns, timeout: float = 180
) -> OpenCodeRun:
    """Run the client once in `project`, with the plugins of its `.opencode/plugin`."""
    home.mkdir(parents=True, exist_ok=True)
    requests: list[Body] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(turns, requests))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    (project / "opencode.json").write_text(json.dumps(_settings(server.server_address[1])))
    try:
        process_result = subprocess.run(
            [opencode, "run", "--format", "json", prompt],
            cwd=project,
            env=_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )
    finally:
        server.shutdown()
        server.server_close()
    return OpenCodeRun(process_result.returncode, process_result.stdout, requests)


def user_texts(request: Body) -> list[str]:
    """The texts of the user's messages of a conversation, part by part."""
    contents = [message["content"] for message in request["messages"] if message["role"] == "user"]
    return [
        text_or_part if isinstance(text_or_part, str) else text_or_part.get("text", "")
        for content in contents
        for text_or_part in ([content] if isinstance(content, str) else content)
    ]


def _settings(port: int) -> Body:
    options = {"baseURL": f"http://127.0.0.1:{port}/v1", "apiKey": "dummy"}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "fake",
        "options": options,
        "models": {"fake-model": {"name": "fake"}},
    }
    model = "fake/fake-model"
    return {
        "model": model,
        "small_model": model,
        "autoupdate": False,
        "share": "disabled",
        "provider": {"fake": provider},
    }


def _environment(home: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "PATH": os.environ.get("PATH", os.defpath),
        **{f"OPENCODE_DISABLE_{name}": "1" for name in QUIET},
        **{name: os.environ[name] for name in ("PHASER_LINT",) if name in os.environ},
    }


def _handler(turns: Turns, requests: list[Body]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None:
            return

        def do_POST(self) -> None:
            body: Body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            requests.append(body)
            content = _stream(*_answer(body, turns))
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


def _answer(body: Body, turns: Turns) -> tuple[dict[str, Any], str]:
    answered_turns = sum(message["role"] == "assistant" for message in body["messages"])
    if not body.get("tools") or answered_turns >= len(turns):
        return {"role": "assistant", "content": "done"}, "stop"
    calls = [
        {
            "index": number,
            "id": f"call_{answered_turns}_{number}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        for number, (name, arguments) in enumerate(turns[answered_turns])
    ]
    return {"role": "assistant", "tool_calls": calls}, "tool_calls"


def _stream(delta: dict[str, Any], reason: str) -> bytes:
    head = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "fake-model"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    chunks = [
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage},
    ]
    events = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return "".join([*events, "data: [DONE]\n\n"]).encode()
