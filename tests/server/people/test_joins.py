"""How people come to boards: as members of the service, or as ghosts until they confirm their address."""


async def members(desk) -> dict[str, str]:
    """The full name of everybody on the board, by user name."""
    return {one["username"]: one["fullName"] for one in await desk.get(f"/boards/{desk.id}/members")}


async def invite(desk, email: str, **more: str) -> None:
    await desk.put(f"/boards/{desk.id}/members", email=email, **more)


async def test_whoever_is_new_is_called_as_the_address_is_unless_a_name_is_given(desk):
    before = await members(desk)
    await invite(desk, "Zoë.Miller@mill.example")
    await invite(desk, "bo@mill.example", fullName="Bo Baker")
    added = {name: full for name, full in (await members(desk)).items() if name not in before}
    assert added == {"zoemiller": "Zoë.Miller", "bo_": "Bo Baker"}, "a user name has three characters"


async def test_two_of_one_name_have_different_user_names(desk):
    for host in ("mill", "bakery", "farm"):
        await invite(desk, f"sam.lee@{host}.example")
    assert {"samlee", "samlee2", "samlee3"} <= (await members(desk)).keys()


async def test_an_address_is_of_one_however_it_is_written(desk):
    await invite(desk, "sam.lee@mill.example")
    before = await members(desk)
    await invite(desk, "SAM.LEE@mill.example", fullName="Another")
    assert await members(desk) == before
