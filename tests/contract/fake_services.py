"""Enrichment services as their documentation describes them: the answers to what a client asks, good or bad.

They know nothing of our adapters. Each has one record, which is made up, and can be made to be out of credits, to
limit the rate of requests, or to answer with a web page.
"""

import json
from typing import Any, ClassVar

import httpx

KEY = "key-CANARY"


class FakeService(httpx.AsyncBaseTransport):
    """A service that answers requests in this process.

    Attributes:
        out_of_credits: Whether the account has none left.
        limited: Whether requests come too fast.
        garbage: Whether something else answers in its place.
        offline: Whether it cannot be reached.
        failing: Whether it fails at what it is asked.
        asked: The requests so far.
    """

    def __init__(self) -> None:
        self.out_of_credits = self.limited = self.garbage = self.offline = self.failing = False
        self.asked: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self.offline:
            raise httpx.ConnectError("connection refused", request=request)
        return self.answer(request)

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if self.failing:
            return httpx.Response(503, json={"error": "down for maintenance"})
        if self.garbage:
            return httpx.Response(200, text="<html><body>Please sign in</body></html>")
        return self._refused(request) or self._answer(request)

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        """The answer to a wrong key, to requests that come too fast, and to an account that is empty."""
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        raise NotImplementedError


class AbnLookup(FakeService):
    """abr.business.gov.au/json: always 200 and a call of the ``callback``; ``Message`` says what is wrong."""

    record: ClassVar[dict[str, Any]] = {
        "Abn": "51824753556", "AbnStatus": "Active", "AbnStatusEffectiveFrom": "2000-11-01", "Acn": "824753556",
        "AddressDate": "2018-07-25", "AddressPostcode": "2601", "AddressState": "ACT",
        "BusinessName": ["Kauri Timber", "Kauri Homes"], "EntityName": "KAURI HOLDINGS PTY LTD",
        "EntityTypeCode": "PRV", "EntityTypeName": "Australian Private Company", "Gst": "2000-07-01", "Message": "",
    }  # fmt: skip

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = dict(request.url.params)
        body = self._body(request.url.path, asked)
        text = f"{asked.get('callback', 'callback')}({json.dumps(body)})"
        return httpx.Response(200, text=text, headers={"Content-Type": "text/javascript; charset=utf-8"})

    def _body(self, path: str, asked: dict[str, str]) -> dict[str, Any]:
        if path == "/json/MatchingNames.aspx":
            if asked.get("guid") != KEY:
                return {"Message": "The GUID entered is not recognised as a Registered Party", "Names": []}
            return {"Message": "", "Names": self._names(asked["name"])}
        empty = {name: [] if name == "BusinessName" else "" for name in self.record}
        if asked.get("guid") != KEY:
            return empty | {"Message": "The GUID entered is not recognised as a Registered Party"}
        name, length = ("abn", 11) if path == "/json/AbnDetails.aspx" else ("acn", 9)
        number = asked[name]
        if len(number) != length or not number.isdigit():
            return empty | {"Message": "Search text is not a valid ABN or ACN"}
        if self.record[name.title()] != number:
            return empty | {"Message": "No record found"}
        return self.record

    def _names(self, name: str) -> list[dict[str, Any]]:
        hit = {
            "Abn": self.record["Abn"], "AbnStatus": "0000000001", "IsCurrent": True, "NameType": "Entity Name",
            "Postcode": "2601", "Score": 100, "State": "ACT",
        }  # fmt: skip
        other = {**hit, "Abn": "53004085616", "Name": "KAURI CAFES PTY LTD", "Score": 71}
        return [{**hit, "Name": self.record["EntityName"]}, other] if "kauri" in name.casefold() else []


class Nzbn(FakeService):
    """api.business.govt.nz behind its gateway, which answers for wrong keys, limits and quotas."""

    record: ClassVar[dict[str, Any]] = {
        "nzbn": "9429000000000", "entityName": "KAURI TIMBER LIMITED", "entityTypeCode": "LTD",
        "entityTypeDescription": "NZ Limited Company", "entityStatusCode": "50",
        "entityStatusDescription": "Registered", "registrationDate": "2010-05-01T00:00:00.000+1200",
        "sourceRegisterUniqueIdentifier": "1234567", "lastUpdatedDate": "2026-02-03T00:00:00.000+1300",
        "tradingNames": [{"name": "Totara", "startDate": "2010-05-01", "endDate": "2020-05-16T00:00:00.000+1200"},
                         {"name": "Kauri", "startDate": "2020-05-17", "endDate": None}],
        "addresses": {"addressList": [
            {"address1": "PO Box 1", "address2": "Hamilton", "address3": None, "address4": None, "postCode": "3240",
             "addressType": "POSTAL", "countryCode": "NZ", "endDate": None},
            {"address1": "9 Old Road", "address2": "Taupo", "address3": None, "address4": None, "postCode": "3330",
             "addressType": "REGISTERED", "countryCode": "NZ", "endDate": "2021-01-25T00:00:00.000+1300"},
            {"address1": "1 Quay Street", "address2": "Parnell", "address3": "Auckland", "address4": None,
             "postCode": "1010", "addressType": "REGISTERED", "countryCode": "NZ", "endDate": None},
        ]},
        "phoneNumbers": [{"phoneCountryCode": "64", "phoneAreaCode": "9", "phoneNumber": "5550100", "phonePurpose": None}],
        "roles": [
            {"roleType": "Director", "roleStatus": "ACTIVE", "startDate": "2010-05-01", "endDate": None, "roleEntity": None,
             "rolePerson": {"title": None, "firstName": "Ana", "middleNames": "", "lastName": "Reid"}},
            {"roleType": "Director", "roleStatus": "INACTIVE", "startDate": "2010-05-01", "endDate": "2019-05-01",
             "roleEntity": None, "rolePerson": {"title": None, "firstName": "Bo", "middleNames": "", "lastName": "Lee"}},
            {"roleType": "Director", "roleStatus": "ACTIVE", "startDate": "2015-05-01", "endDate": None, "roleEntity": None,
             "rolePerson": {"title": None, "firstName": "Mere", "middleNames": "Hine", "lastName": "Tane"}},
        ],
        "company-details": {"australianCompanyNumber": None},
        "emailAddresses": [{"emailAddress": "office@kauri.example", "emailPurpose": "Email"}],
        "websites": [{"url": "https://kauri.example"}],
        "industryClassifications": [{"classificationCode": "C141100", "classificationDescription": "Log Sawmilling"}],
    }  # fmt: skip

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.headers.get("Ocp-Apim-Subscription-Key") != KEY:
            return _gateway(
                401, "Access denied due to invalid subscription key. Make sure to provide a valid key."
            )
        if self.limited:
            return _gateway(429, "Rate limit is exceeded. Try again in 5 seconds.", {"Retry-After": "5"})
        if self.out_of_credits:
            return _gateway(403, "Out of call volume quota. Quota will be replenished in 02:11:24.")
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        root = "/gateway/nzbn/v5/entities"
        if request.url.path == root:
            words = request.url.params["search-term"].casefold()
            keys = ("nzbn", "entityName", "entityTypeDescription", "entityStatusDescription", "tradingNames")
            hits = [{key: self.record[key] for key in keys}] if "kauri" in words else []
            return httpx.Response(
                200, json={"pageSize": 10, "page": 0, "totalItems": len(hits), "items": hits}
            )
        if not request.url.path.startswith(f"{root}/"):
            return _gateway(404, "Resource not found")
        if request.url.path != f"{root}/{self.record['nzbn']}":
            return httpx.Response(
                404, json={"errorCode": "NZBN_NOT_FOUND", "errorDescription": "No such entity"}
            )
        return httpx.Response(200, json=self.record)


def _gateway(status: int, message: str, headers: dict[str, str] | None = None) -> httpx.Response:
    return httpx.Response(status, json={"statusCode": status, "message": message}, headers=headers)


class PeopleDataLabs(FakeService):
    """api.peopledatalabs.com/v5: one envelope for all errors; nobody found is a 404 of type not_found."""

    person: ClassVar[dict[str, Any]] = {
        "id": "qEnOZ5Oh0poWnQ1luFBfVw_0000", "full_name": "ana reid", "first_name": "ana", "last_name": "reid",
        "sex": "female", "linkedin_url": "linkedin.com/in/ana-reid", "linkedin_username": "ana-reid",
        "work_email": "ana@kauri.example", "personal_emails": ["ana@gmail.com"], "mobile_phone": "+61491570156",
        "phone_numbers": ["+61491570156"], "emails": [{"address": "ana@kauri.example", "type": "current_professional"}],
        "job_title": "head of procurement", "job_title_role": "operations", "job_title_levels": ["director"],
        "job_company_name": "kauri timber", "job_company_website": "kauri.example", "job_company_size": "11-50",
        "job_company_industry": "construction", "job_start_date": "2021-03", "location_name": "sydney, new south wales, australia",
        "location_locality": "sydney", "location_region": "new south wales", "location_country": "australia",
        "skills": ["buying"], "interests": ["surfing"], "job_last_verified": "2026-01-15",
        "experience": [{"company": {"name": "rimu", "website": "rimu.example"}, "title": {"name": "buyer"},
                        "start_date": "2018", "end_date": "2021-02", "is_primary": False}],
        "education": [{"school": {"name": "university of sydney"}, "degrees": ["bachelors"], "majors": ["commerce"]}],
    }  # fmt: skip
    company: ClassVar[dict[str, Any]] = {
        "status": 200, "likelihood": 9, "id": "kauri-timber", "name": "kauri timber", "display_name": "Kauri Timber",
        "size": "11-50", "employee_count": 34, "founded": 1998, "industry": "construction", "website": "kauri.example",
        "linkedin_url": "linkedin.com/company/kauri-timber", "summary": "Sawmills.", "type": "private",
        "location": {"name": "auckland, auckland, new zealand", "locality": "auckland", "region": "auckland",
                     "country": "new zealand"},
        "tags": ["timber"], "alternative_names": ["kauri timber limited"],
    }  # fmt: skip

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.headers.get("X-Api-Key") != KEY:
            return _error(401, "authentication_error", "Request contained a missing or invalid key")
        if self.limited:
            return _error(
                429, "rate_limit_error", "An error occurred due to requests hitting the API too quick"
            )
        if self.out_of_credits:
            return _error(402, "payment_required", "You have reached your account maximum (all matches used)")
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = dict(request.url.params)
        paid = {"x-call-credits-spent": "1", "x-totallimit-remaining": "41"}
        if request.url.path == "/v5/person/enrich":
            if not (asked.keys() & {"email", "phone", "profile"} or {"name", "company"} <= asked.keys()):
                return _error(
                    400, "invalid_request_error", "Request contained either missing or invalid parameters"
                )
            found = {"status": 200, "likelihood": 8, "data": self.person}
            return httpx.Response(200, json=found, headers=paid) if self._is_ana(asked) else self._miss()
        if request.url.path == "/v5/company/enrich":
            known = (
                asked.get("website") == "kauri.example" or asked.get("name", "").casefold() == "kauri timber"
            )
            return httpx.Response(200, json=self.company, headers=paid) if known else self._miss()
        return httpx.Response(404, text="404 page not found")

    def _is_ana(self, asked: dict[str, str]) -> bool:
        return (
            asked.get("email") in {"ana@kauri.example", "ana@gmail.com"}
            or asked.get("phone") == "+61491570156"
            or asked.get("profile", "").endswith("linkedin.com/in/ana-reid")
            or (asked.get("name"), asked.get("company")) == ("Ana Reid", "Kauri Timber")
        )

    @staticmethod
    def _miss() -> httpx.Response:
        return _error(404, "not_found", "No records were found matching your request")


def _error(status: int, kind: str, message: str) -> httpx.Response:
    return httpx.Response(status, json={"status": status, "error": {"type": kind, "message": message}})


class Hunter(FakeService):
    """api.hunter.io/v2: a list of errors; 403 limits the rate, 429 is an account that used its plan up."""

    person: ClassVar[dict[str, Any]] = {
        "id": "7aff8152", "name": {"fullName": "Ana Reid", "givenName": "Ana", "familyName": "Reid"},
        "email": "ana@kauri.example", "location": "Auckland, New Zealand",
        "geo": {"city": "Auckland", "state": "Auckland", "stateCode": "AUK", "country": "New Zealand", "countryCode": "NZ"},
        "bio": None, "avatar": None,
        "employment": {"domain": "kauri.example", "name": "Kauri Timber", "title": "Buyer", "role": "operations",
                       "subRole": None, "seniority": "executive"},
        "facebook": {"handle": None}, "github": {"handle": None}, "twitter": {"handle": "anareid"},
        "linkedin": {"handle": "ana-reid"}, "phone": None, "fuzzy": False, "indexedAt": "2026-01-15",
    }  # fmt: skip
    company: ClassVar[dict[str, Any]] = {
        "id": "8f2d", "name": "Kauri Timber", "legalName": "Kauri Timber Limited", "domain": "kauri.example",
        "site": {"phoneNumbers": ["+64 9 555 0100"], "emailAddresses": ["office@kauri.example"]},
        "category": {"sector": "Materials", "industry": "Construction Materials", "naicsCode": "32"},
        "tags": ["Timber"], "description": "Sawmills.", "foundedYear": 1998, "location": "Auckland, New Zealand",
        "geo": {"city": "Auckland", "state": "Auckland", "country": "New Zealand", "countryCode": "NZ"},
        "linkedin": {"handle": "company/kauri-timber"}, "twitter": {"handle": "kauri"}, "type": "private",
        "phone": None, "metrics": {"employees": "11-50"}, "tech": ["Xero"], "indexedAt": "2026-01-15",
    }  # fmt: skip

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.headers.get("X-API-KEY") != KEY:
            return _hunter(401, "authentication_failed", "No user found for the API key supplied")
        if self.limited:
            return _hunter(403, "too_many_requests", "You've made too many requests. Please slow down.")
        if self.out_of_credits:
            return _hunter(429, "too_many_requests", "You've reached the limit of the billing period.")
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = dict(request.url.params)
        match request.url.path:
            case "/v2/people/find":
                if asked.get("email") == "erased@kauri.example":
                    return _hunter(451, "claimed_email", "The person asked us not to process their data.")
                known = (
                    asked.get("email") == "ana@kauri.example" or asked.get("linkedin_handle") == "ana-reid"
                )
                return (
                    httpx.Response(200, json={"data": self.person, "meta": {"params": asked}})
                    if known
                    else _missing()
                )
            case "/v2/email-finder":
                return httpx.Response(200, json={"data": self._finder(asked), "meta": {"params": asked}})
            case "/v2/companies/find" if asked.get("domain") == "kauri.example":
                return httpx.Response(200, json={"data": self.company, "meta": {"params": asked}})
            case _:
                return _missing()

    def _finder(self, asked: dict[str, str]) -> dict[str, Any]:
        known = asked.get("full_name") == "Ana Reid" and asked.get("company") == "Kauri Timber"
        if asked.get("full_name") == "Ida Holm":
            return {
                "first_name": "Ida", "last_name": "Holm", "email": "ida@kauri.example", "score": 58, "accept_all": True,
                "domain": "kauri.example", "verification": {"date": "2026-01-15", "status": "accept_all"}, "sources": [],
            }  # fmt: skip
        return {
            "first_name": "Ana", "last_name": "Reid", "email": "ana@kauri.example" if known else None,
            "score": 97 if known else None, "domain": "kauri.example", "position": "Buyer" if known else None,
            "company": "Kauri Timber", "phone_number": None, "linkedin_url": None, "twitter": None,
            "verification": {"date": "2026-01-15" if known else None, "status": "valid" if known else None},
        }  # fmt: skip


def _hunter(status: int, ident: str, details: str) -> httpx.Response:
    return httpx.Response(status, json={"errors": [{"id": ident, "code": status, "details": details}]})


def _missing() -> httpx.Response:
    return _hunter(404, "not_found", "The requested resource couldn't be found.")


class Apollo(FakeService):
    """api.apollo.io/api/v1: nobody found is a 200 with null in it; a wrong key is plain text."""

    person: ClassVar[dict[str, Any]] = {
        "id": "64a7ff0cc4dfae00013df1a5", "first_name": "Ana", "last_name": "Reid", "name": "Ana Reid",
        "linkedin_url": "http://www.linkedin.com/in/ana-reid", "title": "Head of Procurement", "email_status": "verified",
        "photo_url": None, "twitter_url": None, "headline": "Buying timber", "email": "ana@kauri.example",
        "organization_id": "5e66b6381e05b4008c8331b8", "state": "New South Wales", "city": "Sydney", "country": "Australia",
        "employment_history": [
            {"_id": "66d7", "current": True, "organization_name": "Kauri Timber", "start_date": "2021-03-01",
             "end_date": None, "title": "Head of Procurement"},
        ],
        "organization": {"id": "5e66b6381e05b4008c8331b8", "name": "Kauri Timber", "website_url": "http://www.kauri.example",
                         "primary_domain": "kauri.example", "industry": "construction"},
        "departments": ["master_operations"], "seniority": "head", "contact_id": "664f",
        "contact": {"id": "664f", "name": "Ana Reid", "email": "ana@kauri.example", "phone_numbers": [
            {"raw_number": "0491 570 156", "sanitized_number": "+61491570156", "type": "mobile", "position": 0,
             "status": "valid_number", "dnc_status": None},
        ]},
    }  # fmt: skip
    organization: ClassVar[dict[str, Any]] = {
        "id": "5e66b6381e05b4008c8331b8", "name": "Kauri Timber", "website_url": "http://www.kauri.example",
        "linkedin_url": "http://www.linkedin.com/company/kauri-timber", "primary_phone": {"number": "+64 9 555 0100"},
        "primary_domain": "kauri.example", "industry": "construction", "estimated_num_employees": 34,
        "city": "Auckland", "country": "New Zealand", "founded_year": 1998, "annual_revenue_printed": "5M",
        "technology_names": ["Xero"], "short_description": "Sawmills.",
    }  # fmt: skip

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.headers.get("x-api-key") != KEY:
            return httpx.Response(401, text="Invalid access credentials.")
        if self.limited:
            return httpx.Response(
                429,
                json={"message": "The maximum number of api calls allowed."},
                headers={"retry-after": "24"},
            )
        if self.out_of_credits:
            return httpx.Response(
                422, json={"error": "You have insufficient credits. Please upgrade your plan."}
            )
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = dict(request.url.params)
        match request.method, request.url.path:
            case "POST", "/api/v1/people/match":
                known = (
                    asked.get("email") == "ana@kauri.example"
                    or asked.get("linkedin_url", "").endswith("linkedin.com/in/ana-reid")
                    or (asked.get("name"), asked.get("organization_name")) == ("Ana Reid", "Kauri Timber")
                )
                return httpx.Response(200, json={"person": self.person if known else None})
            case "GET", "/api/v1/organizations/enrich":
                known = asked.get("domain") == "kauri.example"
                return httpx.Response(200, json={"organization": self.organization} if known else {})
            case _:
                return httpx.Response(404, text="")
