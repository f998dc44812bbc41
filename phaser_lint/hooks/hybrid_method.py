"""A method that starts an answer on the class, and adds to one on an instance.

    PreToolUseResponse.with_context("…")               an answer of that context alone
    PreToolUseResponse.deny("…").with_context("…")     the denial, with that context

A static method would be callable on the denial too, and would quietly lose it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

    Parameters = ParamSpec("Parameters")
    Owner = TypeVar("Owner")

    class HybridMethod(Generic[Parameters]):
        """See the module's docstring."""

        def __init__(self, function: Callable[Concatenate[Any, Parameters], Any]) -> None: ...

        def __get__(
            self, instance: Owner | None, owner: type[Owner]
        ) -> Callable[Parameters, Owner]: ...

else:

    class HybridMethod:
        """See the module's docstring."""

        __slots__ = ("function",)

        def __init__(self, function):
            self.function = function

        def __get__(self, instance, owner):
            started = owner.acknowledge() if instance is None else instance
            return self.function.__get__(started, owner)
