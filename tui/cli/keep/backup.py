"""``cardscout backup`` and ``cardscout restore``."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tui import __version__
from tui.cli import output, steps
from tui.cli.account.embedded_service import DIRECTORY
from tui.cli.keep.outlasting import Outlasting, carry
from tui.cli.keep.recovery import kept_folder, locked_files, rebuild_from_store, restore_from_copy
from tui.clock import SystemClock
from tui.errors import CredentialError, UsageError
from tui.settings import archive
from tui.settings.accounts import Account, read_accounts
from tui.settings.credentials import is_missing, load
from tui.settings.paths import Paths
from tui.settings.replace import STAGE, finish, replace
from tui.store_files import hold_unsent, newest_schema

_ROWS_PREFIX = ".rows-"
_SERVER_FILE = "data/server.db"
_STORE = re.compile(r"data/store-[^/]+\.db")


_database = click.option(
    "--database",
    metavar="URL",
    envvar="CARDSCOUT_DATABASE",
    help="The database of cardscout serve --database, such as postgresql+psycopg://user@host/name; "
    "that of serve --data /DIR is sqlite:////DIR/server.db.",
)


@click.command()
@click.argument("target", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE when it is there already.")
@_database
@output.json_option
def backup(target: Path, force: bool, database: str | None, json_: bool) -> None:
    """Put all boards, files, answers, spending, settings and rules into FILE; the app may be open.

    With --database the rows of that database are in FILE too, as they are at one moment.

    The tokens of accounts stay in the keyring or the vault. What the local server knows of its members (hashes of
    passwords and tokens, the value that webhooks are signed with) is in FILE: it is for your eyes only. A FILE of - is
    stdout.
    """
    if str(target) == steps.STDIN:
        _write_to_stdout(database, json_=json_)
        return
    if os.path.lexists(target) and not force:
        raise UsageError(f"{target} is there already", hint="name another file, or replace it with --force")
    made = _write(target.absolute(), database)
    if json_:
        output.as_json({"file": str(target), "made": made.made, "files": [_row(one) for one in made.files]})
        return
    output.text(f"{target}  {_size_words(made, target)}")


def _write_to_stdout(database: str | None, *, json_: bool) -> None:
    """Write the archive to a pipe or a redirected stdout, and what it holds to stderr.

    Raises:
        UsageError: Stdout is a terminal, or is to have JSON.
    """
    if json_:
        raise UsageError("stdout is one of the backup and --json", hint="leave --json out, or name a FILE")
    if sys.stdout.isatty():
        raise UsageError(
            "a backup is no text for a terminal", hint="name a FILE, or pipe it: cardscout backup - | …"
        )
    with TemporaryDirectory(prefix="cardscout-") as folder:
        file = Path(folder, "backup")
        made = _write(file, database)
        with file.open("rb") as source:
            output.copy_bytes(source)
        output.say(_size_words(made, file))


def _write(file: Path, database: str | None) -> archive.Manifest:
    paths = Paths.open()
    made = archive.write_archive(file, paths, SystemClock().now(), __version__, _dump(paths, database))
    if database is None and (elsewhere := paths.data / archive.EXTERNAL_DATABASE_FILE).exists():
        output.say(f"note: {elsewhere.read_text().strip()} is not in it; --database URL puts it there")
    return made


def _size_words(made: archive.Manifest, file: Path) -> str:
    return f"{output.plural(len(made.files), 'files')}, {file.stat().st_size / 1e6:.1f} MB"


def _dump(paths: Paths, database: str | None) -> Callable[[Path], None] | None:
    if database is None:
        return None

    def dump(target: Path) -> None:
        from tui.server.exports.dump import dump
        from tui.server.storage.place import Place

        dump(Place(paths.data, database), target)

    return dump


def _row(entry: archive.ArchiveFile) -> dict[str, object]:
    return {"name": entry.name, "size": entry.size, "sha256": entry.sha256, "schema": entry.schema}


@click.command()
@click.argument("source", metavar="[FILE]", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--latest", is_flag=True, help="The local workspace from its newest automatic copy.")
@click.option(
    "--rebuild", is_flag=True, help="The local workspace from the boards as they were last seen here."
)
@_database
def restore(source: Path | None, latest: bool, rebuild: bool, database: str | None) -> None:
    """Put what FILE holds in the place of what is here; all of it is checked first, and what was here is kept.

    The rows of a database go into the one that --database names, which is empty; without it they become the file of
    this machine's own server, unless FILE has that too.

    Close every window first. Killed in the middle, it is finished by the next start, or nothing was changed. A FILE of -
    is stdin.
    """
    if sum((source is not None, latest, rebuild)) != 1:
        raise UsageError(
            "what to restore from?", hint="cardscout restore FILE, or --latest, or --rebuild; see --help"
        )
    paths, clock = Paths.open(), SystemClock()
    finish(paths.data)
    if source is not None:
        if str(source) == steps.STDIN and sys.stdin.isatty():
            raise UsageError(
                "a backup is not typed", hint="name its FILE, or pipe it: cardscout restore - <FILE"
            )
        with steps.path_of(str(source)) as file:
            _restore(file, paths, database)
    else:
        output.text(rebuild_from_store(paths, clock) if rebuild else restore_from_copy(paths, clock))


def _restore(source: Path, paths: Paths, database: str | None) -> None:
    """Check the archive and replace the files here by its files.

    Raises:
        UsageError: The archive is damaged, or of a newer Cardscout; nothing was changed.
        StoreBusy: The app or a server is running.
    """
    now = SystemClock().now()
    stage = paths.data / f"{STAGE}{os.getpid()}"
    with locked_files(paths):
        try:
            manifest = archive.unpack(source, stage)
            _check(stage, manifest)
            held = _hold_unsent(stage, manifest, paths)
            apart = _take_rows(stage, manifest, paths, database)
            names = _placed_names(stage, {one.name for one in manifest.files})
            outlasting = _carry(stage, names, paths)
            kept = kept_folder(paths, now)
            replace(paths.data, _moves(stage, names, paths), kept)
            if apart is not None:
                # The last step, in one transaction: after a kill the whole restore can be repeated.
                _load(apart, paths, database)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
            for left in paths.data.glob(f"{_ROWS_PREFIX}*"):
                left.unlink()
    output.text(f"Restored {output.plural(len(manifest.files), 'files')} of {_local(manifest)}:")
    for one in manifest.files:
        output.text(f"  {one.name}")
    if kept.exists():
        output.text(f"What was here is kept in {kept}")
    outlasting.say()
    _say_what_is_left_to_do(held, paths)


def _local(manifest: archive.Manifest) -> str:
    """Return when the backup was made, in local time."""
    return output.format_moment(datetime.fromisoformat(manifest.made))


def _say_what_is_left_to_do(held: int, paths: Paths) -> None:
    """Print what to do about ``held`` unsent changes, and about accounts without a token."""
    if held:
        output.text(
            f"{output.plural(held, 'changes')} waited to be sent then, and may have been since: nothing is sent again by itself."
        )
        output.text("The page Outbox of the app has them: send them again, or give them up.")
    if without := _accounts_without_token(paths):
        output.text("No backup holds tokens. Log in again:")
        for name in without:
            output.text(f"  cardscout accounts login {name}")


def _take_rows(stage: Path, manifest: archive.Manifest, paths: Paths, database: str | None) -> Path | None:
    """Move the archive's database rows aside for loading; None if they become the local server's file."""
    names = {one.name for one in manifest.files}
    if database is None:
        if {archive.DATABASE, _SERVER_FILE} <= names:
            raise UsageError(
                "the backup holds a database beside this machine's own boards",
                hint="--database URL names the empty one it is put into; nothing was changed",
            )
        return None
    if archive.DATABASE not in names:
        output.say("note: the backup holds no database; nothing is put into the one that is named")
        return None
    from tui.server.exports.dump import require_empty
    from tui.server.storage.place import Place

    require_empty(Place(paths.data, database))
    return (stage / archive.DATABASE).rename(paths.data / f"{_ROWS_PREFIX}{os.getpid()}.db")


def _load(rows: Path, paths: Paths, database: str | None) -> None:
    from tui.server.exports.dump import load
    from tui.server.storage.place import Place

    load(rows, Place(paths.data, database))


def _accounts_without_token(paths: Paths) -> list[str]:
    """Return the accounts without a token on this machine; a vault file is assumed to hold its tokens."""
    try:
        accounts = read_accounts(paths.config_file).values()
    except UsageError:
        # The restore is complete; ``cardscout doctor`` reports what is wrong with the settings.
        return []
    return [one.name for one in accounts if is_missing(one.secrets, paths.data) or not _in_keyring(one)]


def _in_keyring(account: Account) -> bool:
    """Return whether the keyring has the token; True if the account does not use the keyring."""
    if account.secrets != "keyring":
        return True
    try:
        return bool(load(account, {}).token)
    except CredentialError:
        return False


def _check(stage: Path, manifest: archive.Manifest) -> None:
    from tui.server.storage.db import SCHEMA

    for one in manifest.files:
        if one.name.endswith(".db"):
            newest = SCHEMA if one.name in {_SERVER_FILE, archive.DATABASE} else newest_schema()
            archive.check_database(stage / one.name, one.name, newest)


def _hold_unsent(stage: Path, manifest: archive.Manifest, paths: Paths) -> int:
    """Keep back what waited to be sent to services, which may have it by now; return how many changes that are.

    The local workspace's server is restored too, and knows what it had.
    """
    local = f"data/{paths.store_file('local').name}"
    stores = [one.name for one in manifest.files if _STORE.fullmatch(one.name) and one.name != local]
    reason = f"It waited in the backup of {_local(manifest)[:10]}, and may have been sent since. Look, then send it again."
    return sum(hold_unsent(stage / name, reason, SystemClock()) for name in stores)


def _carry(stage: Path, names: set[str], paths: Paths) -> Outlasting:
    """Put who opted out and what was spent since the backup into the staged files."""
    stores = [stage / name for name in sorted(names) if _STORE.fullmatch(name)]
    server = stage / _SERVER_FILE if _SERVER_FILE in names else None
    return carry(stage, stores, server, paths, SystemClock(), own=DIRECTORY)


def _placed_names(stage: Path, names: set[str]) -> set[str]:
    """Return the names of the files, with the database's under ``data`` if it is among them."""
    if archive.DATABASE not in names:
        return names
    rest = names - {archive.DATABASE}
    if not (stage / archive.DATABASE).exists():
        return rest
    (stage / archive.DATABASE).rename(stage / _SERVER_FILE)
    return rest | {_SERVER_FILE}


def _moves(stage: Path, names: set[str], paths: Paths) -> list[tuple[Path | None, Path]]:
    """List the moves as (source, target): folders of uploads as a whole; source None removes a target."""
    moves: dict[Path, Path | None] = {}
    for name in sorted(names):
        folder, _, rest = name.partition("/")
        if folder == "data":
            place = rest.partition("/")[0]
            moves[paths.data / place] = stage / "data" / place
        elif folder == archive.CONFIG:
            moves[paths.config / rest] = _copy_beside(stage / name, paths.config / rest)
    if _SERVER_FILE in names:
        moves.setdefault(paths.store_file("local"), None)
    return [(staged, target) for target, staged in moves.items()]


def _copy_beside(staged: Path, target: Path) -> Path:
    """Copy the staged file beside its target: the settings may be on another file system than the data.

    Raises:
        UsageError: There is no room, or something else is in the place of the folder.
    """
    waiting = target.with_name(f".{target.name}.restored")
    try:
        target.parent.mkdir(mode=0o700, exist_ok=True)
        waiting.unlink(missing_ok=True)
        shutil.copyfile(staged, waiting)
        waiting.chmod(0o600)
    except OSError as error:
        raise UsageError(
            f"{target} cannot be written: {error.strerror}", hint="nothing was changed"
        ) from error
    return waiting
