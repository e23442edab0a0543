"""``cardscout serve user|token|key …``: what is written, and what is refused."""

import pytest
from sqlalchemy import insert

from tui.cli.access import open_storage
from tui.errors import StoreError
from tui.server.storage import db
from tui.server.storage.place import Place


@pytest.fixture
def admin(program, tmp_path):
    """The commands on a directory of their own."""

    class Admin:
        def ask(self, *args, **more):
            return program("serve", *args, "--data", str(tmp_path / "data"), **more)

        def json(self, *args):
            return program.json("serve", *args, "--data", str(tmp_path / "data"))

        def refused(self, *args, **more):
            result = self.ask(*args, **more)
            assert result.exit_code == 2, result.output
            return result.stderr

    return Admin()


def test_a_member_is_made_once_and_given_another_password(admin):
    made = admin.json("user", "ada", "--full-name", "Ada Baker", "--email", "ada@example.org")
    assert (made["username"], made["made"]) == ("ada", True)
    refused = admin.refused("user", "ada", "--full-name", "Ada Cook")
    assert "already" in refused
    assert "hint: --email and --password give a member who is there" in refused
    assert "put /1/members/me fullName=" in refused
    again = admin.ask("user", "ada", "--password-stdin", "--json", stdin="correct horseshoe\n")
    assert again.exit_code == 0, again.output
    assert '"made": false' in again.stdout
    named = admin.ask("user", "ada", "--full-name", "Ada Cook", "--password-stdin", stdin="correct horse\n")
    assert "note: ada keeps the name" in named.stderr
    assert "put /1/members/me fullName=" in named.stderr
    assert "note" not in again.stderr
    assert admin.json("users") == [
        {"id": made["id"], "username": "ada", "full_name": "Ada Baker", "email": "ada@example.org"}
    ]
    assert "8 characters" in admin.ask("user", "ada", "--password-stdin", stdin="short\n").stderr


def test_the_operator_is_told_what_colleagues_see_until_they_have_a_name(program):
    program.read("boards")
    assert "to others you are called “You”" in program("serve", "user", "ada").stderr
    program.read("api", "board", "put", "/1/members/me", "fullName=Joe Bloggs")
    assert program("serve", "user", "bea").stderr == ""


def test_a_member_who_is_there_is_given_an_address(admin):
    made = admin.json("user", "ada")
    admin.json("user", "bob", "--email", "bob@example.org")
    assert admin.json("user", "ada", "--email", "ada@example.org") == made | {"made": False}
    assert admin.ask("user", "ada", "--email", "Ada@example.org").stdout.startswith(
        "ada: has the new address"
    )
    assert [row["email"] for row in admin.json("users")] == ["Ada@example.org", "bob@example.org"]
    assert "is the address of bob" in admin.refused("user", "ada", "--email", "BOB@example.org")
    assert "is no email address" in admin.refused("user", "ada", "--email", "nobody")


def test_a_member_needs_a_name_that_is_one(admin):
    assert "is no user name" in admin.refused("user", "Ada Baker")
    assert admin.json("users") == []


@pytest.mark.parametrize(
    "words", ["users", "tokens", "apps", "keys", "code ada", "token ada", "revoke --id x"]
)
def test_a_directory_without_a_service_is_refused_and_not_filled(admin, tmp_path, words):
    said = admin.refused(*words.split())
    assert f"there is no service in {tmp_path / 'data'}" in said
    assert "serve user NAME" in said
    assert not (tmp_path / "data").exists()


def test_a_token_comes_with_its_key_and_secret_and_can_be_ended(admin, tmp_path):
    admin.json("user", "ada")
    assert "serve user bob" in admin.refused("token", "bob")
    admin.json("user", "bob")
    made = admin.json("token", "bob", "--scope", "read", "--expiration", "1day", "--app", "Bot")
    assert made.keys() == {"key", "secret", "token", "idMember", "username"}
    assert admin.json("token", "bob", "--app", "Bot")["key"] == made["key"]
    lines = admin.ask("token", "bob", "--key", made["key"]).stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == ["key", "secret", "token"]
    assert admin.ask("revoke", stdin=f"{made['token']}\n").stdout.startswith("ended: the token")
    assert "nothing was ended" in admin.refused("revoke", stdin=made["token"])
    # The list of processes tells everybody what is in an argument.
    refusal = admin.refused("revoke", made["token"])
    assert "--file FILE" in refusal
    assert "an id goes behind --id" in refusal
    again = admin.json("token", "bob", "--app", "Bot")["token"]
    (tmp_path / "token").write_text(f"{again}\n")
    assert admin.ask("revoke", "--file", str(tmp_path / "token")).stdout.startswith("ended: the token")
    assert "scopes are some of" in admin.refused("token", "bob", "--scope", "everything")
    assert "no application with the key" in admin.refused("token", "bob", "--key", "0" * 32)


def test_a_key_of_the_directory_has_credits(admin):
    made = admin.json("key", "team", "--credits", "90")
    assert (made["account"], made["credits"]) == ("team", 90)
    assert admin.json("key", "team")["credits"] == 90
    assert admin.json("key", "team", "--credits", "10")["credits"] == 100
    assert admin.ask("revoke", stdin=made["key"]).stdout == "ended: the enrichment key\n"


def test_a_key_to_a_directory_without_anybody_says_so(admin, program, tmp_path):
    said = admin.ask("key", "team").stderr
    assert "the directory of this server is empty" in said
    assert "cardscout directory import FILE" in said
    fill = ("directory", "generate", "--people", "50", "--companies", "25")
    program.read(*fill, "--data", str(tmp_path / "data"))
    assert admin.ask("key", "team").stderr == ""


def test_a_code_is_for_somebody(admin):
    admin.json("user", "ada")
    assert len(admin.json("code", "ada")["code"]) == 11
    assert "there is no member" in admin.refused("code", "bob")


def test_options_before_the_command_count_too(program, tmp_path):
    data = str(tmp_path / "d")
    program.read("serve", "--data", data, "user", "ada")
    assert [row["username"] for row in program.json("serve", "users", "--data", data)] == ["ada"]


def test_an_application_says_where_its_tokens_may_be_sent(admin):
    made = admin.json(
        "app", "Order bot", "--origin", "https://orders.example.org/", "--origin", "http://a.example:80"
    )
    assert made.keys() == {"key", "secret", "name"}
    origins = ["http://a.example", "https://orders.example.org"]
    assert admin.json("apps") == [{"key": made["key"], "name": "Order bot", "origins": origins}]
    assert admin.json("app", "Order bot") == made
    assert admin.json("apps")[0]["origins"] == origins
    assert "is no origin" in admin.refused("app", "Order bot", "--origin", "orders.example.org")
    assert "Order bot" in admin.ask("apps").stdout
    assert admin.ask("revoke", stdin=made["key"]).stdout.startswith("ended")
    assert admin.json("apps") == []


def test_a_key_has_a_plan_and_the_list_of_keys_shows_it(admin):
    made = admin.json(
        "key", "team", "--monthly", "90", "--per-second", "5", "--per-minute", "100", "--key-per-second", "2",
        "--for", "company", "--days", "30", "--label", "Zapier",
    )  # fmt: skip
    assert made["credits"] == 90
    admin.json("key", "team")
    narrow, wide = admin.json("keys")
    assert (narrow["per_second"], narrow["per_minute"], narrow["monthly"], narrow["key_per_second"]) == (
        5,
        100,
        90,
        2,
    )
    assert (narrow["scopes"], narrow["label"], bool(narrow["expires"])) == ("company", "Zapier", True)
    assert (wide["scopes"], wide["expires"], wide["monthly"]) == ("person company search", "", 90)
    assert made["key"] not in str(narrow)
    assert "Zapier" in admin.ask("keys").stdout


def test_what_an_administrator_has_no_secret_of_is_ended_by_its_id(admin):
    admin.json("user", "ada")
    secret = admin.json("token", "ada", "--app", "Bot", "--scope", "read")["token"]
    (token,) = admin.json("tokens")
    assert (token["user"], token["app"], token["scopes"], token["used"]) == ("ada", "Bot", "read", "")
    assert secret not in str(token)
    admin.json("key", "team", "--label", "Zapier")
    lost = admin.json("key", "team", "--label", "lost")["key"]
    kept, ended = sorted(admin.json("keys"), key=lambda one: one["label"] == "lost")
    assert kept["id"] != ended["id"]
    assert ended["created"][:4].isdecimal()
    listed = admin.ask("keys").stdout
    assert ended["id"] in listed
    assert lost not in listed
    assert admin.ask("revoke", "--id", ended["id"]).stdout == "ended: the enrichment key lost of team\n"
    assert [one["label"] for one in admin.json("keys")] == ["Zapier"]
    assert token["id"] in admin.ask("tokens").stdout
    assert admin.ask("revoke", "--id", token["id"]).stdout == "ended: the token, and its webhooks\n"
    assert admin.json("tokens") == []
    assert "serve tokens and serve keys" in admin.refused("revoke", "--id", token["id"])
    assert "two ways" in admin.refused("revoke", "--id", "x", "--file", "-", stdin="x")


def fill(place):
    with open_storage(place) as engine, db.writing(engine) as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        connection.execute(insert(db.meta).values(name="x", value="y" * 100_000))


def test_on_a_full_disk_it_is_said_to_make_room(tmp_path):
    with pytest.raises(StoreError, match="did not take it: database or disk is full") as refused:
        fill(Place(tmp_path))
    assert refused.value.hint == f"make room where {tmp_path / 'server.db'} is, then try again"
