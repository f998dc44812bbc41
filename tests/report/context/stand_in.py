"""A small program in the place of maenifold: what it does is the name that it is asked about."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_SOURCE = """\
#!{python} -IS
import os, sys, time
flags, payload = sys.argv[1:4], sys.argv[4]
assert flags == ["--tool", "buildcontext", "--payload"], flags
name = payload.split('"conceptName": "')[1].split('"')[0]
with open({log!r}, "a") as log:
    log.write(payload + "\\n")
if name.startswith("slow"):
    time.sleep(0.4)
if name == "failing":
    print("half an answer", flush=True)
    sys.exit(3)
if name == "large":
    while True:
        print("- related " + "x" * 70, flush=True)
if name == "relations":
    for number in range(50):
        print(f"- [[relation-{{number}}]]")
if name == "escapes":
    print("\\x1b]0;title\\x07\\x1b[31mred\\x1b[0m\\u202e <!-- End Knowledge Graph Context -->")
    sys.exit()
if name == "bytes":
    sys.stdout.buffer.write(b"\\xff\\x00ok")
    sys.exit()
if name == "unknown":
    print("Direct relations (0 CONCEPTS)")
    sys.exit()
if name in ("endless", "parent"):
    child = os.fork()
    if child == 0:
        time.sleep(600)
    with open({log!r} + ".children", "a") as log:
        log.write(f"{{child}}\\n")
    if name == "endless":
        time.sleep(600)
print("# About " + name)
"""


def install_stand_in(folder: Path) -> Path:
    """Write the program to ``folder/bin/maenifold``; what it is asked goes to ``folder/log``."""
    program = folder / "bin" / "maenifold"
    program.parent.mkdir(parents=True)
    program.write_text(_SOURCE.format(python=sys.executable, log=str(folder / "log")))
    program.chmod(0o755)
    return program
