"""``make imports``: time, memory and size of an import of a million people, and of two million firms.

``PEOPLE=100000 FIRMS=200000 make imports`` chooses how many. Each file is imported by the command line, killed halfway
once and run again; then the rows are counted, and a new process searches. Never part of CI: a timed assertion on a
shared machine says more about the machine.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.import_files import write_extract, write_people  # noqa: E402 - the path comes first

_SEARCH = """
import json, sys, time
from pathlib import Path
from tui.server.enrich.directory import find_company
from tui.server.enrich.planner import Criteria, search_people
from tui.server.storage import db

began = time.perf_counter()
engine = db.connect(Path(sys.argv[1]))
with db.reading(engine) as connection:
    asked = time.perf_counter()
    _, total = search_people(connection, Criteria(**json.loads(sys.argv[2])), start=0, size=25)
    found = time.perf_counter()
    find_company(connection, {"abn": "37010000003"})
    ended = time.perf_counter()
print(f"{total} people; opened in {asked - began:.3f} s, first search {found - asked:.3f} s, lookup {ended - found:.3f} s")
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the import command.

    Attributes:
        peaks: The process's resident memory in MiB at each report of progress.
    """

    seconds: float
    cpu: float
    peaks: list[float]
    answer: str


def run(path: Path, home: Path, *, kill_at: int = 0) -> Run:
    """Import ``path`` into ``home``; with ``kill_at``, kill the process once it reports that many rows."""
    command = [sys.executable, "-m", "tui", "directory", "import", str(path), "--yes", "--json"]
    began = time.perf_counter()
    with subprocess.Popen(
        [*command, "--data", str(home)],
        cwd=ROOT,
        env=os.environ | {"CARDSCOUT_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        out, told = process.stdout, process.stderr
        assert out is not None
        assert told is not None
        answer: list[str] = []
        reader = threading.Thread(target=lambda: answer.append(out.read()))
        reader.start()
        peaks = []
        for line in told:
            words = line.split()
            if words[1:2] == ["rows,"]:
                peaks.append(resident_mib(process.pid))
                if kill_at and int(words[0].replace(",", "")) >= kill_at:
                    process.send_signal(signal.SIGKILL)
                    kill_at = 0
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        reader.join()
    return Run(
        time.perf_counter() - began, used.ru_utime + used.ru_stime, [*peaks, used.ru_maxrss / 1024], answer[0]
    )


def resident_mib(pid: int) -> float:
    """Return the resident memory of a process in MiB, 0 once it has ended."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    except (OSError, IndexError):
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def measure(what: str, paths: list[Path], rows: int, home: Path) -> None:
    """Import the files of ``what``, the first killed halfway, and print the figures."""
    home.mkdir()
    killed = run(paths[0], home, kill_at=rows // len(paths) // 2)
    print(f"{what}: killed after {killed.seconds:.1f} s", flush=True)
    runs = [run(path, home) for path in paths]
    seconds, cpu = (sum(getattr(one, name) for one in (killed, *runs)) for name in ("seconds", "cpu"))
    resident = [peak for one in runs for peak in one.peaks[:-1]] or [0.0]
    size = sum(each.stat().st_size for each in home.rglob("*") if each.is_file()) / (1 << 20)
    print(
        f"{what}: {rows:,} rows, {seconds:.1f} s ({rows / seconds:,.0f} rows/s), CPU {cpu:.1f} s ({rows / cpu:,.0f} rows/s)"
    )
    print(
        f"  resident MiB at first {resident[0]:.0f}, at last {resident[-1]:.0f}, peak {max(one.peaks[-1] for one in runs):.0f}"
    )
    print(f"  {size:,.0f} MiB on disk, {size * 1024 / rows:.2f} KiB a row; load {os.getloadavg()[0]:.1f}")
    for one in runs:
        print(f"  {json.loads(one.answer)}")
    stats = [sys.executable, "-m", "tui", "directory", "stats", "--json", "--data", str(home)]
    print(" ", subprocess.run(stats, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip())


def search(home: Path, **criteria: str) -> None:
    """Print how long the first search of a new process takes."""
    command = [sys.executable, "-c", _SEARCH, str(home / "server.db"), json.dumps(criteria)]
    print(
        f"  {criteria}:",
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip(),
    )


def main() -> None:
    """Measure people, then firms."""
    people, firms = (
        int(os.environ.get(name, most)) for name, most in (("PEOPLE", 1_000_000), ("FIRMS", 2_000_000))
    )
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(os.environ.get("HOMES", scratch)).absolute()
        listed = folder / "people.csv"
        write_people(listed, people)
        measure("people", [listed], people, folder / "people")
        search(folder / "people", position="manager")
        search(folder / "people", company="kauri ridge")
        archives = write_extract(folder, firms)
        measure("firms", archives, firms, folder / "firms")
        search(folder / "firms", company="kauri ridge plumbing")


if __name__ == "__main__":
    main()
