"""New keys of links, and the codes that people read out."""

import base64
import secrets


def new_key(size: int = 16) -> str:
    """Return this many random bytes in lower-case letters and digits, which survive reading aloud, mail and line
    breaks."""
    return base64.b32encode(secrets.token_bytes(size)).decode().rstrip("=").lower()


CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of a code that is read aloud, without the similar ones 0, O, 1, I and L."""


def new_code() -> str:
    """Return six random characters, 887 million different codes."""
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(6))
