"""Claude Code, simulated: its form of events and answers, which others took over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from phaser_lint.agent.claude_code import settings as claude_code
from phaser_lint.agent.host import Host
from phaser_lint.agent.install.handlers import (
    Handler,
    find_setting,
    find_settings_at,
    read_place_files,
)
from phaser_lint.agent.install.hook_requirements import find_invalid_settings
from phaser_lint.agent.install.malformed_hooks import find_malformed_parts
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.install.strict_json import Number, parse_json
from phaser_lint.agent.locations import Machine, locate
from phaser_lint.core.errors import SettingsError

# The hooks that plugins of Claude Code bring along, where ``claude plugin install`` put them.
#
# ``~/.claude/plugins/installed_plugins.json`` lists those that are installed, for the user or a
# project, and their folders; their hooks are in ``hooks/hooks.json`` there. ``enabledPlugins`` of
# the settings may switch a plugin off.

_LIST = "~/.claude/plugins/installed_plugins.json"


def list_plugin_hooks(machine: Machine) -> Iterator[tuple[str, str, str]]:
    """Yield the plugins of Claude Code with hooks, of the user and of the project: name, file of
    hooks, as shown.
    """
    root, home = machine.root, machine.home
    place = locate(claude_code.AGENT, _LIST, machine)
    for name, installations in (_read_installed_plugins(place.path) if place else {}).items():
        for installation in installations if isinstance(installations, list) else ():
            folder = installation.get("installPath") if isinstance(installation, dict) else None
            if not isinstance(folder, str):
                continue
            project = installation.get("projectPath")
            if isinstance(project, str) and os.path.realpath(project) != root:
                continue
            path = os.path.join(folder, "hooks", "hooks.json")
            if os.path.isfile(path):
                shown_path = os.path.relpath(path, home) if home else ".."
                yield name, path, path if shown_path.startswith("..") else f"~/{shown_path}"
                break


def is_plugin_enabled(name: str, settings: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether *settings* of Claude Code, strongest first, switch the plugin *name* on; the
    first value counts.
    """
    for layer in settings:
        enabled = layer.get("enabledPlugins")
        state = enabled.get(name) if isinstance(enabled, dict) else None
        if isinstance(state, bool):
            return state
    return False


def _read_installed_plugins(path: str) -> dict[str, Any]:
    try:
        document = parse_json(read_settings(path) or "{}")
    except SettingsError:
        return {}
    plugins = document.get("plugins") if isinstance(document, dict) else None
    return plugins if isinstance(plugins, dict) else {}


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
    """Return those of *settings* with a wrong type, for which Claude Code skips the whole file,
    each with what is wrong.
    """
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


_BEFORE = "PreToolUse"


class ClaudeCodeHost(Host):
    """Claude Code: the settings and plugins that decide whether a hook runs."""

    project_variables = ("CLAUDE_PROJECT_DIR",)
    marks: Mapping[str, str] = {"CLAUDECODE": "1"}

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        agent, plugin = handler.file.agent, handler.file.plugin
        refusals = []
        own_settings = find_settings_at(agent, handler.file.path) if not plugin else {}
        # Where the hook itself is malformed, that is said of it; of another, once.
        is_valid = handler.event == _BEFORE and not find_invalid_settings(handler)
        wrong = self.file_refusals(own_settings) if is_valid else find_wrong_types(own_settings)
        if wrong:
            refusals.append(f"Claude Code skips the whole file: {'; '.join(wrong)}")
        settings_places = agent.holding("switches")
        layers = [
            settings
            for place in settings_places
            for _, settings in read_place_files(agent, place, machine)
        ]
        if plugin and not is_plugin_enabled(plugin, layers):
            refusals.append(
                f"the plugin {plugin} is switched off: type /plugin in claude and enable it"
            )
        return refusals

    def file_refusals(self, settings: Mapping[str, Any]) -> list[str]:
        # Of hooks that are of no known form only those before a tool count: at other events a
        # client leaves out the hook by itself.
        hooks = find_setting(settings, f"hooks.{_BEFORE}")
        hooks_before = {"hooks": {_BEFORE: hooks}} if hooks is not None else {}
        number = len([*find_malformed_parts(hooks_before, claude_code.AGENT)])
        refusals = find_wrong_types(settings)
        return (
            [*refusals, f"{number} of its {_BEFORE} hooks of no known form"] if number else refusals
        )

    def wrong_values(self, settings: Mapping[str, Any]) -> list[str]:
        return find_wrong_types(settings)

    def plugin_files(self, machine: Machine) -> list[tuple[str, str, str]]:
        return [*list_plugin_hooks(machine)]


HOST = ClaudeCodeHost()
