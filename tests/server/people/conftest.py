"""What a member is told of."""


async def told(who, **params):
    return [one["type"] for one in await who.get("/members/me/notifications", **params)]
