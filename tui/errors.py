"""The project's exception tree. Raw httpx, sqlite3, pydantic and keyring errors never leave their layer.

::

    CardscoutError            .hint: what the user can do      .exit_code
    ├── UsageError            the command line, a file given to us or config.toml is wrong   2
    │   ├── ReadOnly          the data may only be read; nothing was changed
    │   ├── SettingsError     settings in config.toml are wrong; it tells the first, and has the others
    │   ├── SpendRefused      a lookup could cost more than the caps allow; nothing was sent
    │   └── Undecided         a name matches several people, or nobody surely; the user must choose
    │       └── NobodyFits    nobody who was searched comes near; there is nobody to choose
    ├── CredentialError       no token, locked keyring, unreadable vault                     3
    │   └── VaultClosed       the vault with the token was not opened
    ├── RemoteError           .service, .request_id                                          4
    │   ├── Unreachable       no answer, and nothing was sent          retry: yes
    │   ├── Ambiguous         sent, but no readable answer             retry: only after checking
    │   │   └── Unsettled     the same for a paid request              retry: when the user allows it
    │   ├── RateLimited       .retry_after                             retry: after that time
    │   ├── ServerFault       5xx                                      retry: yes
    │   ├── Unauthorized 401 · Forbidden 403 · NotFound 404            retry: no
    │   ├── OutOfCredits      402 or the service's own code            retry: no
    │   ├── OptedOut          451, or on our own suppression list      retry: no
    │   ├── Rejected          400 409 422, .fields                     retry: no
    │   └── Garbled           an answer we cannot read                 retry: no
    └── StoreError (StoreBusy, StoreTooNew, StoreDamaged, Unwritable)                          5
"""

import errno
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Self

NO_ROOM = frozenset({errno.EROFS, errno.ENOSPC, errno.EDQUOT})
"""Numbers of the system's errors for a full or read-only disk."""


class CardscoutError(Exception):
    """Base class of every error that is shown to the user.

    Args:
        message: One sentence, for the user.
        hint: What the user can do about it; empty if there is nothing.
    """

    exit_code: ClassVar[int] = 1
    sent = False
    """Whether the request may have been carried out all the same: by an earlier attempt, or with its answer lost here."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def in_full(self, between: str = "\n") -> str:
        """Return the message and, after ``between``, the hint if there is one."""
        return between.join(filter(None, (str(self), self.hint)))


class UsageError(CardscoutError):
    """The command line, a file given to us, or config.toml is wrong."""

    exit_code = 2


class SettingsError(UsageError):
    """Settings in config.toml are wrong.

    Attributes:
        first: The first error, whose message this one has.
        others: The other errors.
    """

    first: UsageError
    others: tuple[UsageError, ...] = ()

    @classmethod
    def of(cls, errors: Sequence[UsageError]) -> Self:
        """Return one error for several, with the message of the first."""
        first, *others = errors
        # How many there are is known only with the screens: themes, commands and keys are theirs.
        more = "there is more: cardscout config check tells all" if others else ""
        glue = " " if first.hint.endswith("?") else "; "
        error = cls(str(first), hint=glue.join(filter(None, (first.hint, more))))
        error.first, error.others = first, tuple(others)
        return error


class NoSuchBoard(UsageError):
    """No board of the account is the one that was named."""


class ReadOnly(UsageError):
    """A change was refused because the data may only be read here; nothing was changed."""

    exit_code = 4


class SpendRefused(UsageError):
    """A lookup was refused because it could cost more than the user's caps; no request was sent."""


class PriceChanged(UsageError):
    """A paid request was refused because it would cost more than the price shown, or go to another service."""


class Undecided(UsageError):
    """A name and company match several people, or nobody surely: the user must choose."""


class NobodyFits(Undecided):
    """Nobody among those who were searched comes near a name, though there may be somebody."""


class CredentialError(CardscoutError):
    """No token, a locked keyring, or an unreadable vault."""

    exit_code = 3


class VaultClosed(CredentialError):
    """The token is in a vault whose passphrase has not been given yet."""


class RemoteError(CardscoutError):
    """A service failed or refused a request.

    Args:
        message: One sentence, for the user.
        service: ``"board"`` or ``"enrich"``.
        status: HTTP status of the answer, 0 if there was none.
        request_id: The service's own id of the request, for a bug report.
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
    """No answer came, and the request surely never left or only reads: a retry is safe.

    One that only reads may have left, see ``sent``: a lookup may still have been charged for.
    """

    retryable = True


class Ambiguous(RemoteError):
    """The request was sent and no readable answer came: it may have been carried out.

    Attributes:
        answer: What came instead, in a sentence such as "The service failed (500)."; "" for no answer.
    """

    answer: str = ""


class Unsettled(Ambiguous):
    """A paid request was sent and no usable answer came: it may have been charged, and a retry may be charged again.

    Args:
        at: When the request was made.
        asked: Whether it was made just now; else nothing was sent, because only the user may allow a retry.
        answer: What came instead of a usable answer to what was just asked, in a sentence; "" for nothing.
    """

    def __init__(self, at: datetime, *, asked: bool, answer: str = "") -> None:
        self.at, self.asked, self.answer = at, asked, answer
        super().__init__(
            f"{self.lost} It may have been charged, and so may a repeat.",
            service="enrich",
            hint="cardscout credits may tell. To ask again all the same: --ask-again, or --retry with a run.",
        )

    @property
    def lost(self) -> str:
        """What became of the request, in a sentence: what the service said, or that nothing came."""
        if self.asked:
            return self.answer or "No answer came to what was asked just now."
        return f"No usable answer came to what was asked on {self.at.astimezone():%d %b at %H:%M}."


class RateLimited(RemoteError):
    """The service asks the client to wait (429).

    Args:
        message: One sentence, for the user.
        retry_after: Seconds to wait, already clamped to a sane range.
        service: ``"board"`` or ``"enrich"``.
        status: HTTP status of the answer; some services report this error inside a 200.
        request_id: The service's own id of the request.
    """

    retryable = True

    def __init__(
        self, message: str, *, retry_after: float, service: str = "", status: int = 429, request_id: str = ""
    ) -> None:
        super().__init__(message, service=service, status=status, request_id=request_id)
        self.retry_after = retry_after

    @property
    def pause(self) -> str:
        """The wait in words: ``30 s``, or ``a moment`` below one second."""
        return f"{self.retry_after:.0f} s" if self.retry_after >= 1 else "a moment"


class ServerFault(RemoteError):
    """The service failed (5xx)."""

    retryable = True


class Unauthorized(RemoteError):
    """The service does not accept the key or token (401)."""


class NoKey(Unauthorized):
    """The account has no key to any service for people and companies; nothing was sent."""


class Forbidden(RemoteError):
    """The member is not allowed to do what was requested (403)."""


class NotFound(RemoteError):
    """The requested object does not exist, or no longer exists (404)."""


class OutOfCredits(RemoteError):
    """The enrichment account has no credits left for this (402)."""


class OptedOut(RemoteError):
    """The person asked not to be looked up (451, or on our own suppression list)."""


class Rejected(RemoteError):
    """The service understood the request and refused it (400, 409, 422).

    Args:
        message: One sentence, for the user.
        fields: Which parameters were wrong, and how.
        service: ``"board"`` or ``"enrich"``.
        status: HTTP status of the answer.
        request_id: The service's own id of the request.
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
    """The answer cannot be parsed: not JSON, too large, or not the requested object."""


class StoreError(CardscoutError):
    """The local store could not be read or written."""

    exit_code = 5


class StoreBusy(StoreError):
    """Another process held the store's lock for longer than the timeout."""


class StoreDamaged(StoreError):
    """The store's contents cannot be read any more; the next start repairs them."""


class Unwritable(StoreError):
    """The store cannot be written now: the disk is full or read-only."""


class StoreTooNew(StoreError):
    """The store was written by a newer Cardscout version; it is left untouched."""
