"""``cardscout card edit --template``."""


def test_a_card_becomes_a_template_and_its_copy_none(imported):
    card = imported.json("cards", "Kōrero")[0]["id"]
    assert imported.json("card", "edit", card, "--template")["isTemplate"] is True
    assert imported.json("card", "copy", card)["isTemplate"] is False
    assert imported.json("card", "edit", card, "--no-template")["isTemplate"] is False
