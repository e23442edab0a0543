"""Who does not want to be found is not found, not sold and not brought again."""

from tui.server.enrich.tables import opt_outs
from tui.server.importing.removal import opt_out
from tui.server.storage import db


async def test_they_are_out_of_every_answer(api, engine, clock, ana) -> None:
    before = (await api.post("/search/people", json={"company": "Tūī Ridge"})).json()["total"]
    assert opt_out(engine, clock, "email", ana.email).people == 1
    for path, asked in (
        ("/enrich/person", {"email": ana.email}), ("/enrich/person", {"network_slug": ana.network_slug}),
        ("/enrich/person", {"network_url": f"linkedin.com/in/{ana.network_slug}"}), ("/people", {"work_email": ana.email}),
        ("/people", {"id": ana.id}), ("/people", {"ln_slug": ana.network_slug}),
    ):  # fmt: skip
        reply = await api.get(path, params=asked)
        assert (reply.status_code, reply.json()["error"]["code"]) == (451, "opted_out"), asked
        assert reply.headers["x-credits-charged"] == "0"
    page = (await api.post("/search/people", json={"company": "Tūī Ridge"})).json()
    assert page["total"] == before - 1
    assert ana.id not in str(page)
    assert opt_out(engine, clock, "email", ana.email).people == 0


def test_only_digests_are_kept(engine, clock, ana) -> None:
    opt_out(engine, clock, "network_slug", ana.network_slug)
    with db.reading(engine) as connection:
        kept = str(connection.execute(opt_outs.select()).all())
    assert ana.email not in kept
    assert ana.network_slug not in kept
