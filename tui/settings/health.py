"""The doctor's checks of this machine: terminal, clipboard, keyring, directories and disk. Read-only."""

import shutil
import stat
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from tui.errors import CredentialError
from tui.model.health import Check, State
from tui.settings.keyring import Keyring
from tui.settings.paths import Paths, may_only_be_read

_LITTLE = 200 * 1024 * 1024
"""Free bytes below which an upload or a backup may not fit any more."""

_NONE_AT_ALL = 1024 * 1024
_TMUX_SECONDS = 2.0
_OTHERS = 0o077
_PLAIN = frozenset({"", "dumb", "unknown"})


def terminal(environ: Mapping[str, str], *, is_one: bool, size: tuple[int, int], encoding: str) -> Check:
    """Check whether the screens can be drawn on this terminal.

    Args:
        environ: The environment.
        is_one: Whether stdout is a terminal.
        size: The terminal's columns and rows.
        encoding: The encoding of stdout.
    """
    term = environ.get("TERM", "")
    if term in _PLAIN:
        what = f"TERM is {term!r}: it cannot place a cursor"
        return Check(name="terminal", state="broken", what=what, do="set TERM, for example to xterm-256color")
    if "utf" not in encoding.lower():
        what = f"{term}, and text is written as {encoding}"
        return Check(
            name="terminal", state="note", what=what, do="set LANG to a UTF-8 locale, such as C.UTF-8"
        )
    shown = f"{size[0]}×{size[1]}" if is_one else "not on a terminal now"
    return Check(name="terminal", state="ok", what=f"{term}, {shown}, {encoding}")


def colours(environ: Mapping[str, str]) -> Check:
    """Check how many colours the terminal has."""
    term, colorterm = environ.get("TERM", ""), environ.get("COLORTERM", "")
    if environ.get("NO_COLOR"):
        return Check(name="colours", state="ok", what="none: NO_COLOR is set, signs take their place")
    if colorterm in {"truecolor", "24bit"} or "direct" in term:
        return Check(name="colours", state="ok", what="16 million")
    if "256color" in term or "kitty" in term or "ghostty" in term:
        what = "256: COLORTERM does not say truecolor"
        return Check(
            name="colours", state="ok", what=what, do="where the terminal has more: COLORTERM=truecolor"
        )
    return Check(
        name="colours",
        state="note",
        what=f"few: TERM is {term}",
        do="TERM=xterm-256color where the terminal can",
    )


def clipboard(environ: Mapping[str, str]) -> Check:
    """Check whether copying by OSC 52 reaches the clipboard; tmux and screen may not pass it on."""
    if "TMUX" in environ:
        told = _tmux("show-options", "-gv", "set-clipboard")
        if told in {"on", "external"}:
            state: State = "ok" if told == "on" else "note"
            do = "" if told == "on" else "in ~/.tmux.conf: set -g set-clipboard on"
            return Check(
                name="clipboard", state=state, what=f"OSC 52 through tmux, set-clipboard {told}", do=do
            )
        what = f"tmux keeps it to itself: set-clipboard is {told or 'unknown'}"
        return Check(name="clipboard", state="note", what=what, do="in ~/.tmux.conf: set -g set-clipboard on")
    if environ.get("STY"):
        return Check(name="clipboard", state="note", what="screen lets no OSC 52 through", do="use tmux")
    if environ.get("TERM_PROGRAM") == "Apple_Terminal":
        what = "Terminal.app knows no OSC 52: y copies to nowhere"
        return Check(
            name="clipboard", state="note", what=what, do="use another terminal, or select with the mouse"
        )
    return Check(
        name="clipboard", state="ok", what="OSC 52: the terminal must allow it, and never says whether it did"
    )


def _tmux(*words: str) -> str:
    found = shutil.which("tmux")
    if found is None:
        return ""
    try:
        done = subprocess.run(
            [found, *words], capture_output=True, text=True, timeout=_TMUX_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def keyring(*, needed: bool) -> Check:
    """Check whether the system's keyring answers a separate process within three seconds.

    Args:
        needed: Whether some account or provider keeps its secret in it.
    """
    try:
        Keyring().get("cardscout:doctor", "NAME")  # the hint of its error has this name in a command
    except CredentialError as error:
        state: State = "broken" if needed else "note"
        what = str(error) if needed else f"{error} Nothing needs it so far."
        return Check(name="keyring", state=state, what=what, do=error.hint)
    return Check(name="keyring", state="ok", what="answers")


def directories(paths: Paths) -> Iterator[Check]:
    """Check that the directories and their files are accessible only to their owner."""
    for kind in ("config", "data", "cache", "state"):
        folder: Path = getattr(paths, kind)
        open_to_others = [path for path in _files_in(folder) if _is_open(path)]
        if open_to_others:
            more = f" and {len(open_to_others) - 1} more" if len(open_to_others) > 1 else ""
            # Nobody else reaches what is in a private directory: an editor makes files of mode 644 there.
            reached = open_to_others[0] == folder
            read = "others may read or change" if reached else "a copy elsewhere would let others read"
            yield Check(
                name=f"{kind} directory",
                state="broken" if reached else "note",
                what=f"{read} {open_to_others[0]}{more}",
                do=f"chmod -R go= {folder}",
            )
        elif not folder.is_dir():
            yield Check(name=f"{kind} directory", state="note", what=f"{folder} is not there yet")
        else:
            yield Check(name=f"{kind} directory", state="ok", what=f"{folder}, yours alone")


def _files_in(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield folder
        yield from sorted(path for path in folder.rglob("*") if not path.is_symlink())


def _is_open(path: Path) -> bool:
    try:
        return bool(stat.S_IMODE(path.stat().st_mode) & _OTHERS)
    except OSError:
        return False


def disk(paths: Paths) -> Check:
    """Check that the disk can be written and has enough free space."""
    if may_only_be_read(paths.data):
        return Check(
            name="disk", state="broken", what=f"{paths.data} is on a disk that may only be read",
            do="boards can be read; nothing is saved until it may be written",
        )  # fmt: skip
    try:
        free = shutil.disk_usage(paths.data).free
    except OSError as error:
        return Check(
            name="disk", state="broken", what=f"{paths.data}: {error.strerror}", do="see that it is there"
        )
    what = f"{free / 1e6:,.0f} MB free at {paths.data}"
    if free < _NONE_AT_ALL:
        return Check(name="disk", state="broken", what=what, do="make room: nothing can be saved")
    if free < _LITTLE:
        return Check(name="disk", state="note", what=what, do="make room: copies and uploads may not fit")
    return Check(name="disk", state="ok", what=what)
