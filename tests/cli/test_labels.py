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
