"""Labels on the command line."""

from tests.cli.conftest import ANA


def test_labels_are_listed_made_put_on_and_taken_off(imported):
    imported.read("label", "new", "Kōrero", "cold", "--color", "sky")
    assert {x["name"] for x in imported.json("labels", "Kōrero")} == {"hot", "cold"}
    imported.read("label", "add", ANA, "COLD")
    imported.read("label", "add", ANA, "red")
    imported.read("label", "add", ANA, "red")
    assert len(imported.json("card", "show", ANA)["idLabels"]) == 2
    imported.read("label", "remove", ANA, "cold")
    assert imported.json("card", "show", ANA)["idLabels"] == ["54c8b729000000000000001e"]
    assert "there is no label" in imported("label", "add", ANA, "grey").stderr


def test_a_second_label_of_the_same_name_and_colour_is_made_only_if_that_is_meant(imported):
    first = imported.read("label", "new", "Kōrero", "cold", "--color", "sky").strip()
    again = imported("label", "new", "Kōrero", " cold", "--color", "sky")
    assert (again.exit_code, again.stdout) == (2, "")
    assert f"there is a label 'cold' in sky already: {first}" in again.stderr
    assert "--force" in again.stderr
    for other in (("cold",), ("cold", "--color", "red"), ("warm", "--color", "sky")):
        imported.read("label", "new", "Kōrero", *other)
    assert imported.read("label", "new", "Kōrero", "cold", "--color", "sky", "--force").strip() != first
