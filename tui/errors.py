"""The one error tree. Raw httpx, sqlite3, pydantic and keyring errors never cross a floor.

::

    CardscoutError            .hint: what the user can do      .exit_code
    ├── UsageError            the command line, a file given to us or config.toml is wrong   2
    │   ├── ReadOnly          it may only be read here; nothing was changed
    │   ├── SpendRefused      it could cost more than the caps allow; nothing was asked
    │   └── Undecided         a name that several have, or nobody surely; somebody must choose
    ├── CredentialError       no token, locked keyring, unreadable vault                     3
    │   └── VaultClosed       the vault with the token was not opened
    ├── RemoteError           .service, .request_id                                          4
    │   ├── Unreachable       no answer, and nothing was sent          retry: yes
    │   ├── Ambiguous         sent, and no answer we can read          retry: only after looking
    │   │   └── Unsettled     the same, of what is paid for            retry: when the user says so
    │   ├── RateLimited       .retry_after                             retry: then
    │   ├── ServerFault       5xx                                      retry: yes
    │   ├── Unauthorized 401 · Forbidden 403 · NotFound 404            retry: no
    │   ├── OutOfCredits      402 or the service's own code            retry: no
    │   ├── OptedOut          451, or on our own list of those who did  retry: no
    │   ├── Rejected          400 409 422, .fields                     retry: no
    │   └── Garbled           an answer we cannot read                 retry: no
    └── StoreError (StoreBusy, StoreTooNew, StoreDamaged, Unwritable)                          5
"""

from datetime import datetime
from typing import ClassVar


class CardscoutError(Exception):
    """Anything the user is told about.

    Args:
        message: One sentence, for the user.
        hint: What the user can do about it; empty when there is nothing.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(CardscoutError):
    """The command line, a file given to us, or config.toml is wrong."""

    exit_code = 2


class ReadOnly(UsageError):
    """It may be read here and not changed; nothing was changed."""


class SpendRefused(UsageError):
    """It could cost more than the user allows to be spent; nothing was asked for."""


class Undecided(UsageError):
    """A name and a company that several people have, or none surely: somebody must choose."""


class CredentialError(CardscoutError):
    """No token, a locked keyring, or an unreadable vault."""

    exit_code = 3


class VaultClosed(CredentialError):
    """The token is in a vault whose passphrase was not given yet."""


class RemoteError(CardscoutError):
    """A service did not do what was asked.

    Args:
        message: One sentence, for the user.
        service: ``"board"`` or ``"enrich"``.
        status: HTTP status of the answer, 0 when there was none.
        request_id: The service's own name for the request, for a bug report.
        hint: What the user can do about it.
    """

    exit_code = 4
    retryable: ClassVar[bool] = False

    def __init__(
        self, message: str, *, service: str = "", status: int = 0, request_id: str = "", hint: str = ""
    ) -> None:
        super().__init__(message, hint=hint)
        self.service = service
        self.status = status
        self.request_id = request_id


class Unreachable(RemoteError):
    """Nobody answered, and the request surely never left, or only reads: asking again is safe.

    Attributes:
        sent: Whether it may have left: a lookup that only reads may still have been charged for.
    """

    retryable = True
    sent = False


class Ambiguous(RemoteError):
    """The request left and no readable answer came: it may have been carried out."""


class Unsettled(Ambiguous):
    """A paid request left and no answer came: it may have been charged, and a repeat may be charged again.

    Args:
        at: When it was made.
        asked: Whether it was made just now; otherwise nothing was, because only the user can say so.
    """

    def __init__(self, at: datetime, *, asked: bool) -> None:
        when = "just now" if asked else f"on {at:%d %b at %H:%M} UTC"
        super().__init__(
            f"No answer came to what was asked {when}; it may have been charged, and so may a repeat.",
            service="enrich",
            hint="cardscout credits may tell. To ask again all the same: --ask-again, or --retry with a run.",
        )
        self.at, self.asked = at, asked


class RateLimited(RemoteError):
    """The service asks us to wait.

    Args:
        message: One sentence, for the user.
        retry_after: Seconds to wait, already clamped to a sane range.
        service: ``"board"`` or ``"enrich"``.
        status: HTTP status of the answer; some services say this inside a 200.
        request_id: The service's own name for the request.
    """

    retryable = True

    def __init__(
        self, message: str, *, retry_after: float, service: str = "", status: int = 429, request_id: str = ""
    ) -> None:
        super().__init__(message, service=service, status=status, request_id=request_id)
        self.retry_after = retry_after


class ServerFault(RemoteError):
    """The service failed (5xx)."""

    retryable = True


class Unauthorized(RemoteError):
    """The key or token is not accepted (401)."""


class Forbidden(RemoteError):
    """This member may not do that (403)."""


class NotFound(RemoteError):
    """There is no such thing, or no longer (404)."""


class OutOfCredits(RemoteError):
    """The enrichment account has no credits left for this (402)."""


class OptedOut(RemoteError):
    """They asked not to be looked up (451, or on our own list)."""


class Rejected(RemoteError):
    """The service understood and refused (400, 409, 422).

    Args:
        message: One sentence, for the user.
        fields: Which parameters were wrong, and how.
        service: ``"board"`` or ``"enrich"``.
        status: HTTP status of the answer.
        request_id: The service's own name for the request.
    """

    def __init__(
        self,
        message: str,
        *,
        fields: dict[str, str] | None = None,
        service: str = "",
        status: int = 400,
        request_id: str = "",
    ) -> None:
        super().__init__(message, service=service, status=status, request_id=request_id)
        self.fields = fields or {}


class Garbled(RemoteError):
    """An answer came that cannot be read: not JSON, too large, or not the thing asked for."""


class StoreError(CardscoutError):
    """The local store could not be read or written."""

    exit_code = 5


class StoreBusy(StoreError):
    """Another process holds the store's lock for longer than we wait."""


class StoreDamaged(StoreError):
    """What is in the store cannot be read any more; the next start repairs it."""


class Unwritable(StoreError):
    """Nothing can be written here now: the disk is full, or it may only be read."""


class StoreTooNew(StoreError):
    """The store was written by a newer Cardscout; it is left untouched."""
