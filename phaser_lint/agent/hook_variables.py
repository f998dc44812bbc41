"""Variables that decide which program a hook is, or what it sees, where settings set them.

A shell, the loader, Python and git obey them before phaser-lint has a say, or it remembers by them.
"""

from __future__ import annotations

_NAMES = frozenset(
    (
        # Found and remembered by.
        "PATH", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "TMPDIR",
        "CLAUDE_PROJECT_DIR", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "GEMINI_CLI_HOME",
        "QWEN_HOME",
        # What a shell runs first, and which one a client takes.
        "ENV", "BASH_ENV", "SHELL", "SHELLOPTS", "BASHOPTS", "IFS", "PS4", "CDPATH", "ZDOTDIR",
        "CLAUDE_CODE_SHELL", "CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_CODE_SIMPLE", "NODE_OPTIONS",
        # The loader and the library of C.
        "GCONV_PATH", "LOCPATH", "NLSPATH", "GLIBC_TUNABLES", "OPENSSL_CONF",
    )
)  # fmt: skip
_BEGINNINGS = ("PYTHON", "__PYVENV_", "LD_", "DYLD_", "GIT_", "BASH_FUNC_")


def leads_astray(name: str) -> bool:
    """Tell whether a variable of that *name* may keep a hook from starting, or from seeing."""
    return name in _NAMES or name.startswith(_BEGINNINGS)
