"""Identifiers, as a lookup accepts and the directory stores them."""

import pytest

from tui.server.enrich.identifiers import abn, company_id, email, host, person_id, profile, slug
from tui.server.enrich.problems import Problem


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (email, "mailto:Ana.Reid@Tui.example", "ana.reid@tui.example"),
        (email, "STRASSE@x.example", "strasse@x.example"),
        (abn, "53 004 085 616", "53004085616"),
        (abn, "53.004.085-616", "53004085616"),
        (host, " https://www.Tui.example:443/about?x=1#y ", "tui.example"),
        (host, "tui.example.", "tui.example"),
        (host, "tui.example/shop", "tui.example"),
        (host, "user@shop.tui.example", "shop.tui.example"),
        (slug, "/Ana-Reid%2D1/", "ana-reid-1"),
        (slug, "t%C5%AB%C4%AB", "tūī"),
        (profile("in"), "https://www.linkedin.com/in/Ana-Reid-1/?trk=x", "ana-reid-1"),
        (profile("in"), "nz.linkedin.com/IN/ana-reid-1/en", "ana-reid-1"),
        (profile("company"), "linkedin.com/company/tui/about", "tui"),
        (company_id, "f900000000001", "f900000000001"),
        (person_id, "fp900000000001", "fp900000000001"),
    ],
)
def test_an_identifier_in_any_of_its_forms(read, text, found) -> None:
    assert read("field", text) == found


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (email, "ana"), (email, "ana@tui"), (email, "a b@tui.example"), (email, f"{'a' * 65}@tui.example"), (email, "a@b@tui.example"),
        (abn, "51 824 753 557"), (abn, "5300408561"), (abn, "٥٣٠٠٤٠٨٥٦١٦"), (abn, ""),
        (host, "tui"), (host, "http://[::1"), (host, "https://"), (host, "not a host"), (host, "javascript:1"),
        (slug, "a b"), (slug, ""), (slug, "a/b"), (slug, "x" * 121),
        (profile("in"), "https://www.linkedin.com/company/tui"), (profile("in"), "https://linkedin.com.evil.example/in/ana"),
        (profile("in"), "https://www.linkedin.com/in/"), (profile("in"), "http://[::1"), (profile("in"), "ana-reid-1"),
        (company_id, "fp900000000001"), (company_id, "f90000000000"), (company_id, "f9000000000011"), (person_id, "f900000000001"),
        (person_id, " fp900000000001"),
    ],
)  # fmt: skip
def test_what_is_none_names_its_field(read, text) -> None:
    with pytest.raises(Problem) as caught:
        read("the field", text)
    assert (caught.value.status, caught.value.details[0]["field"]) == (400, "the field")
