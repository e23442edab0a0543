"""Completion of a filter: keys, their words, and the names on a board."""

import pytest

from tui.model.board import BoardList
from tui.model.filter.complete import complete_filter, elsewhere, filter_names, what_lacks
from tui.model.filter.filter import KEYS, parse_filter, parse_typed
from tui.model.label import Label
from tui.model.member import Member

NAMES = {"label": ("Hot lead", "cold"), "list": ("Leads", "Won"), "member": ("me", "mere_n", "ana_t")}


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("", ""),
        ("ring ", "ring "),
        ("l", "l"),
        ("la", "label:"),
        ("ring -la", "ring -label:"),
        ("label:", "label:Hot"),
        ("label:h", "label:hot"),
        ("label:C", "label:Cold"),
        ('label:"hot', 'label:"hot lead"'),
        ('label:"hot lead"', 'label:"hot lead"'),
        ("label:cold,ho", "label:cold,hot"),
        ("#co", "#cold"),
        ("@a", "@ana_t"),
        ("-@m", "-@me"),
        ("@me", "@me"),
        ("member:ana,me", "member:ana,me"),
        ("@mer", "@mere_n"),
        ("list:w", "list:won"),
        ("due:ov", "due:overdue"),
        ("DUE:TO", "DUE:TOday"),
        ("has:com", "has:comment"),
        ("is:do or is:ar", "is:do or is:archived"),
        ("sort:cr", "sort:created"),
        ("https://la", "https://la"),
        ('"two words', '"two words'),
        ("label:zzz", "label:zzz"),
    ],
)
def test_the_last_word_is_completed(typed: str, completed: str) -> None:
    assert complete_filter(typed, NAMES) == completed


@pytest.mark.parametrize("key", [key for key in KEYS if key not in {"desc", "name"}])
def test_whatever_key_is_completed_takes_its_first_completion(key: str) -> None:
    completed = complete_filter(f"{key}:", NAMES)
    assert completed != f"{key}:"
    parse_filter(completed)


def test_a_value_that_can_be_completed_lacks_nothing_yet():
    problem = parse_typed("due:we")[1]
    assert what_lacks(problem, "due:we", "due:week") == ""
    assert "takes no 'we'" in what_lacks(problem, "due:we", "due:we")
    assert "of what?" in what_lacks(parse_typed("due:")[1], "due:", "due:overdue")
    assert what_lacks(None, "ring", "ring") == ""


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("wharf", "desc:wharf "),
        ('#hot "the wharf" due:any', 'desc:"the wharf" '),
        ("desc:wharf", ""),
        ("#hot -wharf", ""),
        ("", ""),
    ],
)
def test_who_finds_no_title_is_offered_descriptions(text, offered):
    said = elsewhere(parse_typed(text)[0])
    assert offered in said
    assert bool(said) == bool(offered)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lable:hot", "lable: is no filter · label: is"),
        ("ring Lists:won", "Lists: is no filter · list: is"),
        ("assignee:me", "assignee: is no filter · member: is"),
        ("colour:red", "colour: is no filter · label: is"),
        (
            "https://ana.example",
            "no title, label or member has it · desc:https://ana.example looks in descriptions",
        ),
        ("12:30", "no title, label or member has it · desc:12:30 looks in descriptions"),
    ],
)
def test_a_key_that_is_none_is_told_with_the_one_that_was_meant(text: str, said: str) -> None:
    assert elsewhere(parse_typed(text)[0]) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("label:urgant", "no label is called “urgant” · did you mean urgent?"),
        ("#zzz ring", "no label is called “zzz”"),
        ("list:Wonn", "no list is called “wonn” · did you mean Won?"),
        ("@meer_n", "no member is called “meer_n” · did you mean mere_n?"),
        ("member:ana,bo", "no member is called “bo”"),
        ("label:red label:urg @MN list:won", ""),
        ("label:* @me list:*", ""),
        (f"label:{'a' * 24}", ""),
        ("-label:zzz", ""),
    ],
)
def test_a_name_that_nothing_has_is_told_with_the_one_that_was_meant(text: str, said: str) -> None:
    names = filter_names(
        [Label(id="1", name="urgent", color="red"), Label(id="2", name="", color="lime")],
        [
            Member(id="m", username="mere_n", full_name="Mere Ngata", initials="MN"),
            Member(id="a", username="ana_t"),
        ],
        [BoardList(id="l", name="Won")],
    )
    found = elsewhere(parse_typed(text)[0], names)
    assert found == said or (not said and "desc:" in found)
    # Where it is not known which names there are, none is told.
    assert "is called" not in elsewhere(parse_typed(text)[0])
