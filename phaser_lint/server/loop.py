"""The loop: what came is taken in its order, then the texts that wait are judged, one by one.

Between two texts it looks at what came meanwhile: of a text that was changed again, the latest
alone is judged. While nothing comes, it looks what changed on the disk.
"""

from __future__ import annotations

from phaser_lint.errors import PhaserError
from phaser_lint.server.arrivals import Arrivals, Finished
from phaser_lint.server.background import Background
from phaser_lint.server.client_session import ClientSession
from phaser_lint.server.dispatch import dispatch, failed
from phaser_lint.server.frames import Frame, framed
from phaser_lint.server.judging import judge_next
from phaser_lint.server.looking import look_around
from phaser_lint.server.messages import PARSE_ERROR, failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaser_lint.server.arrivals import Arrived
    from phaser_lint.server.log import Log


def serve(
    read: Callable[[int], bytes],
    write: Callable[[bytes], object],
    *,
    home: str,
    cache: str,
    log: Log,
) -> int:
    """Serve one client until it says goodbye or is gone; returns the exit code.

    *read* returns what there is of so many bytes, nothing at the end, and *write* takes some.
    *home* and *cache* are folders of the user.
    """
    session = ClientSession(home=home, cache=cache, log=log)
    arrivals = Arrivals(read, log)
    background = Background(arrivals.add)
    try:
        while True:
            seconds = session.watched.seconds if session.documents else None
            arrived = arrivals.take(wait=not session.waiting, seconds=seconds)
            cancelled = {_cancelled(each) for each in arrived} - {None}
            for each in arrived:
                if each is None or _is_exit(each):
                    return 0 if session.phase == "shut down" else 1
                _take(session, each, cancelled)
                _send(session, write)
            if not (arrived or session.waiting):
                _guarded(session, look_around, session)
            if session.waiting:
                _guarded(session, judge_next, session)
            if session.documents or session.work:
                # A client may write on before it reads, and what is done beside is heard of so.
                arrivals.listen_beside()
            _send(session, write)
            while session.work:
                background.add(session.work.pop())
    except OSError as error:
        log.say(f"the client cannot be written to: {error}")
        return 1
    finally:
        background.end()


def _take(session: ClientSession, arrived: Arrived, cancelled: set[Any]) -> None:
    if isinstance(arrived, Finished):
        _guarded(session, _done, session, arrived)
    elif isinstance(arrived, Frame) and arrived.fault:
        session.log.say(arrived.fault)
        session.outbox.append(failure(None, PARSE_ERROR, arrived.fault))
    elif isinstance(arrived, Frame):
        dispatch(session, arrived.message, cancelled)


def _done(session: ClientSession, finished: Finished) -> None:
    if isinstance(finished.result, PhaserError):
        session.tell_once(str(finished.result))
    elif isinstance(finished.result, Exception):
        raise finished.result
    else:
        finished.work.done(session, finished.result)


def _guarded(session: ClientSession, do: Callable[..., Any], *arguments: Any, **named: Any) -> None:
    try:
        do(*arguments, **named)
    except Exception as error:
        failed(session, error)


def _send(session: ClientSession, write: Callable[[bytes], object]) -> None:
    for message in session.outbox:
        write(framed(message))
    session.outbox.clear()


def _cancelled(arrived: Arrived) -> Any:
    message = arrived.message if isinstance(arrived, Frame) else None
    if not isinstance(message, dict) or message.get("method") != "$/cancelRequest":
        return None
    params = message.get("params")
    number = params.get("id") if isinstance(params, dict) else None
    return number if isinstance(number, (int, str)) else None


def _is_exit(arrived: Arrived) -> bool:
    message = arrived.message if isinstance(arrived, Frame) else None
    return isinstance(message, dict) and message.get("method") == "exit"
