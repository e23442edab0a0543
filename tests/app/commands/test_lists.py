"""Lists made, named, moved and archived; their limit, and all of their cards at once."""


async def test_a_list_has_a_limit_and_its_cards_go_together(play):
    async with play() as p:
        lists = {each.name: each.id for each in p.workspace.boards.lists(p.board.id)}
        await p.press("g", "w", *"3", "enter")
        await p.sees("▲ ")
        await p.press("g", "M", *"won", "enter")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))
        await p.press("u")
        await p.until(lambda: len(p.workspace.cards.faces(lists["Leads"])) > 1)
        await p.press("g", "A")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))
