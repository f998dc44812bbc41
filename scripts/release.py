"""Write a version into every file that names it, check the whole, commit and tag.

Before anything is written: a clean checkout of main, a version after all tags, something in
CHANGELOG.md under [Unreleased]. Then, of the commit that is tagged: two equal builds that twine
and check-wheel-contents take, notes, a bill of materials, all of .ci/run, and the site with its
links. What fails leaves neither commit nor tag.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[1]
URL = "https://github.com/phaser-lint/phaser-lint"
VERSION = re.compile(r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)")
PIN = re.compile(r"(rev: v|phaser-lint/phaser-lint@v|install phaser-lint==)\d+\.\d+\.\d+\b")
# Before there is a release, this is what can be installed, and what a page says instead of a tag.
UNRELEASED_PACKAGE = f"git+{URL}"
UNRELEASED_PIN = re.compile(r"(rev: |phaser-lint/phaser-lint@)COMMIT\b")
UNRELEASED_CHECKOUT = re.compile(r"^pipx install \.(?=\s)", re.M)
UNRELEASED_WARNING = re.compile(r"There is no release yet: [^.]*\.\s")
UNRELEASED = "## [Unreleased]"


def main() -> int:
    """Return 0 when the commit and the tag are there, 1 with the reason, 2 for a wrong version."""
    parser = argparse.ArgumentParser(
        prog="scripts/release",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("version", metavar="X.Y.Z")
    version = parser.parse_args().version
    if not VERSION.fullmatch(version):
        parser.error(f"expected a version such as 0.2.0, not {version}")
    why = not_ready(version)
    if why:
        sys.stderr.write(f"release: {why}; nothing is changed\n")
        return 1
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    changed = written(version, today)
    try:
        for command in (("git", "add", *changed), ("git", "commit", "-m", f"Release {version}")):
            run(*command)
        run("scripts/package", "--tag", f"v{version}")
        run("./.ci/run")
        run("scripts/site")
        run("git", "tag", "-a", f"v{version}", "-m", f"phaser-lint {version}")
    except subprocess.CalledProcessError as error:
        run("git", "reset", "--quiet", "--hard", "HEAD~1" if is_release(version) else "HEAD")
        sys.stderr.write(f"release: {' '.join(error.cmd)} failed; nothing is changed\n")
        return 1
    sys.stdout.write(f"To publish it: git push origin main v{version}\n")
    return 0


def not_ready(version: str) -> str | None:
    """Return why *version* cannot be released from here, ``None`` where it can."""
    if output_of("git", "status", "--porcelain"):
        return "expected a clean checkout"
    if output_of("git", "branch", "--show-current") != "main":
        return "expected the branch main"
    tags = output_of("git", "tag", "--list", "v*").split()
    made = (numbers(tag[1:]) for tag in tags if VERSION.fullmatch(tag[1:]))
    newest = max(made, default=(0, 0, 0))
    if numbers(version) <= newest:
        return f"expected a version after {'.'.join(map(str, newest))}"
    changelog = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    notes = changelog.partition(UNRELEASED)[2].partition("\n## [")[0]
    if not re.search(r"^- ", notes, re.M):
        return f"CHANGELOG.md has nothing under {UNRELEASED}"
    return None


def written(version: str, today: str) -> list[str]:
    """Write *version* into each file that has it, and return the files."""
    tags = output_of("git", "tag", "--list", "v*", "--sort=-v:refname").split()
    changes = {
        "phaser_lint/__init__.py": lambda text: re.sub(
            r'^__version__ = ".*"$', f'__version__ = "{version}"', pinned(text, version), flags=re.M
        ),
        "CHANGELOG.md": lambda text: released(text, version, today, tags[0] if tags else None),
        "CITATION.cff": lambda text: cited(text, version, today),
        "plugins/phaser-lint/.claude-plugin/plugin.json": lambda text: versioned(text, version),
        "editors/vscode/package.json": lambda text: pinned(versioned(text, version), version),
        "editors/vscode/src/choice.ts": lambda text: pinned(text, version),
        "editors/vscode/package-lock.json": lambda text: versioned(text, version),
    }
    for name in pages():
        changes[name] = lambda text: pinned(text, version)
    for name, change in changes.items():
        path = TOP / name
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    return list(changes)


def pages() -> list[str]:
    """Return the pages that name a version, or what to install."""
    docs = (f"docs/{path.name}" for path in sorted((TOP / "docs").glob("*.md")))
    return ["README.md", "editors/vscode/README.md", *docs]


def released(changelog: str, version: str, today: str, before: str | None) -> str:
    """Return *changelog* with what was unreleased under *version*, and the links below it."""
    here = f"compare/{before}...v{version}" if before else f"releases/tag/v{version}"
    text = changelog.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {today}", 1)
    return re.sub(
        r"^\[Unreleased\]: .*$",
        f"[Unreleased]: {URL}/compare/v{version}...main\n[{version}]: {URL}/{here}",
        text,
        count=1,
        flags=re.M,
    )


def cited(citation: str, version: str, today: str) -> str:
    """Return *citation* with the version and its date."""
    rest = re.sub(r"^(?:version|date-released): .*\n", "", citation, flags=re.M)
    return f"{rest.rstrip()}\nversion: {version}\ndate-released: {today}\n"


def versioned(package: str, version: str) -> str:
    """Return a package of npm, or its lock file, with the version of this one."""
    own = r'("name": "phaser-lint",[^{}]*?"version": ")[^"]*'
    return re.sub(own, rf"\g<1>{version}", package)


def pinned(page: str, version: str) -> str:
    """Return *page* with its examples pinned to *version*, which the package index has."""
    text = page.replace(f"pip install {UNRELEASED_PACKAGE}", f"pip install phaser-lint=={version}")
    text = UNRELEASED_CHECKOUT.sub("pipx install phaser-lint", text)
    text = UNRELEASED_PIN.sub(rf"\g<1>v{version}", UNRELEASED_WARNING.sub("", text))
    return PIN.sub(rf"\g<1>{version}", text).replace(UNRELEASED_PACKAGE, "phaser-lint")


def numbers(version: str) -> tuple[int, ...]:
    """Return a version's three numbers."""
    return tuple(map(int, version.split(".")))


def is_release(version: str) -> bool:
    """Tell whether the last commit is the one made for *version*."""
    return output_of("git", "log", "-1", "--format=%s") == f"Release {version}"


def output_of(*command: str) -> str:
    """Return what *command* prints."""
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def run(*command: str) -> None:
    """Run *command*; what fails raises ``CalledProcessError``."""
    subprocess.run(command, cwd=TOP, check=True)


if __name__ == "__main__":
    sys.exit(main())
