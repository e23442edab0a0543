"""Who does not want to be found is not found, not sold and not brought again."""

from tui.server.enrich.tables import answers, opt_outs
from tui.server.importing.removal import forget_answers, opt_out
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


async def test_an_answer_that_is_kept_for_a_repeated_call_is_erased(api, engine, clock, ana) -> None:
    """Neither is it given once more, nor does it stay in the storage; others' answers do."""
    asked = {"email": ana.email}
    page = {"company": "Tūī Ridge"}
    kept = await api.get(
        "/enrich/company", params={"domain": "tuiridge.example"}, headers={"Idempotency-Key": "c"}
    )
    first = await api.get("/enrich/person", params=asked, headers={"Idempotency-Key": "p"})
    assert first.json()["data"]["id"] == ana.id
    hits = (await api.post("/search/people", json=page, headers={"Idempotency-Key": "s"})).json()["records"]
    assert opt_out(engine, clock, "network_slug", ana.network_slug).people == 1
    with db.reading(engine) as connection:
        stored = str(connection.execute(answers.select()).all())
    for value in (ana.email, ana.network_slug, ana.id):
        assert value not in stored
    again = await api.get("/enrich/person", params=asked, headers={"Idempotency-Key": "p"})
    assert (again.status_code, again.headers["x-credits-charged"]) == (451, "0")
    left = (await api.post("/search/people", json=page, headers={"Idempotency-Key": "s"})).json()["records"]
    assert left == [hit for hit in hits if hit["person_id"] != ana.id]
    assert (
        await api.get(
            "/enrich/company", params={"domain": "tuiridge.example"}, headers={"Idempotency-Key": "c"}
        )
    ).json() == kept.json()
    forget_answers(engine)
    with db.reading(engine) as connection:
        assert connection.execute(answers.select()).all() == []


def test_only_digests_are_kept(engine, clock, ana) -> None:
    opt_out(engine, clock, "network_slug", ana.network_slug)
    with db.reading(engine) as connection:
        kept = str(connection.execute(opt_outs.select()).all())
    assert ana.email not in kept
    assert ana.network_slug not in kept
