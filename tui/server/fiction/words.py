"""The word lists invention draws on: names, places, trades and titles of Australia and New Zealand."""

from typing import NamedTuple


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST_NAMES = _words(
    """
    Ana Aroha Hana Mere Ngaire Anahera Marama Tia Wiremu Hemi Tane Rāwiri Nikau Manaia Kahu Matiu
    Sione Malia Tevita Losa Charlotte Olivia Amelia Isla Mia Zoe Ruby Sienna Georgia Matilda Harriet
    Phoebe Imogen Freya Bridget Siobhán Niamh Heidi Jack Oliver Henry Lachlan Angus Hamish Callum
    Fergus Declan Rory Harrison Archie Darcy Mitchell Brodie Jarrah Banjo Reuben Priya Anjali Kavya
    Meera Arjun Rohan Vikram Sanjay Mei Lihua Jia Xin Wei Jun Hao Linh Thuy Minh Duc Quang Yuki
    Haruka Kenji Sofia Elena Chiara Giulia Marco Luca Nico Dimitri Eleni Katerina Stavros Layla
    Yasmin Noor Omar Karim Tariq Zeinab Amina Ingrid Astrid Lars Soren Ewa Zofia Marek Tomasz
    Camille Renée Chloë Étienne Mateo Lucía Joaquín Bruna Thiago Nadia Petra Margaret Judith Colleen
    Trevor Graham Neville Bruce Warren Sheila Doreen Russell Glenys Keith Lorraine Desmond
    """
)

LAST_NAMES = _words(
    """
    Reid Walker Fraser Campbell Murray Sinclair Buchanan Drummond Lockwood Ashby Barlow Thorne
    Hartley Whitlock Pemberton Ngata Parata Tamihana Rangihuna Waaka Hohepa Kereama Paora Tūhoe
    Kingi Pōtae Wharerau Tauʻataina Fonoti Leota Vaipulu O'Brien O'Shea McAllister Gallagher Brennan
    Doyle Kinsella Donoghue Fitzroy MacNeil Ainsworth Blackwood Carmody Dunstan Everingham Faulkner
    Greaves Hollis Ives Jardine Kirkbride Langley Merrick Northcott Oakden Prentice Quayle
    Rutherglen Sutcliffe Tremaine Underhill Venables Wetherby Yardley Sharma Iyer Menon Kapoor
    Banerjee Chaudhary Nair Chen Zhang Huang Liang Zhou Nguyen Tran Pham Hoang Tanaka Mori Fujita
    Papadakis Stavrou Nikolaidis Rossi Conti Ferraro Marchetti Haddad Khoury Mansour Saleh Rahimi
    Novak Kowalska Lindqvist Halvorsen Moreau Lefèvre García Herrera Oliveira Castellano Petrov
    Abernathy Birdsall Crowther Dalgleish Eastwick Farquhar Gilchrist Hepburn Innes Jessop Kilbride
    Lomax Mortlock Netherby
    """
)

TWO_WORD_LAST_NAMES = ("Te Rangi", "Te Ao", "Te Huia", "van der Berg", "de Silva", "Le Roux")

NATURE = _words(
    """
    Tūī Kererū Pūkeko Ruru Kea Kākāpō Pīwakawaka Kōwhai Pōhutukawa Rimu Kauri Rātā Mānuka Nīkau
    Tōtara Harakeke Toetoe Wattle Banksia Bluegum Coolibah Ironbark Jarrah Karri Mulga Saltbush
    Spinifex Waratah Boronia Grevillea Bottlebrush Kookaburra Currawong Brolga Galah Corella
    Lorikeet Magpie Curlew Wagtail Bowerbird Lyrebird Jabiru Pelican Gannet Heron Quokka Bilby
    Wombat Numbat Platypus Echidna Dugong Barramundi Yabby Marlin Harbourlight Southerly Moonrise
    Billabong Redgum Paperbark Lillypilly Quandong Samphire Seaspray Sandstone Bluestone Goldfinch
    Driftwood Stringybark
    """
)

LAND = _words(
    """
    Ridge Bay Creek Point Flat Plains Gully Range Valley Crossing Landing Hollow Bluff Reach Downs
    Terrace Bend Ford Grove Sound Peak Spur Cove Junction
    """
)


class Trade(NamedTuple):
    """A line of business: the word in a company's name, and how registers file it."""

    word: str
    industry: str
    anzsic: str
    does: str


TRADES = (
    Trade(
        "Freight", "Transportation & Logistics", "4610", "moves freight between regional depots and the ports"
    ),
    Trade("Logistics", "Transportation & Logistics", "5292", "runs warehousing and last-mile delivery"),
    Trade("Software", "Computer Software", "7000", "builds scheduling software for field crews"),
    Trade("Digital", "Information Technology & Services", "7000", "modernises line-of-business systems"),
    Trade("Networks", "Telecommunications", "5801", "connects rural sites by fibre and fixed wireless"),
    Trade("Solar", "Renewables & Environment", "2619", "designs and installs commercial solar and storage"),
    Trade("Energy", "Renewables & Environment", "2611", "operates small wind and battery sites"),
    Trade("Water", "Utilities", "2811", "treats and monitors water for growers and councils"),
    Trade("Civil", "Construction", "3101", "builds roads, drainage and subdivisions"),
    Trade("Joinery", "Building Materials", "1492", "makes timber joinery for builders and architects"),
    Trade("Electrical", "Construction", "3232", "wires commercial fit-outs and switchboards"),
    Trade("Roofing", "Construction", "3223", "roofs schools, sheds and warehouses"),
    Trade(
        "Engineering",
        "Mechanical or Industrial Engineering",
        "6923",
        "engineers plant upgrades for processors",
    ),
    Trade("Fabrication", "Manufacturing", "2221", "cuts, folds and welds structural steel"),
    Trade("Minerals", "Mining & Metals", "0809", "extracts and processes mineral sands"),
    Trade("Drilling", "Mining & Metals", "1012", "drills for explorers and water authorities"),
    Trade("Foods", "Food Production", "1199", "packs native and seasonal foods for retail"),
    Trade("Dairy", "Food Production", "1133", "makes cheese and yoghurt from local herds"),
    Trade("Vineyards", "Wine & Spirits", "1214", "grows and bottles cool-climate wine"),
    Trade("Seafood", "Food Production", "1120", "lands, packs and exports seafood"),
    Trade("Pastoral", "Farming", "0142", "runs sheep and cattle over three stations"),
    Trade("Horticulture", "Farming", "0139", "grows and packs kiwifruit and avocados"),
    Trade("Dental", "Hospital & Health Care", "8531", "runs family dental clinics"),
    Trade("Physio", "Hospital & Health Care", "8533", "treats sports and workplace injuries"),
    Trade("Aged Care", "Hospital & Health Care", "8601", "provides residential and home care"),
    Trade("Pharmacy", "Retail", "4271", "runs community pharmacies"),
    Trade("Vets", "Veterinary", "6970", "cares for working dogs, stock and pets"),
    Trade("Legal", "Law Practice", "6931", "advises owner-managed businesses"),
    Trade("Accounting", "Accounting", "6932", "keeps books and lodges returns for trades and farms"),
    Trade("Advisory", "Management Consulting", "6962", "helps owners plan growth and succession"),
    Trade("Insurance", "Insurance", "6322", "brokes cover for transport and agriculture"),
    Trade("Finance", "Financial Services", "6230", "funds equipment for small firms"),
    Trade("Recruitment", "Staffing & Recruiting", "7211", "places trades, drivers and office staff"),
    Trade("Training", "Professional Training & Coaching", "8101", "trains and assesses trades"),
    Trade("Property", "Real Estate", "6720", "manages commercial property"),
    Trade("Interiors", "Design", "6924", "fits out clinics and offices"),
    Trade("Architects", "Architecture & Planning", "6921", "designs schools and community buildings"),
    Trade("Brewing", "Food & Beverages", "1212", "brews and kegs small-batch beer"),
    Trade("Coffee", "Food & Beverages", "1199", "roasts coffee for cafés and offices"),
    Trade("Outdoors", "Sporting Goods", "4241", "sells tramping and camping gear"),
    Trade("Homewares", "Retail", "4211", "sells homewares online and in four shops"),
    Trade("Tours", "Leisure, Travel & Tourism", "7220", "takes small groups into national parks"),
    Trade("Lodges", "Hospitality", "4400", "runs lodges near walking tracks"),
    Trade("Print", "Printing", "1611", "prints packaging and labels"),
    Trade("Media", "Media Production", "5511", "films for tourism and education"),
    Trade("Security", "Security & Investigations", "7712", "monitors sites and events"),
    Trade("Cleaning", "Facilities Services", "7311", "cleans offices, schools and clinics"),
    Trade("Robotics", "Industrial Automation", "2469", "builds picking and sorting robots"),
    Trade("Instruments", "Electronics Manufacturing", "2412", "makes sensors for mines and growers"),
    Trade("Textiles", "Textiles", "1312", "spins and weaves merino"),
)


class Place(NamedTuple):
    """Where firms and people are: a town, its state or region, its country, and the share it gets."""

    city: str
    state: str
    country: str
    weight: int


PLACES = (
    Place("Sydney", "NSW", "AU", 190), Place("Newcastle", "NSW", "AU", 30), Place("Wollongong", "NSW", "AU", 18),
    Place("Dubbo", "NSW", "AU", 8), Place("Melbourne", "VIC", "AU", 175), Place("Geelong", "VIC", "AU", 20),
    Place("Ballarat", "VIC", "AU", 12), Place("Brisbane", "QLD", "AU", 105), Place("Gold Coast", "QLD", "AU", 28),
    Place("Townsville", "QLD", "AU", 16), Place("Cairns", "QLD", "AU", 12), Place("Perth", "WA", "AU", 80),
    Place("Bunbury", "WA", "AU", 8), Place("Adelaide", "SA", "AU", 54), Place("Hobart", "TAS", "AU", 12),
    Place("Launceston", "TAS", "AU", 6), Place("Canberra", "ACT", "AU", 18), Place("Darwin", "NT", "AU", 9),
    Place("Auckland", "AUK", "NZ", 67), Place("Christchurch", "CAN", "NZ", 26), Place("Wellington", "WGN", "NZ", 21),
    Place("Hamilton", "WKO", "NZ", 19), Place("Tauranga", "BOP", "NZ", 13), Place("Palmerston North", "MWT", "NZ", 10),
    Place("Dunedin", "OTA", "NZ", 10), Place("Whangārei", "NTL", "NZ", 7), Place("Napier", "HKB", "NZ", 7),
    Place("New Plymouth", "TKI", "NZ", 5), Place("Invercargill", "STL", "NZ", 4), Place("Nelson", "NSN", "NZ", 2),
    Place("Blenheim", "MBH", "NZ", 2), Place("Gisborne", "GIS", "NZ", 2), Place("Greymouth", "WTC", "NZ", 1),
)  # fmt: skip

AREA_CODES = {"NSW": "2", "ACT": "2", "VIC": "3", "TAS": "3", "QLD": "7", "SA": "8", "WA": "8", "NT": "8"}

DRAMA_MOBILES = (
    "+61491570006",
    "+61491570110",
    "+61491570156",
    "+61491570157",
    "+61491570158",
    "+61491570159",
)
"""The mobile numbers Australia's regulator sets aside for fiction; no other mobile may be invented."""

TOP_TITLES: dict[int, tuple[tuple[str, int], ...]] = {
    1: (("Non-Executive Director", 1), ("Chair", 1), ("Board Member", 1), ("Independent Director", 1)),
    2: (("Founder", 1), ("Owner", 1), ("Co-Founder", 1), ("Founder & Director", 1), ("Proprietor", 1)),
    3: (
        ("Managing Director", 1), ("Chief Executive Officer", 1), ("Chief Financial Officer", 14),
        ("Chief Operating Officer", 4), ("Chief Technology Officer", 5), ("Chief Information Officer", 5),
        ("Chief Marketing Officer", 11), ("Chief People Officer", 6), ("Chief Revenue Officer", 2), ("Partner", 13),
    ),
}  # fmt: skip
"""Titles of seniorities 1 to 3, each with its department."""

DEPARTMENT_TITLES: dict[int, tuple[str, str, str]] = {
    2: ("Head of Sales|Sales Director|General Manager, Commercial", "Sales Manager|Key Account Manager|Business Development Manager",
        "Account Executive|Sales Representative|Sales Coordinator|Partnerships Advisor"),
    3: ("Head of Trades|Construction Director", "Site Manager|Workshop Foreman|Trades Supervisor",
        "Electrician|Carpenter|Diesel Fitter|Field Technician|Apprentice Fitter"),
    4: ("Head of Operations|Operations Director|General Manager, Supply Chain", "Operations Manager|Warehouse Manager|Procurement Manager|Project Manager",
        "Logistics Coordinator|Purchasing Officer|Dispatcher|Production Planner"),
    5: ("Head of Engineering|IT Director|Head of Technology", "Engineering Manager|IT Manager|DevOps Lead",
        "Software Engineer|Systems Administrator|Network Engineer|Process Engineer|Data Engineer"),
    6: ("Head of People and Culture|HR Director", "People and Culture Manager|Talent Manager", "HR Advisor|Recruiter|Payroll and HR Officer"),
    7: ("Head of Customer Success|Customer Service Director", "Customer Service Manager|Service Desk Team Leader",
        "Customer Success Specialist|Service Desk Analyst|Contact Centre Agent"),
    8: ("Clinical Director|Director of Nursing", "Practice Manager|Clinic Manager", "Registered Nurse|Physiotherapist|Dental Therapist"),
    9: ("Head of Insights|Director of Research", "Insights Manager|Research Lead", "Research Analyst|Data Analyst"),
    10: ("General Counsel|Head of Legal", "Compliance Manager|Legal Manager", "Solicitor|Risk Analyst|Paralegal"),
    11: ("Head of Marketing|Marketing Director", "Marketing Manager|Brand Manager|Communications Manager",
         "Content Specialist|Digital Marketing Specialist|Designer"),
    12: ("Head of Training|Director of Education", "Training Manager", "Trainer and Assessor|Learning Designer"),
    13: ("Consulting Director|Head of Advisory", "Engagement Manager", "Consultant|Senior Consultant"),
    14: ("Head of Finance|Finance Director", "Finance Manager|Accounts Manager|Payroll Manager", "Accountant|Accounts Payable Officer|Financial Analyst"),
    15: ("Head of Product|Product Director", "Product Manager", "UX Designer|Product Analyst"),
    16: ("Executive Manager, Corporate Services", "Office Manager|Facilities Manager", "Administrator|Receptionist|Executive Assistant"),
}  # fmt: skip
"""Department number to its titles, divided by ``|``: directors and heads, managers, everybody else."""

DEPARTMENT_WEIGHTS = {
    2: 16, 3: 8, 4: 16, 5: 13, 6: 6, 7: 7, 8: 5, 9: 2, 10: 3, 11: 8, 12: 2, 13: 3, 14: 9, 15: 3, 16: 6,
}  # fmt: skip

SKILLS = _words(
    """
    negotiation forecasting tendering rostering budgeting safety procurement CRM Excel Xero Power-BI
    SQL Python contracts onboarding coaching scheduling compliance auditing merchandising
    storytelling fundraising dispatch welding estimating
    """
)

TECHNOLOGIES = {
    "accounting": ("Ledgerleaf", "Tallyroo", "Bookkeep Blue"),
    "crm": ("Pipewren", "Dealbird", "Rolodex Cloud"),
    "hosting": ("Southern Cloud", "Kiwirack", "Reefhost"),
    "analytics": ("Lookout", "Sightline", "Countsheep"),
}
"""Invented products by category."""
