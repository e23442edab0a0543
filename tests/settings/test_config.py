import stat
from pathlib import Path

import pytest

from tui.errors import UsageError
from tui.settings.config import Config, bind, change


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config.toml"


def test_no_file_means_the_defaults(path):
    assert Config.read(path) == Config()


def test_every_setting_is_read(path):
    path.write_text(
        'keys = "vim"\ntheme = "nord"\ndensity = "full"\nboard = "Pipeline"\neditor = "nvim -f"\ncountry = "NZ"\n'
        'timezone = "Pacific/Auckland"\n'
        "ageing = 14\nbell = true\nmouse = false\n"
        '[bindings]\nmove-card-right = "L, full_stop"\nundo = ""\n'
    )
    assert Config.read(path) == Config(
        keys="vim", theme="nord", density="full", board="Pipeline", editor="nvim -f", country="NZ",
        timezone="Pacific/Auckland", ageing=14, bell=True, mouse=False,
        bindings={"move-card-right": "L, full_stop", "undo": ""},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said", "fix"),
    [
        ("keys = \nx", "line 1: Invalid value", "mend"),
        ('# mine\nkeys = "emacs"', "line 2: keys cannot be 'emacs'", "default, trello, vim"),
        ('\n\ndensity = "huge"', "line 3: density", "compact"),
        ('country = "UK"', "line 1: country", "AU, NZ"),
        ("ageing = 0", "line 1: ageing cannot be 0", "from 1 to 10,000"),
        ("ageing = true", "line 1: ageing cannot be True", "whole number"),
        ('bell = "yes"', "line 1: bell must be true or false", "bell = true"),
        ("theme = 3", "line 1: theme must be text", "leave it out"),
        ('board = " "', "line 1: board", "leave it out"),
        ("timezone = 12", "line 1: timezone must be text", "leave it out"),
        (
            'timezone = "Pacific/Aukland"',
            "line 1: there is no time zone 'Pacific/Aukland'",
            "Pacific/Auckland?",
        ),
        ('timezone = "NZDT+13"', "line 1: there is no time zone", "write timezone ="),
        ('timezone = "../etc"', "line 1: there is no time zone", "write timezone ="),
        ('key = "vim"', "there is no setting 'key'", "did you mean keys?"),
        ("zzzz = 1", "there is no setting 'zzzz'", "there are keys"),
        ('bindings = "x"', "bindings must be a table", "[bindings]"),
        ('keys = "vim"\n[bindings]\n"move-card" = 3', "line 3: bindings.move-card must be text", "no key"),
        ('[labels]\nundo = ["hot"]\n[bindings]\nundo = 3', "line 4: bindings.undo must be text", "no key"),
        ('want = "phone"', "want must be a list", 'write want = ["phone"]'),
        ('want = "email, phone"', "want must be a list", 'write want = ["email", "phone"]'),
        ('want = "phones"', "want cannot be 'phones'", 'want = ["email", "phone"], or only one'),
        ('want = ["fax"]', "want cannot be ['fax']", 'want = ["email", "phone"], or only one'),
        ('order = "nzbn"', "order must be a list", 'write order = ["nzbn"]'),
        (
            '[labels]\n"Pipeline/Won" = "hot"',
            "labels.Pipeline/Won must be a list",
            '"Pipeline/Won" = ["hot"]',
        ),
        ("[keys]\na = 1", "line 1: keys cannot be", "default"),
        ("a" * 100_000, "config.toml", "mend"),
    ],
)
def test_a_wrong_setting_names_file_line_and_fix(path, text, said, fix):
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        Config.read(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)
    assert fix in caught.value.hint


def test_the_words_of_a_choice_may_be_in_whatever_case(path):
    path.write_text('country = "nz"\nkeys = "Vim"\ndensity = "FULL"\n')
    config = Config.read(path)
    assert (config.country, config.keys, config.density) == ("NZ", "vim", "full")


def test_bytes_that_are_no_text_are_placed(path):
    path.write_bytes(b'theme = "\xff"')
    with pytest.raises(UsageError, match="byte 9 is not UTF-8"):
        Config.read(path)


def test_a_directory_is_no_config(path):
    path.mkdir()
    with pytest.raises(UsageError, match="cannot read"):
        Config.read(path)


def test_a_change_keeps_comments_and_the_rest(path):
    path.write_text('# mine\nkeys = "vim"  # hjkl\n\n[bindings]\nundo = "z"\n')
    change(path, "theme", "nord")
    assert "# mine" in path.read_text()
    assert "# hjkl" in path.read_text()
    assert Config.read(path) == Config(keys="vim", theme="nord", bindings={"undo": "z"})
    change(path, "theme", None)
    assert Config.read(path).theme is None


def test_a_setting_of_a_table_is_changed_in_it(path):
    path.write_text("[spending]  # mine\nrun = 3 # few\n")
    change(path, "spending.run", 40)
    change(path, "privacy.forget_after_days", 90)
    assert path.read_text() == ("[spending]  # mine\nrun = 40 # few\n\n[privacy]\nforget_after_days = 90\n")
    assert Config.read(path) == Config(spending={"run": 40}, privacy={"forget_after_days": 90})
    change(path, "spending.run", None)
    assert Config.read(path).spending == {}
    for name, value in (("spending.run", -1), ("privacy.forget_after_days", 0), ("spending.day", 1)):
        with pytest.raises(UsageError, match=name):
            change(path, name, value)


def test_a_name_with_a_dot_in_quotes_is_no_setting(path):
    path.write_text('"spending.run" = 3\n')
    with pytest.raises(UsageError, match=r"there is no setting 'spending\.run'"):
        Config.read(path)


def test_a_changed_file_is_private_and_alone(path):
    change(path, "density", "compact")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [item.name for item in path.parent.iterdir()] == ["config.toml"]


def test_a_link_to_dotfiles_stays_a_link(path, tmp_path):
    real = tmp_path / "dotfiles.toml"
    real.write_text('keys = "vim"\n')
    path.symlink_to(real)
    change(path, "theme", "nord")
    assert path.is_symlink()
    assert "nord" in real.read_text()


def test_a_wrong_change_is_refused_and_nothing_written(path):
    with pytest.raises(UsageError, match="density"):
        change(path, "density", "huge")
    assert not path.exists()


def test_a_broken_file_is_not_written_over(path):
    path.write_text("keys = ")
    with pytest.raises(UsageError, match=r"config\.toml"):
        change(path, "theme", "nord")
    assert path.read_text() == "keys = "


def test_a_binding_keeps_the_rest_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('theme = "x"  # dark\n')
    bind(file, "undo", "")
    bind(file, "undo", "ctrl+z")
    assert file.read_text() == 'theme = "x"  # dark\n\n[bindings]\nundo = "ctrl+z"\n'
