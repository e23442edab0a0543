"""Write the addresses of a board service's OpenAPI description, one a line, as ``addresses.txt`` has them.

python tests/contract/addresses.py DESCRIPTION.json > tests/contract/addresses.txt
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_suffix(".txt")
METHODS = ("get", "put", "post", "delete")


def addresses(description: Mapping[str, Any]) -> Iterator[str]:
    """``METHOD /path`` of each."""
    for path, methods in sorted(description["paths"].items()):
        yield from (f"{method.upper()} {path}" for method in METHODS if method in methods)


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in addresses(json.loads(Path(sys.argv[1]).read_text("utf-8"))))
