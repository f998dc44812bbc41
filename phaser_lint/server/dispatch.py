"""One message to the function of its row, and the answer that the protocol asks for."""

from __future__ import annotations

from phaser_lint.errors import PhaserError
from phaser_lint.server.messages import (
    INTERNAL_ERROR,
    INVALID_PARAMETERS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    REQUEST_CANCELLED,
    REQUEST_FAILED,
    failure,
    response,
)
from phaser_lint.server.methods import BY_NAME
from phaser_lint.server.parameters import InvalidParametersError
from phaser_lint.text import harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from phaser_lint.server.client_session import ClientSession


def dispatch(session: ClientSession, message: Any, cancelled: Collection[Any]) -> None:
    """Take one *message*; *cancelled* are the requests that nobody waits for any more."""
    if not isinstance(message, dict):
        session.outbox.append(failure(None, INVALID_REQUEST, "expected one message, an object"))
        return
    method, number = message.get("method"), message.get("id")
    if method is None and "id" in message:
        session.take_answer(number, message.get("result"))
        return
    if not isinstance(method, str) or not isinstance(number, (int, str, type(None))):
        said = "method: expected a text; id: a number or a text"
        session.outbox.append(failure(None, INVALID_REQUEST, said))
        return
    session.log.say(f"{method} {'' if number is None else number}".rstrip())
    if "id" not in message:
        _tell(session, method, message.get("params"))
        return
    session.outbox.append(
        failure(number, REQUEST_CANCELLED, "cancelled")
        if number in cancelled
        else _answer(session, method, number, message.get("params"))
    )


def _tell(session: ClientSession, name: str, params: Any) -> None:
    """Take a notification, which nobody answers; before and after a session there is none."""
    method = BY_NAME.get(name)
    if method is None or method.request or session.phase != "initialized":
        session.log.say(f"{name}: nothing done")
        return
    try:
        method.handler()(session, params)
    except InvalidParametersError as error:
        session.log.say(f"{name}: {error}")
    except Exception as error:
        failed(session, error)


def _answer(session: ClientSession, name: str, number: Any, params: Any) -> Any:
    refused = _refused(session, name)
    if refused is not None:
        return failure(number, *refused)
    try:
        return response(number, BY_NAME[name].handler()(session, params))
    except InvalidParametersError as error:
        return failure(number, INVALID_PARAMETERS, str(error))
    except PhaserError as error:
        return failure(number, REQUEST_FAILED, harmless(str(error)))
    except Exception as error:
        failed(session, error)
        return failure(number, INTERNAL_ERROR, _in_a_line(error))


def _refused(session: ClientSession, name: str) -> tuple[int, str] | None:
    """Return why a request is not answered now, if it is not."""
    if session.phase == "shut down":
        return INVALID_REQUEST, f"{name} after shutdown: expected exit"
    if session.phase == "new" and name != "initialize":
        return NOT_INITIALIZED, f"{name} before initialize"
    if session.phase == "initialized" and name == "initialize":
        return INVALID_REQUEST, "initialize a second time"
    method = BY_NAME.get(name)
    if method is None or not method.request:
        return METHOD_NOT_FOUND, f"{name}: no such request"
    return None


def failed(session: ClientSession, error: Exception) -> None:
    """Tell the user, once, of something that failed and should not have."""
    session.log.traceback(error)
    session.tell_once(
        f"something failed, and what the editor shows may be out of date: {_in_a_line(error)}. "
        "Restart the server; with phaser-lint lsp --log FILE it writes down what to report."
    )


def _in_a_line(error: Exception) -> str:
    return harmless(f"{type(error).__name__}: {error}".partition("\n")[0])
