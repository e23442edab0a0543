"""The table of the long word lists: ``python -m tests.recognise.words.table`` prints its words, ``--write`` packs them again.

In the table letters that often follow each other are one sign, and the sign behind a word says in which lists it stands.
"""

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from tui.recognise.words.word_list import TABLE

_ENDS, _ONLY = "ABCDEFGHIJKLMNOP", "F"
"""Signs behind words, given to lists by how many words they have; the words of ``_ONLY`` end with a line break."""

_SIGNS = [
    chr(code) for code in range(0x21, 0x7F) if not chr(code).islower() and chr(code) not in "#=" + _ENDS
]
"""Signs of letters that follow each other."""

_SAME = 2
"""Number of letters that words of one group have in common."""


def unpacked(text: str) -> dict[str, str]:
    """Return the words of a table, each with the letters of its lists."""
    lists, signs = legend(text)
    letters = str.maketrans(signs)
    return {
        first + word.translate(letters): lists[end]
        for first, rest in re.findall(r"=([a-z]+)\n([^=]+)", text)
        for word, end in re.findall(f"([^\n{_ENDS}]*)([\n{_ENDS}])", rest)
    }


def legend(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the lists that the sign behind a word means, and the letters that other signs mean."""
    ends, signs = (line.split(": ", 1)[1].split(" ") for line in text.split("\n")[1:3])
    return {"\n": _ONLY, **{one[0]: one[1:] for one in ends}}, {one[0]: one[1:] for one in signs}


def packed(words: Mapping[str, str], first_line: str, joined: Iterable[str] = ()) -> str:
    """Return the table of words with the letters of their lists; ``joined`` are letters that become one sign."""
    groups = defaultdict[str, list[str]](list)
    for word in sorted(words):
        groups[word[:_SAME]].append(word)
    lists = Counter(letters for letters in words.values() if letters != _ONLY)
    ends = dict(zip(sorted(lists, key=lambda one: (-lists[one], one)), _ENDS, strict=False))
    signs = dict(zip(joined or _joined(Counter(word[_SAME:] for word in words)), _SIGNS, strict=True))
    often = re.compile("|".join(sorted(signs, key=lambda one: (-len(one), one))))
    lines = [
        first_line,
        "# behind a word: " + " ".join(f"{sign}{letters}" for letters, sign in ends.items()),
        "# within words: " + " ".join(f"{sign}{letters}" for letters, sign in signs.items()),
        "",
    ]
    for first, group in groups.items():
        lines[-1] += f"={first}\n" + "".join(
            often.sub(lambda found: signs[found[0]], word[_SAME:]) + ends.get(words[word], "\n")
            for word in group
        )
    return "\n".join(lines)


def _joined(tails: Mapping[str, int]) -> Iterator[str]:
    """Yield the letters that become one sign: again and again those two parts that follow each other most often."""
    cut = [([*tail], count) for tail, count in tails.items() if len(tail) > 1]
    for _ in _SIGNS:
        follow = Counter[tuple[str, str]]()
        for parts, count in cut:
            for two in pairwise(parts):
                follow[two] += count
        most = max(follow, key=lambda two: (follow[two], two))
        yield "".join(most)
        for parts, _ in cut:
            _join(parts, most)


def _join(parts: list[str], two: tuple[str, str]) -> None:
    """Make one part of every two that follow each other in ``parts``."""
    if two[0] not in parts:
        return
    at = 0
    while at < len(parts) - 1:
        if parts[at] == two[0] and parts[at + 1] == two[1]:
            parts[at : at + 2] = ["".join(two)]
        at += 1


def main(arguments: Iterable[str] | None = None) -> None:
    """Print the words with the letters of their lists, or pack those of the standard input."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="read words with letters, and write the table")
    text = TABLE.read_text("ascii")
    if parser.parse_args(arguments and [*arguments]).write:
        words = dict(line.split() for line in sys.stdin)
        TABLE.write_text(packed(words, text.partition("\n")[0]), "ascii")
        return
    sys.stdout.write("".join(f"{word} {letters}\n" for word, letters in unpacked(text).items()))


if __name__ == "__main__":
    main()
