"""Values that make Claude Code pass over a whole settings file, the hooks in it included.

One key of the wrong type is enough. Each was tried in the running client (2.1.330), and no hook of
the file ran. Keys that it does not know, and those of which it drops a wrong value alone, are not
here.
"""

from __future__ import annotations

from phaser_lint.install.strict_json import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

# What each kind of value is, and what may stand in it.
_TYPES: Mapping[str, tuple[tuple[type, ...], type]] = {
    "a text": ((str,), str),
    "a text or a list of texts": ((str, list), str),
    "true or false": ((bool,), bool),
    "a number": ((Number,), object),
    "a whole number over 0": ((Number,), object),
    "a list": ((list,), object),
    "a list of texts": ((list,), str),
    "an object": ((dict,), object),
    "an object of texts": ((dict,), str),
    "an object, true or false": ((dict, bool), object),
}
_KEYS = {
    "a text": (
        "$schema", "advisorModel", "agent", "apiKeyHelper", "attribution.commit", "attribution.pr",
        "attributionProject", "autoMemoryDirectory", "awsAuthRefresh", "awsCredentialExport",
        "claudeMd", "fileSuggestion.command", "gcpAuthRefresh", "language", "minimumVersion",
        "model", "otelHeadersHelper", "outputStyle", "plansDirectory", "pluginTrustMessage",
        "prUrlTemplate", "processWrapper", "proxyAuthHelper", "remote.defaultEnvironmentId",
        "requiredMaximumVersion", "requiredMinimumVersion", "statusLine.command", "timeZone",
    ),
    "a text or a list of texts": ("forceLoginOrgUUID",),
    "true or false": (
        "agentPushNotifEnabled", "allowAllClaudeAiMcps", "allowClaudeInChromeWithManagedMcp",
        "allowManagedHooksOnly", "allowManagedMcpServersOnly", "allowManagedPermissionRulesOnly",
        "allowNestedModelAccessUnderForceLogin", "alwaysThinkingEnabled", "autoCompactEnabled",
        "autoContinueAtUsageLimit", "autoDreamEnabled", "autoMemoryEnabled", "autoScrollEnabled",
        "autoUploadSessions", "awaySummaryEnabled", "bashEditDiffEnabled", "breakReminder.enabled",
        "channelsEnabled", "clawdFileProgressEnabled", "disableAgentView", "disableAllHooks",
        "disableArtifact", "disableBundledSkills", "disableClaudeAiConnectors",
        "disableCommandPluginSources", "disableDirectMcpSkills", "disableRemoteControl",
        "disableReplyCheck", "disableSideloadFlags", "disableSkillShellExecution",
        "disableWindowsBashCommandSplit", "disableWorkflows", "doneMeansMerged",
        "emojiCompletionEnabled", "enableAllProjectMcpServers", "enableArtifact",
        "enableWorkflows", "enforceAvailableModels", "fastMode", "fastModePerSessionOptIn",
        "fileCheckpointingEnabled", "forceRemoteSettingsRefresh", "idleCompaction",
        "includeCoAuthoredBy", "includeGitInstructions", "inputNeededNotifEnabled",
        "isolatePeerMachines", "precomputeCompactionEnabled", "prefersReducedMotion",
        "promptSuggestionEnabled", "remoteControlAtStartup", "respectGitignore",
        "respondToBashCommands", "responseComparisonEnabled",
        "sandbox.allowUnsandboxedCommands", "sandbox.enabled", "showClearContextOnPlanAccept",
        "showMessageTimestamps", "showThinkingSummaries", "showTurnDuration",
        "skipDangerousModePermissionPrompt", "skipWebFetchPreflight", "skipWorkflowUsageWarning",
        "spinnerTipsEnabled", "switchModelsOnFlag", "syncClaudeAiPlugins", "syncClaudeAiSkills",
        "syntaxHighlightingDisabled", "terminalProgressBarEnabled", "terminalTitleFromRename",
        "todoFeatureEnabled", "totalTokensReminderAfterUserTurn", "verbose", "voice.enabled",
        "wheelScrollAccelerationEnabled", "workflowKeywordTriggerEnabled",
        "wslInheritsWindowsSettings",
    ),
    "a number": (
        "desktopSessionCleanupPeriodDays", "feedbackSurveyRate", "skillListingBudgetFraction",
        "statusLine.padding",
    ),
    "a whole number over 0": (
        "cleanupPeriodDays", "skillListingMaxDescChars", "totalTokensReminderBudget",
    ),
    "a list": (
        "allowedChannelPlugins", "allowedMarketplaces", "blockedMarketplaces", "permissions.allow",
        "permissions.ask", "permissions.deny", "sandbox.excludedCommands", "sshConfigs",
        "strictKnownMarketplaces",
    ),
    "a list of texts": (
        "allowedHttpHookUrls", "availableModels", "claudeMdExcludes", "companyAnnouncements",
        "disabledMcpjsonServers", "enabledMcpjsonServers", "fallbackModel",
        "httpHookAllowedEnvVars", "permissions.additionalDirectories",
        "pluginSuggestionMarketplaces", "spinnerVerbs.verbs", "worktree.sparsePaths",
        "worktree.symlinkDirectories",
    ),
    "an object": (
        "breakReminder", "enabledPlugins", "env", "fileSuggestion", "permissions", "pluginConfigs",
        "quietHours", "remote", "remoteTools", "sandbox", "sandbox.credentials",
        "sandbox.filesystem", "sandbox.network", "skillOverrides", "spinnerVerbs", "statusLine",
        "voice", "worktree",
    ),
    "an object of texts": ("modelOverrides",),
    "an object, true or false": ("attribution",),
}  # fmt: skip
_CHOICES = {
    "autoUpdatesChannel": ("latest", "rc", "stable"),
    "defaultShell": ("bash", "powershell"),
    "disableAutoMode": ("disable",),
    "feedbackDrafts": ("notify", "off", "quiet"),
    "fileSuggestion.type": ("command",),
    "permissions.defaultMode": (
        "acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan",
    ),
    "permissions.disableBypassPermissionsMode": ("disable",),
    "spinnerVerbs.mode": ("append", "replace"),
    "statusLine.type": ("command",),
    "tui": ("default", "fullscreen"),
    "workflowSizeGuideline": ("large", "medium", "small", "unrestricted"),
    "worktree.baseRef": ("fresh", "head"),
}  # fmt: skip
# What an object cannot do without.
_NEEDED = frozenset(
    ("fileSuggestion.command", "fileSuggestion.type", "spinnerVerbs.mode", "spinnerVerbs.verbs",
     "statusLine.command", "statusLine.type")
)  # fmt: skip
# Of these null is taken for nothing.
_EMPTIED = frozenset(
    ("allowManagedHooksOnly", "allowManagedMcpServersOnly", "allowManagedPermissionRulesOnly",
     "allowedMarketplaces", "autoContinueAtUsageLimit", "autoUploadSessions",
     "blockedMarketplaces", "channelsEnabled", "disableAgentView", "disableArtifact",
     "disableAutoMode", "disableBundledSkills", "disableClaudeAiConnectors",
     "disableCommandPluginSources", "disableDirectMcpSkills", "disableRemoteControl",
     "disableSideloadFlags", "disableSkillShellExecution", "disableWindowsBashCommandSplit",
     "disableWorkflows", "enableAllProjectMcpServers", "enableArtifact", "enableWorkflows",
     "enforceAvailableModels", "fastModePerSessionOptIn", "feedbackDrafts", "isolatePeerMachines",
     "remoteControlAtStartup", "responseComparisonEnabled", "skipDangerousModePermissionPrompt",
     "skipWebFetchPreflight", "skipWorkflowUsageWarning", "strictKnownMarketplaces",
     "syncClaudeAiPlugins", "syncClaudeAiSkills")
)  # fmt: skip


def wrong_types(values: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with each of *values* for which the whole file does not count."""
    found = [
        f"{key} has to be {wanted}"
        for wanted, keys in _KEYS.items()
        for key in keys
        for value in _values(values, key)
        if not _is_right(value, wanted)
    ]
    return found + [
        f"{key} has to be {' or '.join(known)}"
        for key, known in _CHOICES.items()
        for value in _values(values, key)
        if value not in known
    ]


def _values(values: Mapping[str, Any], key: str) -> Iterator[Any]:
    """Yield what stands at the dotted *key*, if anything does or has to."""
    outer, _, inner = key.partition(".")
    held = values.get(outer) if inner else values
    if not isinstance(held, dict):
        return
    name = inner or outer
    if key in _NEEDED or (name in held and not (held[name] is None and key in _EMPTIED)):
        yield held.get(name)


def _is_right(value: object, wanted: str) -> bool:
    types, inside = _TYPES[wanted]
    if not isinstance(value, types):
        return False
    if wanted == "a whole number over 0":
        written = value.written if isinstance(value, Number) else ""
        return written.isdigit() and bool(written.strip("0"))
    listed = value if isinstance(value, list) else []
    several = list(value.values()) if isinstance(value, dict) else listed
    return all(isinstance(each, inside) for each in several)
