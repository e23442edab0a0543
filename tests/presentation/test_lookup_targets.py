"""Who is named beside a price."""

from tui.model.subject import Identifier, Subject
from tui.presentation.lookup_targets import FEW, whom


def test_a_name_has_its_identifier_and_an_identifier_stands_alone() -> None:
    email = Identifier(kind="email", value="ana@acme.example")
    named = Subject(type="person", name="Ana Reid", company="Acme", identifiers=(email,))
    nameless = Subject(type="person", identifiers=(email.replace(value="bo@acme.example"),))
    unknown = Subject(type="person", name="Cy Ng", company="Acme")
    said = "Ana Reid at Acme (ana@acme.example), bo@acme.example, Cy Ng at Acme"
    assert whom([named, nameless, unknown]) == said
    assert whom([]) == "nobody"


def test_more_than_a_few_are_counted() -> None:
    people = [Subject(type="person", name=f"P{number} Ng", company="Acme") for number in range(FEW + 2)]
    assert whom(people[: FEW + 1]).endswith(f"P{FEW - 1} Ng at Acme and 1 other")
    assert whom(people).endswith(f"P{FEW - 1} Ng at Acme and 2 others")


def test_what_a_card_says_cannot_steer_the_terminal() -> None:
    assert whom([Subject(type="company", name="Acme\x1b[2J\nPty")]) == "Acme␛[2J␊Pty"
