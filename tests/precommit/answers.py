"""What the tests' projects hold, and what the hooks say of them."""

from __future__ import annotations

from tests.command.made import contract, no_file
from tests.hook_programs import Commit

FILES = {"src/a.py": "x = 1\n", "LICENSE": "MIT\n"}
LICENCE = contract(
    "licence", type="file_exists", pattern=None, file_glob="/LICENSE", message="Keep it."
)
CONTRACTS = {"no-print.yaml": contract(), "licence.yaml": LICENCE, "no-file.yaml": no_file("*.pem")}
CLEAN = Commit(0, "phaser-lint: Passed\nphaser-lint-tree: Passed")
NO_FILE = Commit(0, "phaser-lint: Skipped\nphaser-lint-tree: Passed")


def found(*places: str, checked: int = 1) -> str:
    """The output of a hook that found ``no-print`` at these places."""
    listed = "\n".join(f"{place}:1: error: Use the logger. [no-print]" for place in places)
    return f"{listed}\n\n{totals(len(places), checked)}"


def totals(errors: int, checked: int) -> str:
    noun, files = "error" if errors == 1 else "errors", "file" if checked == 1 else "files"
    return f"{errors} {noun}, 0 warnings\n{checked} {files} checked"


def refused(*places: str, checked: int = 1, tree: str = "Passed", known: int = 0) -> Commit:
    """The content hook found ``no-print`` at these places, *known* ones of them in HEAD too."""
    said = found(*places, checked=checked)
    if known:
        verb, noun = (
            "is" if known == 1 else "are",
            "violation" if len(places) == 1 else "violations",
        )
        ways = "phaser-lint baseline --project-contracts, or args: [--since, HEAD, --]"
        note = (
            f"{known} of {len(places)} {noun} {verb} in HEAD too; to count only what is new: {ways}"
        )
        above, _, last = said.rpartition("\n")
        said = f"{above}\nphaser-lint: note: {note}\n{last}"
    return Commit(1, f"phaser-lint: Failed, 1\n{said}\nphaser-lint-tree: {tree}")


def without_licence(content: str = "Skipped", *, folder: str = "") -> Commit:
    """The tree hook misses the licence."""
    place = f"{folder}.claude/contracts/licence.yaml:1:1"
    said = f"{place}: error: files matching /LICENSE: Keep it. [licence]\n\n{totals(1, 0)}"
    return Commit(1, f"phaser-lint: {content}\nphaser-lint-tree: Failed, 1\n{said}")


def incomplete(message: str) -> str:
    """A hook that could not check at all."""
    return f"Failed, 2\nphaser-lint: {message}"
