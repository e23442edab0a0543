"""A person whom a search found."""

from tui.model.person import CompanyRef, Contactable, Location, Person

ANA = Person(
    id="p1",
    full_name="Ana Reid",
    title="Head of Growth",
    network_slug="ana-reid",
    seniority="vp_director_head",
    company=CompanyRef(name="Tūī Ridge", domain="tuiridge.example"),
    location=Location(city="Hamilton", state="WKO", country="NZ"),
    contactable=Contactable(has_email=True, has_phone=True, has_mobile=True, has_do_not_call_phone=True),
)
