"""The C engine of the ``regex`` package alone: patterns rebuilt without compiling them again.

Importing ``regex`` costs the hook nearly two interpreter starts, most of it for the compiler. A
compiled pattern holds the byte code that the C engine runs; kept with the contracts, it makes the
same pattern again in microseconds. The byte code belongs to one build of the engine, whose file's
identity is therefore part of whatever it is stored under.
"""

from __future__ import annotations

import sys
from _imp import create_dynamic, exec_dynamic

from phaser_lint.core.system import extension_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Code = tuple[Any, ...]
    """What ``_regex.compile`` takes; made of numbers, texts, bytes, tuples, lists and dicts."""

_NAME = "regex._regex"


def code_of(compiled: Any) -> Code | None:
    """Return the byte code of a compiled pattern; ``None`` if this ``regex`` does not tell."""
    code = getattr(compiled, "_pickled_data", None)
    return code if isinstance(code, tuple) else None


def rebuilt(code: Code) -> Any:
    """Return the compiled pattern whose byte code is *code*."""
    return _engine().compile(*code)


def is_found(code: Code, text: str, *, seconds: float) -> bool:
    """Tell whether the pattern matches anywhere in *text*; raises ``TimeoutError``."""
    return rebuilt(code).search(text, timeout=seconds, concurrent=True) is not None


def _engine() -> Any:
    loaded = sys.modules.get(_NAME)
    if loaded is not None:
        return loaded
    path = extension_path(_NAME)
    if not path:
        import regex._regex as engine

        return engine
    return loaded_alone(_NAME, path)


def loaded_alone(name: str, path: str) -> Any:
    """Load the C module *name* from its file, without the package around it.

    Raises ``ImportError``.
    """
    external, core = sys.modules["_frozen_importlib_external"], sys.modules["_frozen_importlib"]
    loader = external.ExtensionFileLoader(name, path)
    specification = core.ModuleSpec(name, loader, origin=path)
    module = create_dynamic(specification)
    exec_dynamic(module)
    # Known under its own name, it is the one that a later import of the package takes up.
    sys.modules[name] = module
    return module
