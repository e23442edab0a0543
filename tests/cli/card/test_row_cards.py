"""Cards planned of a table's rows: lists and labels that the board lacks, and where the cards go."""

import time

from tests.app.fakes import fake
from tests.cli.conftest import ANA
from tui.cli.card.row_cards import plan_cards
from tui.cli.card.sheet import read_sheet
from tui.model.board import Board, BoardList
from tui.model.filter.facts import NamedThing
from tui.model.writes.cards import CreateCard


def test_lists_that_the_board_lacks_are_made_in_the_order_of_the_rows_unless_they_are_too_many(
    imported, tmp_path
):
    file = tmp_path / "people.csv"
    file.write_text("Name,Stage\nAna,Applied\nBo,Done\nCy,Phone  screen\nDi,APPLIED\n", "utf-8")
    words = ("import", str(file), "--board", "Kōrero")
    told = imported(*words, "--dry-run")
    assert "new lists: Applied, Phone screen" in told.stderr
    assert "4 cards on Kōrero: 1 in Done, 2 in Applied, 1 in Phone screen" in told.stderr
    assert imported(*words, "--yes").exit_code == 0
    lists = [one["name"] for one in imported.json("lists", "Kōrero")]
    assert lists[-2:] == ["Applied", "Phone screen"]
    file.write_text("Name,Stage\n" + "".join(f"P{n},S{n}\n" for n in range(22)), "utf-8")
    told = imported(*words, "--dry-run")
    assert "22 cards on Kōrero: 2 in To do" in told.stderr
    assert "line 22: there is no list 'S20' on Kōrero; it stays in the description" in told.stderr


def test_a_label_that_the_board_lacks_is_made_once_and_told_before(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text("Name,Groups\nAna,Expo; hot\nBo,EXPO |  long   lead\nCy,\n", "utf-8")
    words = ("import", str(file), "--board", "Kōrero", "--map", "labels=Groups")
    before = imported.json("labels", "Kōrero")
    told = imported(*words, "--dry-run")
    assert "new labels: Expo, long lead" in told.stderr
    assert imported.json("labels", "Kōrero") == before
    assert imported(*words, "--yes").exit_code == 0
    made = [
        one
        for one in imported.json("labels", "Kōrero")
        if one["name"] not in {each["name"] for each in before}
    ]
    assert {one["name"] for one in made} == {"Expo", "long lead"}
    assert len({one["color"] for one in made} - {one["color"] for one in before} - {None}) == 2
    by_name = {
        one["name"]: {label["name"] for label in imported.json("card", "show", one["id"])["labels"]}
        for one in imported.json("cards", "Kōrero")
    }
    assert by_name["Ana"] == {"Expo", "hot"}
    assert by_name["Bo"] == {"Expo", "long lead"}
    assert by_name["Cy"] == set()


def test_members_are_those_of_the_board_and_other_names_stay_in_the_description(imported, tmp_path):
    file = tmp_path / "tasks.csv"
    file.write_text("Task,Assignee\nPack,@ME; Bo Nobody\nShip,me\nRest,\n", "utf-8")
    told = imported("import", str(file), "--board", "Kōrero", "--yes")
    assert "nobody on Kōrero is called 'Bo Nobody'; it stays in the description" in told.stderr
    cards = {one["name"]: one for one in imported.json("cards", "Kōrero")}
    assert [len(cards[name]["idMembers"]) for name in ("Pack", "Ship", "Rest")] == [1, 1, 0]
    assert [cards[name]["desc"] for name in ("Pack", "Ship")] == ["Assignee: @ME; Bo Nobody", ""]


def test_cards_go_below_those_of_their_list_in_the_order_of_the_rows(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text("Name,List\nAna,Done\nBo,\nCy,Done\n", "utf-8")
    assert imported("import", str(file), "--board", "Kōrero", "--yes").exit_code == 0
    assert [one["name"] for one in imported.json("cards", "Kōrero", "--list", "Done")][-2:] == ["Ana", "Cy"]
    assert [one["name"] for one in imported.json("cards", "Kōrero", "--list", "To do")][-1] == "Bo"


def test_rows_without_a_name_are_told_where_the_question_is(imported, tmp_path):
    file = tmp_path / "leads.csv"
    words = ("import", str(file), "--board", "Kōrero", "--dry-run")
    file.write_text("Name,Town\nAna,Napier\n,Nelson\nCy,\n,\n", "utf-8")
    told = imported(*words).stderr.splitlines()
    assert told[-2:] == ["2 cards on Kōrero: 2 in To do", "1 row without a name is left out (line 3)"]
    file.write_text("Name,Town\nAna,Napier\n" + ",Nelson\n" * 7, "utf-8")
    assert "7 rows without a name are left out (lines 3, 4, 5, 6, 7, …)" in imported(*words).stderr


def test_a_board_exported_as_a_table_comes_back_with_its_texts(imported, tmp_path):
    file = tmp_path / "board.csv"
    ident = imported.read(
        "card", "new", "Kōrero", "To do", "=cmd|' /C calc'!A0", "--desc", "Bring:\n- keys\n- plan"
    ).strip()
    assert imported("export", "Kōrero", "--csv", "-o", str(file)).exit_code == 0
    imported.read("board", "new", "Copy")
    assert imported("import", str(file), "--board", "Copy", "--yes").exit_code == 0
    card = imported.json("card", "show", ident)
    (copy,) = (one for one in imported.json("cards", "Copy") if "calc" in one["name"])
    assert copy["name"] == card["name"]
    assert copy["desc"].startswith(card["desc"])


def test_a_board_exported_as_a_table_comes_back_with_what_is_on_its_cards(imported, tmp_path):
    file = tmp_path / "board.csv"
    imported.read("checklist", "add", "Steps", "write", "--card", ANA, "--checked")
    me = imported.json("members", "Kōrero")[0]
    imported.read(
        "checklist", "add", "Steps", "ask", "--card", ANA, "--due", "2031-02-03 09:30", "--member", me["id"]
    )
    imported.read(
        "card", "edit", ANA, "--desc", "Bring keys", "--due", "2031-05-06 09:30", "--done", "--label", "hot",
        "--start", "2031-05-01 08:00", "--reminder", "1h",
    )  # fmt: skip
    imported.read("card", "new", "Kōrero", "Done", "Over")
    assert imported("export", "Kōrero", "--csv", "-o", str(file)).exit_code == 0
    imported.read("board", "new", "Copy")
    told = imported("import", str(file), "--board", "Copy", "--yes")
    assert told.exit_code == 0, told.output
    assert "left out: address, checklists" in told.stderr
    copies = {one["name"]: one for one in imported.json("cards", "Copy")}
    copy = imported.json("card", "show", copies["Ring Ana"]["id"])
    card = imported.json("card", "show", ANA)
    for field in ("desc", "start", "due", "dueComplete", "dueReminder"):
        assert copy[field] == card[field], field
    assert [one["name"] for one in copy["labels"]] == ["hot"]
    (checklist,) = copy["checklists"]
    assert checklist["name"] == "Steps"
    (steps,) = card["checklists"]
    for field in ("name", "state", "due", "idMember"):
        assert [one[field] for one in checklist["checkItems"]] == [one[field] for one in steps["checkItems"]]
    assert [one["idMember"] for one in checklist["checkItems"]] == [None, None, me["id"]]
    assert not copies["Over"]["dueComplete"], "its list says that it is finished"
    assert copies["Over"]["desc"] == ""


def test_a_table_of_an_earlier_version_leaves_out_what_is_of_the_original_too(tmp_path):
    file = tmp_path / "old.csv"
    file.write_text(
        "list,title,labels,members,due,done,description,address,checklists,checklist items\n"
        "Now,Ana,,,,,,https://x.example/c/1,1 of 2,\n"
    )
    assert "left out: address, checklists" in read_sheet(file).words


def test_a_reminder_that_cannot_be_one_stays_in_the_description(imported, tmp_path):
    file = tmp_path / "tasks.csv"
    file.write_text(
        "Task,Due,Start date,Reminder\nPack,2031-05-06,soon,1 hour\nShip,,,2 days\nRest,,,\n", "utf-8"
    )
    told = imported("import", str(file), "--board", "Kōrero", "--yes")
    assert "line 2: 'soon' is no date; it stays in the description" in told.stderr
    assert "line 3: '2 days' is no time before a due date; it stays in the description" in told.stderr
    cards = {one["name"]: one for one in imported.json("cards", "Kōrero")}
    assert [(cards[name]["dueReminder"], cards[name]["desc"]) for name in ("Pack", "Ship", "Rest")] == [
        (60, "Start date: soon"),
        (None, "Reminder: 2 days"),
        (None, ""),
    ]


def test_the_end_of_a_range_of_times_stays_in_the_description(imported, tmp_path):
    file = tmp_path / "tasks.csv"
    file.write_text("Task,Due\nPanel,3/12/2031 09:30-10:30\n", "utf-8")
    told = imported("import", str(file), "--board", "Kōrero", "--yes").stderr
    assert (
        "line 2: of '3/12/2031 09:30-10:30' only the beginning is the date; it stays in the description"
        in told
    )
    (card,) = (one for one in imported.json("cards", "Kōrero") if one["name"] == "Panel")
    assert (card["due"], card["desc"]) == ("2031-12-03T09:30:00.000Z", "Due: 3/12/2031 09:30-10:30")
    due = imported("card", "due", card["id"], "4/12/2031 2pm-3pm", "--json")
    assert (due.exit_code, due.stderr) == (0, "note: a date has no end: 3pm is left out\n")


def test_times_that_the_clocks_skip_are_counted(imported, tmp_path, monkeypatch):
    file = tmp_path / "tasks.csv"
    rows = "Task,Due,Checklist items\nPack,26/9/2027 02:30,\nShip,26/9/2027 02:45,\nRest,26/9/2027 03:30,"
    file.write_text(f'{rows}\nDone,,"Steps\n[ ] a · due 2027-09-26 02:30"\n', "utf-8")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        told = imported("import", str(file), "--board", "Kōrero", "--yes").stderr
        assert (
            "note: 2 rows have a time that daylight saving skips, and are an hour later (lines 2, 3)\n"
            in told
        )
        cards = {one["name"]: one for one in imported.json("cards", "Kōrero")}
        assert cards["Pack"]["due"] == "2027-09-25T14:30:00.000Z"
        (steps,) = imported.json("card", "show", cards["Done"]["id"])["checklists"]
        assert steps["checkItems"][0]["due"] == "2027-09-25T14:30:00.000Z"
        due = imported("card", "due", cards["Rest"]["id"], "26/9/2027 02:15")
        assert "note: 02:15 is skipped on that day, as the clocks go forward: it is 03:15\n" in due.stderr
    time.tzset()


def test_an_item_of_somebody_who_is_not_on_the_board_keeps_the_name(imported, tmp_path):
    file = tmp_path / "tasks.csv"
    file.write_text('Task,Checklist items\nPack,"Steps\n[ ] call · @Zoe Zed\n[ ] ask · @Zoe Zed"\n', "utf-8")
    told = imported("import", str(file), "--board", "Kōrero", "--dry-run")
    assert "line 2: nobody on Kōrero is called 'Zoe Zed'; it stays in the item" in told.stderr


def test_what_is_neither_done_nor_open_stays_in_the_description(imported, tmp_path):
    file = tmp_path / "tasks.csv"
    file.write_text(
        "Task,When,Completed,Checklist items\nPack,2031-05-06,Yes,\nShip,,50%,two of them\n", "utf-8"
    )
    told = imported("import", str(file), "--board", "Kōrero", "--yes")
    assert "'50%' is neither done nor open; it stays in the description" in told.stderr
    cards = {one["name"]: one for one in imported.json("cards", "Kōrero")}
    assert cards["Pack"]["due"].startswith("2031-05-0")
    assert [cards[name]["dueComplete"] for name in ("Pack", "Ship")] == [True, False]
    assert [cards[name]["desc"] for name in ("Pack", "Ship")] == [
        "",
        "Completed: 50%\nChecklist items: two of them",
    ]


def test_a_member_is_known_by_the_beginning_of_a_name_that_one_of_them_has(tmp_path):
    people = [
        NamedThing(id="p", name="Priya Nair", other="priya"),
        NamedThing(id="t", name="Tom Ho", other="tom"),
        NamedThing(id="m", name="Tomas Lind", other="tomas"),
    ]
    boards = fake(lists=lambda _: [BoardList(id="l", id_board="b", name="Backlog")], labels=lambda _: [])
    names = fake(people=lambda _: people, default_labels=lambda _: ())
    nobody = fake(all=list)
    workspace = fake(boards=boards, names=names, cards=fake(faces=lambda _: []), suppression=nobody)
    file = tmp_path / "tasks.csv"
    file.write_text("Task,Owner\nPack,Priya N\nShip,tom\nRest,To\nWait,P\n", "utf-8")
    planned = plan_cards(workspace, Board(id="b", name="Fit-out"), read_sheet(file))
    made = [write.member_ids for write in planned.writes if isinstance(write, CreateCard)]
    assert made == [("p",), ("t",), (), ()]
    assert [line for line in planned.lines if line.startswith("note")] == [
        "note: line 4: nobody on Fit-out is called 'To'; it stays in the description",
        "note: line 5: nobody on Fit-out is called 'P'; it stays in the description",
    ]


def test_a_note_is_made_once_for_all_its_rows_and_a_card_shows_its_list_and_date(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text("Name,Due,Owner\nAna,04/03/2031,Dana\nBo,tbc,Dana\nCy,04/13/2031,Dana\n", "utf-8")
    told = imported("import", str(file), "--board", "Kōrero", "--dry-run").stderr.splitlines()
    assert [line for line in told if line.startswith(("dates:", "note:", "  Ana", "  Bo"))] == [
        "dates: 04/03/2031 is Thu 3 Apr 2031 17:00, the month first: there is 04/13/2031",
        "note: lines 2, 3, 4: nobody on Kōrero is called 'Dana'; it stays in the description",
        "note: line 3: 'tbc' is no date; it stays in the description",
        "  Ana · To do · due 2031-04-03 17:00",
        "  Bo · To do",
    ]


def test_rows_that_are_there_twice_are_told_and_made(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text("Name,Town\nAna,Napier\nAna,Nelson\n Ana ,Napier\n,\n,\n", "utf-8")
    words = ("import", str(file), "--board", "Kōrero", "--dry-run")
    told = imported(*words).stderr
    assert "3 cards on Kōrero" in told
    assert "note: 1 row repeats another, and becomes a card too (line 4)" in told
    file.write_text("Name,Town\n" + "Ana,Napier\n" * 3, "utf-8")
    assert "note: 2 rows repeat others, and become cards too (lines 3, 4)" in imported(*words).stderr


def test_rows_of_one_address_are_told_and_made(imported, tmp_path):
    file = tmp_path / "leads.csv"
    rows = [
        "Ana Reid,ana@kea.example,",
        "ANA REID,Ana@Kea.example,ring",
        "Bo,bo@kea.example,ask ana@kea.example",
    ]
    file.write_text("Name,E-mail,Notes\n" + "\n".join(rows), "utf-8")
    words = ("import", str(file), "--board", "Kōrero", "--dry-run")
    told = imported(*words).stderr
    assert "3 cards on Kōrero" in told
    assert "note: 1 row has the e-mail address of another, and becomes a card too (line 3)" in told
    file.write_text("Name,E-mail,Notes\n" + "\n".join([*rows, rows[0], "R,bo@kea.example,"]), "utf-8")
    told = imported(*words).stderr
    assert "note: 1 row repeats another, and becomes a card too (line 5)" in told
    assert "note: 2 rows have an e-mail address of others, and become cards too (lines 3, 6)" in told


def test_rows_of_somebody_who_opted_out_are_told(imported, tmp_path):
    file = tmp_path / "leads.csv"
    file.write_text("Name,E-mail\nAna,ana@kea.example\nBo,bo@kea.example\nX,not an@address\n", "utf-8")
    words = ("import", str(file), "--board", "Kōrero", "--dry-run")
    assert "opted out" not in imported(*words).stderr
    imported.read("suppress", "add", "Bo@kea.example")
    assert "note: 1 row is of somebody who opted out (line 3)\n" in imported(*words).stderr
