"""What a draft finds of a name that an import makes shorter, and what it says it misses."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line

MUTEX = "Never use `std::sync::Mutex`; use `parking_lot::Mutex`"
EXIT = "Never call `std::process::exit()`"
OS_PATH = "Use `pathlib.Path` instead of `os.path`"
LONG_NAME = "Never call `os.path.join()`"
UTC = "Never call `datetime.datetime.utcnow()`"
MUTABLE = "Never use `scala.collection.mutable`"
SLEEP = "Never call `time.sleep()`"
READ = "Never call `fs.readFileSync()`"
FORM = "Never use `Phoenix.HTML.form_for`"


@pytest.mark.parametrize(
    ("text", "path", "code"),
    [
        (MUTEX, "a.rs", "let a = std::sync::Mutex::new(1);"),
        (MUTEX, "a.rs", "let a = ::std::sync::Mutex::new(1);"),
        (MUTEX, "a.rs", "use std::sync::Mutex;"),
        (MUTEX, "a.rs", "use std::sync::{Arc, Mutex};"),
        (MUTEX, "a.rs", "use std::sync::{\n    atomic::{AtomicBool, Ordering},\n    Mutex,\n};"),
        (MUTEX, "a.rs", "use std::{io, sync::{Arc, Mutex}};"),
        (MUTEX, "a.rs", "pub use ::std::{sync::Mutex as Lock};"),
        (MUTEX, "a.rs", "use std::sync;\n\nfn f() {\n    sync::Mutex::new(1);\n}\n"),
        (MUTEX, "a.rs", "use std::{io, sync};\n\ntype A = sync::Mutex<u8>;\n"),
        (MUTEX, "a.rs", "use std::sync::{self, Arc};\n\ntype A = sync::Mutex<u8>;\n"),
        (EXIT, "a.rs", "use std::process;\n\nfn f() {\n    process::exit(1)\n}\n"),
        (EXIT, "a.rs", "use std::process::{exit, Command};"),
        (EXIT, "a.rs", "::std::process::exit(1)"),
        ("Never use `process::exit`", "a.rs", "std::process::exit(1)"),
        (OS_PATH, "a.py", "from os import path"),
        (OS_PATH, "a.py", "from os import (\n    environ,\n    path,\n)"),
        (LONG_NAME, "a.py", "from os.path import exists, join"),
        (LONG_NAME, "a.py", "from os import path\n\npath.join(a)\n"),
        (SLEEP, "a.py", "from time import sleep as wait"),
        (UTC, "a.py", "from datetime import datetime\ndatetime.utcnow()"),
        (READ, "a.ts", "import { readFileSync } from 'node:fs'"),
        (READ, "a.ts", "const { join, readFileSync: read } = require('fs')"),
        (READ, "a.ts", "const { readFileSync } = fs;"),
        ("Never use `React.FC`", "a.tsx", "import React, { type FC } from 'react'"),
        ("Never call `Thread.sleep()`", "A.java", "import static java.lang.Thread.sleep;"),
        ("Never use `java.util.Date`", "A.java", "import java.util.Date;"),
        (MUTABLE, "A.scala", "import scala.collection.{immutable, mutable}"),
        (FORM, "a.ex", "import Phoenix.HTML, only: [link: 2, form_for: 4]"),
        (FORM, "a.ex", "alias Phoenix.HTML\n\nHTML.form_for(a)\n"),
        ("Never use `Phoenix.View`", "a.ex", "alias Phoenix.{Endpoint, View}"),
        ("Never use `DB::`", "a.php", "\\DB::table('a')"),
    ],
)  # fmt: skip
def test_a_draft_finds_the_import_that_makes_a_name_shorter(
    text: str, path: str, code: str
) -> None:
    assert finds(keys_of(read_page_line(text, [path])), code)


@pytest.mark.parametrize(
    ("text", "path", "code"),
    [
        (MUTEX, "a.rs", "use parking_lot::Mutex;"),
        ("Never use `process::exit`", "a.rs", "tokio::process::exit(1)"),
        (MUTEX, "a.rs", "use tokio::sync::{Mutex, RwLock};"),
        (MUTEX, "a.rs", "use std::sync::{Arc, MutexGuard};"),
        (MUTEX, "a.rs", "use std::sync::{mpsc::Mutex};"),
        (MUTEX, "a.rs", "use std::{sync::{Arc}, other::{Mutex}};"),
        (MUTEX, "a.rs", "use std::sync;\n\n// not sync::Mutex\ntype A = sync::Arc<u8>;\n"),
        (MUTEX, "a.rs", "use tokio::sync;\n\ntype A = sync::Mutex<u8>;\n"),
        (LONG_NAME, "a.py", "from os import path\n\npath.exists(a)\n"),
        (LONG_NAME, "a.py", "from posix import path\n\npath.join(a)\n"),
        (SLEEP, "a.py", "from time import time  # no sleep"),
        (SLEEP, "a.py", "from asyncio import sleep"),
        (READ, "a.ts", "import { readFileSync } from './fs-of-tests'"),
        (READ, "a.ts", "import { readFile } from 'fs'"),
        ("Never call `Thread.sleep()`", "A.java", "import static java.lang.Thread.yield;"),
        (FORM, "a.ex", "import Phoenix.HTML, only: [link: 2]"),
        ("Never use `DB::`", "a.php", "Own\\DB::table('a')"),
    ],
)  # fmt: skip
def test_a_draft_leaves_the_import_of_another_name(text: str, path: str, code: str) -> None:
    assert not finds(keys_of(read_page_line(text, [path])), code)


@pytest.mark.parametrize(
    ("text", "path", "unseen"),
    [
        (MUTEX, "a.rs", "`use std::sync::*`, another name (`use … as`)"),
        (SLEEP, "a.py", "another name (`import time as …`), `from time import *`"),
        (READ, "a.ts", "another name for `fs`"),
        ("Never use `console.debug`", "a.ts", "`const { debug } = console`"),
        ("Never call `ioutil.ReadAll()`", "a.go", "`ioutil` imported by another name"),
        ("Never use `java.util.Date`", "A.java", "`Date` after an import of `java.util.*`"),
        ("Never use `DateTime.Now`", "A.cs", "`using static`, another name (`using … =`)"),
        ("Never use `std::endl`", "a.cpp", "`endl` after `using namespace std`"),
        ("Never use `Net::HTTP`", "a.rb", "`HTTP` inside of `module Net`"),
        ("Never use `Carbon::now()`", "a.php", "another name (`use … as`)"),
        ("Never use `DispatchQueue.main`", "a.swift", "`.main` where the type is known"),
        ("Never use `vim.api.buf_set_lines()`", "a.lua", "another name for it"),
    ],
)  # fmt: skip
def test_a_draft_says_what_it_does_not_see(text: str, path: str, unseen: str) -> None:
    """It may find nothing today, and the code may have it."""
    line = read_page_line(text, [path])
    assert line.rule
    assert line.rule.unseen == (unseen,)


@pytest.mark.parametrize("text", ["Never use `print()`", "Never use `self.run()`"])
def test_a_name_that_no_import_makes_shorter_has_nothing_unseen(text: str) -> None:
    line = read_page_line(text, ["a.py"])
    assert line.rule
    assert line.rule.unseen == ()


@pytest.mark.parametrize(
    "text",
    [
        "Use `useState` instead of `React.useState`",
        "Never use `React.useState`; import hooks directly",
    ],
)
def test_a_ban_of_the_owner_is_none_of_the_import(text: str) -> None:
    """The import is what the page recommends."""
    keys = keys_of(read_page_line(text, ["a.tsx"]))
    assert not finds(keys, "import { useState } from 'react'")
    assert finds(keys, "React.useState(a)")


def test_a_name_that_nobody_writes_in_full_becomes_no_draft() -> None:
    """With ``using System``, of a file or of a project, ``DateTime.Now`` is the same."""
    line = read_page_line("Never use `System.DateTime.Now`", ["A.cs"])
    assert line.rule is None
    assert line.reason == ("code: names `System.DateTime.Now`, which may stand without `System`")


def test_a_header_that_may_be_of_either_is_named() -> None:
    line = read_page_line("Never use `std::endl`", ("a.cpp", "b.h", "c.c"))
    assert line.rule
    assert line.rule.unseen[0] == "`*.h`, of C or of C++"


def test_notebooks_that_a_ban_of_python_leaves_out_are_named() -> None:
    """Many print in a cell: who owns the rule adds them to its glob."""
    for text in ("Use `pathlib` instead of `os.path`", "Do not import `simplejson`"):
        lines = [read_page_line(text, paths) for paths in (["a.py", "b.ipynb"], ["a.py"])]
        seen = [line.rule is not None and "`*.ipynb`" in line.rule.unseen for line in lines]
        assert seen == [True, False]


def test_a_ban_of_logs_says_how_else_they_are_written() -> None:
    line = read_page_line("Never use `console.log`", ["a.ts"])
    assert line.rule
    assert line.rule.unseen == (
        "`console['log']`, `console?.log`",
        "`const { log } = console`",
    )
