"""Values that make Claude Code pass over a whole settings file, the hooks in it included.

One key of the wrong type is enough. Each was tried in the running client (2.1.330), and a forbidden
edit landed. Keys that it does not know, and those of which it drops a wrong value alone, are not
here.
"""

from __future__ import annotations

from phaser_lint.install.strict_json import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_TYPES: Mapping[str, type] = {
    "a text": str,
    "true or false": bool,
    "a number": Number,
    "a list": list,
    "an object": dict,
}
_KEYS = {
    "a text": (
        "$schema", "apiKeyHelper", "autoUpdatesChannel", "awsAuthRefresh", "awsCredentialExport",
        "forceLoginOrgUUID", "gcpAuthRefresh", "language", "minimumVersion", "model",
        "otelHeadersHelper", "outputStyle", "plansDirectory", "proxyAuthHelper",
    ),
    "true or false": (
        "allowManagedHooksOnly", "allowManagedPermissionRulesOnly", "alwaysThinkingEnabled",
        "disableAllHooks", "enableAllProjectMcpServers", "fastMode", "includeCoAuthoredBy",
        "includeGitInstructions", "prefersReducedMotion", "promptSuggestionEnabled",
        "respectGitignore", "showTurnDuration", "skipWebFetchPreflight", "spinnerTipsEnabled",
        "terminalProgressBarEnabled",
    ),
    "a number": ("cleanupPeriodDays", "feedbackSurveyRate"),
    "a list": (
        "allowedHttpHookUrls", "availableModels", "blockedMarketplaces", "claudeMdExcludes",
        "companyAnnouncements", "httpHookAllowedEnvVars", "permissions.additionalDirectories",
        "permissions.allow", "permissions.ask", "permissions.deny", "strictKnownMarketplaces",
    ),
    "an object": (
        "attribution", "enabledPlugins", "env", "fileSuggestion", "modelOverrides", "permissions",
        "pluginConfigs", "sandbox", "spinnerVerbs", "statusLine", "worktree",
    ),
}  # fmt: skip


def wrong_types(values: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with each of *values* for which the whole file does not count."""
    return [
        f"{key} has to be {wanted}"
        for wanted, keys in _KEYS.items()
        for key in keys
        if not _is_right(_value(values, key), _TYPES[wanted])
    ]


def _value(values: Mapping[str, Any], key: str) -> Any:
    outer, _, inner = key.partition(".")
    value = values.get(outer)
    if not inner:
        return value
    return value.get(inner) if isinstance(value, dict) else None


def _is_right(value: Any, wanted: type) -> bool:
    # What is left out is right; null was not tried.
    return value is None or isinstance(value, wanted)
