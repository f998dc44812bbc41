"""``uninstall --all``: what is the program's own goes; what a team wrote stays and is named."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent import AGENTS
from phaser_lint.agent.install.install_table import list_paths_by_scope
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.report.exports.agents_page import with_guidance_block
from phaser_lint.report.exports.claude_rules import MARK
from tests.called_hooks import in_process
from tests.command.made import contract
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Outcome, Run

__all__ = ["in_process"]
SETTINGS = ".claude/settings.json"
HOOK = ".git/hooks/pre-commit"
PIP = join_shell_words([sys.executable, "-m", "pip", "uninstall", "phaser-lint"])
END = f"\n{PIP} removes the program\n"
EVENT = {"hook_event_name": "SessionStart", "session_id": "s", "source": "startup"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with the folders that every system makes."""
    folder = tmp_path / "home"
    (folder / ".config").mkdir(parents=True)
    (folder / ".cache").mkdir()
    return folder.resolve()


@pytest.fixture
def call(run: Run, home: Path) -> Callable[..., Outcome]:
    def called(root: Path, *arguments: str, stdin: bytes = b"") -> Outcome:
        env = {
            "HOME": str(home), "PATH": f"{PROGRAM.parent}:/usr/bin:/bin",
            "XDG_RUNTIME_DIR": str(home / ".cache"),
        }  # fmt: skip
        return run(*arguments, cwd=root, env=env, stdin=stdin)

    return called


def tree(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


def test_all_agents_scopes_caches_and_sessions(
    project: MakeProject, call: Callable[..., Outcome], home: Path
) -> None:
    """Then the project and the home are what they were, and a second time nothing is said."""
    root = project({SETTINGS: '{"a":1}', ".codex/config.toml": "a = 1\n"})
    before = tree(root), tree(home)
    for name, *_ in AGENTS:
        for scope in list_paths_by_scope(name):
            call(root, "install", "--agent", name, "--scope", scope, "--protect")
    call(root, "init", "--yes", "--pack", "secrets")
    call(root, "hook", "--protect", stdin=json.dumps({**EVENT, "cwd": str(root)}).encode())
    call(root, "scan")
    installed = tree(root), tree(home)
    assert ".cache/phaser-lint/sessions" in installed[1]
    assert any(path.startswith(f".cache/phaser-lint-{os.getuid()}-") for path in installed[1])
    planned = call(root, "uninstall", "--all", "--dry-run")
    assert (planned.code, planned.err, tree(root), tree(home)) == (0, "", *installed)
    outcome = call(root, "uninstall", "--all")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == planned.out.replace(": would be removed", ": removed").replace(
        ": the hook would be taken out", ": the hook is taken out"
    )
    assert outcome.out.endswith(
        "\nleft for you to delete:\n  .phaser/config.yaml  the configuration\n"
        "  .git/phaser-lint     what init --undo goes by\n\n"
        f"phaser-lint init --undo takes back the files that init wrote\n{END}"
    )
    # What is left is named each time; a team's line is nothing to take out, and went unsaid.
    again = call(root, "uninstall", "--all")
    assert again.out.startswith(
        "nothing is taken out\n\nleft for you to delete:\n  .phaser/config."
    )
    assert call(root, "init", "--undo").code == 0
    assert (tree(root), tree(home)) == before
    assert call(root, "uninstall", "--all") == (0, "", "")


def test_what_init_cannot_take_back_is_not_referred_to_it(
    project: MakeProject, call: Callable[..., Outcome]
) -> None:
    """Each of the two commands sent to the other one for a configuration that was edited."""
    root = project({})
    call(root, "init", "--yes", "--pack", "secrets")
    with (root / ".phaser/config.yaml").open("a", encoding="utf-8") as file:
        file.write("exclude: [/lib/]\n")
    undone = call(root, "init", "--undo")
    changed = ".phaser/config.yaml: changed since init wrote it; left as it is"
    assert (undone.code, changed in undone.err) == (2, True)
    outcome = call(root, "uninstall", "--all")
    assert ".phaser/config.yaml  the configuration" in outcome.out
    assert "init --undo takes back" not in outcome.out


def test_sessions_of_another_home_folder_keep_what_is_theirs(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """The folder of empty files lies in the system's temporary one, which several homes of one
    user share: an agent in a container, a test.
    """
    root, shared = project({}), tmp_path / "runtime"
    homes = [tmp_path / name for name in ("mine", "theirs")]
    for folder in (shared, *homes):
        folder.mkdir()
    environments = [{"HOME": str(home), "XDG_RUNTIME_DIR": str(shared)} for home in homes]
    stdin = json.dumps({**EVENT, "cwd": str(root)}).encode()
    left = []
    for environment in reversed(environments):
        run("hook", "--protect", stdin=stdin, cwd=root, env=environment)
        left.append(tree(shared))
    assert len(left[1]) == 2 * len(left[0])
    assert run("uninstall", "--all", cwd=root, env=environments[0]).code == 0
    assert tree(shared) == left[0]


def test_what_belongs_to_a_team_is_named(
    project: MakeProject, call: Callable[..., Outcome], home: Path
) -> None:
    """Contracts, configuration, baseline and what runs elsewhere stay, byte for byte."""
    files = {
        ".phaser/config.yaml": "exclude: a/\n",
        ".phaser/baseline.jsonl": "",
        ".husky/pre-commit": "phaser-lint scan --staged\n",
        ".pre-commit-config.yaml": "- id: phaser-lint\n",
        ".github/workflows/phaser-lint.yml": "phaser-lint\n",
        "lefthook.yml": "a: b\n",
        ".claude/rules/phaser-lint.md": f"{MARK}\n",
        "AGENTS.md": f"# Ours\n{with_guidance_block('', ['Edits with an error are refused.'])}",
    }
    root = project(files, contracts={"a.yaml": contract()})
    write_files(home, {".phaser/contracts/b.yaml": contract()})
    before = tree(root)
    call(root, "install")
    outcome = call(root, "uninstall", "--all")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        f"{SETTINGS}: removed\n{home}/.cache/phaser-lint: removed\n\n"
        "left for you to delete:\n"
        + "".join(
            f"  {path:<{max(33, len(f'{home}/.phaser/contracts'))}}  {meaning}\n"
            for path, meaning in (
                (".claude/contracts", "contracts"),
                (f"{home}/.phaser/contracts", "contracts"),
                (".phaser/config.yaml", "the configuration"),
                (".pre-commit-config.yaml", "pre-commit's hooks"),
                (".github/workflows/phaser-lint.yml", "a workflow of GitHub"),
                (".husky/pre-commit", "a line for husky"),
                (".phaser/baseline.jsonl", "the baseline"),
                (".claude/rules/phaser-lint.md", "rules that export wrote"),
                ("AGENTS.md", "a part that export wrote"),
            )
        )
        + END
    )
    assert tree(root) == before


@pytest.mark.parametrize("text", ["We run phaser-lint.\n", b"\xff"])
def test_pages_that_export_did_not_write_are_not_named(
    project: MakeProject, call: Callable[..., Outcome], text: str | bytes
) -> None:
    root = project({"AGENTS.md": text, ".claude/rules/phaser-lint.md": text})
    call(root, "install")
    assert "left for you" not in call(root, "uninstall", "--all").out


def test_a_hook_of_another_project_is_named(
    project: MakeProject, call: Callable[..., Outcome]
) -> None:
    """The cache knows of it; what was taken out there is none."""
    other, third, root = project({}), project({}), project({})
    for folder in (other, third):
        call(folder, "install")
    call(third, "uninstall")
    call(root, "scan")
    outcome = call(root, "uninstall", "--all")
    assert outcome.out.endswith(
        f"left for you to delete:\n  {other.resolve()}/{SETTINGS}  a hook in another project\n{END}"
    )
    assert (other / SETTINGS).exists()


def test_a_level_below_loses_its_hooks_and_keeps_its_contracts(
    project: MakeProject, call: Callable[..., Outcome]
) -> None:
    """A team that starts its agent in its own folder has a hook there."""
    place = "services/demo/.claude/contracts"
    root = project({f"{place}/b.yaml": contract("b")}, contracts={"a.yaml": contract()})
    before = tree(root)
    call(root, "install", "--root", "services/demo")
    dry = call(root, "uninstall", "--all", "--dry-run")
    assert f"services/demo/{SETTINGS}: would be removed\n" in dry.out
    outcome = call(root, "uninstall", "--all")
    assert (outcome.code, outcome.err) == (0, "")
    assert f"services/demo/{SETTINGS}: removed\n" in outcome.out
    assert outcome.out.endswith(
        "left for you to delete:\n"
        f"  {place}  contracts\n  .claude/contracts                contracts\n{END}"
    )
    assert tree(root) == before


OURS = '{"hooks": {"PreToolUse": [{"hooks": [{"command": "phaser-lint-hook"}]}]}'


def test_what_cannot_be_taken_out_is_said(
    project: MakeProject, call: Callable[..., Outcome], home: Path
) -> None:
    """Broken settings of ours: the rest goes, and the cache stays, which knows what was there."""
    root = project({SETTINGS: OURS, ".gemini/settings.json": "{"}, contracts={"a.yaml": contract()})
    call(root, "install", "--agent", "cursor")
    call(root, "scan")
    outcome = call(root, "uninstall", "--all")
    assert outcome.code == 2
    assert outcome.err.startswith(
        f"phaser-lint: {root.resolve()}/{SETTINGS}: not valid JSON: line 1"
    )
    assert outcome.err.count("\n") == 1
    assert outcome.out.startswith(".cursor/hooks.json: removed\n")
    assert (root / SETTINGS).read_text() == OURS
    assert (home / ".cache/phaser-lint").exists()


def test_a_call_that_a_person_wrote_is_theirs(
    project: MakeProject, call: Callable[..., Outcome]
) -> None:
    """Only what stands between our marks is taken out of git's hook."""
    script = "#!/bin/sh\nexec phaser-lint scan --staged\n"
    root = project({})
    write_files(root, {HOOK: script})
    call(root, "install")
    outcome = call(root, "uninstall", "--all")
    assert f"\n  {HOOK}  git's hook before a commit\n" in outcome.out
    assert (root / HOOK).read_text() == script


def test_a_cache_that_is_a_link_stays(
    project: MakeProject, call: Callable[..., Outcome], home: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (home / ".cache/phaser-lint").symlink_to(tmp_path / "elsewhere")
    call(project({}), "uninstall", "--all")
    assert (tmp_path / "elsewhere").is_dir()


@pytest.mark.parametrize("flags", [("--agent", "codex"), ("--scope", "user")])
def test_one_agent_is_not_all(
    project: MakeProject, call: Callable[..., Outcome], flags: tuple[str, ...]
) -> None:
    outcome = call(project({}), "uninstall", "--all", *flags)
    assert (outcome.code, outcome.out, outcome.err.splitlines()[0]) == (
        2,
        "",
        f"phaser-lint: --all: expected without {flags[0]}: it takes out those of all",
    )


def test_the_hook_of_one_agent_names_what_is_left(
    project: MakeProject, call: Callable[..., Outcome], home: Path
) -> None:
    """Other hooks of that agent, git's, and lines of the team; a dry run prints a file, if any."""
    root = project({"CLAUDE.md": ""})
    call(root, "init", "--yes")
    call(root, "install", "--scope", "user")
    dry_run = call(root, "uninstall", "--dry-run")
    assert dry_run == (0, f"{root / SETTINGS}: would be removed\n", "")
    advice = (
        "\nphaser-lint init --undo takes back the files that init wrote\n"
        "phaser-lint uninstall --all takes the hooks out; the rest is yours to delete\n"
    )
    assert call(root, "uninstall") == (
        0,
        f"{root / SETTINGS}: removed\n\nstill there:\n"
        "  ~/.claude/settings.json  a hook of Claude Code\n"
        f"  {HOOK}    git's hook before a commit\n{advice}",
        "",
    )
    assert call(root, "uninstall", "--scope", "user") == (
        0,
        f"{home / SETTINGS}: removed\n\nstill there:\n"
        f"  {HOOK}  git's hook before a commit\n{advice}",
        "",
    )
    assert call(root, "init", "--undo").code == 0
    assert call(root, "uninstall") == (0, f"{root / SETTINGS}: nothing to remove\n", "")


def test_the_hook_of_one_agent_names_what_runs_for_a_team(
    project: MakeProject, call: Callable[..., Outcome]
) -> None:
    """Nothing records who wrote it; configuration and contracts run nothing."""
    files = {".phaser/config.yaml": "exclude: a/\n", ".husky/pre-commit": "phaser-lint scan\n"}
    root = project(files, contracts={"a.yaml": contract()})
    call(root, "install")
    assert call(root, "uninstall") == (
        0,
        f"{root / SETTINGS}: removed\n\nstill there:\n"
        "  .husky/pre-commit  a line for husky\n\n"
        "phaser-lint uninstall --all takes the hooks out; the rest is yours to delete\n",
        "",
    )


@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="the tests run in no environment")
@pytest.mark.parametrize("is_own", [False, True])
def test_a_virtual_environment_that_is_only_for_this_program_goes_as_a_whole(
    project: MakeProject, call: Callable[..., Outcome], home: Path, is_own: bool
) -> None:
    """``~/.phaser-lint`` of README.md; in any other one there are other programs."""
    (home / (".phaser-lint" if is_own else "other")).symlink_to(sys.prefix)
    root = project({SETTINGS: "{}"})
    call(root, "install")
    removal = join_shell_words(["rm", "-r", sys.prefix]) if is_own else PIP
    out = call(root, "uninstall", "--all").out
    assert out.endswith(f"\n{removal} removes the program\n")


OF_PRE_COMMIT = '#!/usr/bin/env bash\nexec "$INSTALL_PYTHON" -mpre_commit "${ARGS[@]}"\n'


def move_aside(root: Path, end: str) -> None:
    """Do as ``pre-commit install`` and ``lefthook install`` do with a hook that is there."""
    hook = root / HOOK
    hook.rename(f"{hook}{end}")
    write_files(root, {HOOK: OF_PRE_COMMIT})
    hook.chmod(0o755)


def look_elsewhere(root: Path) -> None:
    """Do as husky does when packages are installed."""
    with (root / ".git/config").open("a") as config:
        config.write("[core]\n\thooksPath = .husky/_\n")


@pytest.mark.one_row_in(6)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("command", [("uninstall", "--all"), ("init", "--undo")])
@pytest.mark.parametrize(
    ("way", "file"),
    [
        (lambda root: move_aside(root, ".legacy"), f"{HOOK}.legacy"),
        (lambda root: move_aside(root, ".old"), f"{HOOK}.old"),
        (look_elsewhere, HOOK),
    ],
    ids=["pre-commit", "lefthook", "husky"],
)
def test_a_hook_that_was_put_aside_goes_too(
    project: MakeProject,
    call: Callable[..., Outcome],
    way: Callable[[Path], None],
    file: str,
    command: tuple[str, ...],
) -> None:
    """pre-commit goes on running it, and the others bring it back when they leave."""
    root = project({}, contracts={"a.yaml": contract()}, commit=True)
    assert call(root, "init", "--yes", "--agent", "claude-code").code == 0
    way(root)
    # pre-commit runs what it put aside; lefthook and husky do not, which a note says.
    diagnosis = call(root, "doctor", "--agent", "codex").out + call(root, "doctor").out
    assert ("nothing checks commits" in diagnosis) == (not file.endswith(".legacy"))
    outcome = call(root, *command)
    assert (outcome.code, outcome.err) == (0, "")
    assert f"{file}: removed" in outcome.out.splitlines()
    assert not (root / file).exists()
    assert call(root, "init", "--undo").out == "nothing is here that init wrote\n"


@pytest.mark.usefixtures("in_process")
def test_what_pre_commit_moved_checks_each_commit(
    project: MakeProject, call: Callable[..., Outcome]
) -> None:
    """``doctor`` counts it, and not one that nothing runs."""
    for end, is_run in ((".legacy", True), (".old", False)):
        root = project({}, contracts={"a.yaml": contract()}, commit=True)
        assert call(root, "init", "--yes", "--agent", "claude-code").code == 0
        assert call(root, "uninstall").code == 0
        move_aside(root, end)
        outcome = call(root, "doctor")
        assert (f"{HOOK}{end} checks each commit" in outcome.out) is is_run
        assert ("nothing checks commits" in outcome.out) is not is_run
