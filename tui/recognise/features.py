"""Weighted features: evidence for or against an interpretation of a card."""

from dataclasses import dataclass

Example = tuple[str, str]
"""A card, and its correct result: ``Ana Reid | Kea`` is a person with employer, ``| Kea`` a firm alone."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that can be observed on a card, with its weight.

    Attributes:
        name: What is observed.
        weight: Points for the interpretation; negative for evidence against it.
        example: A card that is read correctly only with this weight; with a weight of 0 the result differs.
        counter: A similar card without the feature; the weight changes nothing there.
    """

    name: str
    weight: float
    example: Example
    counter: Example


def score(*seen: tuple[Feature, float]) -> float:
    """Sum the weights of features, each times the number of its occurrences."""
    return sum(feature.weight * times for feature, times in seen)


# Evidence for a person's name.
SURE_NAME = Feature(
    "a known first and family name", 5.0, ("Ana Reid - Kea", "Ana Reid | Kea"), ("Ana Beach - Kea", "")
)
LIKELY_NAME = Feature(
    "words that nothing speaks against as a name",
    2.5,
    ("Zyxa Vexly (Kea)", "Zyxa Vexly | Kea"),
    ("Product Page (Kea)", ""),
)
WEAK_NAME = Feature(
    "a first name and a word or letter",
    1.5,
    ("Yiannis K. - Kea Pty Ltd", "Yiannis K. | Kea Pty Ltd"),
    ("Option K. - Kea Pty Ltd", "| Kea Pty Ltd"),
)
GIVEN_NAME = Feature(
    "a first name alone", 2.0, ("Ana from Kea Freight", "Ana | Kea Freight"), ("Sales from Kea Freight", "")
)
PLAIN_GIVEN_NAME = Feature(
    "a first name alone that is a common word",
    1.0,
    ("Mark at Kea Freight", "Mark | Kea Freight"),
    ("Stock at Kea Freight", ""),
)
FAMILY_NAME = Feature(
    "a family name alone",
    1.0,
    ("Papadopoulos at Kea Freight", "Papadopoulos | Kea Freight"),
    ("Invoice at Kea Freight", ""),
)
UNKNOWN_WORD = Feature(
    "an unknown word alone", 0.5, ("Zyxa at Kea Freight", "Zyxa | Kea Freight"), ("Zyxa and Kea Freight", "")
)
ADDRESSED_NAME = Feature(
    "an unknown word behind a form of address", 2.0, ("Dr Zyxa - Kea", "Zyxa | Kea"), ("Dr Monday - Kea", "")
)
POLITE = Feature("a form of address before a name", 2.5, ("Dr Reid - Kea", "Reid | Kea"), ("Reid - Kea", ""))
TITLED = Feature(
    "a title beside a name", 1.0, ("Zyxa Vexly, CFO, Kea", "Zyxa Vexly | Kea"), ("Zyxa Vexly, lunch, Kea", "")
)
LED = Feature(
    "a verb before a name",
    0.5,
    ("Call Zyxa Vexly (sales) Kea", "Zyxa Vexly | Kea"),
    ("Zyxa Vexly (sales) Kea", ""),
)
LABELLED_PERSON = Feature(
    "a label of people before a name",
    2.0,
    ("Contact: Zyxa Vexly - Kea", "Zyxa Vexly | Kea"),
    ("Colour: Zyxa Vexly - Kea", ""),
)
LABELLED_EITHER = Feature(
    "a label of people and of firms before a name",
    1.0,
    ("Client: Zyxa Vexly (sales) Kea", "Zyxa Vexly | Kea"),
    ("Colour: Zyxa Vexly (sales) Kea", ""),
)
PLACED_PERSON = Feature(
    '"at" or "from" before a person',
    -3.0,
    ("Mulga Plumbing Pty Ltd trading as Drip Doctors", "| Mulga Plumbing Pty Ltd"),
    ("Mulga Plumbing Pty Ltd", "| Mulga Plumbing Pty Ltd"),
)

# Evidence for a firm's name.
SURE_FIRM = Feature(
    "a legal form, or a domain of the card", 6.0, ("Kea Pty Ltd", "| Kea Pty Ltd"), ("Kea Ridge", "")
)
LIKELY_FIRM = Feature(
    "a word of trade", 5.0, ("Ana Reid - Kea Freight", "Ana Reid | Kea Freight"), ("Ana Reid - Monday", "")
)
WEAK_FIRM = Feature(
    "several words without one of trade",
    2.0,
    ("Ana Reid - Kea Ridge", "Ana Reid | Kea Ridge"),
    ("Ana Reid - Bondi Beach", ""),
)
ORDINARY_WORD = Feature(
    "a common word among them",
    -0.5,
    ("Project Phoenix kickoff\n\nOwner: Ana Reid", ""),
    ("Kea Mulga kickoff\n\nOwner: Ana Reid", "Ana Reid | Kea Mulga"),
)
ONE_WORD = Feature(
    "one unknown word as a firm", 1.5, ("Ana Reid (Kea)", "Ana Reid | Kea"), ("Ana Reid (Monday)", "")
)
COINED_WORD = Feature(
    "one word with capitals inside",
    3.0,
    ("Ana Reid - AgriVault", "Ana Reid | AgriVault"),
    ("Ana Reid - Agrivault", "Ana Reid | Agrivault"),
)
GIVEN_NAME_OF_FIRM = Feature(
    "a first name as a firm",
    0.5,
    ("Ring Yiannis K. at Mia", "Yiannis K. | Mia"),
    ("Ring Yiannis K. and Mia", ""),
)
INSTITUTION = Feature(
    "a school, a hospital, a hotel with a name of its own",
    4.0,
    ("Call Ana Reid at Oakhurst Primary School", "Ana Reid | Oakhurst Primary School"),
    ("Call Ana Reid at school", ""),
)
LABELLED_FIRM = Feature(
    "a label of firms before a name",
    3.0,
    ("Company: Kea Freight", "| Kea Freight"),
    ("Colour: Kea Freight", ""),
)
LABELLED_NAME = Feature(
    "several words behind a label of firms, whatever they are (at least)",
    4.0,
    ("Contact: Ana Reid\nCompany: Town Hall", "Ana Reid | Town Hall"),
    ("Contact: Ana Reid\nColour: Town Hall", ""),
)
PLACED_FIRM = Feature(
    '"at" or "from" before a firm',
    1.0,
    ("Zyxa Vexly from Kea", "Zyxa Vexly | Kea"),
    ("Zyxa Vexly (Kea)", "Zyxa Vexly | Kea"),
)
PAST = Feature(
    "years in brackets behind a firm",
    -4.0,
    ("Ana Reid at Kea (2016-2021)", ""),
    ("Ana Reid at Kea (acting)", "Ana Reid | Kea"),
)
MEAL_AT_VENUE = Feature(
    "a meal before a place where people eat",
    -6.0,
    ("Drinks for Ana Reid at The Local Taphouse", ""),
    ("Invoice for Ana Reid at The Local Taphouse", "Ana Reid | The Local Taphouse"),
)
MEAL = Feature(
    "a meal before another firm",
    -2.0,
    ("Lunch with Ana Reid at Kea", ""),
    ("Call with Ana Reid at Kea", "Ana Reid | Kea"),
)
MEDIA = Feature(
    "a book or a film before a firm",
    -3.0,
    ("Book: Tim Winton - Cloudstreet", ""),
    ("Met Tim Winton - Cloudstreet", "Tim Winton | Cloudstreet"),
)

# Evidence from the places of a person and a firm on the card.
ANYWHERE = Feature(
    "both stand on the card",
    0.5,
    ("x\n\nKea Freight sells sheds\nthen Ana Reid came", "Ana Reid | Kea Freight"),
    ("x\n\nKea Ridge sells sheds\nthen Ana Reid came", ""),
)
NAMESAKE = Feature(
    "the firm bears the name of the person",
    4.0,
    ("x\n\nDougal Petrie came\na\nb\nc\nd\nPetrie Pumps pays", "Dougal Petrie | Petrie Pumps"),
    ("x\n\nDougal Reid came\na\nb\nc\nd\nPetrie Pumps pays", ""),
)
FIRM_IN_TITLE = Feature(
    "the firm is in the title, the person below",
    2.0,
    ("Kea Freight\n\nTui Plumbing came first\nthen Ana Reid came", "Ana Reid | Kea Freight"),
    ("x\n\nTui Plumbing came first\nthen Ana Reid came", "Ana Reid | Tui Plumbing"),
)
PERSON_IN_TITLE = Feature(
    "the person is in the title, the firm below",
    2.0,
    ("Ana Reid\n\na\nb\nc\nd\nKea Freight pays", "Ana Reid | Kea Freight"),
    ("x\n\nAna Reid\na\nb\nc\nd\nKea Freight pays", ""),
)
LABELLED_EMPLOYER = Feature(
    "the firm is labelled as one",
    3.0,
    ("x\n\nAna Reid came\na\nb\nc\nd\nCompany: Kea Freight", "Ana Reid | Kea Freight"),
    ("x\n\nAna Reid came\na\nb\nc\nd\nColour: Kea Freight", ""),
)
BELOW_PERSON = Feature(
    "the firm is further down the same text",
    -1.0,
    ("x\n\n- Ana Reid came\n- Kea Freight pays", ""),
    ("x\n\n- Kea Freight pays\n- Ana Reid came", "Ana Reid | Kea Freight"),
)
FAR = Feature(
    "a line between the two",
    -0.1,
    ("x\n\nTui Plumbing paid\nKea Freight paid\nthen Ana Reid came", "Ana Reid | Kea Freight"),
    ("x\n\nTui Ridge paid\nKea Freight paid\nthen Ana Reid came", "Ana Reid | Kea Freight"),
)
TAKEN = Feature(
    "the firm has its own person beside it",
    -4.0,
    ("x\n\n- Kea Freight: Hemi Parata\n- Ana Reid", "Hemi Parata | Kea Freight"),
    ("x\n\n- Kea Freight\n- Ana Reid", "Ana Reid | Kea Freight"),
)
