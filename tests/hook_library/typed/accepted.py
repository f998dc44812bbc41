"""Each way to hand handlers to ``run`` and to make answers; no checker complains of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from phaser_lint.hooks import (
    BaseHookInput,
    BaseHookResponse,
    BaseToolInput,
    PostToolUseResponse,
    PreToolUseInput,
    PreToolUseResponse,
    SessionStartResponse,
    StopInput,
    StopResponse,
    run,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def begin(event: object) -> SessionStartResponse:
    return SessionStartResponse.with_env_vars({"A": "1"}).with_context("Use make.")


def stop(event: StopInput) -> StopResponse | None:
    return None if event.stop_hook_active else StopResponse.block("Go on.").with_stop()


def guard(event: PreToolUseInput) -> PreToolUseResponse | None:
    path: str | None = event.file_path
    return PreToolUseResponse.deny("No.").with_context("Why.") if path else None


def either(event: BaseToolInput) -> BaseHookResponse | None:
    return BaseHookResponse.with_context("Look.").with_system_message("Said.")


def silent(event: StopInput) -> None:
    return None


def limited(event: StopInput, limit: int) -> StopResponse | None:
    return StopResponse.allow() if limit else None


class Guard:
    def __call__(self, event: PreToolUseInput) -> PreToolUseResponse | None:
        return None

    def at_stop(self, event: StopInput) -> StopResponse | None:
        return None


by_name = {"Stop": stop}
by_input = {StopInput: stop}
annotated: Mapping[str, Callable[[Any], BaseHookResponse | None]] = {
    "Stop": stop,
    "PreToolUse": guard,
}

run(guard)
run(guard, stop, fail_closed=True)
run(Guard(), Guard().at_stop, either)
run(partial(limited, limit=3))
run({"SessionStart": begin, "Stop": stop, "PreToolUse": guard}, fail_closed=True)
run({StopInput: stop, PreToolUseInput: guard})
run({StopInput: stop, "PreToolUse": guard})
run({"Stop": silent}, guard)
run({"Stop": lambda event: None})
run({"PreToolUse": Guard(), "Stop": partial(limited, limit=3)})
run(by_name)
run(by_input)
run(annotated)

answer: dict[str, Any] = PostToolUseResponse.with_message("Seen.").to_json(BaseHookInput({}))
changed: PreToolUseResponse = PreToolUseResponse.allow().with_updated_input(content="x")
started: PreToolUseResponse = PreToolUseResponse.with_updated_input(content="x")
suppressed: StopResponse = StopResponse.with_suppressed_output()
