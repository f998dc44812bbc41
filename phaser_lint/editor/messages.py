"""Messages of JSON-RPC, as this side sends them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMETERS, INTERNAL_ERROR = -32602, -32603
NOT_INITIALIZED, REQUEST_CANCELLED, REQUEST_FAILED = -32002, -32800, -32803


def notification(method: str, params: Any) -> dict[str, Any]:
    """Return a notification."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def request(number: str, method: str, params: Any) -> dict[str, Any]:
    """Return a request, which the client answers under its *number*; some have no *params*."""
    given = {} if params is None else {"params": params}
    return {"jsonrpc": "2.0", "id": number, "method": method, **given}


def response(number: Any, result: Any) -> dict[str, Any]:
    """Return the answer to the client's request of that *number*."""
    return {"jsonrpc": "2.0", "id": number, "result": result}


def failure(number: Any, code: int, message: str) -> dict[str, Any]:
    """Return the error that answers the client's request; *number* is ``None`` if not known."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}
