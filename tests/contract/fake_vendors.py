"""More enrichment services as their documentation describes them: those that log in, reveal or redeem what they found."""

import json
from base64 import b64encode
from typing import Any, ClassVar

import httpx

from tests.contract.fake_services import KEY, FakeService


class CompaniesHouse(FakeService):
    """api.company-information.service.gov.uk: the key is the user of basic authentication, without a password."""

    record: ClassVar[dict[str, Any]] = {
        "company_name": "KAURI TIMBER LIMITED", "company_number": "SC123456", "company_status": "active", "type": "ltd",
        "date_of_creation": "1998-05-11", "jurisdiction": "scotland", "sic_codes": ["16100", "46730"],
        "registered_office_address": {"address_line_1": "1 Quay Street", "locality": "Glasgow", "postal_code": "G1 1AA"},
        "previous_company_names": [{"name": "KAURI SAWMILLS LIMITED", "ceased_on": "2004-01-01",
                                    "effective_from": "1998-05-11"}],
        "confirmation_statement": {"last_made_up_to": "2026-05-11", "next_due": "2027-05-25", "overdue": False},
        "etag": "ab12", "links": {"self": "/company/SC123456"}, "can_file": True,
    }  # fmt: skip

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.headers.get("Authorization") != f"Basic {b64encode(f'{KEY}:'.encode()).decode()}":
            return httpx.Response(401, json={"error": "Invalid Authorization", "type": "ch:service"})
        return httpx.Response(429, text="") if self.limited else None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = dict(request.url.params)
        match request.url.path:
            case "/search/companies":
                hit = {
                    "kind": "searchresults#company", "title": self.record["company_name"], "company_type": "ltd",
                    "company_number": self.record["company_number"], "company_status": "active",
                    "date_of_creation": "1998-05-11", "address": {"locality": "Glasgow", "country": "Scotland"},
                    "address_snippet": "1 Quay Street, Glasgow, G1 1AA", "matches": {"title": [1, 5]},
                }  # fmt: skip
                hits = [hit] if "kauri" in asked["q"].casefold() else []
                return httpx.Response(
                    200, json={"kind": "search#companies", "items": hits, "total_results": len(hits)}
                )
            case "/company/SC123456":
                return httpx.Response(200, json=self.record)
            case path if path.startswith("/company/") and path.count("/") == 2:
                gone = {"type": "ch:service", "error": "company-profile-not-found"}
                return httpx.Response(404, json={"errors": [gone]})
            case _:
                return httpx.Response(404, text="")


class Lusha(FakeService):
    """api.lusha.com/v3: 200 for whole batches, with an error in the item that was not found."""

    person: ClassVar[dict[str, Any]] = {
        "id": "4389064704", "firstName": "Ana", "lastName": "Reid", "fullName": "Ana Reid",
        "jobTitle": {"title": "Head of Procurement", "departments": ["Operations"], "seniority": "Vice President"},
        "location": {"country": "Australia", "countryIso2": "AU", "state": "New South Wales", "city": "Sydney",
                     "continent": "Oceania", "isEuContact": False},
        "emails": [{"email": "ana@kauri.example", "type": "work", "confidence": "A+", "updateDate": "2026-04-23"}],
        "phones": [{"number": "+61491570156", "type": "mobile", "doNotCall": True, "updateDate": "2026-04-23"}],
        "company": {"id": "16303253", "name": "Kauri Timber", "domain": "www.kauri.example", "industry": "Construction"},
        "socialLinks": {"linkedin": "https://www.linkedin.com/in/ana-reid"}, "tags": [],
        "previousEmployment": [{"company": {"name": "Rimu", "domain": "rimu.example"},
                                "jobTitle": {"title": "Buyer", "departments": [], "seniority": "Senior"}}],
        "updateDate": "2026-04-23",
    }  # fmt: skip
    company: ClassVar[dict[str, Any]] = {
        "id": "16303253", "name": "Kauri Timber", "alternativeName": "kauri", "domain": "www.kauri.example",
        "alternativeDomains": ["kauri.example"], "description": "Sawmills.", "companyType": "Private Company",
        "yearFounded": 1998, "employeeCount": {"exact": 34, "min": 11, "max": 50}, "industry": "Construction",
        "subIndustry": "Building Materials", "sicCodes": [{"code": 2421, "description": "Sawmills"}],
        "location": {"city": "Auckland", "state": "Auckland", "country": "New Zealand", "countryIso2": "NZ"},
        "socialLinks": {"linkedin": "https://www.linkedin.com/company/kauri-timber"}, "technologies": ["xero"],
        "revenueRange": {"min": 1000000, "max": 5000000}, "phones": [{"number": "+64 9 555 0100"}],
        "emails": [{"email": "office@kauri.example"}], "keywords": ["timber"],
    }  # fmt: skip

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.headers.get("api_key") != KEY:
            return _lusha(401, "Invalid API key")
        if self.limited:
            return _lusha(429, "Too many requests. Please wait before making another request.")
        if self.out_of_credits:
            return _lusha(402, "Insufficient credits for this operation")
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content or b"{}")
        match request.method, request.url.path:
            case "POST", "/v3/contacts/search-and-enrich":
                assert body["reveal"] == ["emails", "phones"]
                (asked,) = body["contacts"]
                if asked.get("email") == "erased@kauri.example":
                    return _batch({"error": {"code": "COMPLIANCE_RESTRICTED", "message": "Opted out"}}, 0)
                known = (
                    asked.get("email") == "ana@kauri.example"
                    or asked.get("linkedinUrl", "").endswith("linkedin.com/in/ana-reid")
                    or (asked.get("firstName"), asked.get("lastName"), asked.get("companyName"))
                    == ("Ana", "Reid", "Kauri Timber")
                )
                return _batch(self.person, 7) if known else _batch(_absent("Contact"), 0)
            case "POST", "/v3/companies/search-and-enrich":
                (asked,) = body["companies"]
                known = asked.get("domain") == "kauri.example" or asked.get("name") == "Kauri Timber"
                return _batch(self.company, 1) if known else _batch(_absent("Company"), 0)
            case "GET", "/v3/account/usage":
                return httpx.Response(200, json={"credits": {"total": 100, "used": 59, "remaining": 41}})
            case _:
                return _lusha(404, "Cannot find this")


def _lusha(status: int, message: str) -> httpx.Response:
    return httpx.Response(status, json={"statusCode": status, "message": message})


def _absent(what: str) -> dict[str, Any]:
    return {"error": {"code": "NOT_FOUND", "message": f"{what} not found"}}


def _batch(item: dict[str, Any], credits_: int) -> httpx.Response:
    billing = {"creditsCharged": credits_, "resultsReturned": 0 if "error" in item else 1}
    return httpx.Response(200, json={"requestId": "211ee5da", "results": [item], "billing": billing})


class Cognism(FakeService):
    """app.cognism.com/api/search: a preview, and the record for its redeemId; an error is a list.

    Attributes:
        redeemed: The contacts that were paid for.
    """

    person: ClassVar[dict[str, Any]] = {
        "id": "34d633b7", "firstName": "Ana", "lastName": "Reid", "fullName": "Ana Reid", "jobTitle": "Head of Procurement",
        "account": {"id": "efc6d975", "name": "Kauri Timber", "domain": "kauri.example", "website": "kauri.example",
                    "industry": ["Construction"], "sizeFrom": 11, "sizeTo": 50},
        "email": {"address": "ana@kauri.example", "quality": "HIGH_PLUS", "sha256": "8196f2"},
        "mobilePhoneNumbers": [{"number": "+61491570156", "numberType": "MOBILE", "label": "MOBILE", "score": 90,
                                "dnc": True}],
        "linkedinUrl": "https://www.linkedin.com/in/ana-reid", "country": "Australia", "city": "Sydney",
        "positionStartDate": "March 2021", "jobFunction": ["OPERATIONS"], "managementLevel": "Director-Level",
        "previousAccounts": [{"name": "Rimu", "title": "Buyer", "start": "March 2018", "end": "February 2021"}],
        "education": [{"start": "2014", "end": "2017", "school": "University of Sydney", "degree": "Commerce"}],
        "skills": ["Buying"], "lastConfirmed": 1768435200000, "redeemId": "MzRkNjMzYjc=",
    }  # fmt: skip
    company: ClassVar[dict[str, Any]] = {
        "id": "efc6d975", "name": "Kauri Timber", "domain": "kauri.example", "industries": ["Construction"],
        "shortDescription": "Sawmills.", "founded": 1998, "website": "www.kauri.example", "revenue": 5000000,
        "linkedinUrl": "https://www.linkedin.com/company/kauri-timber", "sizeFrom": 11, "sizeTo": 50, "sic": ["2421"],
        "tech": ["Xero"], "type": "Privately Held",
        "locations": [{"type": "office", "city": "Hamilton"},
                      {"type": "hq", "country": "New Zealand", "state": "Auckland", "city": "Auckland"}],
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.redeemed: list[str] = []

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return _cognism(401, "MissingCredentials", "Missing required credentials")
        if self.limited:
            return _cognism(429, "RateLimitExceeded", "Rate limit exceeded")
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = json.loads(request.content)
        match request.method, request.url.path.removeprefix("/api/search"):
            case "POST", "/contact/enrich":
                known = (
                    asked.get("email") == "ana@kauri.example"
                    or asked.get("linkedinUrl", "").endswith("linkedin.com/in/ana-reid")
                    or (asked.get("firstName"), asked.get("lastName"), asked.get("accountName"))
                    == ("Ana", "Reid", "Kauri Timber")
                    or (asked.get("firstName"), asked.get("phoneNumber")) == ("Ana", "+61491570156")
                )
                shown = ("id", "fullName", "firstName", "lastName", "jobTitle", "redeemId")
                preview = {name: self.person[name] for name in shown} | {"hasEmail": True}
                return httpx.Response(
                    200, json={"matchScore": 42, "results": [preview]} if known else {"results": []}
                )
            case "POST", "/contact/redeem":
                assert asked == {"redeemIds": [self.person["redeemId"]]}
                self.redeemed += asked["redeemIds"]
                return httpx.Response(200, json={"totalResults": 1, "results": [self.person]})
            case "POST", "/account/enrich":
                known = asked.get("domain") == "kauri.example"
                preview = {"id": self.company["id"], "name": self.company["name"], "hasDomain": True}
                return httpx.Response(
                    200, json={"matchScore": 45, "results": [preview]} if known else {"results": []}
                )
            case "POST", "/account/redeem":
                assert asked == {"redeemIds": [self.company["id"]]}
                return httpx.Response(200, json={"total": 1, "result": [self.company]})
            case _:
                return _cognism(404, "RouteNotFound", "Not found")


def _cognism(status: int, key: str, message: str) -> httpx.Response:
    return httpx.Response(status, json=[{"key": key, "code": status, "msg": message}])


class ZoomInfo(FakeService):
    """api.zoominfo.com: a token for a user's name and password, and a list of results in each answer.

    Attributes:
        logins: How often a token was given.
        ended: Tokens that are not valid any more.
    """

    person: ClassVar[dict[str, Any]] = {
        "id": 1260398587, "firstName": "Ana", "middleName": "", "lastName": "Reid", "email": "ana@kauri.example",
        "phone": "+61 2 5550 0199", "mobilePhone": "+61 491 570 156", "directPhoneDoNotCall": False,
        "mobilePhoneDoNotCall": True, "city": "Sydney", "state": "New South Wales", "country": "Australia",
        "jobTitle": "Head of Procurement", "jobFunction": [{"name": "Procurement", "department": "Operations"}],
        "managementLevel": ["Director"], "contactAccuracyScore": 96, "lastUpdatedDate": "1/5/2026 2:59 PM",
        "externalUrls": [{"type": "twitter.com", "url": "https://www.twitter.com/anareid"},
                         {"type": "linkedin.com", "url": "https://www.linkedin.com/in/ana-reid"}],
        "employmentHistory": [{"jobTitle": "Buyer", "managementLevel": ["Non-Manager"],
                               "fromDate": "2018-01-02T00:00:00.000Z", "toDate": "2021-01-02T00:00:00.000Z",
                               "company": {"companyId": 0, "companyName": "Rimu", "companyWebsite": ""}}],
        "company": {"id": 344589814, "name": "Kauri Timber", "website": "www.kauri.example", "phone": "+64 9 555 0100",
                    "employeeCount": 34, "primaryIndustry": ["Construction"]},
    }  # fmt: skip
    company: ClassVar[dict[str, Any]] = {
        "id": 344589814, "name": "Kauri Timber", "website": "www.kauri.example", "domainList": ["kauri.example"],
        "phone": "+64 9 555 0100", "street": "1 Quay Street", "city": "Auckland", "state": "Auckland", "zipCode": "1010",
        "country": "New Zealand", "primaryIndustry": ["Construction"], "employeeCount": 34, "foundedYear": "1998",
        "type": "PRIVATE", "revenue": 5000, "revenueRange": "$5 mil. - $10 mil.", "descriptionList": [{"description": "Sawmills."}],
        "socialMediaUrls": [{"type": "LINKED_IN", "url": "http://www.linkedin.com/company/kauri-timber"}],
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.logins = 0
        self.ended: set[str] = set()

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.url.path == "/authenticate":
            asked = json.loads(request.content)
            if asked != {"username": "ana@kauri.example", "password": KEY}:
                return httpx.Response(401, json={"success": False, "error": "Authentication failed"})
            self.logins += 1
            return httpx.Response(200, json={"jwt": f"token-{self.logins}"})
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if token != f"token-{self.logins}" or token in self.ended:
            return httpx.Response(401, json={"success": False, "error": "Your session has expired"})
        if self.limited:
            text = "You have exceeded your API query rate limit. Please decrease the frequency of your API requests"
            return httpx.Response(429, json={"success": False, "error": text})
        if self.out_of_credits:
            text = "You have used up all of your allowed record limit"
            return httpx.Response(403, json={"success": False, "error": text})
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = json.loads(request.content or b"{}")
        match request.method, request.url.path:
            case "POST", "/enrich/contact":
                (by,) = asked["matchPersonInput"]
                if by.get("emailAddress") == "erased@kauri.example":
                    return _zoominfo(by, "OPT_OUT")
                known = (
                    by.get("emailAddress") == "ana@kauri.example"
                    or by.get("phone") == "+61491570156"
                    or (by.get("fullName"), by.get("companyName")) == ("Ana Reid", "Kauri Timber")
                )
                if not (by.keys() & {"emailAddress", "phone"} or {"fullName", "companyName"} <= by.keys()):
                    text = "Invalid input: a combination of parameters is missing"
                    return httpx.Response(400, json={"success": False, "error": text})
                wanted = {
                    *asked["outputFields"],
                    *(["company"] if "companyName" in asked["outputFields"] else []),
                }
                record = {name: value for name, value in self.person.items() if name in wanted}
                return _zoominfo(by, "FULL_MATCH", record) if known else _zoominfo(by, "NO_MATCH")
            case "POST", "/enrich/company":
                (by,) = asked["matchCompanyInput"]
                known = (
                    by.get("companyWebsite") == "http://kauri.example"
                    or by.get("companyName") == "Kauri Timber"
                )
                record = {
                    name: value for name, value in self.company.items() if name in asked["outputFields"]
                }
                return _zoominfo(by, "FULL_MATCH", record) if known else _zoominfo(by, "NO_MATCH")
            case "GET", "/lookup/usage":
                return httpx.Response(200, json={"usage": [
                    {"limitType": "requestLimit", "totalLimit": 1000, "currentUsage": 1, "usageRemaining": 999},
                    {"limitType": "uniqueIdLimit", "totalLimit": 100, "currentUsage": 59, "usageRemaining": 41},
                ]})  # fmt: skip
            case _:
                return httpx.Response(404, json={"success": False, "error": "Not found"})


def _zoominfo(by: dict[str, Any], status: str, *found: dict[str, Any]) -> httpx.Response:
    result = [
        {
            "input": {name.lower(): value for name, value in by.items()},
            "data": [*found],
            "matchStatus": status,
        }
    ]
    return httpx.Response(200, json={"success": True, "data": {"outputFields": [[]], "result": result}})
