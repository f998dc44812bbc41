"""``init``: what is seen, what is proposed, and what is written of it."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from phaser_lint import DOCS, REPOSITORY
from tests.called_hooks import in_process
from tests.command.made import contract
from tests.conftest import PROGRAM, write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import Git, MakeProject, Run

__all__ = ["in_process"]
SETTINGS = ".claude/settings.json"
CONFIGURATION = ".phaser/config.yaml"
COMMITS = ".pre-commit-config.yaml"
HOOK = ".git/hooks/pre-commit"
WORKFLOW = ".github/workflows/phaser-lint.yml"
FILES = {
    "src/a.py": "a = 1\n", "src/b.ts": "console.log(1)\n", "src/c.py": "c\n", SETTINGS: "{}\n",
    ".github/workflows/ci.yml": "on: push\n", COMMITS: "repos:\n- repo: local\n  hooks: []\n",
    ".relint.yml": "- name: a\n  pattern: b\n",
}  # fmt: skip
PROPOSALS = f"""\
found: Python (2 files), TypeScript (1 file); Claude Code; pre-commit; GitHub (main); \
rules of other tools (.relint.yml)

proposed:
  {CONFIGURATION}                contracts that come with phaser-lint: debuggers, \
merge-markers, secrets
  {SETTINGS}              the hook of Claude Code: each edit is checked before it is written
  {COMMITS}            the hooks of pre-commit: each commit is checked
  {WORKFLOW}  a workflow of GitHub: pull requests and main are checked

packs (* is chosen; --pack NAME chooses others):
    agent-manners  finds nothing, but it judges edits, which no scan shows
    ci-pins        finds nothing, but the workflow that init writes names a tag
  * debuggers      finds nothing
  * merge-markers  finds nothing
  * secrets        finds nothing

Claude Code runs this hook only where it is started in {{root}}; phaser-lint install --scope user \
is for all folders.
Without phaser-lint a colleague's edits are not checked; phaser-lint install --if-missing deny \
--force denies them.
Claude Code may edit contracts and hooks; phaser-lint install --protect denies that.

"""
TRY = r"phaser-lint try '\bconsole\.log\('"


@pytest.fixture
def machine(tmp_path: Path, released: Path) -> Mapping[str, str]:
    """A PATH with only git and the hook, no agent, no pre-commit; a phaser-lint of an index."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "phaser-lint-hook").symlink_to(PROGRAM.with_name("phaser-lint-hook"))
    (programs / "git").symlink_to(shutil.which("git") or "git")
    return {"PATH": str(programs), "PYTHONPATH": str(released)}


def read_contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(root).parts
    }


def type_keys(keys: bytes, root: Path, environment: Mapping[str, str]) -> bytes:
    """What is on the terminal once these *keys* were typed; further questions get no answer."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(PROGRAM), "init"], cwd=root, stdin=theirs, stdout=theirs, stderr=theirs,
        env=environment,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, keys + b"\x04" * 9)
    terminal_text = b""
    try:
        while chunk := os.read(ours, 65536):
            terminal_text += chunk
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return terminal_text


def test_init_only_shows_without_a_terminal(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Without a terminal, and without ``--yes``, nothing is written."""
    root = project(FILES)
    before = read_contents(root)
    outcome = run("init", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        f"{PROPOSALS.format(root=root)}nothing was written: phaser-lint init --yes writes it\n\n"
        f"next:\n  phaser-lint import .relint.yml\n  {TRY}  # an example of what a rule finds\n"
    )
    assert read_contents(root) == before


def test_init_writes_all_of_it_once(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """All of it, once: then the contracts count, and a second run changes nothing."""
    root = project(FILES)
    output = run("init", "--yes", cwd=root, env=machine)
    assert (output.code, output.err) == (0, "")
    assert output.out == (
        f"{PROPOSALS.format(root=root)}{CONFIGURATION}: written\n{SETTINGS}: written\n"
        f"{COMMITS}: written\n"
        f"{WORKFLOW}: written\n\n"
        f"git add {CONFIGURATION} {SETTINGS} {COMMITS} {WORKFLOW}, and commit: colleagues and CI "
        "go by what is committed\n\n"
        "next:\n  phaser-lint import .relint.yml\n"
        "  phaser-lint scan                    # checks every file; "
        "phaser-lint baseline records it\n"
        "  phaser-lint doctor                  # tests the hooks of your agents\n"
        f"  pre-commit install                  # has git run {COMMITS} in this clone\n"
        "  phaser-lint init --git-hook         # in its place git's own hook, in this clone\n"
        f"  {TRY}  # an example of what a rule finds\n"
    )
    after = read_contents(root)
    assert {path for path in after if after[path] != FILES.get(path, "").encode()} == {
        CONFIGURATION, SETTINGS, COMMITS, WORKFLOW,
    }  # fmt: skip
    second_outcome = run("init", "--yes", cwd=root / "src", env=machine)
    assert (second_outcome.code, read_contents(root)) == (0, after)
    ending = f"\nnothing is proposed, but git does not run {COMMITS} in this clone\n"
    assert ending in second_outcome.out
    assert run("test", cwd=root).code == 0
    (root / "src/a.py").write_text("breakpoint()\n", encoding="utf-8")
    assert run("scan", cwd=root).code == 1


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "fields",
    [
        '"dir_info": {"editable": true}',
        '"archive_info": {}',
        f'"vcs_info": {{"vcs": "git", "commit_id": "{"a" * 40}"}}',
    ],
)
def test_a_local_build_proposes_no_revision_that_nobody_has(
    project: MakeProject, run: Run, machine: Mapping[str, str], fields: str
) -> None:
    """With a revision that nobody has, pre-commit let no commit be made."""
    (folder,) = Path(machine["PYTHONPATH"]).iterdir()
    (folder / "direct_url.json").write_text(f'{{"url": "file:///x", {fields}}}')
    root = project(FILES)
    output = run("init", "--yes", cwd=root, env=machine)
    assert (output.code, output.err) == (0, "")
    assert (
        f"{COMMITS} and {WORKFLOW}: not proposed: they name a commit that others can fetch, and "
        "this phaser-lint was installed from a folder or file here. One from pip install "
        f"git+{REPOSITORY} knows such a commit; or push the folder to a repository of yours, and "
        f"name YOU/phaser-lint@COMMIT in the YAML of {DOCS}/pre-commit.md and "
        f"{DOCS}/github-action.md; until then `repo: local` in {COMMITS} runs what is installed "
        "(language: system), and who has not installed it cannot commit"
    ) in " ".join(output.out.split())
    assert (root / COMMITS).read_text() == FILES[COMMITS]
    assert f"\n{SETTINGS}: written\n" in output.out


def test_without_an_agent_no_doctor_is_proposed(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """No hook stands then that a doctor could try."""
    env = {"HOME": str(tmp_path)}
    output = run("init", "--yes", cwd=project({"a.py": "print(1)\n"}), env=env)
    assert (output.code, output.err) == (0, "")
    assert output.out.endswith(
        "next:\n"
        "  phaser-lint scan                     # checks every file; "
        "phaser-lint baseline records it\n"
        "  phaser-lint init --help              # if an agent edits here: --agent has its name\n"
        "  phaser-lint try '(?<![\\w.])print\\('  # an example of what a rule finds\n"
    )


def test_a_colleague_needs_no_other_baseline(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """In a clone that has one ``init`` writes git's hook, and names an agent only then."""
    env = {"HOME": str(tmp_path)}
    root = project(
        {
            "a.py": "x = 1\n",
            "a.txt": "print(1)\n",
            ".phaser/baseline.jsonl": '{"phaser-lint baseline": 2}\n',
        },
        contracts={"a.yaml": contract()},
        commit=True,
    )
    agent = "  phaser-lint init --help      # if an agent edits here: --agent has its name\n"
    assert "--agent" not in run("init", cwd=root, env=env).out
    out = run("init", "--yes", cwd=root, env=env).out
    assert f"next:\n  phaser-lint scan             # checks every file\n{agent}" in out
    assert "--agent" not in run("init", "--yes", cwd=root, env=env).out


def test_json_has_the_proposals(project: MakeProject, run: Run, machine: Mapping[str, str]) -> None:
    root = project({"a.rb": "a\n"})
    document = json.loads(run("init", "--json", "--root", str(root), env=machine).out)
    proposal, hook = document.pop("proposals")
    assert [pack["name"] for pack in document.pop("packs") if pack["chosen"]] == [
        "debuggers", "merge-markers", "secrets",
    ]  # fmt: skip
    assert document == {
        "version": 1, "root": str(root), "languages": {"Ruby": 1}, "agents": [],
        "asks_which_agent": False, "contracts": False, "pre_commit": False, "commit_programs": [],
        "github_branch": "", "workflows": False, "ci": [], "rules": [], "pages": [],
        "page_rules": 0, "not_run": [], "notes": [], "problems": [],
    }  # fmt: skip
    assert (proposal["path"], proposal["written"]) == (CONFIGURATION, False)
    assert (hook["path"], hook["written"], hook["ignored_by_git"]) == (HOOK, False, False)
    packs = yaml.safe_load(proposal["text"])["include"]
    assert [pack_entry["pack"] for pack_entry in packs] == ["debuggers", "merge-markers", "secrets"]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("files", "contracts", "proposed"),
    [
        ({}, {"a.yaml": contract()}, []),
        ({CONFIGURATION: "exclude: ['vendor/']\n"}, {}, []),
        ({"s/.claude/contracts/a.yaml": contract()}, {}, []),
        ({".cursor/rules": "a\n"}, {"a.yaml": contract()}, [".cursor/hooks.json"]),
        (
            {".cursor/rules": "a\n", ".claude/agents/a.md": "a\n"},
            {"a.yaml": contract()},
            [SETTINGS],  # which Cursor reads, too
        ),
        (
            {".clinerules/a.md": "a\n"},
            {"a.yaml": contract()},
            [".clinerules/hooks/PostToolUse"],
        ),
    ],
)
def test_what_is_there_is_left(
    project: MakeProject,
    run: Run,
    machine: Mapping[str, str],
    files: dict[str, str],
    contracts: dict[str, str],
    proposed: list[str],
) -> None:
    """A contract of one's own, a configuration; an agent that runs another's hooks."""
    root = project(files, contracts=contracts)
    document = json.loads(run("init", "--yes", "--json", cwd=root, env=machine).out)
    assert [proposal["path"] for proposal in document["proposals"]] == [*proposed, HOOK]
    assert json.loads(run("init", "--json", cwd=root, env=machine).out)["proposals"] == []


def test_what_init_names_is_for_the_agent_that_is_here(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """It named the command for Claude Code, whichever agent there was."""
    root = project({".codex/a.md": "a\n"}, contracts={"a.yaml": contract()})
    out = " ".join(run("init", cwd=root, env=machine).out.split())
    assert "phaser-lint install --agent codex --if-missing deny --force denies them." in out
    assert (
        "Codex may edit contracts and hooks; phaser-lint install --agent codex --protect denies "
        "that."
    ) in out


def test_who_runs_hooks_of_another_only_if_a_user_lets_it(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Cursor was found, got no hook, and nothing said that it may run none."""
    root = project(SIGNS, contracts={"a.yaml": contract()})
    note = (
        f'Cursor runs the hooks of {SETTINGS} only where "Third-party skills" is on in its '
        "settings, which no file tells: phaser-lint install --agent cursor writes its own"
    )
    assert note in " ".join(run("init", "--yes", cwd=root, env=machine).out.split())
    assert note in json.loads(run("init", "--json", cwd=root, env=machine).out)["notes"]
    assert run("install", "--agent", "cursor", cwd=root, env=machine).code == 0
    assert json.loads(run("init", "--json", cwd=root, env=machine).out)["notes"] == []


SIGNS = {"CLAUDE.md": "a\n", ".cursorrules": "a\n"}
OF_COPILOT, OF_CURSOR = ".github/hooks/phaser-lint.json", ".cursor/hooks.json"


@pytest.mark.parametrize(
    ("names", "proposed"),
    [
        # Copilot, Cursor and VS Code run the hooks of Claude Code's settings, too.
        ([], [SETTINGS]),
        (["cursor"], [SETTINGS, OF_CURSOR]),
        (["vscode"], [SETTINGS, OF_COPILOT]),
        (["copilot-cli", "vscode", "cursor", "cursor"], [SETTINGS, OF_COPILOT, OF_CURSOR]),
        (["claude-code", "opencode"], [SETTINGS, ".opencode/plugins/phaser-lint.js"]),
    ],
)
def test_what_is_named_is_done(
    project: MakeProject,
    run: Run,
    machine: Mapping[str, str],
    names: list[str],
    proposed: list[str],
) -> None:
    """Whatever else the project shows signs of, each file once."""
    root = project(SIGNS, contracts={"a.yaml": contract()})
    flags = [word for name in names for word in ("--agent", name)]
    out = run("init", "--yes", "--json", *flags, cwd=root, env=machine)
    assert (out.code, out.err) == (0, "")
    assert [proposal["path"] for proposal in json.loads(out.out)["proposals"]] == [*proposed, HOOK]
    assert [path for path in proposed if not (root / path).exists()] == []


def test_what_is_named_and_cannot_be_done(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """A hook in another form, an agent without hooks of projects, a name that is unknown."""
    root = project({OF_CURSOR: '{"hooks": {"stop": [{"command": "phaser-lint-hook"}]}}'})
    flags = ("--agent", "cursor", "--agent", "kimi-code")
    out = run("init", "--yes", *flags, cwd=root, env=machine)
    assert (out.code, out.err) == (
        2,
        f"phaser-lint: {OF_CURSOR}: holds another form of phaser's hooks; phaser-lint install "
        "--agent cursor --force replaces them\n"
        "phaser-lint: Kimi Code: it has no hooks of a project: phaser-lint install --agent "
        "kimi-code puts one into your own settings\n",
    )
    unknown = run("init", "--agent", "cursr", cwd=root, env=machine)
    assert unknown.code == 2
    assert "did you mean cursor?" in unknown.err


def test_what_checks_a_push_elsewhere_is_found(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Of GitLab nothing was said, though a page has its job; nor is it once the job is there."""
    root = project({".gitlab-ci.yml": "a: {script: make}\n"}, contracts={"a.yaml": contract()})
    out = run("init", "--yes", cwd=root, env=machine).out
    assert out.startswith("found: contracts; GitLab\n")
    note = (
        ".gitlab-ci.yml: not written to; the job that checks what is pushed: "
        "https://github.com/phaser-lint/phaser-lint/blob/main/docs/ci.md\n"
    )
    assert note in out
    (root / ".gitlab-ci.yml").write_text("a: {script: phaser-lint scan --since a}\n")
    assert run("init", cwd=root, env=machine).out == (
        "found: contracts; GitLab\n\nnothing is left to propose\n"
    )


def test_a_proposal_that_git_ignores_is_said(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Of all that is written; the hook works here, and nobody else has it."""
    root = project({".gitignore": ".claude/\n.phaser\n", "CLAUDE.md": "a\n"})
    reason = (
        f"git ignores {CONFIGURATION}, {SETTINGS}: nobody else gets them, nor does CI. git add -f "
        f"{CONFIGURATION} {SETTINGS} adds what is ignored\n"
    )
    assert reason in run("init", cwd=root, env=machine).out
    document = json.loads(run("init", "--json", "--yes", cwd=root, env=machine).out)
    assert [
        (proposal["path"], proposal["ignored_by_git"]) for proposal in document["proposals"]
    ] == [(CONFIGURATION, True), (SETTINGS, True), (HOOK, False)]
    (root / ".gitignore").write_text("")
    (root / SETTINGS).unlink()
    assert "git ignores" not in run("init", cwd=root, env=machine).out
    assert "git ignores" not in run("init", "--no-git", cwd=root, env=machine).out


def test_programs_of_the_machine(
    project: MakeProject, run: Run, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Looked for, and never run."""
    for name in ("claude", "prek"):
        program = tmp_path / "programs" / name
        program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
        program.chmod(0o755)
    root = project({})
    document = json.loads(run("init", "--yes", "--json", cwd=root, env=machine).out)
    assert [proposal["path"] for proposal in document["proposals"]] == [
        CONFIGURATION,
        SETTINGS,
        COMMITS,
    ]
    assert not (tmp_path / "ran").exists()


def test_pages_that_state_rules(project: MakeProject, run: Run, machine: Mapping[str, str]) -> None:
    """How many of their lines do, and both commands; a link to a page is not another one."""
    page = "- Never use `eval()`.\n- Handle errors.\n\nThis is a project.\n"
    root = project({"CLAUDE.md": page, "CONTRIBUTING.md": "- Handle errors.\n- Write tests.\n"})
    (root / "AGENTS.md").symlink_to("CLAUDE.md")
    document = json.loads(run("init", "--json", cwd=root, env=machine).out)
    assert (document["pages"], document["page_rules"]) == (["CLAUDE.md", "CONTRIBUTING.md"], 3)
    out = run("init", cwd=root, env=machine).out
    names = "CLAUDE.md CONTRIBUTING.md"
    does = "3 lines with rules: lists them"
    assert re.search(rf"  phaser-lint import {names} +# {does}\n", out)
    assert re.search(rf"  phaser-lint import --for-agent {names} +# the task for an agent\n", out)
    assert "import" not in run("init", cwd=project({"CLAUDE.md": "A project.\n"}), env=machine).out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("line", "own_id", "imported", "does"),
    [
        ("Handle errors.", "own", "2 left to you or an agent", "lists them"),
        ("Never call `print()`.", "own", "1 draft, 1 left to you or an agent",
         "lists them, and drafts 1 of them"),
        # Its id is taken: `import` leaves the draft alone.
        ("Never call `print()`.", "no-print", "2 left to you or an agent", "lists them"),
    ],
)  # fmt: skip
def test_init_promises_the_drafts_that_import_makes(
    project: MakeProject,
    run: Run,
    machine: Mapping[str, str],
    line: str,
    own_id: str,
    imported: str,
    does: str,
) -> None:
    files = {"AGENTS.md": f"- Write tests.\n- {line}\n", "src/a.py": "a = 1\n"}
    root = project(files, contracts={"own.yaml": contract(own_id, pattern="x y")})
    out = run("import", "AGENTS.md", cwd=root).out
    assert out.startswith(f"AGENTS.md: 2 lines state a rule: {imported}\n")
    out = run("init", cwd=root, env=machine).out
    assert re.search(rf"  phaser-lint import AGENTS\.md +# 2 lines with rules: {does}\n", out)


def test_lines_of_taste_are_not_offered_for_ever(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Once with what is written; afterwards only where some of them are drafted."""
    root = project({"CLAUDE.md": "- Write tests.\n"})
    offer = "phaser-lint import CLAUDE.md"
    assert offer in run("init", "--yes", cwd=root, env=machine).out
    done = run("init", cwd=root, env=machine).out
    assert "nothing is left to propose" in done
    assert offer not in done
    write_files(root, {"CLAUDE.md": "- Write tests.\n- Never call `print()`.\n", "a.py": "a = 1\n"})
    assert offer in run("init", cwd=root, env=machine).out


@pytest.mark.slow
def test_lines_that_contracts_say_are_not_left(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Nor is what export wrote of them; a line in other words shares the contract of the first."""
    page = "- Never use `print()`; use the logger.\n- Never call `print()`.\n"
    root = project({"CONTRIBUTING.md": page, "src/a.py": "a = 1\n"})

    def proposed_import() -> tuple[list[str], int, list[str]]:
        document = json.loads(run("init", "--json", cwd=root, env=machine).out)
        lines = run("init", cwd=root, env=machine).out.splitlines()
        commands = [line.partition("#")[0].strip() for line in lines if " import " in line]
        return document["pages"], document["page_rules"], commands

    assert proposed_import() == (
        ["CONTRIBUTING.md"],
        1,
        [
            "phaser-lint import CONTRIBUTING.md",
            "phaser-lint import --for-agent CONTRIBUTING.md",
        ],
    )
    run("import", "--save", "CONTRIBUTING.md", cwd=root)
    run("export", "--agents-md", "--claude-rules", cwd=root)
    assert proposed_import() == (["CONTRIBUTING.md"], 0, [])
    (root / "AGENTS.md").write_text(
        (root / "AGENTS.md").read_text(encoding="utf-8") + "- Handle errors.\n", encoding="utf-8"
    )
    pages, number, commands = proposed_import()
    assert (pages, number) == (["AGENTS.md", "CONTRIBUTING.md"], 1)
    assert commands[0] == "phaser-lint import AGENTS.md CONTRIBUTING.md"
    # A folder that the configuration includes holds contracts of pages, too.
    run("import", "--save", "--to", "rules", "AGENTS.md", cwd=root)
    (root / ".claude/contracts").rename(root / "rules")
    (root / ".phaser").mkdir(exist_ok=True)
    (root / CONFIGURATION).write_text("include: rules\n", encoding="utf-8")
    assert proposed_import()[1] == 1


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("flags", "agents", "asks"), [((), [], True), (("--agent", "codex"), ["codex"], False)]
)
def test_a_file_that_many_agents_read(
    project: MakeProject,
    run: Run,
    machine: Mapping[str, str],
    flags: tuple[str, ...],
    agents: list[str],
    asks: bool,
) -> None:
    """It says that an agent is used, and not which: a person does."""
    root = project({"AGENTS.md": "a\n"})
    document = json.loads(run("init", "--json", *flags, cwd=root, env=machine).out)
    assert (document["agents"], document["asks_which_agent"]) == (agents, asks)
    out = run("init", "--yes", *flags, cwd=root, env=machine).out
    assert ("found: AGENTS.md, which many agents read\n" in out) == asks
    assert ("# if an agent edits here: --agent has its name\n" in out) == asks
    assert (root / ".codex/hooks.json").exists() != asks


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("agent", "moment"), [("cursor", "before"), ("cline", "once")])
def test_when_a_hook_checks(
    project: MakeProject, run: Run, machine: Mapping[str, str], agent: str, moment: str
) -> None:
    """A hook of Cline's that denies would end its run: what is proposed speaks after the edit."""
    outcome = run("init", "--agent", agent, cwd=project({"a.py": "a\n"}), env=machine)
    assert f": each edit is checked {moment} it is written\n" in outcome.out


@pytest.mark.slow
def test_the_agents_that_are_asked_for(
    project: MakeProject, machine: Mapping[str, str], environment: Mapping[str, str]
) -> None:
    """On a terminal, until all names are known ones."""
    root = project({"AGENTS.md": "a\n"})
    terminal_text = type_keys(
        b"copilot\ncodex, cursor\nn\ny\ny\nn\n", root, {**environment, **machine}
    )
    assert terminal_text.count(b"which agents read it here?") == 2
    assert {*read_contents(root)} == {"AGENTS.md", ".codex/hooks.json", ".cursor/hooks.json"}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("files", "path"),
    [
        ({".husky/pre-commit": "npm test\n"}, ".husky/pre-commit"),
        ({".husky/commit-msg": "a\n"}, ".husky/pre-commit"),
        ({"lefthook.yml": "pre-push: {}\n"}, "lefthook.yml"),
    ],
)
def test_what_runs_before_a_commit(
    project: MakeProject,
    run: Run,
    machine: Mapping[str, str],
    tmp_path: Path,
    files: dict[str, str],
    path: str,
) -> None:
    """It gets a line; a program of another is no reason for a second one."""
    (tmp_path / "programs/pre-commit").symlink_to("/bin/true")
    root = project(files)
    out = run("init", "--yes", cwd=root, env=machine).out
    assert f"\n{path}: written\n" in out
    assert COMMITS not in read_contents(root)
    assert read_contents(root)[path].decode().startswith(files.get(path, "#!/usr/bin/env sh\n"))
    assert os.access(root / path, os.X_OK) == path.startswith(".husky")
    # No clone has what tells git of it.
    step = "lefthook install" if path == "lefthook.yml" else "npx husky"
    assert run("init", "--yes", cwd=root, env=machine).out.endswith(
        f"\nnothing is proposed, but git does not run {path} in this clone\n\nnext:\n"
        f"  {step:<27}  # has git run {path} in this clone\n"
        "  phaser-lint init --git-hook  # in its place git's own hook, in this clone\n"
    )


FRESH_CLONES = {
    ".husky/pre-commit": ("phaser-lint scan --staged || exit\n", "npx husky"),
    "lefthook.yml": ("pre-commit: {commands: {p: {run: phaser-lint scan --staged}}}\n",
                     "lefthook install"),
    COMMITS: ("repos:\n- repo: local\n  hooks:\n  - {id: phaser-lint, name: a, language: system, "
              "entry: phaser-lint pre-commit}\n", "pre-commit install"),
    "tools/pre-commit": ("#!/bin/sh\nphaser-lint scan --staged\n",
                         "git config core.hooksPath tools"),
}  # fmt: skip


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("path", [".husky/pre-commit", "lefthook.yml", COMMITS])
def test_git_s_own_hook_stands_in_for_a_program_that_git_does_not_start(
    project: MakeProject, run: Run, machine: Mapping[str, str], path: str
) -> None:
    """For a colleague without lefthook nothing but ``lefthook install`` was proposed."""
    root = project({path: FRESH_CLONES[path][0]}, contracts={"a.yaml": contract()}, commit=True)
    before = read_contents(root)
    assert "\n  phaser-lint init --git-hook" in run("init", cwd=root, env=machine).out
    assert not (root / HOOK).exists()
    shown = run("init", "--git-hook", cwd=root, env=machine)
    assert f"\n  {HOOK}  git's hook before a commit: each commit is checked\n" in shown.out
    written = run("init", "--git-hook", "--yes", cwd=root, env=machine)
    assert (written.code, written.err, read_contents(root)) == (0, "", before)
    assert f"\n{HOOK}: written\n" in written.out
    assert "install" not in written.out
    assert "scan --staged" in (root / HOOK).read_text()
    assert run("doctor", "--quiet", cwd=root, env=machine) == (0, "", "")
    for flags in ((), ("--git-hook",)):
        assert "\nnothing is left to propose\n" in run("init", *flags, cwd=root, env=machine).out
    assert run("init", "--undo", cwd=root, env=machine).out == f"{HOOK}: removed\n"


def test_git_s_own_hook_is_not_proposed_beside_lefthook_or_without_git(
    project: MakeProject, run: Run, machine: Mapping[str, str], tmp_path: Path
) -> None:
    root = project({"lefthook.yml": FRESH_CLONES["lefthook.yml"][0]})
    (root / HOOK).parent.mkdir(exist_ok=True)
    (root / HOOK).write_text("call_lefthook run pre-commit\n")
    (root / HOOK).chmod(0o755)
    outcome = run("init", "--git-hook", "--yes", cwd=root, env=machine)
    assert (outcome.code, "call_lefthook" in (root / HOOK).read_text()) == (0, True)
    assert "git runs lefthook in this clone: a line there checks commits\n" in outcome.out
    bare = tmp_path / "bare"
    bare.mkdir()
    outcome = run("init", "--git-hook", cwd=bare, env=machine)
    expected = f"phaser-lint: --git-hook: expected the top of a repository: {bare}\n"
    assert (outcome.code, outcome.err) == (2, expected)
    undone = run("init", "--undo", "--git-hook", cwd=root, env=machine)
    assert undone.code == 2
    assert "--undo: expected without --git-hook" in undone.err


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("path", FRESH_CLONES)
def test_init_says_what_doctor_says_of_a_fresh_clone(
    project: MakeProject, run: Run, machine: Mapping[str, str], path: str
) -> None:
    """It said that nothing is left to propose, while each commit passed unchecked."""
    text, command = FRESH_CLONES[path]
    root = project({path: text}, contracts={"a.yaml": contract()}, commit=True)
    proposal = json.loads(run("init", "--json", cwd=root, env=machine).out)
    diagnosis = json.loads(run("doctor", "--json", cwd=root, env=machine).out)
    hooks = [finding for gate in diagnosis["gates"] for finding in gate["findings"]]
    problems = [
        finding["text"]
        for finding in (*diagnosis["findings"], *hooks)
        if finding["level"] == "problem" and path in finding["where"]
    ]
    (check,) = proposal["not_run"]
    assert check == {"path": path, "reason": problems[0], "command": command}
    # Nobody is sent back to init, which is not what lacks.
    assert "phaser-lint init" not in json.dumps(diagnosis)
    assert f"\n  {command}" in run("init", cwd=root, env=machine).out


@pytest.mark.usefixtures("in_process")
def test_doctor_says_what_init_says_of_a_colleague_s_clone(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """The agent's settings are in the clone, and git's hook is not: it said that all works."""
    root = project({SETTINGS: "{}\n", "a.py": "a\n"}, contracts={"a.yaml": contract()})
    with_programs = {**machine, "PATH": f"{machine['PATH']}:/usr/bin:/bin"}
    assert run("init", "--yes", cwd=root, env=with_programs).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-qm", "a", "--no-verify")
    clone = tmp_path / "clone"
    git(root, "clone", "-q", str(root), str(clone))
    outcome = run("doctor", cwd=clone, env=with_programs)
    note = f"  {clone}: nothing checks commits in this clone: run phaser-lint init\n"
    assert (outcome.code, note in outcome.out, ", 1 note (" in outcome.out) == (0, True, True)
    assert note not in run("doctor", "--agent", "claude-code", cwd=clone, env=with_programs).out
    assert f"\n{HOOK}: written\n" in run("init", "--yes", cwd=clone, env=with_programs).out
    assert "nothing checks commits" not in run("doctor", cwd=clone, env=with_programs).out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("path", "text", "place"),
    [
        (".husky/pre-commit", "exec npm test\n", "as its first command"),
        ("lefthook.yml", "{a: 1}\n", "as a command of its own under `pre-commit`"),
    ],
)
def test_no_place_for_a_line(
    project: MakeProject, run: Run, machine: Mapping[str, str], path: str, text: str, place: str
) -> None:
    root = project({path: text})
    outcome = run("init", "--yes", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (
        2,
        f"phaser-lint: {path}: expected a place for another line; write `phaser-lint scan --staged "
        f"--project-contracts || exit` {place}\n",
    )
    assert "\n1 problem, named at the end: exit code 2\n\nnext:\n" in outcome.out
    assert read_contents(root)[path].decode() == text


ACTION = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("action", "ours", "pins"),
    [
        ("actions/checkout@v5", False, False),
        (ACTION, False, False),  # the workflow that is proposed names a release by its tag
        (ACTION, True, True),
        ("actions/checkout@v5", True, False),
    ],
)
def test_packs_that_find_nothing(
    project: MakeProject, run: Run, machine: Mapping[str, str], action: str, ours: bool, pins: bool
) -> None:
    """The first scan of an ordinary project says nothing; what is left out is in a comment."""
    steps = f"steps:\n  - uses: {action}\n"
    steps += f"  - uses: phaser-lint/phaser-lint@{'0' * 40}\n" if ours else ""
    root = project({"a.py": "a\n", "CLAUDE.md": "a\n", ".github/workflows/ci.yml": steps})
    assert run("init", "--yes", cwd=root, env=machine).code == 0
    text = (root / CONFIGURATION).read_text()
    assert [pack_entry["pack"] for pack_entry in yaml.safe_load(text)["include"]] == [
        *(["ci-pins"] if pins else []), "debuggers", "merge-markers", "secrets",
    ]  # fmt: skip
    assert "  # - pack: agent-manners  # " in text
    assert (root / WORKFLOW).exists() != ours
    scanned = run("scan", cwd=root)
    assert (scanned.code, scanned.out) == (0, "0 errors, 0 warnings\n")
    assert scanned.err.endswith(" files checked\n")
    assert scanned.err.count("\n") == 1


TAG = "ghp_" + "0123456789abcdefABCDEF0123456789abcd"
KEY = {"tests/keys.py": f"TOKEN = '{TAG}'\n", "tests/more.py": f"\nTOKEN = '{TAG}'\n"}
FOUND = "secrets        finds 2 in 2 files, the first in tests/keys.py:1\n"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("packs", "chosen"),
    [
        ([], ["debuggers", "merge-markers"]),
        (["secrets"], ["secrets"]),
        (["agent-manners", "secrets", "secrets"], ["agent-manners", "secrets"]),
    ],
)
def test_packs_are_chosen_by_what_they_find(
    project: MakeProject, run: Run, machine: Mapping[str, str], packs: list[str], chosen: list[str]
) -> None:
    """Keys in tests are the usual thing: nobody who did not choose it fails by them."""
    root = project(KEY)
    flags = [word for pack in packs for word in ("--pack", pack)]
    outcome = run("init", "--yes", *flags, cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (0, "")
    assert f"\n  {'*' if 'secrets' in chosen else ' '} {FOUND}" in outcome.out
    included = yaml.safe_load((root / CONFIGURATION).read_text())["include"]
    assert included == [{"pack": name} for name in chosen]
    assert run("scan", cwd=root).code == ("secrets" in chosen)


def test_a_pack_that_finds_nothing_may_not_suit(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Then the output says why it is not chosen; of packs that nobody named it says nothing."""
    root = project({})
    assert (
        run("init", cwd=root, env=machine)
        .out.partition("chooses others):\n")[2]
        .startswith(
            "    agent-manners  finds nothing, but it judges edits, which no scan shows\n"
            "    ci-pins        finds nothing, for no workflow is here\n"
            "  * debuggers      finds nothing\n"
        )
    )
    out = run("init", "--pack", "secrets", cwd=root, env=machine).out
    assert out.partition("chooses others):\n")[2].startswith(
        "    agent-manners  finds nothing\n    ci-pins        finds nothing\n"
    )


def test_a_pack_is_named_where_there_are_contracts(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Beside contracts it gets a configuration; one that is there stays as it is."""
    root = project({}, contracts={"a.yaml": contract()})
    assert CONFIGURATION not in run("init", "--yes", cwd=root, env=machine).out
    run("init", "--yes", "--pack", "secrets", cwd=root, env=machine)
    text = (root / CONFIGURATION).read_text()
    assert yaml.safe_load(text) == {"include": [{"pack": "secrets"}]}
    outcome = run("init", "--yes", "--pack", "debuggers", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (
        2,
        f"phaser-lint: {CONFIGURATION}: it is there already; write `- pack: debuggers` under its "
        "`include`\n",
    )
    assert (root / CONFIGURATION).read_text() == text


def test_no_pack_is_chosen_where_all_find_something(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Then no configuration is proposed, and it is said why."""
    root = project({**KEY, "a.py": "breakpoint()\n", "b.orig": "a\n"})
    outcome = run("init", "--yes", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (0, "")
    assert "\n    merge-markers  finds 1 in 1 file, the first in b.orig\n" in outcome.out
    assert not (root / CONFIGURATION).exists()


def test_something_in_the_way(
    project: MakeProject, run: Run, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Each is said, and left alone; the others are written."""
    files = {SETTINGS: "{\n", COMMITS: "repos: []\n", ".codex/config.toml": ""}
    root = project(files)
    (tmp_path / "elsewhere").mkdir()
    (root / ".phaser").symlink_to(tmp_path / "elsewhere")
    outcome = run("init", "--yes", cwd=root, env=machine)
    assert outcome.code == 2
    assert [line.split(":")[1].strip() for line in outcome.err.splitlines()] == [
        CONFIGURATION, f"{root}/{SETTINGS}", COMMITS,
    ]  # fmt: skip
    assert ".codex/hooks.json: written\n" in outcome.out
    after = read_contents(root)
    assert after.pop(".codex/hooks.json")
    assert after == {path: text.encode() for path, text in files.items()}
    assert [*(tmp_path / "elsewhere").iterdir()] == []


def test_a_folder_that_cannot_be_written_to(run: Run, machine: Mapping[str, str]) -> None:
    """It is said which file is not written; the others are."""
    run("init", "--help")  # the program may lie where nobody else reads
    with without_privileges() as root:
        write_files(root, {".claude/settings.json": "{}\n"})
        (root / ".claude").chmod(0o555)
        outcome = run("init", "--yes", cwd=root, env=machine)
        (root / ".claude").chmod(0o755)
        assert outcome.code == 2
        assert outcome.err.endswith(
            f"phaser-lint: {root}/{SETTINGS}: cannot be written: Permission denied\n"
        )
        assert f"\n{CONFIGURATION}: written\n" in outcome.out
        assert f"{SETTINGS}: written" not in outcome.out
        assert (root / CONFIGURATION).exists()


def test_init_refuses_the_home_folder(run: Run, tmp_path: Path) -> None:
    """What stands there is for all projects."""
    home = (tmp_path / "home").resolve()
    home.mkdir()
    outcome = run("init", "--yes", cwd=home, env={"HOME": str(home)})
    assert (outcome.code, outcome.out, outcome.err) == (
        2,
        "",
        f"phaser-lint: {home} is the home folder: expected a project; run init in one\n",
    )
    assert [*home.iterdir()] == []


def test_each_file_is_asked_for_on_a_terminal(
    project: MakeProject, machine: Mapping[str, str], environment: Mapping[str, str]
) -> None:
    """Each file is asked for by itself, until yes or no; at the end of the input none is wanted."""
    root = project(FILES)
    terminal_text = type_keys(b"perhaps\nn\n\nn\n\x04", root, {**environment, **machine})
    assert terminal_text.count(b"? [Y/n] ") == 5
    changed = {
        path
        for path, content in read_contents(root).items()
        if content != FILES.get(path, "").encode()
    }
    assert changed == {SETTINGS}


@pytest.mark.slow
def test_a_person_who_wants_none_is_told_that_nothing_was_written(
    project: MakeProject, machine: Mapping[str, str], environment: Mapping[str, str]
) -> None:
    root = project({"main.tf": "a = 1\n", "modules/b.tf": "b = 1\n", "run.ps1": "exit\n"})
    terminal_text = type_keys(b"n\nn\nn\n\x04", root, {**environment, **machine})
    assert b"found: Terraform (2 files), PowerShell (1 file)" in terminal_text
    assert b"\r\nnothing was written\r\n" in terminal_text


def test_init_below_the_top_says_where_an_agent_is_started(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """It says where an agent of the project has to be started to read what is written."""
    root = project(FILES)
    note = (
        "Claude Code reads the settings of the folder that it is started in, not of those above "
        f"it: start it in {root}, or install the hook for all your projects (phaser-lint install "
        "--agent claude-code --scope user)\n"
    )
    assert note not in run("init", cwd=root, env=machine).out
    assert note in run("init", cwd=root / "src", env=machine).out
    assert note not in run("init", "--root", str(root), cwd=root / "src", env=machine).out


def test_init_in_a_package_of_a_monorepo_sees_what_is_there(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """It wrote into the root without a word, and saw neither the page of the package nor the agent
    that reads it. What it goes on with is for the folder that one is in.
    """
    root = project(
        {
            "packages/web/CLAUDE.md": "- Never use `console.log`.\n",
            "packages/web/.relint.yml": FILES[".relint.yml"],
            "packages/web/.pre-commit-config.yaml": "repos: []\n",
            "packages/web/src/a.ts": "console.log(1)\n",
            "packages/api/CLAUDE.md": "- Never use `eval`.\n",
            "AGENTS.md": "- Never use `debugger`.\n",
        }
    )
    outcome = run("init", "--yes", cwd=root / "packages/web/src", env=machine)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(
        "found: TypeScript (1 file); Claude Code; rules of other tools "
        f"(packages/web/.relint.yml)\n\nproposed in {root}:\n"
    )
    assert outcome.out.endswith(
        f"git add {root}/{CONFIGURATION} {root}/{SETTINGS}, and commit: colleagues and CI go by "
        "what is committed\n\n"
        "next:\n"
        "  phaser-lint import ../.relint.yml\n"
        "  phaser-lint import ../../../AGENTS.md ../CLAUDE.md              "
        "# 2 lines with rules: lists them, and drafts 2 of them\n"
        "  phaser-lint import --for-agent ../../../AGENTS.md ../CLAUDE.md  "
        "# the task for an agent\n"
        "  phaser-lint scan ../../..                                       "
        "# checks every file; phaser-lint baseline records it\n"
        "  phaser-lint doctor                                              "
        "# tests the hooks of your agents\n"
        f"  {TRY}                              # an example of what a rule finds\n"
    )
    assert (root / SETTINGS).is_file()
    again = json.loads(run("init", "--json", cwd=root / "packages/web", env=machine).out)
    assert (again["root"], again["agents"], again["pages"]) == (
        str(root),
        ["claude-code"],
        ["AGENTS.md", "packages/web/CLAUDE.md"],
    )
    assert "proposed in" not in run("init", cwd=root, env=machine).out


def test_what_is_to_be_tried_is_what_most_files_have(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """One script printed, in a project of C#: that is no rule of a team."""
    files = {f"{name}.cs": "Console.WriteLine(1);\n" for name in "abc"}
    root = project({**files, "tool.py": "print(1)\n"})
    assert r"phaser-lint try '\bConsole\.Write'" in run("init", cwd=root, env=machine).out


def test_what_is_to_be_tried_is_in_no_contract_or_notebook(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """``try`` looks into neither: of a contract ``our-words`` it was to find ``words``."""
    cells = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    root = project({"a.ipynb": cells}, contracts={"our-words.yaml": contract("our-words")})
    assert "phaser-lint try" not in run("init", cwd=root, env=machine).out
    (root / "a.txt").write_text("some text\n")
    assert r"phaser-lint try '\bsome\b'" in run("init", cwd=root, env=machine).out


def test_the_first_trial_is_of_what_most_files_hold(
    project: MakeProject, run: Run, machine: dict[str, str]
) -> None:
    """A Go project with one page was offered a rule of JavaScript."""
    go = "package a\n\nfunc f() { fmt.Println(1) }\n"
    files = {"ui/a.vue": "<script>console.log(1)</script>\n", "a.go": go, "b.go": go}
    out = run("init", cwd=project(files), env=machine).out
    assert r"phaser-lint try '\bfmt\.Print'" in out


def test_the_first_trial_is_of_a_language_that_has_it(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """``public void print()`` of Java was to be tried as the call of Python."""
    java = "class A { public void print() { System.out.println(1); } }\n"
    out = run("init", cwd=project({"A.java": java, "B.java": java}), env=machine).out
    assert r"phaser-lint try '\bSystem\.out\.print'" in out


def test_a_long_step_does_not_push_the_others_aside(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """An import of thirty pages padded each line with hundreds of blanks."""
    pages = {
        f".cursor/rules/about-package-{number}.mdc": f"# Rules\n\n- Never use `eval{number}(`.\n"
        for number in range(30)
    }
    root = project({**pages, "CLAUDE.md": "a\n"}, contracts={"a.yaml": contract()})
    out = run("init", "--yes", cwd=root, env=machine).out
    assert "phaser-lint import " in out
    assert " " * 60 not in out.partition("next:")[2]
