"""Requests that stay in the process take the client library longer than the server: what it does twice, it does once."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import httpx
import pytest

_EXTRACT = httpx.Cookies.extract_cookies


def _extract_those_there_are(cookies: httpx.Cookies, response: httpx.Response) -> None:
    """Look for cookies in answers that set any: the library builds a second request and answer to look at."""
    if "set-cookie" in response.headers:
        _EXTRACT(cookies, response)


@contextmanager
def quick() -> Iterator[None]:
    """Let clients of this process take an address apart once, and look for cookies where there are some."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.Cookies, "extract_cookies", _extract_those_there_are)
        patch.setattr("httpx._urls.urlparse", lru_cache(4096)(httpx._urlparse.urlparse))
        yield
