"""SHA-1 and SHA-256 from Python's own modules.

hashlib loads OpenSSL for the same digits, which takes a twentieth of a scan, or of a denial.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MODULES = {"sha1": ("_sha1", "hashlib"), "sha256": ("_sha2", "_sha256", "hashlib")}


def hash_called(name: str) -> Any:
    """Return the hash function called ``sha1`` or ``sha256``."""
    for module in _MODULES[name]:
        try:
            return getattr(__import__(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(name)


def hash_of_openssl(name: str) -> Any:
    """Return the same function of OpenSSL, or of Python where there is none.

    To load it takes as long as to hash a megabyte without it; then it takes a seventh of the time.
    """
    try:
        function = getattr(__import__("_hashlib"), f"openssl_{name}")
        function(b"")
    except (ImportError, AttributeError, ValueError):  # FIPS knows no SHA-1
        return hash_called(name)
    return function
