"""The docs as a site: every page has its place, and shows what it shows at GitHub."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from site_pages import as_page, generated_pages, short_index

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import agrees_with_author, list_keyed_examples
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.yaml_documents import read_documents
from tests.built_site import ROOT, build_site, needs_generator

CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
GITHUB = "https://github.com/phaser-lint/phaser-lint/blob/main"
PAGES = [
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"),
    *(page.relative_to(ROOT).as_posix() for page in sorted((ROOT / "docs").glob("*.md"))),
]
_PATH = re.compile(r"`((?:tests|scripts|benchmarks|examples|plugins|phaser_lint)/[\w./-]+)`")
_HEADING = re.compile(r"^#+ (.+)$", re.M)
ELEMENTS = ("li", "table", "tr", "pre", "h2", "h3", "blockquote")
# What a browser loads by itself, in contrast to the links of a page.
LOADED = re.compile(r"<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)=\"?(https?://[^\">\s]+)")


def test_every_page_has_its_place() -> None:
    """Once in the navigation, and nothing there that is no page."""
    pages_in_navigation = re.findall(
        r"^ +- [^:]+: ([\w/-]+\.md)$", CONFIG.partition("\nnav:\n")[2], re.M
    )
    pages_in_docs = {page.name for page in (ROOT / "docs").glob("*.md")}
    generated = {path for path in generated_pages() if not path.startswith("rules/")}
    assert sorted(pages_in_navigation) == sorted(pages_in_docs | generated)


def test_every_type_has_its_page() -> None:
    """And no other page is made of rules."""
    rule_pages = [path for path in generated_pages() if path.startswith("rules/")]
    assert rule_pages == ["rules/index.md", *(f"rules/{kind}.md" for kind in RULES)]


@pytest.mark.parametrize("kind", RULES)
def test_the_page_of_a_type(kind: str) -> None:
    """Its example is a contract of the type that does what its own examples say."""
    page = generated_pages()[f"rules/{kind}.md"]
    assert page.startswith(f"# {kind}\n\n")
    [example] = re.findall(r"^```yaml\n(.*?)^```$", page, re.M | re.S)
    [document] = read_documents(example.encode())
    contract = check_mapping(document.value, source="project", path="a.yaml").contract
    assert contract is not None
    assert contract.type == kind
    assert all(
        agrees_with_author(contract, example, seconds=2)
        for example in list_keyed_examples(contract)
    )
    assert "``" not in page.replace("```", "")


@pytest.mark.parametrize(
    ("source", "text", "page_text"),
    [
        ("docs/hook.md", "[a](agents.md#tools)", "[a](agents.md#tools)"),
        ("docs/hook.md", "[a](#what-it-answers)", "[a](#what-it-answers)"),
        ("docs/hook.md", "[a](https://example.org/a.md)", "[a](https://example.org/a.md)"),
        ("docs/hook.md", "[a](no-such.md)", "[a](no-such.md)"),
        ("docs/hook.md", "[a](../no-such.md)", "[a](../no-such.md)"),
        ("README.md", "[a](docs/hook.md#links)", "[a](hook.md#links)"),
        ("README.md", "[a](CHANGELOG.md)", "[a](changelog.md)"),
        ("docs/hook.md", "[a](../README.md#more)", "[a](index.md#more)"),
        ("docs/hook.md", "[a](../action.yml)", f"[a]({GITHUB}/action.yml)"),
        ("README.md", "[a](LICENSE)", f"[a]({GITHUB}/LICENSE)"),
        ("README.md", "[a]: docs/hook.md", "[a]: hook.md"),
        ("docs/hook.md", "```json\n{}\n```", "```json\n{}\n```"),
        ("docs/hook.md", "```json answer\n{}\n```", "```json\n{}\n```"),
        ("docs/hook.md", "| `a \\| b` | c \\| d |", "| `a | b` | c \\| d |"),
        ("docs/hook.md", "not in `a \\| b`", "not in `a \\| b`"),
    ],
)
def test_links_of_a_page_lead_within_the_site_or_to_github(
    source: str, text: str, page_text: str
) -> None:
    """Links within the docs stay; those that leave them lead to another page, or to GitHub.

    A stroke in the code of a table stands without its backslash, as GitHub shows it.
    """
    assert as_page(text, source=source) == page_text


@pytest.mark.parametrize("name", PAGES)
def test_parts_are_found_at_github(name: str) -> None:
    """Where a link leads to a part of a page, GitHub calls that part so, as the site does."""
    text = (ROOT / name).read_text(encoding="utf-8")
    led_to = [
        (
            posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name,
            anchor,
        )
        for path, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)", text)
    ]
    assert [(page, anchor) for page, anchor in led_to if anchor not in _parts(page)] == []


def _parts(page: str) -> set[str]:
    """What GitHub calls the parts of *page*; of two that are alike the second has a number."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = (
        re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", heading) for heading in _HEADING.findall(text)
    )
    names = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    return {
        f"{name}-{names[:place].count(name)}" if name in names[:place] else name
        for place, name in enumerate(names)
    }


def test_paths_that_pages_name_are_there() -> None:
    """A folder of the tests moved, and a page still sent its readers there."""
    pages_and_paths = {
        (name, path)
        for name in PAGES
        if name != "CHANGELOG.md"  # what is there today says nothing of a release
        for path in _PATH.findall((ROOT / name).read_text(encoding="utf-8"))
    }
    assert len(pages_and_paths) > 10
    assert (
        sorted(
            page_and_path
            for page_and_path in pages_and_paths
            if not (ROOT / page_and_path[1]).exists()
        )
        == []
    )


def test_the_index_says_of_a_page_what_the_readme_says() -> None:
    """What README says of a page stands beside it; one that it does not name has its title."""
    index = short_index(
        {
            "Start": [("First", "index.md")],
            "More": [("Codes", "codes.md"), ("Scan", "scan.md")],
        },
        site="https://example.org/",
    )
    start = "# phaser-lint\n\n> Rules that no linter knows, in small YAML files."
    assert index.startswith(start)
    assert index.partition("\n\n## ")[2] == (
        "Start\n\n- [First](https://example.org/index.md)\n\n## More\n\n"
        "- [Codes](https://example.org/codes.md)\n"
        "- [Scan](https://example.org/scan.md): "
        "flags, exit codes, many machines\n"
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; it is built without a warning, or not at all."""
    folder = tmp_path_factory.mktemp("site")
    build = build_site(folder)
    assert build.returncode == 0, build.stdout
    assert [line for line in build.stdout.splitlines() if not line.startswith("INFO")] == []
    return folder


@needs_generator
@pytest.mark.slow
def test_pages_show_what_github_shows(site: Path) -> None:
    """A list or a block that one of the two Markdowns does not see is lost without a word."""
    pages = sorted(site.rglob("*.md"))
    assert len(pages) > 40
    reader = MarkdownIt("commonmark").enable("table")
    for page in pages:
        expected_elements = _elements(reader.render(page.read_text(encoding="utf-8")))
        assert (page.name, _elements(_article(_html_of(page)))) == (page.name, expected_elements)


@needs_generator
@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """No fonts, scripts or pictures of others: who reads the docs is nobody else's business."""
    own_site = "https://phaser-lint.github.io/"
    pages, styles = [*site.rglob("*.html")], [*site.rglob("*.css")]
    assert [] not in (pages, styles)
    for page in pages:
        loaded = LOADED.findall(page.read_text(encoding="utf-8"))
        assert [address for address in loaded if not address.startswith(own_site)] == []
    for style in styles:
        text = style.read_text(encoding="utf-8")
        assert re.findall(r"url\([\"']?https?:[^)]*|@import[^;]*", text) == []


@needs_generator
@pytest.mark.slow
def test_texts_for_models_have_each_page_once(site: Path) -> None:
    """Each page is named once, and is there; all of them stand in one text."""
    pages_named = re.findall(r"\]\(https://phaser-lint\.github\.io/phaser-lint/([^)]+)\)",
                       (site / "llms.txt").read_text(encoding="utf-8"))  # fmt: skip
    pages_built = [str(page.relative_to(site).as_posix()) for page in site.rglob("*.md")]
    assert sorted(pages_named) == sorted(pages_built)
    everything = (site / "llms-full.txt").read_text(encoding="utf-8")
    assert [
        page for page in pages_built if (site / page).read_text(encoding="utf-8") not in everything
    ] == []


@needs_generator
@pytest.mark.slow
@pytest.mark.parametrize(
    ("link", "warning"),
    [
        ("[x](no-such-page.md)", "no-such-page.md"),
        ("[x](scan.md#no-such-part)", "no-such-part"),
        ("[x](../no-such-file.py)", "no-such-file.py"),
    ],
)
def test_a_broken_link_ends_the_build(tmp_path: Path, link: str, warning: str) -> None:
    """A page, a part of one, or a file of the repository that is not there."""
    for name in ("docs", "scripts"):
        _copy(ROOT / name, tmp_path / name)
    with open(tmp_path / "docs" / "hook.md", "a", encoding="utf-8") as page:
        page.write(f"\n{link}\n")
    config = tmp_path / "mkdocs.yml"
    config.write_text(CONFIG.replace("scripts/", f"{ROOT}/scripts/"), encoding="utf-8")
    build = build_site(tmp_path / "site", config=config)
    assert (build.returncode, warning in build.stdout) == (1, True), build.stdout


def _copy(source: Path, target: Path) -> None:
    import shutil

    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))


def _html_of(page: Path) -> str:
    folder = page.parent if page.name == "index.md" else page.with_suffix("")
    return (folder / "index.html").read_text(encoding="utf-8")


def _article(html: str) -> str:
    return html.partition("<article")[2].partition("</article>")[0]


def _elements(html: str) -> Counter[str]:
    return Counter({element: len(re.findall(rf"<{element}[ >]", html)) for element in ELEMENTS})
