"""What a member is told of."""


async def told(who, **params):
    return [one["type"] for one in await who.get("/members/me/notifications", **params)]


async def many(desk, bo, count):
    card = await desk.card()
    await desk.post("/notifications/all/read")
    for number in range(count):
        await desk.post(f"/cards/{card['id']}/actions/comments", text=f"@bo {number}")
    return card
