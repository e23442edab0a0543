"""``cardscout recognise``: text in, the subjects it names out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.model.values.test_vcards import OLD

CARD = "Ring Ana Reid at Tūī Ridge Pty Ltd\nana.reid@tuiridge.example\nmeg@tuiridge.example\nm 0491 570 006\n"


def subjects(program, text, *more):
    result = program("recognise", "-", "--json", *more, stdin=text)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["subjects"]


def test_a_text_is_read_as_title_and_description(program):
    ana, *others = subjects(program, CARD)
    assert ana["type"] == "person"
    assert (ana["name"], ana["company"]) == ("Ana Reid", "Tūī Ridge Pty Ltd")
    assert ana["identifiers"]["email"] == "ana.reid@tuiridge.example"
    assert 0 < ana["confidence"] <= 1
    firm = next(one for one in others if one["type"] == "company")
    assert firm["company"] is None
    assert firm["identifiers"] == {"domain": "tuiridge.example"}


def test_several_values_of_a_kind_are_a_list(program):
    (firm,) = subjects(program, "Papers\ninfo@tuiridge.example, sales@tuiridge.example")
    assert firm["identifiers"]["email"] == ["info@tuiridge.example", "sales@tuiridge.example"]


def test_a_contact_in_its_old_form_is_read(program):
    person, _firm = subjects(program, OLD)
    assert (person["name"], person["company"]) == ("Wiremu Mānaia Te Rangi", "Kōwhai Point Limited")
    line = json.dumps({"id": "1", "title": "From the fair", "desc": OLD})
    streamed = program("recognise", "--lines", stdin=f"{line}\n")
    assert json.loads(streamed.stdout)["subjects"][0]["name"] == "Wiremu Mānaia Te Rangi"


def test_nobody_is_an_empty_list_and_a_word_on_stderr(program):
    assert subjects(program, "Buy milk") == []
    result = program("recognise", stdin="Buy milk")
    assert result.stdout == ""
    assert "nobody" in result.stderr


def test_without_json_it_is_a_table(program):
    result = program("recognise", stdin=CARD)
    first = result.stdout.splitlines()[0].split("\t")
    assert first[:3] == ["person", "Ana Reid", "Tūī Ridge Pty Ltd"]
    assert "email ana.reid@tuiridge.example" in first[4]


def test_the_reader_s_country_decides_where_the_card_does_not(program):
    assert subjects(program, "Ring 0211234567")[0]["identifiers"]["phone"] == "+61211234567"
    assert (
        subjects(program, "Ring 0211234567", "--country", "nz")[0]["identifiers"]["phone"] == "+64211234567"
    )


def test_a_file_is_read(program, tmp_path):
    path = tmp_path / "card.txt"
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le"):
        path.write_text(CARD, encoding)
        found = json.loads(program.read("recognise", str(path), "--json"))
        assert found["subjects"] == subjects(program, CARD)


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [("missing.txt", None, "cannot read"), ("latin.txt", b"Caf\xe9", "byte 4 is 0xe9")],
)
def test_a_file_that_cannot_be_read_is_refused(program, tmp_path, name, raw, said):
    path = tmp_path / name
    if raw is not None:
        path.write_bytes(raw)
    result = program("recognise", str(path))
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_stream_of_cards_is_answered_line_by_line(program):
    cards = [
        {"id": "a", "title": "Ring Ana Reid at Tūī Ridge Pty Ltd", "labels": ["hot"]},
        {"id": 7, "title": "Buy milk", "desc": None},
        {"id": "c", "title": "Reply", "desc": "\ud800 ana@tuiridge.example"},
    ]
    result = program("recognise", "--lines", stdin="\n".join(map(json.dumps, cards)) + "\n\n")
    assert result.exit_code == 0, result.output
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["id"] for one in answers] == ["a", 7, "c"]
    assert answers[0]["subjects"][0]["name"] == "Ana Reid"
    assert answers[1]["subjects"] == []
    assert answers[2]["subjects"][0]["identifiers"]["email"] == "ana@tuiridge.example"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_stream_of_windows_is_read_too(program, encoding):
    cards = '{"id": "a", "title": "Ring Ana Reid at Tūī Ridge"}\r\n{"id": "b"}\r\n'
    answers = program("recognise", "--lines", stdin=cards.encode(encoding)).stdout.splitlines()
    assert [json.loads(one)["id"] for one in answers] == ["a", "b"]
    assert "Tūī Ridge" in answers[0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2: not JSON"),
        ("[" * 100_000, "line 2: not a card"),
        ("[]", "line 2: not a card: a JSON object is wanted, this is a list"),
        ('{"title": "x"}', "line 2: id"),
        ('{"id": true}', "line 2: id"),
        ('{"id": "a", "title": 3}', "line 2: title: text is wanted, this is a number"),
        ('{"id": "a", "desc": ["x"]}', "line 2: desc: text is wanted, this is a list"),
        (b'{"id": "a", "desc": "\xff"}', "line 2: it is not UTF-8: byte 22"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_answered(program, line, said):
    good = b'{"id": "good", "title": "ana@tuiridge.example"}'
    bad = line if isinstance(line, bytes) else line.encode()
    result = program("recognise", "--lines", stdin=b"\n".join([good, bad, good]))
    assert result.exit_code == 2
    assert said in result.stderr
    assert "1 line could not be read" in result.stderr
    assert [json.loads(one)["id"] for one in result.stdout.splitlines()] == ["good", "good"]


def test_an_answer_comes_before_the_next_card_is_sent():
    command = [sys.executable, "-m", "tui", "recognise", "--lines"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as ran:
        assert ran.stdin is not None
        assert ran.stdout is not None
        for number in range(3):
            ran.stdin.write(b'{"id": %d}\n' % number)
            ran.stdin.flush()
            assert json.loads(ran.stdout.readline()) == {"id": number, "subjects": []}
        ran.stdin.close()
        assert ran.wait() == 0


def test_it_starts_without_the_screens_and_without_the_network():
    code = (
        "import sys; from tui.cli.main import cli; from click.testing import CliRunner;"
        "CliRunner().invoke(cli, ['recognise'], input='Buy milk');"
        "print([m for m in ('textual', 'httpx', 'sqlalchemy', 'phonenumbers') if m in sys.modules])"
    )
    root = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_country_of_the_settings_is_whose_number_it_is(program):
    ask = "Call\n0212345678\n"
    assert subjects(program, ask)[0]["identifiers"]["phone"] == "+61212345678"
    assert not program.home.exists()
    config = program.home / "config" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('country = "NZ"\n')
    assert subjects(program, ask)[0]["identifiers"]["phone"] == "+64212345678"
    assert subjects(program, ask, "--country", "AU")[0]["identifiers"]["phone"] == "+61212345678"
