"""Single-use tokens: whoever shows the token that a bot was started with has the bot's seat."""

import hmac
import secrets
from hashlib import sha256


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_urlsafe(32)


class Gate:
    """Lets the holder of one token in, once. It keeps only the token's hash."""

    def __init__(self, token: str) -> None:
        self._digest = digest_of(token)
        self._used = False

    @classmethod
    def of_digest(cls, digest: bytes) -> "Gate":
        """Return a gate for a token of which only the hash is known."""
        gate = cls("")
        gate._digest = digest
        return gate

    def admit(self, token: str) -> bool:
        """Return whether this is the first use of the right token. The time taken is equal."""
        right = hmac.compare_digest(digest_of(token), self._digest)
        admitted = right and not self._used
        self._used = self._used or admitted
        return admitted


def digest_of(token: str) -> bytes:
    """Return the hash by which a token is known again."""
    return sha256(token.encode()).digest()
