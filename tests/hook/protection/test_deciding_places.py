"""``phaser-lint hook --protect``: whatever decides a verdict is not changed in silence.

Of two hundred random projects one deciding file each is written, deleted, moved and changed by a
command. What is silent comes first.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaser_lint.contract.pack_table import FOLDER as PACKS
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

    Ask = Callable[..., Any]

INCLUDING = {".phaser/config.yaml": "include: [shared/c]\n", "shared/c/a.yaml": contract()}
WITH_A_LATER_ONE = {**INCLUDING, ".phaser/config.yaml": "include: [shared/c, later]\n"}


@pytest.fixture
def ask(run: Run, tmp_path: Path) -> Ask:
    """What the hook with protection answers, in a home of its own."""

    def ask_hook(stdin: bytes, *flags: str) -> Any:
        home = tmp_path / "home"
        env = {name: str(home / name) for name in ("XDG_CACHE_HOME", "XDG_RUNTIME_DIR")}
        outcome = run("hook", "--protect", *flags, stdin=stdin, env={"HOME": str(home), **env})
        assert (outcome.code, outcome.err) == (0, "")
        return json.loads(outcome.out)

    return ask_hook


def is_refused(answer: Any, rule_id: str = "protected-contracts") -> bool:
    """Tell whether an edit is denied, or a change reported, as one of what is protected."""
    specific = answer.get("hookSpecificOutput", {})
    texts = [specific.get("permissionDecisionReason"), specific.get("additionalContext")]
    return any(rule_id in text for text in (*texts, answer.get("reason")) if text)


def write(root: Path, path: str, text: str = "x\n") -> bytes:
    return event(cwd=root, file_path=str(root / path), content=text)


SILENT = {
    "a note beside the contracts": "shared/c/README.md",
    "a file of another folder of that name": "src/shared/c/b.yaml",
    "a hidden file, which is read as none": "shared/c/.draft.yaml",
    "a folder whose name begins alike": "shared/cc/b.yaml",
    "what lies beside the folder": "shared/b.yaml",
    "an ordinary file": "src/a.py",
}


@pytest.mark.parametrize("path", SILENT.values(), ids=SILENT)
@pytest.mark.parametrize("included", [True, False], ids=["included", "not included"])
def test_only_contract_files_of_an_included_folder_are_protected(
    project: MakeProject, ask: Ask, path: str, *, included: bool
) -> None:
    """In an included folder the contract files decide, and nothing else."""
    root = project(INCLUDING if included else {"shared/c/a.yaml": contract()})
    assert ask(write(root, path, "x = 1\n")) == {}


def test_a_folder_that_is_not_included(project: MakeProject, ask: Ask) -> None:
    """Contract files that nothing names are files like others."""
    root = project({"shared/c/a.yaml": contract()}, contracts={"b.yaml": contract("b")})
    assert ask(write(root, "shared/c/a.yaml")) == {}


REFUSED = {
    "a contract": "shared/c/a.yaml",
    "a new contract": "shared/c/new.yml",
    "another case": "Shared/C/A.YAML",
    "a way round": "src/../shared/./c//a.yaml",
    "a folder that is not there yet": "later/a.yaml",
    "a file in the place of a folder that is not there yet": "later",
}


@pytest.mark.parametrize("path", REFUSED.values(), ids=REFUSED)
def test_files_of_an_included_folder_are_refused(project: MakeProject, ask: Ask, path: str) -> None:
    """What the configuration includes, whether it is there or not."""
    assert is_refused(ask(write(project(WITH_A_LATER_ONE), path)))


def test_an_included_folder_is_protected_by_its_other_names(
    project: MakeProject, ask: Ask, tmp_path: Path
) -> None:
    """A linked folder, a link to a contract, a hard link, and one that leads out of the project."""
    write_files(tmp_path, {"outside/o.yaml": contract("o")})
    files = {**INCLUDING, "lib/x.yaml": contract("x"), "real/r.yaml": contract("r")}
    root = project({**files, ".phaser/config.yaml": "include: [shared/c, linked]\n"})
    (root / "linked").symlink_to("real")
    (root / "shared/c/x.yaml").symlink_to("../../lib/x.yaml")
    (root / "shared/c/o.yaml").symlink_to(tmp_path / "outside/o.yaml")
    (root / "shared/c/later.yaml").symlink_to("../../lib/later.yaml")
    os.link(root / "shared/c/a.yaml", root / "hard.txt")
    os.link(root / ".phaser/config.yaml", root / "hard.md")
    for path in ("real/r.yaml", "real/new.yaml", "linked/r.yaml", "lib/x.yaml", "lib/later.yaml"):
        assert is_refused(ask(write(root, path))), path
    for path in ("hard.txt", "hard.md", "shared/c/x.yaml"):
        assert is_refused(ask(write(root, path))), path
    assert not is_refused(ask(write(root, "lib/other.yaml")))


def test_a_pack_and_a_flag(project: MakeProject, ask: Ask) -> None:
    """The files of an included pack, and of a folder that a flag names beside the usual ones."""
    root = project({".phaser/config.yaml": "include: [{pack: secrets}]\n", "rules/a.yaml": "y\n"})
    assert is_refused(ask(write(root, os.path.join(PACKS, "secrets", "new.yaml"))))
    assert not is_refused(ask(write(root, os.path.join(PACKS, "debuggers", "new.yaml"))))
    assert is_refused(ask(write(root, "rules/a.yaml"), "--contracts-dir", str(root / "rules")))


def test_a_submodule_with_contracts_of_its_own(project: MakeProject, ask: Ask, git: Git) -> None:
    """Its folder is the outer project's to include, though its files are checked by its own."""
    root = project({".phaser/config.yaml": "include: [sub/c]\n"})
    write_files(root / "sub", {"c/a.yaml": contract(), ".phaser/contracts/b.yaml": contract("b")})
    git(root / "sub", "init", "-q")
    for _ in range(2):
        assert is_refused(ask(write(root, "sub/c/a.yaml")))
    assert ask(write(root, "sub/src/a.py")) == {}


def test_a_command_that_changes_an_included_folder_is_reported(
    project: MakeProject, ask: Ask
) -> None:
    """What a command does to an included folder: each is reported after it, or at Stop."""

    def report_after(change: Callable[[], object], session: str) -> Any:
        ask(event(name="SessionStart", tool="", cwd=root, session_id=session))
        change()
        return ask(event("Bash", name="PostToolUse", cwd=root, command="make", session_id=session))

    root = project(WITH_A_LATER_ONE, commit=True)
    file = root / "shared/c/a.yaml"
    assert not is_refused(
        report_after(lambda: (root / "shared/c/README.md").write_text("x\n"), "0")
    )
    assert is_refused(report_after(lambda: file.write_text(contract("other")), "1"))
    assert is_refused(
        report_after(lambda: (root / "later").mkdir() or shutil.copy(file, root / "later"), "2")
    )
    assert is_refused(report_after(lambda: (root / "shared").rename(root / "gone"), "3"))
    assert is_refused(report_after((root / ".phaser/config.yaml").unlink, "4"))


def test_a_folder_that_is_included_meanwhile(project: MakeProject, ask: Ask) -> None:
    """That it is included is the change; its files did not change. What is left out goes on."""
    root = project({**INCLUDING, "more/m.yaml": contract("m")}, commit=True)
    configuration = root / ".phaser/config.yaml"

    def after_command() -> Any:
        return ask(event("Bash", name="PostToolUse", cwd=root, command="make"))

    ask(event(name="SessionStart", tool="", cwd=root))
    configuration.write_text("include: [more]\n")
    context = after_command()["hookSpecificOutput"]["additionalContext"]
    assert context.startswith("Changed all the same: protected-contracts in .phaser/config.yaml. ")
    for path in ("more/m.yaml", "shared/c/a.yaml"):
        (root / path).write_text("x\n")
        assert path in after_command()["hookSpecificOutput"]["additionalContext"]


# Random projects.


class DecidingFile(NamedTuple):
    """A file that decides, from the root of a project or absolute, and the id of its protection."""

    path: str
    rule_id: str = "protected-contracts"


def draw_project(numbers: random.Random, root: Path, home: Path) -> list[DecidingFile]:
    """Fill *root*, and *home*, and return what decides there."""
    deciding_files: list[DecidingFile] = []
    levels = numbers.sample(["", "services/pay", "lib", "a/b/c"], numbers.randint(1, 3))
    for number, level in enumerate(levels):
        place = numbers.choice([".claude/contracts", ".phaser/contracts"])
        path = os.path.join(level, place, f"l{number}.{numbers.choice(['yaml', 'yml'])}")
        write_files(root, {path: contract(f"l{number}")})
        deciding_files += [DecidingFile(path), DecidingFile(os.path.join(level, place, "new.yaml"))]
    names = numbers.sample(["shared/c", "rules", "vendor/x/y", "linked"], numbers.randint(1, 3))
    for name in names:
        write_files(root, {f"{'real' if name == 'linked' else name}/i.yaml": contract(name[-1])})
        deciding_files += [DecidingFile(f"{name}/i.yaml"), DecidingFile(f"{name}/new.yml")]
        if name == "linked":
            (root / "linked").symlink_to("real")
            deciding_files.append(DecidingFile("real/i.yaml"))
    if numbers.random() < 0.3:
        names.append("missing/yet")
        deciding_files.append(DecidingFile("missing/yet/first.yaml"))
    write_files(root, {".phaser/config.yaml": f"include: {json.dumps(names)}\n"})
    write_files(root, {".phaser/baseline.jsonl": '{"phaser-lint baseline": 2}\n'})
    if numbers.random() < 0.5:
        write_files(home, {".phaser/contracts/h.yaml": contract("h")})
        deciding_files.append(DecidingFile(str(home / ".phaser/contracts/h.yaml")))
    if numbers.random() < 0.5:
        write_files(root, {"docs/t.yaml": contract("t")})
        (root / names[0] / "t.yaml").symlink_to(root / "docs/t.yaml")
        deciding_files.append(DecidingFile("docs/t.yaml"))
    if numbers.random() < 0.5:
        os.link(root / deciding_files[0].path, root / "hard.txt")
        deciding_files.append(DecidingFile("hard.txt"))
    baseline = DecidingFile(".phaser/baseline.jsonl", "protected-baseline")
    return [*deciding_files, DecidingFile(".phaser/config.yaml"), baseline]


@pytest.mark.one_row_in(80)
@pytest.mark.parametrize("seed", range(200))
def test_nothing_that_decides_changes_in_silence(
    project: MakeProject, ask: Ask, tmp_path: Path, seed: int
) -> None:
    """By a tool that writes, by a patch that deletes or moves, by a command that nobody saw.

    A nested level's contract that has a second name is known when all are looked for: an edit by
    that name is reported as a command's change is. To delete the name changes no contract.
    """
    numbers = random.Random(seed)
    root, home = project({"src/a.py": "x = 1\n"}, commit=True), tmp_path / "home"
    deciding = draw_project(numbers, root, home)
    if numbers.random() < 0.5:
        ask(write(root, "src/a.py", "x = 2\n"))  # what was stored by an earlier edit counts
    file = numbers.choice(deciding)
    path = root / file.path
    is_second_name = file.path == "hard.txt"
    patches = [f"*** Update File: {path}\n*** Move to: {root}/moved.txt\n@@\n-message\n+message"]
    if path.exists():
        patches.append(f"*** Delete File: {path}")
    else:
        patches = [f"*** Add File: {path}\n+x"]
    assert is_second_name or is_refused(ask(write(root, file.path)), file.rule_id), file
    for patch in [] if is_second_name else patches:
        command = f"*** Begin Patch\n{patch}\n*** End Patch\n"
        stdin = event("apply_patch", cwd=root, command=command)
        assert is_refused(ask(stdin, "--agent", "codex"), file.rule_id), (file, patch)
    changes = [lambda: path.write_text("x\n"), *([] if is_second_name else [path.unlink])]
    for number, change in enumerate(changes):
        session = f"s{number}"
        ask(event(name="SessionStart", tool="", cwd=root, session_id=session))
        path.parent.mkdir(parents=True, exist_ok=True)
        change()
        stdin = event("Bash", name="PostToolUse", cwd=root, command="make", session_id=session)
        answers = ask(stdin), ask(event(name="Stop", tool="", cwd=root, session_id=session))
        assert any(is_refused(answer, file.rule_id) for answer in answers), file
