"""Imports that stand in a function: each has a reason, and all others stand at the top of a module.

A hook is started for each call of a tool: what it does not need costs every one of them.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import phaser_lint
from tests.package_code import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(phaser_lint.__file__).parent
# By reason and module: what is imported there in a function, of this package without its name.
INNER = {
    "An edit that breaks nothing loads its own agent, and contracts as they are stored.": {
        "agent": "core.errors core.checked_files unicodedata urllib.parse",
        "agent.claude_code.events": (
            "core core.errors text.edits.notebook_edit text.edits.text_edit"
        ),
        "contract.stored_automata": "contract.automata_to_store",
        "contract.stored_filters": (
            "contract.screen contract.stored_automata core.text text.globs"
        ),
        "contract.screen": "marshal text.search.searcher",
        "core": "errno",
        "core.text": "core.errors core.json_outline difflib json re zlib",
        "hook.clean": (
            "agent.other_tools contract.deciding_places contract.read contract.stored_filters "
            "hook.answer hook.changed_files hook.context_channels hook.link_context "
            "hook.memory.head_files hook.memory.reported hook.memory.session "
            "hook.memory.session_start hook.protected_places hook.protection.snapshot"
        ),
        "contract.deciding_places": "contract.configuration",
        "hook.request": (
            "agent.file_tools contract contract.deciding_places hook.linked_files "
            "report.context.maenifold"
        ),
        "project.root": "core.errors errno",
        "text.globs": "text.globs.path_patterns",
    },
    "A denial loads what its own contracts, fixes and comparisons need.": {
        "check.comparison.base_of_edit": (
            "check.comparison.base check.comparison.past project.git.git_status"
        ),
        "check.edit_check": "check.edited_together check.kinds_of_change check.proposed_changes",
        "check.engine.check": (
            "check.engine.change_verdict check.engine.directive_notices check.engine.unlisted"
        ),
        "check.engine.change_verdict": "text.globs.path_index",
        "check.engine.directives": "check.engine.written_directives",
        "check.engine.file_verdict": (
            "check.engine.cell_places contract.rules.message_fields contract.rules.path_fields "
            "core.checked_files"
        ),
        "check.engine.fingerprints": "core.hashes",
        "command.enforce": (
            "command.install contract.model core.command_line hook.enforce_answers "
            "hook.enforced_event hook.enforced_files report.summary"
        ),
        "contract.read": (
            "contract.configuration contract.discover contract.filters_to_store contract.load "
            "contract.packed_contracts contract.parse_file"
        ),
        "contract.rules": "text.globs.glob_fields",
        "contract.rules.rule": (
            "contract.rules contract.rules.fix_templates contract.rules.matching_text "
            "text.globs.glob_syntax"
        ),
        "contract.keys": "text.search.pattern_problems",
        "contract.rules.violations": "contract.rules.message_fields",
        "contract.selection": (
            "text.globs.compile text.globs.glob_syntax text.globs.path_patterns"
        ),
        "hook.agent_text": "report.undecided",
        "hook.answer": (
            "core.errors hook.after_edit hook.at_stop hook.before_edit hook.context_channels "
            "hook.link_context hook.memory.reported hook.options hook.protection.edited_places "
            "hook.recording"
        ),
        "hook.before_edit": (
            "agent.other_tools hook.agent_text hook.feedback hook.foreseen hook.garbled_texts "
            "hook.memory.head_files"
        ),
        "hook.enforce_answers": "json",
        "hook.enforced_event": "check.edited_together project.disk",
        "hook.foreseen": (
            "check.comparison.since_commit check.foreseen contract.unsaved hook.after_command"
        ),
        "hook.feedback": (
            "check.fixes.fixable check.fixes.suggestions check.other_files text.languages"
        ),
        "hook.memory.session": "core.checked_files",
        "hook.projects_of_files": "check.engine.checker",
        "hook.protection.edited_places": "hook.protection",
        "project.git.git_command": "project.git.process_output",
        "project.git.git_status": "project.git.changed_entry project.git.head_commit",
        "project.git.process_output": "project.git.repository select",
        "text.search.searcher": (
            "regex._regex text.search.counted text.search.match_starts text.search.patterns"
        ),
    },
    "A look after a command, and a stop, load what they find to do.": {
        "check.comparison.baseline_file": "hashlib json",
        "check.comparison.baseline_in_force": "project.git.snapshots",
        "command.hook": "hook.answer hook.options",
        "core.workers": "select signal time",
        "hook.after_edit": "check.edited_together check.kinds_of_change",
        "hook.changed_files": (
            "project.git.commit_origins project.git.head_history project.git.held_states"
        ),
        "hook.memory.head_files": "project.git.git_command project.git.git_status",
        "project.git.repository": "core.processes subprocess threading",
        "project.git.snapshots": "concurrent.futures",
        "project.listed": "bisect",
        "project.walk": "pathspec",
    },
    "A hook of one's own pays for its own event alone.": {
        "hooks.base_tool_input": (
            "agent.claude_code agent.claude_code.events hooks.event_place text.globs "
            "text.globs.compile"
        ),
        "hooks.process": "hooks.base_response",
    },
    "``augment`` runs at every call of a tool, and most name no link.": {
        "command.augment": (
            "agent.opencode core.command_line hook.context_channels hook.link_context "
            "hook.request report.context.tool_arguments"
        ),
        "hook.link_context": (
            "hook.projects_of_files report.context.plain_text report.context.providers "
            "report.context.tool_arguments"
        ),
        "report.context.maenifold": "contextlib core.processes core.text subprocess threading",
    },
    "An adapter is loaded by each edit of its agent.": {
        "agent.file_tools": (
            "agent.patched_files text.edits.edits_at_once text.edits.search_replace"
        ),
        "text.edits.edits_at_once": "unicodedata",
    },
    "A scan loads what its flags and its contracts ask for, and lists files beside git.": {
        "check.engine.unlisted": "text.search.item_list",
        "check.many_files": "text.search.superset_starts text.search.supersets.of_pattern",
        "check.project_check": (
            "check.comparison.by_revision check.comparison.hidden "
            "check.comparison.revisions check.project_fixes project.git.staged_index"
        ),
        "check.project_inputs": (
            "check.project_files contract.discover contract.load project.git.git_command "
            "project.git.repository project.walk"
        ),
        "check.seen": (
            "check.comparison.base check.comparison.by_revision check.comparison.revisions "
            "check.kinds_of_change check.left_out"
        ),
        "check.subjects": (
            "project.git.changed_entries project.git.snapshots project.git.staged_index"
        ),
        "command.cli": (
            "command.screen core.wrapping difflib platform signal "
            "text.search.literals.hyperscan_engine traceback"
        ),
        "command.colours": "rich.console",
        "command.report_answer": "command.run_origin command.screen report rich.text",
        "command.report_files": "command.written_reports",
        "command.scan": (
            "check.project_check check.shards.shard_check command contract.shard rich.console "
            "rich.progress text.globs.compile text.globs.glob_problems"
        ),
        "contract.lookalikes": "contract.keys contract.yaml_documents re",
        "contract.resolve": "contract.rules.path_fields",
        "contract.rules.file_sets": "contract.rules",
        "contract.rules.items_listed": (
            "text.search.given_groups text.search.item_list text.search.pattern_problems"
        ),
        "text.globs.compile": "text.globs.pathspec_regex",
        "text.globs.path_patterns": "marshal text.search.patterns text.search.searcher",
        "text.search.hyperscan_database": "hyperscan._hs_ext",
        "text.search.literals.automaton": "text.search.supersets.of_pattern",
        "text.search.literals.hyperscan_engine": "importlib",
    },
    "Most contract files have no mistake and no examples.": {
        "contract.parse_file": "contract.own_examples",
        "contract.example_reader": "contract.rules.example",
        "contract.rules.example": "text.imports text.regions",
        "contract.near_names": "difflib",
    },
    "The editor's first answer waits for none of it.": {
        "editor.client_session": "contract.unsaved",
        "editor.checking": "editor.contract_texts editor.notebooks subprocess",
        "editor.log": "traceback",
        "editor.loop": "json",
        "editor.projects": "check.comparison.baseline_in_force project.git.repository",
        "editor.synchronisation": "editor.notebooks",
        "editor.verdict": "check.comparison.since_commit",
    },
    "Not every Python, or system, has it.": {
        "agent.install.settings_file": "tomli tomllib",
        "hook.doctor.copied_files": "fcntl",
    },
}


def inner_imports(node: ast.AST, *, is_inner: bool = False) -> Iterator[str]:
    """The modules that functions below *node* import."""
    for child in ast.iter_child_nodes(node):
        if is_inner and isinstance(child, ast.ImportFrom):
            yield str(child.module)
        elif is_inner and isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        is_function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
        yield from inner_imports(child, is_inner=is_inner or is_function)


def test_each_has_a_reason() -> None:
    """The table and the code are the same."""
    found = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for module in inner_imports(parsed(path.read_text(encoding="utf-8"))):
            found[name.removesuffix(".__init__")].add(module.removeprefix("phaser_lint."))
    rows = [row for modules in INNER.values() for row in modules.items()]
    assert dict(found) == {name: set(modules.split()) for name, modules in rows}
    assert len(rows) == len(found)


def test_they_are_found() -> None:
    """In methods and branches, too, and none that stands at the top."""
    code = "import a\ndef f():\n  if a:\n    import b, c\n  from phaser_lint.d import e\n"
    assert [*inner_imports(ast.parse(f"{code}class G:\n  def h(self):\n    import i\n"))] == [
        "b", "c", "phaser_lint.d", "i",
    ]  # fmt: skip
