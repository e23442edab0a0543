"""Company: a sales-intelligence service's record of a company, in one canonical shape."""

from tui.model.person import Location
from tui.model.values.fields import field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json


class SizeBand(Value):
    """A head-count range; ``high`` is None for "1000+"."""

    low: int
    high: int | None = None

    @property
    def text(self) -> str:
        """The range in words: ``11-50`` or ``1000+``."""
        return f"{self.low}+" if self.high is None else f"{self.low}-{self.high}"


class Company(Value):
    """A company in canonical form; other fields of the service stay in ``extra``.

    Attributes:
        domain: Bare registrable host, without scheme and ``www.``.
        abn: Eleven digits, or "".
        crn: The company number of the United Kingdom, such as ``00445790`` or ``SC123456``, or "".
        industry_codes: Register to code, such as ``{"anzsic": "6962"}``.
        social: Handle or address by network, except the business network.
        likelihood: Probability, 0 to 1, that this is the requested company, or None.
    """

    id: str = ""
    name: str = ""
    legal_name: str = ""
    trading_names: tuple[str, ...] = ()
    domain: str = ""
    website: str = ""
    abn: str = ""
    acn: str = ""
    nzbn: str = ""
    crn: str = ""
    abn_status: str = ""
    description: str = ""
    tagline: str = ""
    industries: tuple[str, ...] = ()
    industry_codes: dict[str, str] = field(default_factory=dict)
    employee_count: int | None = None
    size_band: SizeBand | None = None
    revenue: str = ""
    founded_year: int | None = None
    company_type: str = ""
    hq: Location = field(default_factory=Location)
    locations: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    technologies: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    network_slug: str = ""
    network_url: str = ""
    keywords: tuple[str, ...] = ()
    registers: dict[str, str] = field(default_factory=dict)
    social: dict[str, str] = field(default_factory=dict)
    logo_url: str = ""
    likelihood: float | None = None
    matched_on: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    last_verified: Instant | None = None
    extra: Json = field(default_factory=dict)
