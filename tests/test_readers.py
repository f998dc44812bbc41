"""Who may open, copy, list or walk anything at all, read from the code.

A checkout may hold a FIFO, a link to ``/dev/zero`` or to ``/`` in the place of any file or folder.
``regular_file`` reads what is regular, up to a size. Whoever is new here has to be looked at: does
it open what a checkout names, and what does it do with a FIFO, a device, a folder without end?
"""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from tests.package_code import parsed
from tests.test_layers import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator

RECIPE = {
    "core.__init__": "open_unless_link",
    "project.regular_file": "read_bytes open_regular_file",
}
# Folders: their names alone are taken, of one level, and whoever reads on does so by the recipe.
LISTING = {
    "agent.settings_locations": "locate_present_files",
    "author.importers.known_tools": "list_rule_files",
    "author.proposals.project_traits": "_is_agent_used",
    "author.proposals.traces": "find_push_checks",
    "project.files.disk": "list_repository_files",
    "project.levels": "_is_lost_folder has_contracts",
    "project.project_of_command": "explain_missing_path require_listable_folder",
    "command.completion": "guess_contract_ids",
    "contract.__init__": "_look_at_folder",
    "hook.inner_repositories": "find_begun_repositories",
    "hook.protection.denied_files": "_places",
    "hook.protection.protected_places": "find_linked_contracts",
    "hook_library.event_place": "_find_farthest_contracts",
    "project.folders": "names",
    "project.git.commit_origins": "_names_since_start",
    "project.git.__init__": "list_worktrees",
    "project.walk": "list_folder_names",
    "report.exports.claude_rules": "_list_earlier_files",
}
# They go below, never through a link, and each has a limit or ends with the first file.
WALKING = {
    "check.project_notices": "note_requested_folders",
    "hook.protection.inventory": "_list_entries",
    "hook.protection.snapshot": "find_protected_folders",
    "project.walk": "list_walked_names",
}
# Git's own files: a pointer after ``os.path.isfile``.
OF_GIT = {
    "project.__init__": "_read_first_line may_have_setting",
    "project.git.unchanged_files": "mark_folders_of_index",
}
# What this program made: its cache, its temporary files and folders, pipes, its own package.
OWN = {
    "agent.install.former_texts": "_contents _discard_if_empty forget_folders",
    "agent.opencode.context_plugin": "render_context_plugin",
    "author.importers.import_check": "check_drafts",
    "author.importers.old_program": "make_temporary_file",
    "author.proposals.hook_source": "find_installed_source",
    "author.proposals.pack_trial": "try_packs",
    "command.uninstall_all": "uninstall_all",
    "check.project_caches": "_find_installed_builds",
    "core.cache_file": "discard_unused_files open_private_file write_private_file",
    "core.worker_processes": "_fork_process _open_number_pipe",
    "hook.doctor.pre_commit_trials": "fill_copy copy_baselines",
    "hook.doctor.copied_files": "_lock_folder copy_file discard_killed_copies",
    "hook.doctor.replayed_events": "_write_file",
    "hook.memory.reported": "_append_line _read_reports",
    "project.atomic_write": "discard_unfinished_files write_beside",
    "report.html_page.page_files": "read_page_file",
    "text.search.hyperscan_database": "_read_name_beside",
}
# What the user, the runner or the system names.
NAMED = {
    "agent.hook_process": "_find_marked_processes _read_start_ticks",
    "command.action": "append_to_file _check_project",
    "command.cli": "_discard_output _prepare_stream main",
    "command.lsp": "run",
    "command.hook": "run",
    "hook_library.process": "_silence_descriptor",
    "hook_library.session_start": "_write_variables",
    "project.github.github_event": "read_github_event",
}
ALL = (RECIPE, LISTING, WALKING, OF_GIT, OWN, NAMED)

OPENING = (
    "open", "io.open", "os.open", "os.fdopen", "os.listdir", "os.scandir", "os.walk", "os.fwalk",
    "glob.glob", "glob.iglob", "tempfile.TemporaryFile", "tempfile.NamedTemporaryFile",
    "shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree", "shutil.move",
    "shutil.rmtree", "shutil.make_archive",
)  # fmt: skip
OF_A_PATH = ("read_text", "read_bytes", "iterdir", "rglob", "walk", "open")


def opening(source: str) -> Iterator[tuple[str, str]]:
    """Each call in *source* that opens, copies, lists or walks, with the function around it."""
    yield from _in(parsed(source), "")


def _in(node: ast.AST, function: str) -> Iterator[tuple[str, str]]:
    for inner in ast.iter_child_nodes(node):
        is_function = isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef))
        around = function or (inner.name if is_function else "")
        if isinstance(inner, ast.ImportFrom) and inner.module in ("os", "shutil", "glob", "io"):
            yield from ((around, name.name) for name in inner.names if _opens(name.name))
        if isinstance(inner, ast.Call) and _is_opening(inner.func):
            yield around, ast.unparse(inner.func)
        yield from _in(inner, around)


def _opens(name: str) -> bool:
    return any(opening_name.rpartition(".")[2] == name for opening_name in OPENING)


def _is_opening(called: ast.expr) -> bool:
    # None of them has more than one dot.
    if isinstance(getattr(called, "value", called), ast.Name) and ast.unparse(called) in OPENING:
        return True
    # A module's function is called by its name alone, or by the module's.
    is_method = isinstance(called, ast.Attribute) and not isinstance(called.value, ast.Name)
    return isinstance(called, ast.Attribute) and called.attr in OF_A_PATH and is_method


def test_whoever_opens_is_known() -> None:
    """In the table above, by module and function; and nobody is there who does not."""
    opening_functions = {
        (module.partition(".")[2], function)
        for module, path in MODULES.items()
        for function, _ in opening(path.read_text(encoding="utf-8"))
    }
    functions_of_the_table = {
        (name, function_name)
        for table in ALL
        for name, functions in table.items()
        for function_name in functions.split()
    }
    assert opening_functions == functions_of_the_table


def test_each_stands_once() -> None:
    """Why a function may open is said in one place, and no module is gone."""
    places = defaultdict(list)
    for table in ALL:
        for name, functions in table.items():
            assert functions
            assert f"phaser_lint.{name}" in MODULES
            for function in functions.split():
                places[name, function].append(table)
    assert [key for key, tables in places.items() if len(tables) > 1] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f():\n    os.stat(x); os.path.join(a, b); x.copy(); # open(x)", []),
        ("def f():\n    with open(x) as y: ...", [("f", "open")]),
        ("class A:\n    def f(self):\n        def g(): os.scandir(x)", [("f", "os.scandir")]),
        ("x = os.listdir(y)", [("", "os.listdir")]),
        ("def f(): return Path(x).read_text()", [("f", "Path(x).read_text")]),
        ("from shutil import copytree, which", [("", "copytree")]),
        ("def f(): shutil.copytree(a, b)", [("f", "shutil.copytree")]),
    ],
)
def test_what_opens_is_noticed(source: str, expected: list[tuple[str, str]]) -> None:
    """Whatever the form."""
    assert list(opening(source)) == expected
