"""Packages that pages name, and the language of each: `lodash`, `@a/b`, `log/slog`, `org.junit`."""

from __future__ import annotations

import re

JVM = "Java and Kotlin"
"""The languages that import the same packages."""
JVM_NAME = re.compile(r"(?:java|javax|jakarta|kotlinx?|androidx?|com|org|io)(?:\.\w+)+(?:\.\*)?")
"""A package of these, or a class in one."""
_SCOPED_PACKAGE = re.compile(r"@[a-z][\w.-]*/[a-z][\w.-]*")
_GO_PACKAGE = re.compile(
    r"log/slog|io/ioutil|math/rand|(?:github\.com|golang\.org|gopkg\.in|go\.uber\.org)(?:/[\w.-]+)+"
)
PACKAGES = {
    **dict.fromkeys(
        (
            "axios",
            "better-sqlite3",
            "date-fns",
            "dotenv",
            "enzyme",
            "execa",
            "express",
            "formik",
            "ioredis",
            "jquery",
            "lodash",
            "moment",
            "mongoose",
            "node-fetch",
            "pg",
            "postgres",
            "redux",
            "styled-components",
            "superagent",
            "underscore",
            "ws",
        ),
        "JavaScript",
    ),
    **dict.fromkeys(
        (
            "aiohttp",
            "argparse",
            "httpx",
            "logging",
            "loguru",
            "numpy",
            "pandas",
            "pickle",
            "psycopg2",
            "pytz",
            "requests",
            "simplejson",
            "subprocess",
            "unittest",
            "urllib3",
        ),
        "Python",
    ),
    "lombok": JVM,
}
"""Packages whose names mean nothing else in code, and their languages."""
FRAMEWORKS = frozenset(
    (
        "angular", "boto3", "django", "drizzle-orm", "fastapi", "flask", "litestar", "next",
        "pydantic", "react", "react-dom", "sqlalchemy", "sqlite3", "svelte", "typeorm", "vue",
    )
)  # fmt: skip
"""Packages that a folder may have to do without; elsewhere their names are words."""
PACKAGE_TOPICS = frozenset(
    (
        "api", "apis", "database", "databases", "dependencies", "http", "libraries", "library",
        "networking", "package", "packages", "requests", "runtime",
    )
)  # fmt: skip
"""The words for what packages are for: below a heading about one, each file is meant."""


def find_package_language(span: str) -> str:
    """Return the language of the package that the code span *span* is the name of, or nothing."""
    if _SCOPED_PACKAGE.fullmatch(span):
        return "JavaScript"
    # A class is named in code, too.
    if JVM_NAME.fullmatch(span) and span.islower():
        return JVM
    return "Go" if _GO_PACKAGE.fullmatch(span) else PACKAGES.get(span, "")
