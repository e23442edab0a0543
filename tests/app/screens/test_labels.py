"""The labels of a board in a box, over the board and over a card."""


async def test_labels_from_the_card_and_from_the_board(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        first = p.workspace.boards.labels(p.board.id)[0]
        worn = first.id in p.workspace.cards.get(face.id).id_labels
        await p.press("l", "1")
        await p.until(lambda: (first.id in p.workspace.cards.get(face.id).id_labels) is not worn)
        await p.press("escape", "escape", "number_sign")
        await p.sees("Find a label")
        await p.sees("enter on/off")
        await p.press(*"brand new", "enter")
        await p.sees("enter take it esc back")
        await p.press(*"light pink", "enter")
        await p.sees("enter on/off")
        await p.until(
            lambda: any(label.name == "brand new" for label in p.workspace.boards.labels(p.board.id))
        )
        await p.sees("☑ ▪brand new")


async def test_a_label_is_deleted_at_once_and_u_brings_it_back_to_every_card(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        before = {label.name for label in p.workspace.boards.labels(p.board.id)}
        await p.press("l", *"hot", "ctrl+d")
        await p.until(lambda: any("u brings it back" in each.message for each in p.app._notifications))
        assert "hot" not in {label.name for label in p.workspace.boards.labels(p.board.id)}
        await p.press("escape", "escape")
        await p.press("u")
        await p.until(lambda: {label.name for label in p.workspace.boards.labels(p.board.id)} == before)
        await p.until(lambda: p.workspace.cards.get(face.id).id_labels)
