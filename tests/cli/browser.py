"""A browser that signs in with a one-time code, allows what it is asked, and runs the page it is led back to.

Started as a browser is, with an address: ``browser.py CODE_FILE ADDRESS``.
"""

import re
import sys
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import httpx


def main(code_file: str, address: str) -> None:
    with httpx.Client(trust_env=False, timeout=20) as http:
        page = http.get(address)
        page = submit(http, page, username="ana", password=Path(code_file).read_text("utf-8").strip())
        if page.status_code == httpx.codes.SEE_OTHER:
            page = http.get(str(page.url.join(page.headers["location"])))
        led = submit(http, page, approve="1").headers["location"]
        there, _, fragment = led.partition("#")
        http.get(there).raise_for_status()
        parts = urlsplit(there)
        if fragment:
            http.post(there, content=fragment, headers={"Origin": f"{parts.scheme}://{parts.netloc}"})


def submit(http: httpx.Client, page: httpx.Response, **fields: str) -> httpx.Response:
    """Send the page's form."""
    action = re.search(r'<form method="post" action="([^"]+)"', page.text)
    token = re.search(r'name="form_token" value="(\w+)"', page.text)
    assert action, page.text
    assert token, page.text
    origin = f"{page.url.scheme}://{page.url.netloc.decode()}"
    sent = {"form_token": token[1], **fields}
    headers = {"Origin": origin, "Sec-Fetch-Site": "same-origin"}
    return http.post(str(page.url.join(unescape(action[1]))), data=sent, headers=headers)


if __name__ == "__main__":
    main(*sys.argv[1:])
