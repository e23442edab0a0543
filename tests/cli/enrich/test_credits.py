"""Caps on spending, on the command line."""

from tests.cli.enrich.conftest import ANA


def test_caps_refuse_before_anything_is_asked(program, listed):
    assert program.json("credits", "cap", "--month", "1", "--run", "30") == {"run": 30, "month": 1}
    refused = program("enrich", "person", ANA)
    assert refused.exit_code == 2
    assert "cap of the month is 1" in refused.stderr
    assert "cardscout credits cap --month 2" in refused.stderr
    assert "cap of the month" in program.json("enrich", "person", ANA, "--dry-run")["why"]
    many = program("enrich", "cards", "--board", "Pipeline", "--yes")
    assert (many.exit_code, "cap of the run is 30" in many.stderr) == (2, True)
    assert program.json("enrich", "runs") == []
    assert listed() == []
    assert program("credits", "cap", "--month", "many").exit_code == 2
    program.read("credits", "cap", "--month", "none", "--run", "none")
    assert program.json("credits") == {
        "credits": 500, "month": 0, "spent": 0, "maybe": 0, "open": [], "caps": {"run": None, "month": None},
    }  # fmt: skip
    assert program("enrich", "cards", "--board", "Pipeline", "--cap", "1").exit_code == 2


def test_the_settings_file_caps_too(program):
    program.home.joinpath("config").mkdir(parents=True)
    program.home.joinpath("config", "config.toml").write_text("[spending]\nmonth = 1\n")
    assert program.json("credits", "cap") == {"run": None, "month": 1}
    assert program("enrich", "person", ANA).exit_code == 2
    program.home.joinpath("config", "config.toml").write_text('[spending]\nmonth = "1"\n')
    wrong = program("enrich", "person", ANA)
    assert (wrong.exit_code, "spending.month" in wrong.stderr) == (2, True)
