"""The endings of the files that Semgrep takes for those of a language."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# All files, whatever they are called.
ANY = frozenset(("regex", "none", "generic", "spacegrep", "aliengrep"))
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "apex": (".cls",),
    "bash": (".bash", ".sh"),
    "c": (".c", ".h"),
    "cairo": (".cairo",),
    "circom": (".circom",),
    "clojure": (".clj", ".cljs", ".cljc", ".edn"),
    "cpp": (".cc", ".cpp", ".cxx", ".c++", ".pcc", ".tpp", ".C", ".h", ".hh", ".hpp", ".hxx",
            ".inl", ".ipp"),
    "csharp": (".cs",),
    "dart": (".dart",),
    "dockerfile": (".dockerfile", ".Dockerfile", "Dockerfile", "dockerfile"),
    "elixir": (".ex", ".exs"),
    "go": (".go",),
    "hack": (".hack", ".hck", ".hh"),
    "html": (".htm", ".html"),
    "java": (".java",),
    # Semgrep looks for what is wrong in JavaScript in TypeScript, too.
    "javascript": (".cjs", ".js", ".jsx", ".mjs", ".ts", ".tsx"),
    "json": (".json", ".ipynb"),
    "jsonnet": (".jsonnet", ".libsonnet"),
    "julia": (".jl",),
    "kotlin": (".kt", ".kts", ".ktm"),
    "lisp": (".lisp", ".cl", ".el"),
    "lua": (".lua",),
    "objc": (".m",),
    "ocaml": (".ml", ".mli"),
    "php": (".php", ".tpl", ".phtml"),
    "powershell": (".ps1",),
    "protobuf": (".proto",),
    "python": (".py", ".pyi"),
    "r": (".r", ".R"),
    "ruby": (".rb",),
    "rust": (".rs",),
    "scala": (".scala",),
    "scheme": (".scm", ".ss"),
    "solidity": (".sol",),
    "swift": (".swift",),
    "terraform": (".tf", ".tofu", ".hcl", ".tfvars"),
    "typescript": (".ts", ".tsx"),
    "vue": (".vue",),
    "xml": (".xml", ".plist"),
    "yaml": (".yml", ".yaml"),
}  # fmt: skip
# Other names of the same.
NAMES: Mapping[str, str] = {
    "sh": "bash", "c++": "cpp", "c#": "csharp", "docker": "dockerfile", "ex": "elixir",
    "golang": "go", "js": "javascript", "kt": "kotlin", "objectivec": "objc", "objective-c": "objc",
    "proto": "protobuf", "proto3": "protobuf", "py": "python", "python2": "python",
    "python3": "python", "sol": "solidity", "tf": "terraform", "hcl": "terraform",
    "ts": "typescript",
}  # fmt: skip
# Executable files without an ending are known by their first line.
SCRIPTS = frozenset(("bash", "javascript", "lua", "ocaml", "php", "python", "ruby", "scala"))


def language(name: str) -> str:
    """Return the one name of a language, in the table or not."""
    return NAMES.get(name.lower(), name.lower())
