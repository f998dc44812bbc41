"""What MkDocs calls while it builds the site: adds the pages of ``site_pages``, writes texts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File
from site_pages import as_page, generated_pages, short_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

# Blocks of code have several lines, or elements of their own.
_CODE = re.compile(r"<code>[^<\n]+</code>")
_FLAG = re.compile(r"(?<![\w-])--[\w-]*\w")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the pages of the types in the navigation: there is a page for each."""
    sections = [pages for each in config.nav or [] for pages in each.values()]
    lists = [page for pages in sections if isinstance(pages, list) for page in pages]
    types = next(each["Types"] for each in lists if "Types" in each)
    types.extend(path for path in generated_pages() if path.startswith("rules/"))
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add what is made of other sources."""
    for path, content in generated_pages().items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links that leave the docs lead to GitHub."""
    is_made = page.file.generated_by is not None
    return markdown if is_made else as_page(markdown, source=f"docs/{page.file.src_uri}")


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Keep each flag in a sentence whole: a browser would break ``--fix`` behind its hyphens."""
    return _CODE.sub(lambda code: _FLAG.sub(r'<span class="flag">\g<0></span>', code[0]), html)


def on_env(env: Environment, *, config: MkDocsConfig, files: Files) -> None:
    """Write each page's Markdown beside it, and llms.txt and llms-full.txt for models."""
    pages = list(_in_order(next(each.page for each in files if each.src_uri == "index.md")))
    folder = Path(config.site_dir)
    for page in pages:
        _write(folder / page.file.src_uri, page.markdown or "")
    sections: dict[str, list[tuple[str, str]]] = {}
    for page in pages:
        section = str(list(page.ancestors)[-1].title) if page.ancestors else "Start"
        sections.setdefault(section, []).append((str(page.title), page.file.src_uri))
    _write(folder / "llms.txt", short_index(sections, site=config.site_url or ""))
    _write(folder / "llms-full.txt", "\n\n".join(page.markdown or "" for page in pages))


def _in_order(first: Page | None) -> Iterator[Page]:
    page = first
    while page is not None:
        yield page
        page = page.next_page


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8", newline="\n")
