"""Made-up names."""

from tui.server.demo_data.names import company_names


def test_names_go_on_when_a_form_is_used_up() -> None:
    taken: set[str] = set()
    names = company_names(taken, 3)
    many = [next(names)[0] for _ in range(60_000)]
    assert len(set(many)) == len(taken) == 60_000
