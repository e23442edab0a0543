"""What is wrong with settings, all of it at once, and what is left of them."""

from tui.settings.config_problems import take_out_invalid


def test_every_invalid_setting_is_told_and_taken_out_and_the_others_stay():
    found = {
        "density": "huge",
        "ageing": 9,
        "labels": {"Leads": ["hot"], "Won": 3},
        "spending": 7,
        "theme": {"base": "dark", "cursr": "#ffffff"},
    }
    places = [one.place for one in take_out_invalid(found)]
    assert places == [("density",), ("spending",), ("labels", "Won"), ("theme", "cursr")]
    assert found == {"ageing": 9, "labels": {"Leads": ["hot"]}, "theme": {"base": "dark"}}


def test_of_valid_settings_nothing_is_told():
    found = {"density": "full", "bindings": {"undo": ""}}
    assert take_out_invalid(found) == []
    assert found == {"density": "full", "bindings": {"undo": ""}}
