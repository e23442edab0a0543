"""Words that are nobody's name, and words that a name or a firm is known by."""

import unicodedata
from functools import lru_cache
from pathlib import Path

_UNMARKED = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "ı": "i"}
)
"""Letters whose mark is part of them, for a decomposition takes it off no others."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """``text`` without case, marks and apostrophes: what names are compared in."""
    bare = unicodedata.normalize("NFKD", text.translate(_UNMARKED))
    return "".join(letter for letter in bare.casefold() if letter.isalnum() or letter == " ")


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


def table(name: str) -> frozenset[str]:
    """The words of ``NAME.txt``, folded as they are written there: long tables are text, not code."""
    return frozenset(Path(__file__).with_name(f"{name}.txt").read_text("utf-8").split())


GIVEN_NAMES = table("given_names")
"""Given names heard in Australia and New Zealand, of every people that lives there."""

FAMILY_NAMES = table("family_names")
"""Family names heard there, also those that are words as well."""

COMMON = table("common")
"""Words of every day: they tell a name in small letters from its sentence."""

VERBS = table("verbs")
"""Words that stand before a name and are none."""

TITLE_HEADS = _words(
    """ceo cfo coo cto cio cdo chro cmo cpo cro ciso chro md gm vp svp evp cpo director manager officer owner owners founder cofounder
    co-founder president partner principal proprietor chair chairman chairwoman chairperson trustee secretary treasurer engineer
    developer coordinator co-ordinator administrator accountant bookkeeper buyer consultant assistant specialist supervisor
    foreman forewoman analyst executive representative rep planner solicitor lawyer barrister architect designer nurse doctor
    dentist surgeon physiotherapist physio pharmacist receptionist advisor adviser agent broker estimator surveyor electrician
    plumber carpenter technician fitter mechanic chef winemaker scientist researcher strategist controller auditor registrar
    superintendent salesperson counsel head lead leader chief operator editor producer recruiter contractor builder
    associate fellow clerk cleaner sommelier barista stylist hairdresser groomer instructor photographer videographer writer
    journalist reporter copywriter marketer scheduler labourer apprentice cadet graduate intern trainee volunteer delegate
    practitioner nutritionist dietitian dietician osteopath chiropractor podiatrist radiographer sonographer anaesthetist naturopath
    baker butcher florist barber joiner roofer tiler glazier landscaper painter decorator cabinetmaker bricklayer concreter
    plasterer gardener arborist courier grazier shearer farmer grower counsellor chaplain pastor councillor gp kaiwhakahaere kaiarahi kaiwhakaako kairangahau kaitohutohu kaihautu kaituitui kaiawhina pou tumuaki kaiako kaitiaki kaumatua pouwhakahaere kaituhi kaimahi
    boss licensee franchisee caretaker concierge therapist psychologist optometrist vet midwife paramedic teacher tutor trainer
    lecturer professor dean bursar curator librarian ranger skipper captain pilot
    sparky chippy tradie draftsman drafter machinist welder boilermaker rigger storeman storeperson dispatcher buyer
    merchandiser underwriter assessor conveyancer paralegal banker investor liaison superannuant director-general"""
)
"""Words a title is known by."""

WEAK_HEADS = _words(
    "associate fellow writer graduate intern trainee cadet volunteer delegate gp practitioner head lead chief leader boss operator agent executive pou ranger captain pilot vet chef teacher counsel buyer"
)
"""Of those, the ones that make a title only with another of its words."""

TRADE_HEADS = _words(
    """physio physiotherapist florist butcher baker chiropractor osteopath optometrist podiatrist pharmacist electrician plumber
    joiner barber landscaper arborist tiler painter builder roofer glazier concreter cabinetmaker dentist vet solicitor surveyor
    naturopath groomer stylist hairdresser caterer architect designer"""
)
"""Of those, what a firm's name may end with as well: "Dockside Physio"."""

SURNAME_HEADS = _words(
    "cook baker painter gardener butcher barber joiner tiler glazier courier driver farmer carpenter butler judge bishop dean major page chandler marshall ranger captain mason"
)

TITLE_WORDS = _words(
    """sales marketing finance financial operations operating ops product people culture technology technical tech commercial
    general managing senior junior snr jnr sr jr deputy associate assistant acting interim regional national state area practice
    office project projects program programme account accounts key business development bdm chain supply customer success
    service services support hr it ict human resources communications comms brand digital content clinical nursing board
    non independent payroll purchasing procurement safety quality compliance legal risk information security data software
    systems network site workshop warehouse logistics production plant maintenance facilities facility events event team group
    executive chief head lead principal vice co founding company store retail branch venue restaurant kitchen fleet transport
    contracts contract construction design engineering research training education policy partnerships revenue growth
    category export import estimating works civil property asset assets centre center school medical health care
    founder owner director manager anz apac australia nz aus zealand nsw vic qld wa sa tas act nt sydney melbourne
    auckland wellington strategy innovation analytics infrastructure platform solutions creative media web whakahaere
    environment sustainability community member membership admin administration night day duty front house nominated
    registered licensed master contact billing credit credits controls control inventory distribution planning delivery"""
)
"""Words a title may have beside its head."""

ROLES = TITLE_HEADS | _words(
    """ceo cfo coo cto cio cmo cpo cro ciso chro md gm vp svp evp director manager head chief officer owner founder cofounder ops
    president partner principal proprietor chair chairman chairwoman chairperson trustee secretary treasurer engineer developer
    lead leader coordinator administrator admin accountant bookkeeper buyer consultant assistant specialist supervisor foreman
    analyst executive representative rep planner solicitor lawyer barrister architect designer nurse doctor dentist surgeon
    physiotherapist pharmacist receptionist advisor adviser agent broker estimator surveyor electrician plumber carpenter
    technician fitter mechanic driver operator chef cook barista waiter teacher tutor trainer coach editor writer journalist
    producer marketer recruiter intern graduate apprentice cadet volunteer contractor builder farmer grower winemaker scientist
    researcher strategist controller auditor registrar superintendent dispatcher merchandiser salesperson storeperson counsel
    procurement operations sales marketing finance product people culture technology commercial general managing senior junior
    deputy associate acting regional national practice office project program programme account key business development
    chain supply customer success service services support hr it human resources communications brand digital content clinical
    nursing board member non independent payroll accounts purchasing safety quality compliance legal risk information security
    data software systems network site workshop warehouse logistics production plant maintenance facilities events team group"""
)


LEGAL_FORMS = _words(
    "pty ltd limited inc incorporated llc corp corporation plc gmbh proprietary lp llp nl pl pte sdn bhd"
)
COMPANY_WORDS = table("trades")
"""Words of trades and of firms: what their names end with."""
PLACES = table("places")
"""Towns, suburbs, regions and countries people name, and where else people meet."""

PLACE_ENDINGS = _words(
    """glacier gorge waterfall attack way ops times place pl dept forest falls island islands lake river track ascot prison gaol jail cathedral temple mosque cemetery dam lookout zoo farm arena oval reserve gardens mount crescent court cres hwy highway pde parade tce terrace plaza precinct markets arcade
    cinema cinemas bottom top corner edge wharf jetty pier marina campground campsite winery counter desk stage stand
    beach park street st road rd avenue ave lane drive square station airport hall library museum theatre stadium
    hospital university college school church office hq room floor level screen page conference expo summit house
    cafe restaurant hotel pub bar market mall wharf checkout startup launch meetup festival gym pool club zoo show"""
)
PARTICLES = _words(
    "ibn bint te t van der den de di da del della la le von bin al el mac mc ter ten dos das du ngā ngati o"
)
ORDINARY = COMMON | ROLES | VERBS | _words("may will august june april australian business company")
"""Words that are no name where they stand last, and none at all where they are no given name either."""

MAILBOXES = _words(
    """planning council customer records compliance sustainability communications comms catering functions venue front frontdesk
    workshop parts spares technical tech maintenance facilities claims renewals loans brokers leasing rentals property
    info sales accounts admin hello contact office enquiries enquiry inquiries inquiry support help helpdesk reception
    bookings booking orders order team hr jobs careers recruitment billing invoices invoice ap ar payable receivable
    accountspayable accountsreceivable service services marketing media press payroll mail email post general customerservice
    customercare feedback kiaora kia ora web webmaster hostmaster postmaster noreply procurement purchasing tenders legal
    privacy security dispatch warehouse operations ops finance returns shop store events news newsletter partners
    partnerships quotes quote estimating projects studio clinic practice appointments members membership hi gday
    connect enquire ask everyone all staff management ceo director people talent training education research product"""
)
"""Mailboxes that are a firm's, not a person's."""

FILLERS = _words(
    """the our their his her now also currently who works working work over in based a an just still both all ex formerly previously
    former run runs owns own owned manages manage chairs founded running heads up leads leading looks looking after on behalf that team today yesterday tomorrow again back here
    down recently joined joining moved to started starting new role"""
)
"""Small words that may stand between a person and "at"."""

HONORIFICS = _words(
    "mr mrs ms miss mx dr prof professor sir dame rev hon madam eng sgt cpt capt cr sr fr br lt maj matua whaea assoc a/prof"
)
PRONOUNS = frozenset(
    ("she's", "he's", "they're", "who's", "she’s", "he’s", "they’re", "who’s", "she", "he", "they")
)
"""Words that go on about the person of the sentence before."""

SMALL = _words("the a an of in on to for by or as it its into over under via per re if no not so up")
"""Small words that are no name's in a line without capitals."""

TRAILERS = _words(
    """monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun today tomorrow tonight
    january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov
    dec re regarding about asap next this last is was has wants asked said says abn acn nzbn gst ird ph tel mob mobile phone fax
    email web attn meeting call demo quote intro lunch coffee visit"""
)
"""Words behind a name that are none of it: days, months, labels of numbers."""

MEALS = _words("lunch dinner coffee drinks breakfast brunch beers beer tickets party bbq catch catchup")
"""What people meet for: the place they meet at is not where they work."""

VENUES = _words(
    """cafe cafes restaurant bar pub hotel tavern taphouse taproom eatery kitchen bistro brewery brewhouse winery diner grill
    pizzeria club inn bakery espresso coffee tearoom brasserie cantina trattoria"""
)
"""Where people eat and drink."""

MEDIA = _words(
    "book books read reading watch watching film films movie movies album song songs listen podcast episode novel play show concert gig"
)
"""What people read, watch and hear: whoever made it works nowhere."""

LABELS_OF_NUMBERS = _words(
    "ph tel t m p e w f d o mob mobile cell ddi dd fax email web abn acn nzbn gst ird po unit level ext hse rec ce pa ig fb qbcc afsl bsb"
)
"""Short words that stand before a number or an address, or for a role."""

BODIES = _words(
    """board committee commission school schools college university hospital hotel motel church club library museum shop pharmacy cafe restaurant pub bar
    theatre cinema gym station airport farm village lodge zoo winery house hall gallery store market centre"""
)
"""What somebody may be from, and people may meet at."""

FIRM_LABELS = _words(
    """company organisation organization org orgn employer business biz firm entity account customer client supplier vendor
    counterparty operator issuer subsidiary parent trading legal venue school practice prospect merchant contractor
    subcontractor subbie installer builder tenant landlord partner distributor reseller dealer manufacturer agency council
    charity club host sponsor applicant insured insurer consignee consignor shipper carrier site deal opp opportunity
    lead enquiry renewal proposal quote contract agreement won lost group brand store shop
    restaurant hotel clinic farm winery institution university co cust debtor creditor payee payer lessee lessor licensee"""
)
"""Labels of firms: "Account: Tūī Ridge". Some are labels of people as well."""

PERSON_LABELS = _words(
    """contact contacts name names person people attn attention attendee attendees visitor caller champion sponsor blocker
    signatory signed by representative rep referrer referee referred requested requester reporter raised enquirer
    decision maker poc who spoke with met client customer prospect lead applicant approver cc
    influencer gatekeeper evaluator host guest speaker candidate tenant landlord patient student member participant
    organiser recipient sender author witness guarantor trustee beneficiary insured driver fao keyholder occupier
    first last surname given family fullname salutation first-name"""
)
"""Labels of people: "Primary contact: Ana Reid"."""

HEADERS = _words(
    "email phone mobile title role position status notes date no number id abn acn nzbn address ref amount"
)
"""Headers of columns that hold no name."""
