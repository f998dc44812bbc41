"""A server of MCP on standard input and output, with one tool: ``write_file(path, content)``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TOOL = {
    "name": "write_file",
    "description": "Write a file.",
    "inputSchema": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
    },
}


def main() -> None:
    """Answer requests, one a line, until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            answer_to_request = answer(request["method"], request.get("params", {}))
            reply = {"jsonrpc": "2.0", "id": request["id"], "result": answer_to_request}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """The result of one request."""
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "files", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        arguments = params["arguments"]
        Path(arguments["path"]).write_text(arguments["content"])
        return {"content": [{"type": "text", "text": "written"}]}
    return {}


if __name__ == "__main__":
    main()
