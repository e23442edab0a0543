import os
import stat
from pathlib import Path

import pytest

from tui.errors import UsageError
from tui.settings import paths as module
from tui.settings.paths import Paths, styles_dir

KINDS = ("config", "data", "cache", "state")


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A process whose only home is tmp_path."""
    for name in ("CARDSCOUT_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return monkeypatch


def test_one_home_holds_all_four(bare, tmp_path):
    bare.setenv("CARDSCOUT_HOME", str(tmp_path / "all"))
    paths = Paths.open()
    assert [getattr(paths, kind) for kind in KINDS] == [tmp_path / "all" / kind for kind in KINDS]


def test_without_it_the_system_decides(bare, tmp_path):
    bare.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    paths = Paths.open()
    assert paths.data == tmp_path / "xdg" / "cardscout"
    assert paths.config == tmp_path / ".config" / "cardscout"


@pytest.mark.fault("F76")
def test_directories_are_private_even_if_they_were_not(bare, tmp_path):
    (tmp_path / "all" / "data").mkdir(parents=True)
    (tmp_path / "all" / "data").chmod(0o755)
    bare.setenv("CARDSCOUT_HOME", str(tmp_path / "all"))
    paths = Paths.open()
    assert {stat.S_IMODE(getattr(paths, kind).stat().st_mode) for kind in KINDS} == {0o700}


@pytest.mark.parametrize("kind", [None, "data"], ids=["one home", "as the system says"])
def test_what_is_made_is_private_whatever_the_umask(bare, tmp_path, kind):
    where = tmp_path / "a" / "b"
    bare.setenv(f"XDG_{kind.upper()}_HOME" if kind else "CARDSCOUT_HOME", str(where))
    before = os.umask(0)
    try:
        Paths.open()
    finally:
        os.umask(before)
    made = [path for path in [where, *where.rglob("*"), where.parent] if path.is_dir()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o700}


@pytest.mark.parametrize(("mode", "taken"), [(0o777, False), (0o757, False), (0o1777, True), (0o775, True)])
def test_a_home_that_others_can_write_to_is_refused_with_what_mends_it(bare, tmp_path, mode, taken):
    home = tmp_path / "all"
    home.mkdir()
    home.chmod(mode)
    bare.setenv("CARDSCOUT_HOME", str(home))
    if taken:
        assert Paths.open().data == home / "data"
        return
    with pytest.raises(UsageError) as refused:
        Paths.open()
    assert str(refused.value) == f"others may change what is in {home}"
    assert refused.value.hint.startswith(f"chmod go-w {home}, or ")


def test_another_groups_write_is_an_others(bare, tmp_path, monkeypatch):
    (tmp_path / "all").mkdir()
    (tmp_path / "all").chmod(0o770)
    bare.setenv("CARDSCOUT_HOME", str(tmp_path / "all"))
    monkeypatch.setattr(os, "getegid", lambda: (tmp_path / "all").stat().st_gid + 1)
    with pytest.raises(UsageError, match="others may change"):
        Paths.open()


def test_data_that_is_a_link_is_refused_and_a_linked_config_is_not(bare, tmp_path):
    elsewhere, home = tmp_path / "elsewhere", tmp_path / "all"
    for path in (elsewhere, home):
        path.mkdir(mode=0o755)
    bare.setenv("CARDSCOUT_HOME", str(home))
    (home / "config").symlink_to(elsewhere)
    assert Paths.open().config == home / "config"
    (home / "data").rmdir()
    (home / "data").symlink_to(elsewhere)
    (home / "config").unlink()
    elsewhere.chmod(0o755)
    with pytest.raises(UsageError, match=f"data is a link, to {elsewhere}") as refused:
        Paths.open()
    assert f"rm {home}/data" in refused.value.hint
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o755


def test_a_home_that_exists_keeps_its_mode(bare, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    bare.setenv("CARDSCOUT_HOME", str(shared))
    Paths.open()
    assert stat.S_IMODE(shared.stat().st_mode) == 0o755


@pytest.mark.fault("F77")
@pytest.mark.parametrize("variable", ["CARDSCOUT_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"])
@pytest.mark.parametrize("value", ["here", "../x", "~/x", "..", "$(id)"])
def test_a_relative_directory_names_its_variable(bare, variable, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bare.setenv(variable, value)
    with pytest.raises(UsageError, match=variable) as caught:
        Paths.open()
    assert f"{variable}=/" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.fault("F77")
@pytest.mark.parametrize("tail", ["f", "f/deeper", "n" * 300, "a/" * 3000])
def test_a_directory_that_cannot_be_made_names_its_variable(bare, tmp_path, tail):
    (tmp_path / "f").write_text("a file")
    bare.setenv("CARDSCOUT_HOME", f"{tmp_path}/{tail}")
    with pytest.raises(UsageError, match="cannot use") as caught:
        Paths.open()
    assert "CARDSCOUT_HOME" in caught.value.hint


@pytest.mark.fault("F76")
def test_a_directory_of_somebody_else_is_refused(bare, tmp_path, monkeypatch):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "data").symlink_to(tmp_path / "theirs")
    bare.setenv("CARDSCOUT_HOME", str(tmp_path / "all"))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(UsageError, match="somebody else"):
        Paths.open()


@pytest.mark.fault("F76")
def test_a_link_to_nowhere_is_refused(bare, tmp_path):
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "data").symlink_to(tmp_path / "nowhere" / "at" / "all")
    bare.setenv("CARDSCOUT_HOME", str(tmp_path / "all"))
    with pytest.raises(UsageError, match="data"):
        Paths.open()


@pytest.mark.fault("F64")
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_home_is_refused(bare, tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UsageError, match=r"CARDSCOUT_HOME|cannot use|not writable"):
            Paths.open()
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.fault("F77")
def test_an_empty_home_says_so(bare):
    bare.setenv("HOME", "")
    with pytest.raises(UsageError, match="HOME is empty"):
        Paths.open()


def test_styles_are_found_beside_the_package(tmp_path, monkeypatch):
    checkout = tmp_path / "checkout"
    (checkout / "tui" / "settings").mkdir(parents=True)
    (checkout / "styles").mkdir()
    monkeypatch.setattr(module, "__file__", str(checkout / "tui" / "settings" / "paths.py"))
    assert styles_dir() == checkout / "styles"


def test_styles_in_the_package_come_first(tmp_path, monkeypatch):
    wheel = tmp_path / "site-packages"
    (wheel / "tui" / "settings").mkdir(parents=True)
    (wheel / "tui" / "styles").mkdir()
    (wheel / "styles").mkdir()
    monkeypatch.setattr(module, "__file__", str(wheel / "tui" / "settings" / "paths.py"))
    assert styles_dir() == wheel / "tui" / "styles"


def test_an_installation_without_styles_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "__file__", str(tmp_path / "a" / "tui" / "settings" / "paths.py"))
    with pytest.raises(UsageError, match="style sheets"):
        styles_dir()


def test_files_have_one_home(tmp_path):
    paths = Paths(*(Path(kind) for kind in KINDS))
    assert paths.config_file == Path("config/config.toml")
    assert paths.store_file("local") == Path("data/store-local.db")
