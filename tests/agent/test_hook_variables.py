"""Which variables in settings keep a hook from starting, or from seeing."""

from __future__ import annotations

import json

import pytest

from phaser_lint.agent.settings_locations import leads_astray
from phaser_lint.hook.protection.weakened_settings import weakens_hooks

HARMLESS = (
    "", "DEBUG", "LANG", "MY_PATH", "PATHS", "ENVIRONMENT", "GITHUB_TOKEN", "NODE_ENV", "LDFLAGS",
    "HOMEPAGE", "OLD_HOME", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "BASH_DEFAULT_TIMEOUT_MS", "TZ",
)  # fmt: skip
LEADING = (
    "PATH", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "CLAUDE_PROJECT_DIR", "CLAUDE_CONFIG_DIR",
    "PYTHONHOME", "PYTHONPATH", "PYTHONEXECUTABLE", "PYTHONPLATLIBDIR", "__PYVENV_LAUNCHER__",
    "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "ENV",
    "BASH_FUNC_exec%%", "SHELL", "GIT_DIR", "GIT_CONFIG_COUNT", "GIT_EXEC_PATH", "NODE_OPTIONS",
    "CLAUDE_CODE_SHELL_PREFIX", "GCONV_PATH",
)  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_others_may_be_set(name: str) -> None:
    assert not leads_astray(name)
    after = json.dumps({"env": {name: "x"}})
    assert not weakens_hooks("p/.claude/settings.json", "{}", after, is_foreseen=True)


@pytest.mark.parametrize("name", LEADING)
@pytest.mark.parametrize("file", ["settings.json", "settings.local.json"])
def test_an_agent_may_not_set_them(name: str, file: str) -> None:
    """Neither for the first time nor to another value; what was there may stay, or go."""
    assert leads_astray(name)
    without, with_one_value, with_other_value = (
        json.dumps({"env": env}) for env in ({}, {name: "1"}, {name: "2"})
    )
    assert weakens_hooks(f"p/.claude/{file}", None, with_one_value, is_foreseen=True)
    assert weakens_hooks(f"p/.claude/{file}", without, with_one_value, is_foreseen=True)
    assert weakens_hooks(f"p/.claude/{file}", with_one_value, with_other_value, is_foreseen=True)
    assert not weakens_hooks(f"p/.claude/{file}", with_one_value, with_one_value, is_foreseen=True)
    assert not weakens_hooks(f"p/.claude/{file}", with_one_value, without, is_foreseen=True)
