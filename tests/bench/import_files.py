"""Files for measuring imports: a list of people as CSV, and the ABN bulk extract in its published shape.

The extract is twenty XML files, ten to a ZIP archive, of the elements that the register's schema documents. The
same numbers give the same files. Every name is put together from word lists, and every check digit is right.
"""

import csv
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

GIVEN = ("Ana", "Ben", "Cora", "Dev", "Ella", "Finn", "Grace", "Hemi", "Ivy", "Jack", "Kiri", "Liam", "Mere", "Noah", "Olive", "Priya", "Quinn", "Rosa", "Sione", "Tane", "Uma", "Vera", "Will", "Xin", "Yara", "Zac")  # fmt: skip
FAMILY = ("Adler", "Brown", "Chen", "Doyle", "Evans", "Fraser", "Grant", "Hughes", "Irwin", "Jones", "Kaur", "Lowe", "Mason", "Ngata", "Owen", "Patel", "Quirk", "Reid", "Singh", "Taylor", "Usher", "Vance", "Walsh", "Young")  # fmt: skip
FIRST = ("Kauri", "Wattle", "Harbour", "Summit", "Coastal", "Golden", "Northern", "Silver", "Bluegum", "Granite", "River", "Pacific", "Cedar", "Beacon", "Jasper", "Willow", "Anchor", "Quarry", "Falcon", "Heron")  # fmt: skip
SECOND = [
    "Ridge",
    "Point",
    "Valley",
    "Creek",
    "Bay",
    "Field",
    "Grove",
    "Hill",
    "Plains",
    "Cove",
    "Bridge",
    "Park",
    "Wharf",
    "Range",
    "Springs",
    "Meadow",
]
TRADES = ("Plumbing", "Electrical", "Freight", "Dental", "Accounting", "Joinery", "Legal", "Roofing", "Software", "Catering", "Physio", "Motors", "Landscaping", "Engineering", "Cleaning", "Surveying")  # fmt: skip
TITLES = (
    "Sales Manager",
    "Head of Finance",
    "Operations Coordinator",
    "Managing Director",
    "Software Engineer",
    "Practice Manager",
    "Site Supervisor",
    "HR Business Partner",
    "Marketing Lead",
    "Office Administrator",
)
PLACES = (("Sydney", "NSW", "2000"), ("Melbourne", "VIC", "3000"), ("Brisbane", "QLD", "4000"), ("Perth", "WA", "6000"), ("Hobart", "TAS", "7000"), ("Darwin", "NT", "0800"))  # fmt: skip
KINDS = (("PRV", "Australian Private Company"), ("IND", "Individual/Sole Trader"), ("DIT", "Discretionary Investment Trust"), ("PTR", "Family Partnership"), ("FPT", "Fixed Trust"))  # fmt: skip

_FILES, _FILES_PER_ARCHIVE = 20, 10
_COLUMNS = (
    "First Name", "Last Name", "Job Title", "Company", "Website", "Work Email", "Mobile", "Phone", "LinkedIn URL",
    "City", "State", "Country", "Last Verified",
)  # fmt: skip


def write_people(path: Path, many: int, *, seed: int = 1) -> None:
    """Write a CSV file of ``many`` people, eight to a company."""
    pick = random.Random(seed)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(_COLUMNS)
        for n in range(many):
            given, family, firm = pick.choice(GIVEN), pick.choice(FAMILY), pick.randrange(many // 8 + 1)
            city, state, _ = PLACES[firm % len(PLACES)]
            name, host = _firm_name(firm), f"firm{firm}.example"
            mobile = f"04{pick.randrange(10**8):08d}" if n % 3 else ""
            writer.writerow((
                given, family, pick.choice(TITLES), name, f"https://www.{host}", f"{given}.{family}{n}@{host}".lower(), mobile,
                f"+61 2 5550 {n % 10000:04d}", f"https://www.linkedin.com/in/{given}-{family}-{n:x}".lower(), city, state, "Australia",
                f"2026-{n % 9 + 1:02d}-{n % 28 + 1:02d}",
            ))  # fmt: skip


def write_extract(folder: Path, many: int, *, seed: int = 1) -> list[Path]:
    """Write an ABN bulk extract of ``many`` records, and return its archives."""
    pick, size = random.Random(seed), -(-many // _FILES)
    files = [range(start, min(start + size, many)) for start in range(0, many, size)]
    archives = []
    for first in range(0, len(files), _FILES_PER_ARCHIVE):
        path = folder / f"public_split_{first + 1}_{first + _FILES_PER_ARCHIVE}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for place, numbers in enumerate(files[first : first + _FILES_PER_ARCHIVE], start=first + 1):
                with archive.open(f"20261104_Public{place:02d}.xml", "w") as file:
                    for text in _extract_file(pick, place, numbers):
                        file.write(text.encode())
        archives.append(path)
    return archives


def _extract_file(pick: random.Random, place: int, numbers: range) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?><Transfer xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    yield ' xsi:noNamespaceSchemaLocation="BulkExtract.xsd"><TransferInfo>'
    yield f"<FileSequenceNumber>{place}</FileSequenceNumber><RecordCount>{len(numbers)}</RecordCount>"
    yield "<ExtractTime>2026-11-04T03:20:00</ExtractTime></TransferInfo>"
    for number in numbers:
        yield _record(pick, number)
    yield "</Transfer>"


def _record(pick: random.Random, number: int) -> str:
    kind, spelled = KINDS[number % len(KINDS)]
    _, state, postcode = pick.choice(PLACES)
    updated = f"20{pick.randrange(10, 26)}{pick.randrange(1, 13):02d}{pick.randrange(1, 29):02d}"
    address = f"<BusinessAddress><AddressDetails><State>{state}</State><Postcode>{postcode}</Postcode></AddressDetails></BusinessAddress>"
    acn = _acn(number) if kind == "PRV" else ""
    name = _firm_name(number).upper()
    if kind == "IND":
        given, family = pick.choice(GIVEN).upper(), pick.choice(FAMILY).upper()
        holder = (
            f'<LegalEntity><IndividualName type="LGL"><NameTitle>MS</NameTitle><GivenName>{given}</GivenName>'
            f"<GivenName>{pick.choice(GIVEN).upper()}</GivenName><FamilyName>{family}</FamilyName></IndividualName>{address}</LegalEntity>"
        )
    else:
        ending = " PTY LTD" if acn else " TRUST" if "T" in kind else ""
        holder = f"<MainEntity>{_name('MN', name + ending)}{address}</MainEntity>"
    others = "".join(
        f"<OtherEntity>{_name(each, f'{name} {word}')}</OtherEntity>"
        for each, word in (("TRD", "SERVICES"), ("BN", "GROUP"))
        if not pick.randrange(4)
    )
    gst = "ACT" if pick.randrange(3) else "NON"
    status = "ACT" if pick.randrange(5) else "CAN"
    company = f'<ASICNumber ASICNumberType="undetermined">{acn}</ASICNumber>' if acn else ""
    return (
        f'<ABR recordLastUpdatedDate="{updated}" replaced="N"><ABN status="{status}" ABNStatusFromDate="{updated}">'
        f"{_abn(acn or f'{number + 100_000_000:09d}')}</ABN><EntityType><EntityTypeInd>{kind}</EntityTypeInd>"
        f"<EntityTypeText>{spelled}</EntityTypeText></EntityType>{holder}{company}"
        f'<GST status="{gst}" GSTStatusFromDate="{updated}"/>{others}</ABR>'
    )


def _name(kind: str, text: str) -> str:
    return f'<NonIndividualName type="{kind}"><NonIndividualNameText>{text}</NonIndividualNameText></NonIndividualName>'


def _firm_name(number: int) -> str:
    first, rest = number % len(FIRST), number // len(FIRST)
    second, serial = rest % len(SECOND), rest // len(SECOND)
    return f"{FIRST[first]} {SECOND[second]} {TRADES[serial % len(TRADES)]} {_letters(serial)}"


def _letters(number: int) -> str:
    """Return a number as a word, so that names have as many different words as those of a register."""
    word = ""
    while True:
        number, digit = divmod(number, 70)
        word += "bdfghklmnprstv"[digit % 14] + "aeiou"[digit // 14]
        if not number:
            return word.capitalize()


def _abn(last_nine: str) -> str:
    weights = (3, 5, 7, 9, 11, 13, 15, 17, 19)
    rest = sum(weight * int(digit) for weight, digit in zip(weights, last_nine, strict=True))
    # The first digit counts one less than it is.
    return next(
        f"{head}{last_nine}"
        for head in range(11, 100)
        if (10 * (head // 10 - 1) + head % 10 + rest) % 89 == 0
    )


def _acn(number: int) -> str:
    digits = f"{number:08d}"
    total = sum(weight * int(digit) for weight, digit in zip(range(8, 0, -1), digits, strict=True))
    return f"{digits}{-total % 10}"
