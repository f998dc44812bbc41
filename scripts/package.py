"""Build phaser-lint twice, compare, check, and write the release's notes and bill of materials."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.M)


def main() -> int:
    """Return 0 when both builds are equal and every check holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", metavar="vX.Y.Z", help="the tag that the version has to be")
    tag = parser.parse_args().tag
    version = version_of(TOP)
    if tag not in (None, f"v{version}"):
        return refused(f"the tag is {tag}, the version of phaser_lint/__init__.py {version}")
    notes = notes_of(version, (TOP / "CHANGELOG.md").read_text(encoding="utf-8"))
    if tag and not notes:
        return refused(f"CHANGELOG.md has no section [{version}]")
    first, second = built(TOP / "dist"), built(TOP / "dist" / "again")
    shutil.rmtree(TOP / "dist" / "again")
    if first != second:
        return refused(f"two builds differ: {first} and {second}")
    files = [str(path) for path in sorted((TOP / "dist").iterdir())]
    run(str(BIN / "twine"), "check", "--strict", *files)
    run(str(BIN / "check-wheel-contents"), *[name for name in files if name.endswith(".whl")])
    about = TOP / "about"
    about.mkdir(exist_ok=True)
    (about / "notes.md").write_text(notes, encoding="utf-8")
    wheel = next((TOP / "dist").glob("*-any.whl"))
    write_bill_of_materials(wheel, about / "sbom.cdx.json", version)
    for name, digest in first.items():
        sys.stdout.write(f"{digest}  {name}\n")
    return 0


def version_of(root: Path) -> str:
    """Return the version in the package."""
    found = VERSION.search((root / "phaser_lint" / "__init__.py").read_text(encoding="utf-8"))
    assert found, "phaser_lint/__init__.py has no __version__"
    return found[1]


def notes_of(version: str, changelog: str) -> str:
    """Return the section of *version*, without its heading; empty where there is none."""
    found = re.search(
        rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|^\[[^\]]+\]: |\Z)",
        changelog,
        re.M | re.S,
    )
    return found[1].strip() + "\n" if found else ""


def built(folder: Path) -> dict[str, str]:
    """Build both distributions into *folder*, as of the last commit, and return their digests."""
    shutil.rmtree(folder, ignore_errors=True)
    when = subprocess.run(
        ("git", "log", "-1", "--format=%ct"), cwd=TOP, capture_output=True, text=True, check=True
    ).stdout.strip()
    environment = {**os.environ, "SOURCE_DATE_EPOCH": when}
    build = (sys.executable, "-m", "build", "--outdir", str(folder))
    run(*build, env=environment)
    for platform in ("win_amd64", "win_arm64", "win32"):  # pip takes these before the one for any
        run(*build, "--wheel", env={**environment, "PHASER_LINT_WHEEL": platform})
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.is_file()
    }


def write_bill_of_materials(wheel: Path, target: Path, version: str) -> None:
    """Write what an installation of *wheel* consists of, as CycloneDX has it."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        python = f"{folder}/bin/python"
        pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
        run(*pip, "--disable-pip-version-check", str(wheel))
        run(
            str(BIN / "cyclonedx-py"), "environment", "--output-reproducible",
            "--pyproject", "pyproject.toml", "--output-file", str(target), python,
        )  # fmt: skip
    bill = json.loads(target.read_text(encoding="utf-8"))
    text = json.dumps(of_version(bill, version), indent=2, ensure_ascii=False)
    target.write_text(f"{text}\n", encoding="utf-8")


def of_version(bill: dict[str, Any], version: str) -> dict[str, Any]:
    """Return a *bill* of materials with the version, which pyproject.toml does not have."""
    component = {**bill["metadata"]["component"], "version": version}
    component["purl"] = f"pkg:pypi/{component['name']}@{version}"
    return {**bill, "metadata": {**bill["metadata"], "component": component}}


def run(*command: str, env: dict[str, str] | None = None) -> None:
    """Run *command* in the root folder; what fails ends everything."""
    subprocess.run(command, cwd=TOP, check=True, env=env, stdout=sys.stderr)


def refused(why: str) -> int:
    """Print *why* nothing is released."""
    sys.stderr.write(f"package: {why}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
