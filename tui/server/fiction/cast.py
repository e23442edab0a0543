"""The cast: the firms and people the sample boards talk about, who head the invented directory."""

from typing import NamedTuple


class CastFirm(NamedTuple):
    """A firm with a part: its key in card texts, and what is not left to chance."""

    key: str
    name: str
    trade: str
    city: str
    employees: int


class CastPerson(NamedTuple):
    """Somebody with a part. ``reach`` says what the directory knows: e(mail), m(obile), d(o not call)."""

    key: str
    firm: str
    first: str
    last: str
    title: str
    seniority: int
    department: int
    reach: str


FIRMS = (
    CastFirm("tui", "Tūī Ridge", "Horticulture", "Melbourne", 140),
    CastFirm("harbour", "Harbourlight", "Property", "Sydney", 46),
    CastFirm("kowhai", "Kōwhai Point", "Software", "Wellington", 88),
    CastFirm("bluegum", "Bluegum Freight", "Freight", "Brisbane", 320),
    CastFirm("ironbark", "Ironbark Engineering", "Engineering", "Perth", 610),
    CastFirm("pohutukawa", "Pōhutukawa Foods", "Foods", "Auckland", 270),
    CastFirm("currawong", "Currawong Dental", "Dental", "Adelaide", 34),
    CastFirm("manuka", "Mānuka Bay Logistics", "Logistics", "Tauranga", 190),
    CastFirm("saltbush", "Saltbush Solar", "Solar", "Dubbo", 62),
    CastFirm("quandong", "Quandong Legal", "Legal", "Canberra", 24),
    CastFirm("brolga", "Brolga Water", "Water", "Darwin", 115),
    CastFirm("kea", "Kea Crossing Outdoors", "Outdoors", "Christchurch", 57),
    CastFirm("lillypilly", "Lillypilly Aged Care", "Aged Care", "Hobart", 480),
    CastFirm("waratah", "Waratah Robotics", "Robotics", "Newcastle", 95),
    CastFirm("rimu", "Rimu Grove Joinery", "Joinery", "Dunedin", 18),
    CastFirm("southerly", "Southerly Networks", "Networks", "Geelong", 230),
    CastFirm("coolibah", "Coolibah Downs Pastoral", "Pastoral", "Townsville", 76),
    CastFirm("wagtail", "Wagtail Print", "Print", "Launceston", 29),
    CastFirm("totara", "Tōtara Finance", "Finance", "Hamilton", 150),
    CastFirm("moonrise", "Moonrise Media", "Media", "Gold Coast", 41),
)

PEOPLE = (
    CastPerson("ana", "tui", "Ana", "Reid", "Head of Operations", 4, 4, "em"),
    CastPerson("tevita", "tui", "Tevita", "Fonoti", "Finance Manager", 5, 14, "e"),
    CastPerson("imogen", "harbour", "Imogen", "Lockwood", "Managing Director", 3, 1, "emd"),
    CastPerson("wiremu", "kowhai", "Wiremu", "Te Rangi", "Chief Technology Officer", 3, 5, "em"),
    CastPerson("linh", "kowhai", "Linh", "Tran", "Product Manager", 5, 15, "e"),
    CastPerson("callum", "bluegum", "Callum", "O'Brien", "Operations Director", 4, 4, "em"),
    CastPerson("priya", "ironbark", "Priya", "Menon", "Procurement Manager", 5, 4, "em"),
    CastPerson("aroha", "pohutukawa", "Aroha", "Ngata", "General Manager, Supply Chain", 4, 4, "em"),
    CastPerson("eleni", "currawong", "Eleni", "Papadakis", "Practice Manager", 5, 8, "e"),
    CastPerson("hemi", "manuka", "Hemi", "Parata", "Chief Executive Officer", 3, 1, "em"),
    CastPerson("banjo", "saltbush", "Banjo", "Carmody", "Founder", 2, 1, "emd"),
    CastPerson("layla", "quandong", "Layla", "Haddad", "Partner", 3, 10, "e"),
    CastPerson("jarrah", "brolga", "Jarrah", "Kirkbride", "Head of Technology", 4, 5, "em"),
    CastPerson("mei", "kea", "Mei", "Zhang", "Marketing Director", 4, 11, "em"),
    CastPerson("judith", "lillypilly", "Judith", "Ainsworth", "Director of Nursing", 4, 8, "e"),
    CastPerson("lars", "waratah", "Lars", "Halvorsen", "Engineering Manager", 5, 5, "em"),
    CastPerson("hamish", "rimu", "Hamish", "Drummond", "Owner", 2, 1, "em"),
    CastPerson("zoe", "southerly", "Zoe", "Whitlock", "Head of Sales", 4, 2, "em"),
    CastPerson("warren", "coolibah", "Warren", "Dalgleish", "Owner", 2, 1, "m"),
    CastPerson("niamh", "wagtail", "Niamh", "Gallagher", "Office Manager", 5, 16, "e"),
    CastPerson("rawiri", "totara", "Rāwiri", "Pōtae", "Head of Finance", 4, 14, "em"),
    CastPerson("chloe", "moonrise", "Chloë", "Marchetti", "Co-Founder", 2, 11, "e"),
)
