"""What becomes of an answer."""

import json
from datetime import UTC, datetime

from tui.api.error_mapping import ServiceAnswer, judge
from tui.errors import CardscoutError

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
JSON = "application/json; charset=utf-8"


def meaning(status, body=None, *, service="enrich", headers=None):
    """What a body, as JSON or as text, makes of its status: an error, or whether it is a miss."""
    text = isinstance(body, str)
    data = (body if text else json.dumps(body)).encode()
    headers = {"content-type": "text/plain" if text else JSON, **(headers or {})}
    try:
        return judge(ServiceAnswer.read(status, headers, data), service, NOW)
    except CardscoutError as error:
        return error
