"""Names that are typed: which thing of a board is meant, and how much is compared."""

from datetime import UTC, datetime
from difflib import get_close_matches

from tui.model.filter.facts import NamedThing
from tui.model.search import fold_text
from tui.presentation import quick_names
from tui.presentation.quick_card import read_quick
from tui.presentation.quick_names import matching, nearly

NOW = datetime(2026, 11, 23, 10, 0, tzinfo=UTC)


def test_a_key_on_a_board_of_a_thousand_names_folds_none_again_and_compares_few(monkeypatch):
    known = {"#": [NamedThing(id=str(at), name=f"Étape {at}") for at in range(1000)], "@": [], "^": []}
    assert read_quick("Call #etpae", known, NOW).label_ids == ()
    folded, compared = [], []

    def fold(text):
        folded.append(text)
        return fold_text(text)

    def closest(word, among, **how):
        compared.append(len(among))
        return get_close_matches(word, among, **how)

    monkeypatch.setattr(quick_names, "fold_text", fold)
    monkeypatch.setattr(quick_names, "get_close_matches", closest)
    card = read_quick("Call #etpae 77 #etpae77", known, NOW)
    assert card.problems[1].startswith("no label etpae77: #Étape 77 or #Étape ")
    assert set(folded) == {"etpae", "etpae77"}
    assert compared == [20]
    assert nearly("\u0301", [NamedThing(id="n", name="\u0301")]) == []


def test_an_exact_name_comes_before_others_that_begin_so_and_initials_last():
    leads, more = NamedThing(id="a", name="Leads", short="LD"), NamedThing(id="b", name="Leads of Ana")
    assert matching("leads", [more, leads]) == [leads]
    assert matching("lead", [more, leads]) == [more, leads]
    assert matching("ld", [more, leads]) == [leads]
