"""The types of values in Claude Code's settings: with a wrong one it takes no hook of the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from phaser_lint.agent.install.strict_json import Number

# The types of each kind of value, and of what it holds.
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


def find_wrong_types(settings: Mapping[str, Any]) -> list[str]:
    """Return the *settings* of a wrong type, each a fault for which Claude Code skips the file."""
    faults = [
        f"{key} has to be {kind}"
        for kind, keys in _KEYS.items()
        for key in keys
        for setting in _find_values(settings, key)
        if not _is_of_kind(setting, kind)
    ]
    return faults + [
        f"{key} has to be {' or '.join(choices)}"
        for key, choices in _CHOICES.items()
        for setting in _find_values(settings, key)
        if setting not in choices
    ]


def _find_values(settings: Mapping[str, Any], key: str) -> Iterator[Any]:
    """Yield the values at the dotted *key*, where there is one or has to be."""
    outer, _, inner = key.partition(".")
    holder = settings.get(outer) if inner else settings
    if not isinstance(holder, dict):
        return
    name = inner or outer
    if key in _NEEDED or (name in holder and not (holder[name] is None and key in _EMPTIED)):
        yield holder.get(name)


def _is_of_kind(setting: object, kind: str) -> bool:
    types, member_type = _TYPES[kind]
    if not isinstance(setting, types):
        return False
    if kind == "a whole number over 0":
        number = setting.written if isinstance(setting, Number) else ""
        return number.isdigit() and bool(number.strip("0"))
    members = setting if isinstance(setting, list) else []
    several = list(setting.values()) if isinstance(setting, dict) else members
    return all(isinstance(member, member_type) for member in several)
