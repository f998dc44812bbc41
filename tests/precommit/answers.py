"""What the tests' projects hold, and what the hooks say of them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.command.made import NEW, RECORDING, RECORDS, contract, no_file, ways_on
from tests.hook_programs import Commit

FILES = {"src/a.py": "x = 1\n", "LICENSE": "MIT\n"}
LICENCE = contract(
    "licence", type="file_exists", pattern=None, file_glob="/LICENSE", message="Keep it."
)
CONTRACTS = {"no-print.yaml": contract(), "licence.yaml": LICENCE, "no-file.yaml": no_file("*.pem")}
CLEAN = Commit(0, "phaser-lint: Passed\nphaser-lint-tree: Passed")
NO_FILE = Commit(0, "phaser-lint: Skipped\nphaser-lint-tree: Passed")


def output_of_violations(*places: str, checked_count: int = 1) -> str:
    """The output of a hook that found ``no-print`` at these places."""
    violation_lines = "\n".join(f"{place}:1: error: Use the logger. [no-print]" for place in places)
    return f"{violation_lines}\n\n{totals(len(places), checked_count)}"


def totals(errors: int, checked_count: int) -> str:
    noun, files = "error" if errors == 1 else "errors", "file" if checked_count == 1 else "files"
    return f"{errors} {noun}, 0 warnings\n{checked_count} {files} checked"


def refused(
    *places: str,
    checked_count: int = 1,
    tree: str = "Passed",
    existing_count: int = 0,
    is_staged: bool = True,
    may_be_old: bool = False,
) -> Commit:
    """The content hook found ``no-print`` at these places, so many of them in HEAD too.

    *is_staged*: git's index has what was checked, and keeps it. *may_be_old*: no commit is being
    made, so nothing is known of HEAD, and a baseline is offered.
    """
    output = output_of_violations(*places, checked_count=checked_count)
    if existing_count:
        verb, noun = (
            "is" if existing_count == 1 else "are",
            "violation" if len(places) == 1 else "violations",
        )
        ways = "phaser-lint baseline --project-contracts, or args: [--since, HEAD, --]"
        share = f"{existing_count} of {len(places)} {noun} {verb} in HEAD too"
        note = f"{share}; to count only what is new: {ways}"
        lines_above, _, last = output.rpartition("\n")
        output = f"{lines_above}\nphaser-lint: note: {note}\n{last}"
    path, _, line = places[0].rpartition(":")
    recording = RECORDING if may_be_old else NEW
    if existing_count:  # what HEAD has is named last
        in_head = ", ".join(places[len(places) - existing_count :])
        recording = dict.fromkeys(RECORDING, f"{RECORDS}; HEAD has {in_head}")
    if path.endswith(".py"):
        next_steps = ways_on(path, int(line), recording=recording, is_staged=is_staged).strip()
    else:
        command = f"phaser-lint why no-print {path}:{line}{' --staged' * is_staged}"
        next_steps = without_directive(command, recording=recording)
    if 0 < existing_count < len(places):
        next_steps = next_steps.replace("the first violation", "the first new violation")
    output += f"\n{next_steps}"
    return Commit(1, f"phaser-lint: Failed, 1\n{output}\nphaser-lint-tree: {tree}")


def without_directive(command: str, *, recording: Mapping[str, str] = NEW) -> str:
    """The ways on where no comment can suppress a violation."""
    steps = {command: "explains the first violation", **recording}
    width = max(map(len, steps))
    return "\n".join(("next:", *(f"  {step:<{width}}  # {steps[step]}" for step in steps)))


def without_licence(content: str = "Skipped", *, folder: str = "") -> Commit:
    """The tree hook misses the licence."""
    tree = tree_without_licence(folder=folder)
    return Commit(1, f"phaser-lint: {content}\nphaser-lint-tree: {tree}")


def tree_without_licence(*, folder: str = "", may_be_old: bool = False) -> str:
    """What the tree hook says then; *may_be_old* as in ``refused``."""
    place = f"{folder}.claude/contracts/licence.yaml:1:1"
    recording = RECORDING if may_be_old else NEW
    return (
        f"Failed, 1\n{place}: error: files matching /LICENSE: Keep it. [licence]\n\n"
        f"{totals(1, 0)}\n{without_directive('phaser-lint explain licence', recording=recording)}"
    )


def incomplete(message: str) -> str:
    """A hook that could not check at all."""
    return f"Failed, 2\nphaser-lint: {message}"
