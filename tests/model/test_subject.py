"""A subject knows its surest identifier."""

from tui.model.subject import Identifier, Subject


def test_an_address_is_surer_than_a_domain() -> None:
    subject = Subject(
        type="person",
        name="Ana Reid",
        company="Tūī Ridge",
        identifiers=(
            Identifier(kind="domain", value="tuiridge.example"),
            Identifier(kind="email", value="ana@tuiridge.example"),
        ),
    )
    assert subject.key == "email:ana@tuiridge.example"
    assert subject.text == "Ana Reid at Tūī Ridge"
    assert subject.value("domain") == "tuiridge.example"
    assert subject.value("abn") is None


def test_a_name_alone_is_a_key_that_ignores_case() -> None:
    assert (
        Subject(type="person", name="ANA Reid", company="Tūī").key
        == Subject(type="person", name="Ana reid", company="tūī").key
    )
