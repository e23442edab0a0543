"""A custom field of a board."""


async def define(desk, kind, **more):
    body = {"idModel": desk.id, "modelType": "board", "name": f"the {kind}", "type": kind, "pos": "bottom"}
    return await desk.post("/customFields", **(body | more))
