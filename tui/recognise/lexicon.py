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
    """The words of ``words/NAME.txt``, folded as they are written there: long tables are text, not code."""
    return frozenset((Path(__file__).parent / "words" / f"{name}.txt").read_text("utf-8").split())


GIVEN_NAMES = table("given_names")
"""Given names heard in Australia and New Zealand, of every people that lives there."""

FAMILY_NAMES = table("family_names")
"""Family names heard there, also those that are words as well."""

COMMON = table("common")
"""Words of every day: they tell a name in small letters from its sentence."""

VERBS = _words(
    """re-tender re-quote re-book re-engage chk sched read watch listen i'm it's we're you're he's she's they're
    move uplift collect pickup pick drop deliver install fix return order reorder replace repair service swap sort check print
    finalise finalize submit lodge upload download share present pay refund credit debit transfer file log record note add
    create build open close reopen start stop finish complete cancel extend renew reissue resend re-send redo revise amend
    compare evaluate assess review audit inspect measure survey site scope estimate price cost source hire rent lease buy
    sell offer award appoint assign allocate delegate deactivate activate disable enable remove delete archive merge split
    sponsor support help assist train teach coach mentor recruit ask answer explain clarify query question dispute claim
    decline reject accept approve sign countersign witness certify verify validate confirm double-check dispatch ship post
    courier freight load unload pack unpack stack store stocktake count weigh paint clean mow prune plant water feed load
    voicemail vm bring take carry give lend borrow swap grab make do use try test trial demo launch run host attend join lead
    sorry please kindly dear hello yo g'day gday cheers ta thx rgds brgds regards referrer supplier vendor customer tenant
    landlord buyer seller caller visitor rep agent add attending attended onboard engage re-engage reengage ping intro order prospecting quoting visit visiting calling emailing ringing chasing
    meeting nudge remind loop introduce msg dm whatsapp fax page consult brief debrief interview hire shortlist screen
    forward reply respond answer contact contacting sms follow-up followup follow-ups catch-up handoff pass escalate kickoff
    kick-off shout congratulate onboarding offboard train schedule reschedule rescheduled moved pushed pencil pencilled
    attendees attendee apologies present absent participants guests guest speaker speakers host assigned assignee per
    hot warm cold lead leads lost won inbound met new another possible potential re: fw: fwd: tēnā mōrena talofa malo bula
    namaste gday g'day regards thanks signed approved sent received requested requests request asks wants needs
    ring call phone email mail text message contact chase ask meet meeting visit see follow up with re fwd fw new demo
    quote proposal lunch coffee dinner catch speak spoke talk talked thank thanks invite remind reply update check book
    prepare draft sign welcome onboard renew renewal hi hello dear kia ora cheers regards from to cc bcc attn attention
    name mr mrs ms miss dr prof sir intro introduce introduction introduced send sent get find nudge pitch discovery
    reference referral referred by for and or on the our contact main primary lead prospect client customer account
    met saw rang called emailed texted phoned chased visited left told tell let confirm confirmed schedule scheduled
    connect ping touch base catchup warm cold hot inbound outbound enquiry inquiry quick handover hand over also then
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today tomorrow tonight
    january february march april june july august september october november december jan feb mar apr jun jul aug sep
    sept oct nov dec morena tena mihi yours sincerely kind best warm cc urgent fyi note notes todo done next
    key re-sign resign decision maker owner champion buyer reconnect revisit negotiate close closing win won lost sell pay bill invoice
    organise arrange discuss review deliver onsite offsite await awaiting waiting cancel postpone rebook return per hey
    is was if when after before please pls asap signed agreed says said wants would has had will can"""
)
"""Words that stand before a name and are none."""

TITLE_HEADS = _words(
    """ceo cfo coo cto cio cmo cpo cro ciso chro md gm vp svp evp cpo director manager officer owner owners founder cofounder
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

_ORDINARY = _words(
    """board meeting room hall office screen page button menu login logout signup dashboard panel modal dialog form field
    link header footer sidebar navbar tab card list column row table cell label badge icon image logo banner slider widget
    api ui ux app server client database backend frontend endpoint deploy release sprint bug fix feature test tests build
    branch merge commit pull request ticket issue story epic task backlog standup retro planning roadmap version beta alpha
    error warning crash login password user users settings profile home search filter export import upload download print
    checkout cart payment payments refund subscription pricing plan report reports chart graph calendar schedule timetable
    night day morning afternoon evening noon midnight week weekend month year holiday holidays summer winter autumn spring
    christmas easter birthday party wedding anniversary breakfast brunch dinner tea supper picnic bbq barbecue
    recipe chicken beef lamb pork fish prawn salmon tuna pasta pizza curry soup salad sandwich burger bread cake pie pavlova
    lamington pudding sauce rice noodle noodles thai pad tikka masala laksa pho ramen sushi taco tacos roast grill stew
    vegetable vegetables tofu cheese egg eggs butter flour sugar milk cream chocolate coffee beer wine juice water oil
    garlic onion tomato potato kumara mushroom spinach pumpkin carrot lemon lime ginger basil
    beach park street road avenue lane drive place square bay harbour river lake mountain mount island station airport
    terminal wharf port bridge tower building floor level suite house school college university hospital clinic church
    library museum theatre cinema stadium gym pool club pub bar cafe restaurant hotel motel market mall shop store centre
    center plaza court garden gardens zoo farm warehouse depot yard
    north south east west upper lower central city town village country world australia zealand sydney melbourne brisbane
    perth adelaide hobart canberra darwin auckland wellington christchurch hamilton tauranga dunedin queenstown rotorua
    nsw vic qld tas act nsw aotearoa tamaki makaurau otautahi poneke paris london tokyo singapore
    first second third last next final half end start stop open closed free best good great big small little large long
    short high low old new red green blue black white yellow orange purple pink grey gray golden silver
    one two three four five six seven eight nine ten dozen
    black friday good public annual quarterly monthly weekly daily
    design review research interview survey workshop training onboarding offsite conference webinar seminar summit expo
    trade show launch event events campaign newsletter blog post posts article video podcast photo photos
    budget forecast quarter revenue invoice invoices quote quotes order orders contract contracts proposal agreement
    stock inventory delivery shipping freight parcel package
    all any every some none everyone someone nobody anybody nothing something what where when why how who which
    this that these those here there it its he she they we you me my your our their his her us
    main top bottom left right front back side middle corner edge lookup line lines step steps part parts
    phase stage level round batch draft copy template sample example demo
    god lord king queen prime minister mayor council government department ministry police fire army navy
    item items thing things stuff note notes idea ideas question questions answer answers problem problems
    loading pending active inactive enabled disabled empty full invalid valid
    happy sad sunny rainy stay look watch read listen play run walk swim ride
    stall gate door window kitchen bathroom bedroom garage fence roof deck slab driveway house unit apartment block lot section
    community faith grace hope joy trust valley forest desert reef creek hills springs heights ridge vale flat flats
    complete completed progress status pending priority severity owner assignee due date time hours days weeks months years
    agenda minutes attendees attendee apologies actions action outcome outcomes summary details detail description location venue
    address website url phone mobile email fax subject body title names surname job role industry source value amount total
    price cost fee gst tax abn acn nzbn bsb swift number numbers code ref reference policy claim account accounts
    box bag bin pack packet kit set pair piece cup spoon jar bottle can tin loaf slice
    bread bacon ham eggs avocado banana apple apples orange grapes mango peach pear plum berry berries schnitzel parma steak
    chips wings nuggets dumplings curry kebab falafel hummus halloumi feta burrito nachos quinoa oats honey jam vegemite
    wallpaper paint tiles timber lumber nails screws hammer drill ladder plumbing wiring lights light lamp
    car ute truck van bus tram train ferry plane flight flights bike scooter boat trailer caravan camper hilux ranger corolla
    passport visa licence license rego registration insurance warranty service certificate permit
    gst bas ato ird acc asic medicare centrelink mygov tab nbn wifi vpn sql csv pdf html css json xml http https sdk cli ios
    android windows linux macos chrome safari firefox excel word outlook teams slack zoom xero myob trello jira github gitlab
    docker kubernetes python javascript typescript react node java php ruby rails django postgres mysql redis aws azure gcp
    google microsoft amazon apple facebook instagram twitter youtube tiktok netflix spotify linkedin whatsapp
    cross common star stars sun moon sky sea ocean water fire earth wind rain snow storm
    tree trees flower flowers grass leaf leaves bird birds dog dogs cat cats horse cow sheep
    book books film movie movies song songs album band game games match final finals season episode series chapter volume
    dear regards cheers thanks sincerely faithfully greetings congratulations welcome
    yes no ok okay maybe not very more most less least much many few several other others another same different
    here now soon later never always sometimes often again still just only even too
    he she they him them his mine ours yours theirs myself yourself
    about above across after against along among around before behind below beneath beside between beyond during
    except inside into like near onto outside over past since through throughout toward under until upon within without
    as but if or so than then though unless whereas while because
    add added adding fix fixed fixes create created make makes made making build built change changed move moved remove removed
    delete deleted use used using need needs needed must should could might shall may do does did done doing be been being am are
    were get gets got getting give gives gave given go goes went gone going come came keep kept put took take taken try tried
    turn turned work works worked working write wrote written think thought know knew known help helped helps
    pick picked bring brought buy bought cook cooked clean cleaned wash washed paint painted install installed replace replaced
    repair repaired refactor implement document investigate migrate upgrade downgrade configure enable disable
    verify validate ensure handle support supports rename restore archive submit approve reject escalate
    approved rejected waiting blocked overdue paid unpaid urgent asap fragile secure
    road trip trips tour tours ticket tickets seat seats gate platform
    soccer football netball cricket rugby basketball tennis swimming footy training yoga pilates
    mum mums dad dads mother father brother sister son daughter wife husband kid kids baby family families friend friends
    nan nana nanna nonna grandma grandpa pop uncle aunt aunty cousin neighbour neighbours
    man men woman women boy girl people person everybody somebody
    mr mrs ms miss dr prof sir madam
    tip tips trick tricks guide how-to faq overview introduction conclusion appendix attachment attachments screenshot
    approval compliance induction safety hazard incident audit inspection defect defects variation variations
    monday tuesday wednesday thursday friday saturday sunday
    brand colour colours font fonts theme layout style styles copy content assets
    risk register budget pack packs deck slides
    portal platform module component service engine pipeline queue cache token session cookie
    wip tbc tba asap eta eod eow rfp rfq rfi nda sow po loi mou kpi okr qa uat ooo pto wfh cv diy nb ps am pm vip cbd icu gpo dfo eoi agm
    msa sla roi pos crm erp sms usb led lcd tv dvd cd pc mac ssd ram cpu gpu ok rsvp byo faqs llb mba phd sunset sunrise dusk dawn
    ready live draft final revised updated version
    counter reception desk lobby foyer entrance exit carpark lift stairs
    period payment bill billing mail post parcel letter envelope stamp"""
)

LEGAL_FORMS = _words(
    "pty ltd limited inc incorporated llc corp corporation plc gmbh proprietary lp llp nl pl pte sdn bhd"
)
COMPANY_WORDS = _words(
    """control kura whare runanga ropu kohanga hauora wananga puna lofts tubs spas mussels vests
    centre center landscapes rural racking jams sandwiches ceramics fixings sparks spares tractors tile village
    crew hardware centres chandlery carts cranes roadhouse bikes boats linen refrigeration bearings payments surveyors actuaries
    skip skips bins buses ambulance airport airports airlines shipping stevedores marina ferry ferries tankers towing haulers
    tannery saddlery smallgoods abattoir feedlot hatchery hatcheries aquarium meatworks butter cheese creamery brewpub cidery
    nurseries hydroponics mushrooms berries avocados kiwifruit apples citrus almonds macadamias pistachios truffles
    telco fibre telephony payphones antennas satellite satellites semiconductor photonics nanotech medtech fintech proptech
    edtech agtech biosciences sciences scientific laboratories therapeutics pharma pharmaceuticals prosthetics orthotics
    hearing spectacles dentistry denture dentures orthodontics endodontics oncology cardiology dermatology midwifery
    daycare playcentre kindy preschools schools colleges academies tutors tuition library libraries museums archives
    playhouse orchestra opera ballet choir bands festivals ticketing promotions displays exhibitions signage screenprinting
    embroidery uniforms workwear hosiery lingerie millinery tailors tailoring couture boutique boutiques outfitters
    antiques auctions auctioneers pawnbrokers jewelers goldsmiths watchmakers engravers framers framing upholstery
    cabinetmakers joinery staircases balustrades shutters awnings garage roller gates fences hedging mulch soils compost quarries
    aggregates asphalt bitumen cement precast plasterboard render rendering stonemasons masonry monumental welding
    engineering hydraulics pneumatics compressors turbines boilers burners furnaces ovens filters filtration membranes
    polymers resins adhesives coatings paints pigments chemicals solvents gases welding fasteners bolts springs gears
    abrasives blasting galvanising plating anodising castings forgings extrusions pressings sheetmetal toolmaking
    dynamics kinetics avionics mechatronics ventilation airconditioning plumbing gasfitting drainlaying irrigation
    dewatering geotech geotechnical geophysics mapping cartography drones imaging vision optics sensing telemetry
    payments ledgers remittance bookkeepers accountancy chartered advisors trustees custodians nominees reinsurance
    assurance underwriters adjusters assessors valuers valuations conveyancers mediators arbitration investigators
    recruiters placements labour-hire outsourcing callcentre contact-centre fulfilment logistics forwarding forwarders
    customs brokerage bunkering provisions chandlers victuallers caterers patisseries delicatessen deli providore grocer
    grocers greengrocer greengrocers fishmonger fishmongers butcher bottleshop cellar cellars winemakers vintners
    roasting teahouse kombucha spirits gelateria chocolatier chocolatiers confectioners bakers pantry kitchenware
    cutlery crockery glassware giftware stationers stationery toyworld toyshop hobbies books comics records guitars pianos
    fitouts shopfitters shopfitting partitions ceilings acoustics carpets rugs mattresses beds sofas furniture lighting
    removalists movers freighters couriers messengers postal parcels pallets crates cartons packaging labels labelling
    cooperage pallets barrels kegs tanks silos sheds barns stables kennels cattery groomers vets equestrian saddlers
    shearing fencing contracting harvesting spraying drilling boring seismic surveying blasting exploration resources
    gold copper nickel lithium uranium zinc coal iron alumina bauxite cobalt graphite potash phosphate gas oil
    windfarm solar hydrogen geothermal biofuels biomass charging grid retailers energy networks transmission
    workspaces coworking offices realtors lettings strata bodycorp facilities janitorial hygiene pestcontrol pest termite
    fumigation sanitation septic drains sewer skipbins landfill salvage wreckers dismantlers recyclers scrap metal metals
    diesel formwork rigging abattoir abattoirs abattoirs aquaculture veterinary equine skincare benchtops pottery wraps superannuation
    signalling interiors scaffolds scaffold quarry quarries quarrymasters nominees ferries towage dredging stockfeeds catering
    utilities utility finance genomics provedores providores providore grains packers packing movers growers authority ministry department commission hub shed depot drafting uni imports exports traders trading merchants wholesale wholesalers distributors distribution supplies supply suppliers supermarkets
    grocers grocery butchers butchery bakehouse patisserie chocolates confectionery creamery cheesery distillery distillers distilling
    cellars brewhouse taphouse eatery kitchens kitchen catering florists florist blooms nursery gardens gardening arborists
    treecare trees lawns turf irrigation pools spas scaffolding cranes lifting rigging demolition excavations excavation
    earthmoving earthworks concreting concrete bricklaying brickworks bricks tiling tiles flooring floors carpets blinds curtains
    windows glass glazing doors cabinets cabinetry kitchens bathrooms plastering painting painters decorating insulation
    electrics electric air conditioning refrigeration hvac gas automation controls signs signage signwriting
    freightlines haulage transport carriers removals storage warehousing shipping maritime marine boats boating yachts aviation
    airlines rail bus coaches charters charter cabs taxis couriers express autos auto panelbeaters smash mechanical tyre
    farms farm farming orchard orchards vineyard estate estates station stud livestock wool grain grains seeds feeds fertilisers ag
    agri agriculture forestry timber timbers sawmill mills mill minerals resources petroleum fuels fuel renewables power wind
    hydro batteries metals foundry fabricators machining tooling tools instruments controls optics lasers drones aerospace
    biotech bio genetics genomics diagnostics pathology imaging radiology orthopaedics physiotherapy chiropractic podiatry optical
    optometry optometrists eyecare eyewear audiology psychology therapy therapies wellness fitness pilates yoga beauty hair barbers
    nails skincare cosmetics pharmacies chemist chemists veterinarians animal pets childcare kindergarten kindy preschool
    montessori learning education academy college institute university tutoring coaching schooling early
    books booksellers press publishing publications media films pictures productions theatre records music audio sound
    photography photo video animation games gaming apps app data analytics ai cloud cyber it tech telecom wireless broadband
    hosting web labs interactive creative marketing advertising pr communications strategy research insights partners
    law legal conveyancing barristers chambers solicitors attorneys tax audit bookkeeping wealth super superannuation funds fund
    asset assets equity credit lending loans mortgages brokers broking insurance underwriting actuarial payroll staffing
    hr talent search personnel labour workforce security locksmiths alarms surveillance patrols fire rescue
    cleaning cleaners laundry drycleaners hygiene waste recycling environmental ecology surveyors surveying planning urban
    architects architecture interiors homes housing living developments developers builders building projects realty estate
    travel tours tourism adventures cruises lodge lodges resort resorts hotel hotels motels motel hostels cabins campers
    caravans rv camping outdoors outdoor sports sporting surf surfboards ski cycles bikes bicycles golf
    clothing apparel fashion footwear shoes boots jewellery jewellers leather fabrics linen bedding furniture furnishings
    lighting lights appliances electronics computers computing robotics semiconductors sensors
    toys gifts crafts ceramics pottery gallery galleries arts art design designs designers studio
    cafe cafes espresso coffee tea roastery roasters juice foods food provisions produce meats meat smallgoods poultry eggs
    seafoods fisheries fishing oysters salmon honey nuts olives oils spices herbs bakers bakery pies donuts gelato icecream
    restaurants hospitality pubs taverns brewing ciders wines spirits vodka gin whisky
    council incorporated association society federation union alliance network foundation charity aid relief mission ministries
    church parish runanga iwi marae clinic clinics dental dentists surgery hospital hospitals medical hospice aged homecare ndis
    disability support community housing services group hire rentals rental leasing equipment machinery plant
    agency agencies bureau office works workshop factory manufacturing manufacturers makers craft joiners carpentry
    roofers plumbers electricians builders plasterers concreters fencers landscapers pavers paving civil drainage water
    pumps pipes valves bearings engineering engineers consulting consultants advisors advisers advisory collective
    group holdings partners sons brothers bros co company trust freight logistics transport haulage couriers software
    digital networks solar energy water civil constructions construction joinery electrical plumbing roofing engineering
    fabrication minerals drilling mining foods dairy vineyards wines winery seafood seafoods pastoral horticulture orchards
    dental physio pharmacy vets veterinary legal lawyers accounting accountants advisory insurance finance financial
    capital recruitment training property properties realty interiors architects brewing brewery brewers roasters outdoors
    homewares tours lodges print printing media security cleaning robotics instruments textiles industries enterprises
    systems solutions technologies technology consulting consultants services supplies builders homes timber steel motors
    automotive tyres labs laboratories studio studios ventures investments bank mutual collective cooperative foundation
    institute packaging plastics pumps fencing landscaping nurseries nursery bakery bakeries catering events rentals hire
    equipment machinery care health healthcare medical aged communications telecom"""
)
PLACES = table("places")
"""Towns, suburbs, regions and countries people name, and where else people meet."""

PLACE_ENDINGS = _words(
    """way ops times place pl dept forest falls island islands lake river track ascot prison gaol jail cathedral temple mosque cemetery dam lookout zoo farm arena oval reserve gardens mount crescent court cres hwy highway pde parade tce terrace plaza precinct markets arcade
    cinema cinemas bottom top corner edge wharf jetty pier marina campground campsite winery counter desk stage stand
    beach park street st road rd avenue ave lane drive square station airport hall library museum theatre stadium
    hospital university college school church office hq room floor level screen page conference expo summit house
    cafe restaurant hotel pub bar market mall wharf checkout startup launch meetup festival gym pool club zoo show"""
)
PARTICLES = _words(
    "te van der den de di da del della la le von bin al el mac mc ter ten dos das du ngā ngati o"
)
ORDINARY = (
    COMMON | _ORDINARY | ROLES | VERBS | _words("may will august june april australian business company")
)
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
    former runs running heads up leads leading looks looking after on behalf that team today yesterday tomorrow again back here
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

MEDIA = _words(
    "book books read reading watch watching film films movie movies album song songs listen podcast episode novel play show concert gig"
)
"""What people read, watch and hear: whoever made it works nowhere."""

LABELS_OF_NUMBERS = _words(
    "ph tel t m p e w f d o mob mobile cell ddi dd fax email web abn acn nzbn gst ird po unit level ext hse rec ce pa ig fb qbcc afsl bsb"
)
"""Short words that stand before a number or an address, or for a role."""

BODIES = _words(
    """school schools college university hospital hotel motel church club library museum shop pharmacy cafe restaurant pub bar
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
