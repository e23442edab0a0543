"""Rules and kill -9: a card is moved, and client and server are killed again and again until all is done."""

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.forked import printed, program

RULES = """
[[rule]]
name = "Qualified"
when = { trigger = "Card Moved", board = "Pipeline", to = "Qualified" }

[[rule.do]]
step = "enrich"

[[rule.do]]
step = "comment"
text = "{card.name} is qualified"

[[rule.do]]
step = "create card"
account = "team"
board = "Projects"
list = "To Do"
name = "Prepare {card.name}"
"""

CONFIG = """
[accounts.team]
url = "{url}"
key = "{key}"
secrets = "command"
command = ["cat", "{token}"]
"""


class Team:
    """A server of a team, which can be killed and comes back at the same address."""

    def __init__(self, home: Path) -> None:
        self.home, self.env, self.port = home, os.environ | {"CARDSCOUT_HOME": str(home / "home")}, "0"
        self.url = self.start()
        self.port = self.url.rpartition(":")[2]
        self.tell("user", "ana", "--full-name", "Ana Reid")
        made = self.tell("token", "ana")
        self.key, self.token = made["key"], made["token"]
        self.ask("POST", "boards", name="Projects")

    def start(self) -> str:
        self.process = program("serve", "--port", self.port, "--data", str(self.home), env=self.env)
        return str(json.loads(self.process.stdout.readline())["url"])

    def tell(self, *words: str):
        return json.loads(printed("serve", *words, "--data", str(self.home), "--json", env=self.env))

    def ask(self, method: str, path: str, **values: str):
        who = {"key": self.key, "token": self.token}
        with httpx.Client(base_url=self.url, params=who, trust_env=False) as http:
            answer = http.request(method, f"/1/{path}", data=values or None)
        assert answer.is_success, answer.text
        return answer.json()

    def kill(self) -> None:
        self.process.kill()
        self.end()

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        self.process.stdout.close()


class Home:
    """The user's program."""

    def __init__(self, home: Path) -> None:
        self.env = os.environ | {"CARDSCOUT_HOME": str(home)}
        (home / "config").mkdir(parents=True)
        for folder in (home, home / "config"):
            folder.chmod(0o700)

    def json(self, *words: str):
        return json.loads(self.run(*words, "--json"))

    def run(self, *words: str) -> str:
        return printed(*words, env=self.env)

    def has_looked(self) -> bool:
        """Whether the rules have read the feed of the board for the first time."""
        file = f"file:{self.env['CARDSCOUT_HOME']}/data/store-local.db?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as store:
            found = store.execute("SELECT 1 FROM cursors WHERE key LIKE 'events activity %' AND value != ''")
            return found.fetchone() is not None

    def unsent(self) -> int:
        """How many writes wait to be sent to the team's server: a rule is done with what is safe on the disk."""
        file = f"file:{self.env['CARDSCOUT_HOME']}/data/store-team.db?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as store:
            states = "('waiting', 'inflight', 'uncertain')"
            return int(store.execute(f"SELECT count(*) FROM outbox WHERE state IN {states}").fetchone()[0])

    @contextmanager
    def doing_rules(self) -> Iterator[None]:
        process = program("watch", "--rules", "--interval", "5", env=self.env)
        try:
            yield
        finally:
            process.kill()
            process.wait(60)
            process.stdout.close()


@pytest.mark.fault("F59")
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.slow_fault)])
def test_kills_leave_exactly_one_of_each(tmp_path: Path, kills: int):
    dice, pause = Random(20261123), threading.Event()
    team, home = Team(tmp_path / "team"), Home(tmp_path / "home")
    try:
        (tmp_path / "token").write_text(team.token)
        config = tmp_path / "home" / "config"
        (config / "config.toml").write_text(
            CONFIG.format(url=team.url, key=team.key, token=tmp_path / "token")
        )
        (config / "rules.toml").write_text(RULES)
        leads = next(one for one in home.json("lists", "Pipeline") if one["name"] == "Leads")
        cards = [one for one in home.json("cards", "Pipeline") if one["idList"] == leads["id"]][
            : kills // 2 + 1
        ]
        before = home.json("credits")["credits"]
        with home.doing_rules():
            # It begins with what happens from its first start on.
            while not home.has_looked():
                pause.wait(0.05)
        for turn in range(kills):
            if turn % 2 == 0:
                home.run("card", "move", cards[turn // 2]["id"], "Qualified")
            with home.doing_rules():
                pause.wait(dice.uniform(0.5, 3.5))
                if dice.random() < 0.5:
                    team.kill()
                    pause.wait(dice.uniform(0, 0.5))
                    team.start()
                    pause.wait(dice.uniform(0, 0.5))
        home.run("card", "move", cards[-1]["id"], "Qualified")
        with home.doing_rules():
            while (states := [one["state"] for one in home.json("rules", "log")]).count("done") < len(cards):
                assert set(states) <= {"waiting", "done"}
                pause.wait(0.5)
            while home.unsent():
                pause.wait(0.1)
        fired = home.json("rules", "log")
        assert len(fired) == len(cards)
        listed = next(
            one
            for one in team.ask("GET", "boards/" + team.ask("GET", "members/me/boards")[0]["id"] + "/lists")
            if one["name"] == "To Do"
        )
        made = [one["name"] for one in team.ask("GET", f"lists/{listed['id']}/cards")]
        assert sorted(made) == sorted(f"Prepare {one['name']}" for one in cards)
        for card in cards:
            texts = [one["text"] for one in home.json("card", "show", card["id"])["comments"]]
            assert sum(text == f"{card['name']} is qualified" for text in texts) == 1
            (one,) = [each for each in fired if each["cardId"] == card["id"]]
            looked_up = one["outcomes"][0].startswith("looked up")
            assert sum("\nCardscout · " in text for text in texts) == looked_up
        assert any(one["outcomes"][0].startswith("looked up") for one in fired)
        spent = [one for one in home.json("credits", "ledger") if one["cost"]]
        assert len({one["key"] for one in spent}) == len(spent)
        assert before - home.json("credits")["credits"] == sum(one["cost"] for one in spent)
    finally:
        team.end()
