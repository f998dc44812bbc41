"""Whether a message is what the protocol's own types say, where these are installed."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any


@cache
def converter() -> Any:
    """Makes the protocol's types of JSON, and JSON of them."""
    from lsprotocol import converters

    return converters.get_converter()


def check_message(message: Any, method_asked: str | None) -> None:
    """Assert that a *message* of the server is of its type; *method_asked*: what it answers."""
    if find_spec("lsprotocol") is None:  # test_pygls_client says so
        return
    if message.get("method", "").startswith("phaserLint/"):  # sent to its own client alone
        return
    from lsprotocol import types

    if "error" in message:
        kind: Any = types.ResponseErrorMessage
    elif "method" in message:
        kind = types.METHOD_TO_TYPES[message["method"]][0]
    else:
        kind = types.METHOD_TO_TYPES[method_asked or ""][1]
    # What is no key of the type is left out, and what is no text becomes one: both show here.
    understood = converter().unstructure(converter().structure(message, kind))
    # Of an answer to what has no id the converter leaves "id": null out.
    assert {"id": None, **understood} == {"id": None, **message}
