"""The operating system's keyring, accessed through a child process.

A locked or missing keyring can hang for ever, so a child process accesses it and is killed after three
seconds. Only keyrings of operating systems are trusted, because other backends may store plain text or prompt
on the terminal. An untrusted backend named in the environment is refused.
"""

import json
import os
import subprocess
import sys
from typing import Any

from tui.errors import CredentialError

SECONDS = 3.0
"""Timeout of a keyring's answer, in seconds."""

MOST = 2048
"""Size in bytes that every system's keyring accepts."""

TRUSTED = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)
"""Modules of the operating systems' keyring backends."""

OF_PROVIDER = "provider "
"""Prefix of a provider's name in the name of a secret; an account's has none."""

_VARIABLE = "PYTHON_KEYRING_BACKEND"

_CHILD = """
import json, sys
asked = json.load(sys.stdin)
try:
    from keyring import backend
    fit = [one for one in backend.get_all_keyring() if type(one).__module__ in asked["trusted"] and one.priority > 0]
    fit.sort(key=lambda one: one.priority)
    if not fit:
        told = {"none": True}
    elif asked["do"] == "get":
        told = {"value": fit[-1].get_password(asked["place"], asked["name"])}
    elif asked["do"] == "set":
        told = {"value": fit[-1].set_password(asked["place"], asked["name"], asked["value"])}
    elif fit[-1].get_password(asked["place"], asked["name"]) is not None:
        told = {"value": fit[-1].delete_password(asked["place"], asked["name"])}
    else:
        told = {"value": None}
except Exception as error:
    told = {"error": type(error).__name__}
json.dump(told, sys.stdout)
"""


class Keyring:
    """The keyring of this user's session."""

    def get(self, place: str, name: str) -> str | None:
        """Return the stored value, or None.

        Raises:
            CredentialError: There is no keyring, or it does not answer.
        """
        value = self._ask({"do": "get", "place": place, "name": name})
        return value if isinstance(value, str) else None

    def set(self, place: str, name: str, value: str) -> None:
        """Store ``value``.

        Raises:
            CredentialError: There is no keyring, it does not answer, or ``value`` is too long for it.
        """
        if len(value.encode()) > MOST:
            raise CredentialError("The token is too long for a keyring.", hint=vault_hint(name))
        self._ask({"do": "set", "place": place, "name": name, "value": value})

    def delete(self, place: str, name: str) -> None:
        """Delete the value; a missing one is no error.

        Raises:
            CredentialError: There is no keyring, or it does not answer.
        """
        self._ask({"do": "delete", "place": place, "name": name})

    def _ask(self, asked: dict[str, Any]) -> Any:
        hint = vault_hint(asked["name"])
        named = os.environ.get(_VARIABLE, "").rpartition(".")[0]
        if named and named not in TRUSTED:
            raise CredentialError(
                f"{_VARIABLE} names a keyring that is no operating system's: it is not used.", hint=hint
            )
        answer = _run(json.dumps(asked | {"trusted": TRUSTED}), hint)
        if answer.get("none"):
            raise CredentialError("There is no keyring in this session.", hint=hint)
        if "error" in answer:
            raise CredentialError(f"The keyring failed ({answer['error']}).", hint=f"Unlock it. {hint}")
        return answer.get("value")


def vault_hint(name: str) -> str:
    """Return the hint for a secret ``name`` that cannot be stored in a keyring."""
    noun = "providers" if name.startswith(OF_PROVIDER) else "accounts"
    add = f"cardscout {noun} add {name.removeprefix(OF_PROVIDER)}"
    return f"Keep it in a vault instead: {add} --vault. Or let a program of yours print it: --command WORDS."


def _run(asked: str, hint: str) -> dict[str, Any]:
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", _CHILD],
            input=asked,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired as error:
        raise CredentialError(
            f"The keyring did not answer within {SECONDS:.0f} s.", hint=f"Unlock it. {hint}"
        ) from error
    except (OSError, ValueError) as error:
        raise CredentialError("The keyring could not be asked.", hint=hint) from error
    return answer if isinstance(answer, dict) else {"none": True}
