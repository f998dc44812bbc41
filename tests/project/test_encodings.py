"""What is text here is text for git too, in whatever encoding it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.core.file_records import TextFile
from phaser_lint.project.file_or_skip import make_file_or_skip

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git

LINES = {
    "en": "x = 1  # the total\n",
    "de": "# Größe und Maße für Übungen\n",
    "pl": "# Zażółć gęślą jaźń\n",
    "tr": "# Şişli ığdır ölçü\n",
    "ru": "# Съешь ещё этих мягких булок\n",
    "el": "# Ξεσκεπάζω την ψυχοφθόρα\n",
    "he": "# דג סקרן שט בים\n",
    "ar": "# نص حكيم له سر قاطع\n",
    "th": "# เป็นมนุษย์สุดประเสริฐ\n",
    "lt": "# Įlinkdama fechtuotojo špaga\n",
    "vi": "# Tôi yêu tiếng Việt\n",
    "ja": "# いろはにほへと色は匂へど\n",
    "zh": "# 敏捷的棕色狐狸跳過了懶狗\n",
    "cn": "# 敏捷的棕色狐狸跳过了懒狗\n",
    "ko": "# 다람쥐 헌 쳇바퀴에 타고파\n",
}
ENCODINGS = {
    "en": ("ascii", "utf-8", "utf-8-sig", "utf-7"),
    "de": ("latin-1", "cp437", "cp850", "cp1252", "iso8859-15", "mac-roman", "utf-8"),
    "pl": ("cp1250", "iso8859-2", "cp852", "mac-latin2"),
    "tr": ("cp1254", "iso8859-9", "cp857"),
    "ru": ("cp1251", "koi8-r", "koi8-u", "cp866", "iso8859-5", "mac-cyrillic", "ptcp154"),
    "el": ("cp1253", "iso8859-7", "cp737", "mac-greek"),
    "he": ("cp1255", "iso8859-8", "cp862"),
    "ar": ("cp1256", "iso8859-6", "cp864"),
    "th": ("tis-620", "cp874", "iso8859-11"),
    "lt": ("cp1257", "iso8859-13", "cp775"),
    "vi": ("utf-8",),
    "ja": ("shift-jis", "cp932", "euc-jp", "iso2022-jp", "iso2022-jp-2", "shift-jisx0213"),
    "zh": ("big5", "big5hkscs", "cp950", "gb18030"),
    "cn": ("gb2312", "gbk", "gb18030", "hz"),
    "ko": ("euc-kr", "cp949", "johab", "iso2022-kr"),
}
WIDE = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be")


def test_every_encoding_that_git_calls_text_is_checked(tmp_path: Path, git: Git) -> None:
    """git looks only for a NUL; the wide encodings hold some."""
    git(tmp_path, "init", "-q")
    contents = {
        f"{language}-{encoding}": LINES[language].encode(encoding, "replace") * 20
        for language, encodings in ENCODINGS.items()
        for encoding in encodings
    }
    wide = {f"wide-{encoding}": (LINES["en"] * 20).encode(encoding) for encoding in WIDE}
    for name, content in {**contents, **wide}.items():
        (tmp_path / name).write_bytes(content)
    git(tmp_path, "add", "-A")
    texts = set(git(tmp_path, "grep", "-I", "--cached", "-l", "").splitlines())
    assert texts == set(contents)
    checked_names = {
        name
        for name, content in {**contents, **wide}.items()
        if isinstance(make_file_or_skip(name, content), TextFile)
    }
    assert checked_names == {*texts, "wide-utf-16"}
