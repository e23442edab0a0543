"""Copies of checklists."""


async def test_a_checklist_is_copied_to_another_card(desk, server, full):
    other = await desk.card("other")
    made = await desk.post(
        "/checklists", idCard=other["id"], name="Again", idChecklistSource=full["idChecklists"][0]
    )
    assert (made["name"], made["idCard"]) == ("Again", other["id"])
    assert [(item["name"], item["state"]) for item in made["checkItems"]] == [
        ("call mill", "incomplete"),
        ("pay", "complete"),
    ]
    kind, data = (await desk.log(server))[-1]
    assert (kind, data["checklistSource"]["name"], data["checklist"]["name"]) == (
        "copyChecklist",
        "Steps",
        "Again",
    )
