"""``phaser-lint hook --protect``: no command goes round the checks in plain words.

What stays silent comes first: what git does not take for ``--no-verify``, what is only read, what
lies elsewhere, what is hidden.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.hook.protection.built_in_contracts import build_protection_contracts
from phaser_lint.hook.protection.command_table import GIT_COMMANDS
from phaser_lint.hook.protection.denied_commands import find_skipping_word
from tests.agent.events import AGENTS, SHAPES, name_of
from tests.called_hooks import is_clean_at_once
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Git, MakeProject, Run

MESSAGE = build_protection_contracts()["protected-commands"].message
OURS = json.dumps({"hooks": make_hook_groups(WantedHook("project", protect=True))})
PRE_COMMIT = """\
repos:
  - repo: https://github.com/phaser-lint/phaser-lint
    rev: v1
    hooks:
      - id: phaser-lint
        alias: rules
  - repo: local
    hooks:
      - {id: mypy, name: mypy, entry: mypy, language: system}
"""
FILES = {
    ".claude/settings.json": OURS,
    ".claude/agents/a.md": "x\n",
    ".codex/hooks.json": OURS,
    ".gemini/settings.json": "{}",
    ".git/hooks/pre-commit": "#!/bin/sh\n",
    ".phaser/baseline.jsonl": "",
    ".phaser/config.yaml": "include: [rules]\n",
    ".pre-commit-config.yaml": PRE_COMMIT,
    "rules/own.yaml": contract("own"),
    "src/a.py": "x = 1\n",
    "notes/contracts.yaml": "x\n",
}
SILENT = """\
git commit -m x
git commit --no-ver -m x
git commit --no-verify --verify -m x
git commit -n --verif -m x
git commit --no-verify --no-no-verify
git commit -mn
git commit -uno
git commit -Sn
git commit -am -n
git commit -m '--no-verify'
git commit -m --no-verify
git commit -m "do not use --no-verify or -n"
git commit --message --no-verify
git commit --mess --no-verify
git commit --message=--no-verify
git commit -F -n
git commit -C --no-verify
git commit -c -n
git commit -t -n
git commit --author -n
git commit --trailer --no-verify
git commit -- -n
git commit -m x -- --no-verify
git commit --no-verify=1
git commit --dry-run -n -m x
git commit --help -n
git push -n --no-verify
git push --no-verify --dry-run
git commit # --no-verify
git commit -m "$(cat <<'EOF'\\nNever use --no-verify (it's bad)\\nEOF\\n)"
git commit -F - <<EOF\\ngit commit --no-verify\\nEOF
cat <<EOF > notes/a.md\\nrm -rf .claude/contracts\\nEOF
git push -n
git push origin main
git push -o --no-verify
git merge -n side
git merge -m --no-verify side
git rebase -n main
git rebase -x 'git commit --no-verify' main
git cherry-pick -n HEAD~1
git revert -n HEAD
git log --no-verify
git stash -m x -n
echo git commit --no-verify
echo 'git commit --no-verify' | cat
grep -rn -e --no-verify .
command -v git commit --no-verify
git config core.hooksPath
git config --get core.hooksPath
git config --get core.hooksPath ''
git config --default '' --get core.hooksPath
git config get core.hooksPath --default ''
git config user.name /dev/null
git -c core.hooksPath=/dev/null clone https://example.org/x
git -c core.hooksPath=/dev/null log -n 1
git -c user.name=core.hooksPath commit
GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=core.hooksPath git commit
HUSKY=0 npm ci
HUSKY=0 npm ci && git commit -m x
HUSKY=0; git commit -m x
(export HUSKY=0; npm ci); git commit -m x
export HUSKY=0; unset HUSKY; git commit -m x
export HUSKY=0; npm ci; export -n HUSKY; git commit -m x
export HUSKY=0; env -u HUSKY git commit -m x
export HUSKY=0; env --unset=HUSKY git commit -m x
export HUSKY=0; env -i PATH=/bin git commit -m x
HUSKY=1 git commit -m x
HUSKY=$X git commit -m x
HUSKY=0 git status
LEFTHOOK=1 git push
SKIP=mypy git commit -m x
SKIP=mypy,rulesets git push
export SKIP=phaser-lint; npm test
PRE_COMMIT_ALLOW_NO_CONFIG= git commit
pre-commit install
pre-commit autoupdate
pre-commit run --all-files
pre-commit uninstall --help
prek install
phaser-lint install
phaser-lint baseline --prune
phaser-lint baseline --help
phaser-lint scan
npm uninstall phaser-lint
phaser-lint init --yes
pip uninstall pre-commit
uv pip uninstall pre-commit
uv run script.py pre-commit uninstall
uvx --from pre-commit ruff check uninstall
pipx uninstall pre-commit
python -m pip uninstall pre-commit
python -c "pre-commit uninstall"
npm run uninstall
npx -p prek cowsay uninstall
conda uninstall -n pre-commit prek
env -S 'echo pre-commit uninstall'
git config --unset user.name
cat .claude/contracts/deaf.yaml
cp .claude/contracts/deaf.yaml /tmp/x.yaml
cp -r .claude/contracts notes
cp notes/contracts.yaml .claude/agents
cp -t .claude/agents notes/contracts.yaml
grep x .claude/contracts/deaf.yaml > notes/out
sort < .claude/contracts/deaf.yaml | tee notes/out
sed 's/error/warning/' .claude/contracts/deaf.yaml
sed -n -e p .claude/contracts/deaf.yaml
sed -i 's/.claude/contracts/x/' src/a.py
sed -i -e 's|.claude/contracts|x|' src/a.py
perl -pe 's/a/b/' .claude/contracts/deaf.yaml
perl -pi -e 's|.claude/contracts/x||' src/a.py
git checkout -- .claude/contracts/deaf.yaml
git restore .claude/contracts
git stash
git rm -n .claude/contracts/deaf.yaml
git rm src/a.py
git rm '*.py'
git rm 'src/*'
rm -rf src notes
rm -rf *.pyc build/*
rm -f .claude/contracts/none.yaml
rm .claude/agents/a.md
rm -r .claude/agents
rm -r .claude/{agents,none}
rm ".claude/{contracts,agents}"
rm -rf .claude/a*
rm -rf claude* *ontracts
rm -rf ".cl*" .claude/'contracts*'
rm .gemini/settings.json
rm /tmp/elsewhere/.claude/contracts/a.yaml
cd /tmp && rm -rf .claude/contracts
cd "$X" && rm -rf .claude/contracts
rm -rf "$X/.claude/contracts"
mv notes/contracts.yaml .claude/agents
mv src/a.py src/b.py
mkdir -p .claude/contracts
ls .claude/contracts 2>/dev/null
sed -i 's/a/b/' .claude/settings.json
sed -i 's/v1/v2/' .pre-commit-config.yaml
echo x >> .claude/settings.json
chmod +x .git/hooks/pre-commit
chmod 755 .git/hooks/pre-commit
chmod u=rwx,go=r .git/hooks/pre-commit
chmod u+x,go-w .git/hooks/pre-commit
chmod go=r .git/hooks/pre-commit
chmod -x src/a.py
rm .git/hooks/pre-commit.sample
rm .git/index.lock
X='git commit --no-verify'; $X
eval "git commit --no-verify"
git commit --no-verify -m 'unclosed
sh -c 'sh -c "git commit --no-verify"'
bash script.sh --no-verify
""".splitlines()
DENIED = {
    "git commit --no-verify -m x": "git commit --no-verify",
    "git commit --no-veri": "git commit --no-veri",
    "git commit --verify --no-verify": "git commit --no-verify",
    "git commit -n -m x": "git commit -n",
    "git commit -anm x": "git commit -anm",
    "git commit -qn": "git commit -qn",
    "git commit -m x -n": "git commit -n",
    "git commit src/a.py --no-verify": "git commit --no-verify",
    'git commit "-n" -m x': "git commit -n",
    "git commit '-nm' x": "git commit -nm",
    'git commit --no"-verify"': "git commit --no-verify",
    "git commit -\\\nn": "git commit -n",
    "git commit --no-ver\\\nify": "git commit --no-verify",
    "git commit -nm --dry-run": "git commit -nm",
    "git commit -u -n": "git commit -n",
    'git commit -m "$(cat <<EOF\nx --verify\nEOF\n)" --no-verify': "git commit --no-verify",
    'git commit -m"$X" -n': "git commit -n",
    "git -C src commit -n": "git commit -n",
    "git --no-pager -c a.b=c commit -n": "git commit -n",
    "/usr/bin/git commit '--no-verify'": "git commit --no-verify",
    "\\git commit --no-verify": "git commit --no-verify",
    "git push --no-verify": "git push --no-verify",
    "git push origin --no-veri main": "git push --no-veri",
    "git merge --no-verify side": "git merge --no-verify",
    "git rebase --no-verify main": "git rebase --no-verify",
    "git am --no-verify x.patch": "git am --no-verify",
    "git pull --no-verify": "git pull --no-verify",
    "git add . && git commit -n -m x; git push": "git commit -n",
    "if git diff --quiet; then :; else git commit -n -m x; fi": "git commit -n",
    "for f in a b; do git commit -nm $f; done": "git commit -nm",
    "case $x in a|b) git push --no-verify ;; esac": "git push --no-verify",
    "(cd src; git commit -n)": "git commit -n",
    "{ git commit -n; }": "git commit -n",
    "echo $(git commit -n)": "git commit -n",
    'echo "`git commit -n`"': "git commit -n",
    "true || git commit -n | cat": "git commit -n",
    "sleep 1 & git commit -n": "git commit -n",
    "a=(1 2); [[ $a < 3 ]] && git commit -n": "git commit -n",
    "cat <<EOF\ntext\nEOF\ngit commit -n": "git commit -n",
    "git commit \\\n  --no-verify": "git commit --no-verify",
    "env -u X A=1 git commit -n": "git commit -n",
    "sudo -u me git commit -n": "git commit -n",
    "time git commit -n": "git commit -n",
    "command git commit -n": "git commit -n",
    "sh -c 'git commit -n'": "git commit -n",
    "bash -lc 'cd src && git commit -n'": "git commit -n",
    "bash -euo pipefail -c 'git commit -n'": "git commit -n",
    "bash --norc -O extglob -c 'git commit -n'": "git commit -n",
    "git -c core.hooksPath=/dev/null commit": "git commit with core.hooksPath",
    "git -c CORE.hookspath= push": "git push with core.hooksPath",
    "git --config-env=core.hooksPath=X commit": "git commit with core.hooksPath",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/x git commit": (
        "git commit with core.hooksPath"
    ),
    "git config core.hooksPath /dev/null": "git config core.hooksPath /dev/null",
    "git config core.hooksPath .githooks": "git config core.hooksPath .githooks",
    "git config set core.hooksPath /tmp/x": "git config core.hooksPath /tmp/x",
    "git config --add include.path ../x": "git config include.path ../x",
    "GIT_CONFIG_PARAMETERS=\"'core.hooksPath=/x'\" git commit": "git commit with core.hooksPath",
    "npx husky uninstall": "husky uninstall",
    "lefthook uninstall": "lefthook uninstall",
    "git config --global core.hooksPath ''": "git config core.hooksPath ''",
    "git config --unset core.hookspath": "git config --unset core.hookspath",
    "git config unset core.hooksPath": "git config unset core.hooksPath",
    "git config --unset-al core.hooksPath": "git config --unset-al core.hooksPath",
    "HUSKY=0 git commit -m x": "HUSKY=0 git commit",
    "export HUSKY=0 && git commit -m x": "HUSKY=0 git commit",
    "HUSKY=0; export HUSKY; git push": "HUSKY=0 git push",
    "declare -gx HUSKY=0; git push": "HUSKY=0 git push",
    "readonly HUSKY=0; export HUSKY; git push": "HUSKY=0 git push",
    "env -i HUSKY=0 git push": "HUSKY=0 git push",
    "env LEFTHOOK=0 git push": "LEFTHOOK=0 git push",
    "PRE_COMMIT_ALLOW_NO_CONFIG=1 git commit": "PRE_COMMIT_ALLOW_NO_CONFIG=1 git commit",
    "SKIP=mypy,phaser-lint git commit": "SKIP=mypy,phaser-lint git commit",
    "SKIP=rules git push": "SKIP=rules git push",
    "HUSKY=0 bash -c 'git commit -m x'": "HUSKY=0 git commit",
    "pre-commit uninstall": "pre-commit uninstall",
    "pre-commit uninstall -t pre-push": "pre-commit uninstall",
    "uv run pre-commit uninstall": "pre-commit uninstall",
    "python -m pre_commit uninstall": "pre-commit uninstall",
    "python3.12 -I -W ignore -m pre_commit uninstall": "pre-commit uninstall",
    ".venv/bin/python -Im pre_commit uninstall": "pre-commit uninstall",
    "uv run --frozen pre-commit uninstall": "pre-commit uninstall",
    "uv --directory src run --with pre-commit -- pre-commit uninstall": "pre-commit uninstall",
    "uv run --python 3.12 -m pre_commit uninstall": "pre-commit uninstall",
    "uv tool run --from pre-commit pre-commit uninstall": "pre-commit uninstall",
    "uvx pre-commit@4.0.1 uninstall": "pre-commit uninstall",
    "pipx run --spec pre-commit==4 pre-commit uninstall": "pre-commit uninstall",
    "pipx run pre-commit==4.0 uninstall": "pre-commit uninstall",
    "poetry -C . run python -m pre_commit uninstall": "pre-commit uninstall",
    "npx --yes @j178/prek@latest uninstall": "prek uninstall",
    "npx -p @j178/prek -c 'prek uninstall && true'": "prek uninstall",
    "npm exec -- prek uninstall": "prek uninstall",
    "pnpm dlx prek uninstall": "prek uninstall",
    "conda run -n base pre-commit uninstall": "pre-commit uninstall",
    "uv run git commit --no-verify -m x": "git commit --no-verify",
    "HUSKY=0 poetry run git commit -m x": "HUSKY=0 git commit",
    "uv run sh -c 'rm .claude/contracts/deaf.yaml'": "rm .claude/contracts/deaf.yaml",
    "env -S 'pre-commit uninstall'": "pre-commit uninstall",
    "env -S'git commit' --no-verify -m \"$m\"": "git commit --no-verify",
    "sudo env --split-string='-i HUSKY=0 git commit'": "HUSKY=0 git commit",
    "env HUSKY=0 -vS 'git push'": "HUSKY=0 git push",
    "prek uninstall": "prek uninstall",
    "prek -C . uninstall": "prek uninstall",
    "timeout 60 git commit --no-verify -m x": "git commit --no-verify",
    "timeout -k 5 60s git commit -n": "git commit -n",
    "ls | xargs -n 1 git commit --no-verify": "git commit --no-verify",
    "setsid stdbuf -o L git push --no-verify": "git push --no-verify",
    "phaser-lint uninstall": "phaser-lint uninstall",
    "phaser-lint uninstall --all": "phaser-lint uninstall",
    "phaser uninstall": "phaser uninstall",
    "phaser init --undo": "phaser init --undo",
    "phaser-lint init --undo": "phaser-lint init --undo",
    "uv run phaser-lint init --json --undo": "phaser-lint init --undo",
    "phaser-lint baseline": "phaser-lint baseline",
    ".venv/bin/phaser-lint baseline --update src": "phaser-lint baseline",
    "rm .git/hooks/pre-commit": "rm .git/hooks/pre-commit",
    "rm -f .git/hooks/pre-push": "rm .git/hooks/pre-push",
    "mv .git/hooks /tmp/hooks": "mv .git/hooks",
    "rm .git/hooks/pre-{commit,push}": "rm .git/hooks/pre-commit`, `rm .git/hooks/pre-push",
    "mv .git/hooks/pre-commit{,.off}": "mv .git/hooks/pre-commit",
    "chmod u=rw,go=r .git/hooks/pre-commit": "chmod u=rw,go=r .git/hooks/pre-commit",
    "chmod u-x,g+r .git/hooks/pre-push": "chmod u-x,g+r .git/hooks/pre-push",
    "cd .git/hooks && rm pre-commit": "rm pre-commit",
    "chmod -x .git/hooks/pre-commit": "chmod -x .git/hooks/pre-commit",
    "chmod 644 .git/hooks/pre-commit": "chmod 644 .git/hooks/pre-commit",
    "rm .claude/contracts/deaf.yaml": "rm .claude/contracts/deaf.yaml",
    "rm -rf .claude": "rm .claude",
    "rm -r .claude/{contracts,agents}": "rm .claude/contracts",
    "rm -rf -- .claude/contracts": "rm .claude/contracts",
    "rm .claude/contracts/*.yaml": "rm .claude/contracts/*.yaml",
    "rm -rf .cl*": "rm .cl*",
    "rm -rf .[a-z]laude/contracts": "rm .[a-z]laude/contracts",
    "cd .claude && rm -r contracts": "rm contracts",
    "cd .claude && rm -r c*": "rm c*",
    'rm -rf "$PWD" .claude/contracts': "rm .claude/contracts",
    "cd src; rm ../.claude/contracts/deaf.yaml": "rm ../.claude/contracts/deaf.yaml",
    "unlink .phaser/config.yaml": "unlink .phaser/config.yaml",
    "git rm -q .claude/contracts/deaf.yaml": "git rm .claude/contracts/deaf.yaml",
    "git -C .claude rm -r contracts": "git rm contracts",
    "git rm 'rules/*.yaml'": "git rm rules/*.yaml",
    "git rm -r '*.yaml'": "git rm *.yaml",
    "mv .claude/contracts/deaf.yaml /tmp": "mv .claude/contracts/deaf.yaml",
    "mv notes/contracts.yaml .claude/contracts/": "mv .claude/contracts/",
    "cp notes/contracts.yaml .claude/contracts/new.yaml": "cp .claude/contracts/new.yaml",
    "cp -t .claude/contracts notes/contracts.yaml": "cp .claude/contracts",
    "truncate -s 0 .phaser/baseline.jsonl": "truncate .phaser/baseline.jsonl",
    "echo x | tee -a .claude/contracts/deaf.yaml": "tee .claude/contracts/deaf.yaml",
    "sed -i s/error/warning/ .claude/contracts/deaf.yaml": "sed .claude/contracts/deaf.yaml",
    "sed -i.bak -e s/a/b/ rules/own.yaml": "sed rules/own.yaml",
    "sed -i '' s/a/b/ rules/own.yaml": "sed rules/own.yaml",
    "sed --in-pl=.b s/a/b/ rules/own.yaml": "sed rules/own.yaml",
    "perl -pi -e s/a/b/ rules/own.yaml": "perl rules/own.yaml",
    "echo x > .claude/contracts/new.yaml": "> .claude/contracts/new.yaml",
    "cat >> .phaser/baseline.jsonl <<EOF\nx\nEOF": ">> .phaser/baseline.jsonl",
    "> .phaser/config.yaml": "> .phaser/config.yaml",
    "rm -rf rules": "rm rules",
    "rm -rf *": "rm *",
    "rm .claude/settings.json": "rm .claude/settings.json",
    "mv .codex/hooks.json /tmp": "mv .codex/hooks.json",
    "mv .claude/settings.json{,.bak}": "mv .claude/settings.json",
    "rm -rf .codex": "rm .codex",
    "rm .pre-commit-config.yaml": "rm .pre-commit-config.yaml",
}


@pytest.fixture
def root(project: MakeProject) -> Path:
    made = project({"README.md": "x\n"}, contracts={"deaf.yaml": contract("deaf")}, commit=True)
    write_files(made, FILES)
    return made


@pytest.fixture
def ask(run: Run, tmp_path: Path) -> Callable[..., Any]:
    """What the hook answers before a command: why that is denied, or all that it said."""

    def ask_hook(stdin: bytes, *flags: str) -> Any:
        env = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        outcome = run("hook", *flags, stdin=stdin, env=env)
        assert (outcome.code, outcome.err) == (0, "")
        answer = json.loads(outcome.out)
        specific = answer.get("hookSpecificOutput", {})
        return specific.get("permissionDecisionReason", answer)

    return ask_hook


# How each agent calls its shell, where it is not "Bash" with a "command".
SHELLS = {
    "gemini-cli": "run_shell_command",
    "qwen-code": "run_shell_command",
    "copilot-cli": "bash",
    "vscode": "run_in_terminal",
    "cursor": "Shell",
    "opencode": "bash",
    "windsurf": "run_command",
    "cline": "run_commands",
    "droid": "Execute",
    "pi": "bash",
    "kilo": "bash",
    "vibe": "bash",
    "antigravity": "run_command",
    "kiro": "execute_bash",
}
COMMAND_KEYS = {
    "windsurf": "command_line",
    "cline": "commands",
    "antigravity": "CommandLine",
}


def before_command(command: object, root: Path, agent: str = "claude-code") -> bytes:
    key = COMMAND_KEYS.get(agent, "command")
    tool_input = {key: [command] if agent == "cline" else command}
    if agent == "windsurf":
        tool_input["cwd"] = str(root)
    event = SHAPES[agent]("before", (SHELLS.get(agent, "Bash"), tool_input), str(root))
    return json.dumps(event).encode()


def test_commands_that_go_round_nothing_are_silent(root: Path, ask: Callable[..., Any]) -> None:
    answers = {
        command: ask(before_command(command.replace("\\n", "\n"), root), "--protect")
        for command in SILENT
    }
    assert {command: answer for command, answer in answers.items() if answer != {}} == {}


def test_nothing_is_denied_without_protection(root: Path, ask: Callable[..., Any]) -> None:
    assert ask(before_command("git commit --no-verify", root)) == {}


def test_commands_that_go_round_the_checks_are_denied(root: Path, ask: Callable[..., Any]) -> None:
    """Each with the words that do it."""
    answers = {command: ask(before_command(command, root), "--protect") for command in DENIED}
    lead = "Contract violation: protected-commands in"
    assert answers == {command: f"{lead} `{words}`. {MESSAGE}" for command, words in DENIED.items()}


@pytest.mark.parametrize("command", ["rm pre-commit", "chmod -x pre-commit"])
def test_a_command_that_starts_among_the_hooks_is_denied(
    root: Path, ask: Callable[..., Any], command: str
) -> None:
    """Where it starts names them, and the command does not."""
    event = json.loads(before_command(command, root))
    stdin = json.dumps({**event, "cwd": str(root / ".git/hooks")}).encode()
    assert f"protected-commands in `{command}`" in ask(stdin, "--protect")


def test_a_command_of_another_shell_is_not_read(root: Path, ask: Callable[..., Any]) -> None:
    """PowerShell quotes otherwise."""
    event = json.loads(before_command('git commit -m "a `" --no-verify `""', root))
    stdin = json.dumps({**event, "tool_name": "PowerShell"}).encode()
    assert ask(stdin, "--protect") == {}


def test_a_command_is_denied_once_for_all_of_its_words(root: Path, ask: Callable[..., Any]) -> None:
    command = "HUSKY=0 git commit -n; rm .claude/contracts/deaf.yaml; HUSKY=0 git commit -n"
    assert ask(before_command(command, root), "--protect") == (
        "Contract violation: protected-commands in `git commit -n`, `HUSKY=0 git commit`, "
        f"`rm .claude/contracts/deaf.yaml`. {MESSAGE}"
    )


def test_a_folder_without_anything_that_decides_may_go(
    project: MakeProject, ask: Callable[..., Any]
) -> None:
    root = project({".claude/agents/a.md": "x\n", ".phaser/contracts/a.yaml": contract()})
    assert ask(before_command("rm -rf .claude", root), "--protect") == {}
    assert "protected-commands" in ask(before_command("rm -rf .phaser", root), "--protect")


def test_the_contracts_of_the_user_are_protected_too(
    root: Path, ask: Callable[..., Any], tmp_path: Path
) -> None:
    write_files(tmp_path / "home", {".phaser/contracts/a.yaml": contract("a")})
    for command in (f"rm {tmp_path}/home/.phaser/contracts/a.yaml", "mv ~/.phaser/contracts /tmp"):
        assert "protected-commands" in ask(before_command(command, root), "--protect")


def test_another_repository_has_contracts_of_its_own(
    root: Path, ask: Callable[..., Any], git: Git, tmp_path: Path
) -> None:
    """A worktree is the same repository."""
    other = tmp_path / "other"
    write_files(other, {".claude/contracts/a.yaml": contract("a")})
    git(other, "init", "-q")
    git(root, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert ask(before_command(f"rm -r {other}/.claude/contracts", root), "--protect") == {}
    command = f"cd {tmp_path}/tree; rm -r .claude/contracts"
    assert "protected-commands" in ask(before_command(command, root), "--protect")


PLAIN = ["ls -la", "git status", "npm test", "git log --oneline", "cat a.py", "pytest -q"]


def test_ordinary_commands_are_answered_at_once(root: Path) -> None:
    assert [
        command
        for command in PLAIN
        if not is_clean_at_once(before_command(command, root), ("--protect",))
    ] == []


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", AGENTS)
def test_the_command_of_every_agent_is_read(root: Path, run: Run, agent: str) -> None:
    stdin = before_command("git commit --no-verify", root, agent)
    flags = ("--protect", "--abort", "--agent", name_of(agent))
    silent = run("hook", *flags, stdin=before_command("git commit", root, agent))
    assert (silent.code, silent.out.strip()) in ((0, "{}"), (0, ""), (0, '{"cancel": false}'))
    denied = run("hook", *flags, stdin=stdin)
    assert "protected-commands in `git commit --no-verify`" in denied.out + denied.err


@pytest.mark.parametrize(
    "words", [["git", "commit", "--no-verify"], ["sh", "-c", "git push -n; git commit -n"]]
)
def test_a_command_by_its_words_is_read(
    root: Path, ask: Callable[..., Any], words: list[str]
) -> None:
    assert "protected-commands" in ask(
        before_command(words, root, "codex"), "--protect", "--agent", "codex"
    )


def test_a_process_in_the_background_is_a_command_too(root: Path, ask: Callable[..., Any]) -> None:
    """Mistral Vibe calls it ``process.start``, and its shell ``file_system.bash``."""
    event = json.loads(before_command("git commit --no-verify", root, "vibe"))
    stdin = json.dumps({**event, "tool_name": "process.start"}).encode()
    assert "protected-commands" in ask(stdin, "--protect", "--agent", "vibe")["reason"]


def test_a_patch_beside_it_hides_no_command(root: Path, ask: Callable[..., Any]) -> None:
    """Codex sends both as one command."""
    patch = "*** Begin Patch\n*** Add File: b.py\n+x = 1\n*** End Patch\n"
    command = f"apply_patch <<'EOF'\n{patch}EOF\ngit commit --no-verify"
    assert "protected-commands" in ask(
        before_command(command, root, "codex"), "--protect", "--agent", "codex"
    )


# What git itself does with the options of a commit: whether its hook runs is seen.
OPTIONS = (
    "--no-verify", "--no-veri", "--no-ver", "-n", "-anm y", "-mn", "-uno", "-Sn", "-nn", "-qn",
    "--no-verify --verify", "--verify --no-verify", "--no-verify --no-no-verify", "-n --verif",
    "--no-verify=1", "--message -n", "--mess -n", "-t -n", "--author -n", "-F -n", "-- -n",
    "--trailer -n", "-u -n", "-m=-n", "--untracked-files -n", "--date -n", "--no-verbose", "-n .",
    ". -n", "--dry-run -n", "-n --dry-run", "-h -n", "--cleanup -n", "-C HEAD -n", "-C -n",
    "--fixup HEAD -n", "--squash -n", "",
)  # fmt: skip


def test_git_skips_its_hook_for_the_same_options(project: MakeProject, git: Git) -> None:
    """Or refuses the command, which then skips nothing."""
    root = project({"a.txt": "x\n"}, commit=True)
    hook, mark = root / ".git/hooks/pre-commit", root / ".git/ran"
    write_files(root, {".git/hooks/pre-commit": f"#!/bin/sh\n: > '{mark}'\n"})
    hook.chmod(0o755)
    for options in OPTIONS:
        arguments = ["-m", "x", *options.split()]
        head = git(root, "rev-parse", "HEAD")
        mark.unlink(missing_ok=True)
        with suppress(subprocess.CalledProcessError):
            git(root, "commit", "--allow-empty", *arguments)
        is_skipped = git(root, "rev-parse", "HEAD") != head and not mark.exists()
        word = find_skipping_word(["--allow-empty", *arguments], GIT_COMMANDS["commit"])
        # A key that is not there, options that exclude one another: git refuses them.
        assert (is_skipped, bool(word)) in ((True, True), (False, False)) or (
            options in ("-C HEAD -n",) and word == "-n"
        ), options
