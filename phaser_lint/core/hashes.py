"""SHA-1 and SHA-256 from Python's own modules.

hashlib loads OpenSSL for the same digits, which takes a twentieth of a scan, or of a denial.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MODULES = {"sha1": ("_sha1", "hashlib"), "sha256": ("_sha2", "_sha256", "hashlib")}


def load_hash_function(name: str) -> Any:
    """Return the hash called ``sha1`` or ``sha256`` from a module of Python's own; ``hashlib``,
    which loads OpenSSL, is the last resort.
    """
    for module in _MODULES[name]:
        try:
            return getattr(__import__(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(name)


def load_openssl_hash(name: str) -> Any:
    """Return the hash called ``sha1`` or ``sha256`` of OpenSSL, or of Python where there is none.

    To load it takes as long as to hash a megabyte without it; then it takes a seventh of the time.
    """
    try:
        function = getattr(__import__("_hashlib"), f"openssl_{name}")
        function(b"")
    except (ImportError, AttributeError, ValueError):  # FIPS knows no SHA-1
        return load_hash_function(name)
    return function
