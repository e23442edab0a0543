from tui.server.board import emoji


async def test_the_emoji_there_are(http):
    found = (await http.get("/emoji", params={"locale": "de", "spritesheets": "true"})).json()["trello"]
    assert len(found) > 1000
    grinning = next(one for one in found if one["unified"] == "1F600")
    assert grinning["native"] == "\N{GRINNING FACE}"
    assert (grinning["name"], grinning["shortName"]) == ("GRINNING FACE", "grinning")
    assert (grinning["category"], grinning["tts"]) == ("Smileys & People", "grinning face")
    assert len({one["unified"] for one in found}) == len({one["shortName"] for one in found}) == len(found)


def test_a_name_means_one_sign():
    names = [short for one in emoji.emoji_by_code().values() for short in one["shortNames"]]
    assert sorted(names) == sorted(emoji.by_name())


async def test_a_short_name_and_the_sign_itself_are_the_same_reaction(desk):
    card = await desk.card()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="fresh rye")
    path = f"/actions/{comment['id']}/reactions"
    by_name = await desk.post(path, shortName="thumbsup")
    assert by_name["emoji"]["unified"] == by_name["idEmoji"] == "1F44D"
    assert (await desk.post(path, native="\N{THUMBS UP SIGN}"))["id"] == by_name["id"]
    unknown = await desk.post(path, shortName="parrot-of-ours")
    assert unknown["emoji"]["shortName"] == unknown["idEmoji"] == "parrot-of-ours"


async def test_a_board_tells_my_star_or_none(desk):
    await desk.post("/members/me/boardStars", idBoard=desk.id, pos="top")
    path = f"/boards/{desk.id}/boardStars"
    assert [one["idBoard"] for one in await desk.get(path)] == [desk.id]
    assert [one["idBoard"] for one in await desk.get(path, filter="mine")] == [desk.id]
    assert await desk.get(path, filter="none") == []
