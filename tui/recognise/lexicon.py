"""Words that are nobody's name, and words that a name or a firm is known by."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """``text`` without case, marks and apostrophes: what names are compared in."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in bare.casefold() if letter.isalnum() or letter == " ")


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


FIRST_NAMES = _words(
    """aaron abby abigail adam adele adrian ahmed aisha alan albert alec alex alexander alexandra alfie ali alice alison
    allan amanda amber amelia amina amy ana anahera andrea andrew angela angus anika anita anjali ann anna anne annette
    anthony antonio aroha archie aria arjun arthur ashley astrid audrey ava barbara barry beau belinda ben benjamin bernadette
    beth bianca bill blake bob brad bradley brendan brent brett brian bridget brodie bronwyn brooke bruce bruna bryan caitlin
    callum cameron camille carl carla carol caroline carolyn casey catherine charles charlie charlotte chelsea cheryl chiara
    chloe chris christian christina christine christopher claire clare clive colin colleen connor craig cynthia dale damian
    damien dan daniel danielle darcy darren dave david dean deb deborah debbie declan denise dennis derek desmond diana diane
    dimitri dominic don donald donna doreen doug douglas duc duncan dylan eddie edward eileen elaine eleanor elena eleni
    eliza elizabeth ella ellen ellie emily emma eric erica erin esther ethan etienne eva evan eve evelyn ewa faith felicity
    fergus finn fiona florence frances francesca frank fraser fred freya gabriel gail gary gavin gemma geoff geoffrey george
    georgia gerald gillian gina giulia glen glenda glenn glenys gordon grace graeme graham grant greg gregory guy hamish
    hana hannah hao harriet harrison harry haruka harvey hayley hazel heath heather heidi helen hemi henry hilary hinewai
    holly howard hugh hugo hunter ian imogen india ingrid irene iris isaac isabel isabella isla ivan jack jackie jackson
    jacob jacqueline jade jake james jamie jan jane janet janine jarrah jarrod jasmine jason jay jean jeff jeffrey jennifer
    jenny jeremy jess jesse jessica jia jill jim jo joan joanna joanne joaquin jodie joe joel john jon jonathan jordan
    joseph josephine josh joshua joy joyce juan judith judy julia julian julie jun justin kahu karen karim karl kate
    katerina katherine kathleen kathryn kathy katie kavya kay keith kelly ken kenji kenneth kerry kevin kim kimberley
    kirsten kirsty kris kyle kylie lachlan lana lara lars laura lauren lawrence layla leah leanne lee leigh len leo leon
    leonard leonie lesley leslie lewis liam lihua lillian lily linda linh lisa liz lloyd logan lorraine losa louis louise
    luca lucas lucia lucy luke lydia lyn lynda lynette lynne mackenzie maddison madeleine maia malcolm malia mana manaia
    mandy marama marco marcus marek margaret maria marie marilyn marion mark marlene martin mary mason mateo matilda matiu
    matt matthew maureen maurice max maxine meera megan mei mel melanie melinda melissa mere mia michael michele michelle
    mick mike mikaere miles minh miranda miriam mitchell mohammed moana molly monica monique murray myra nadia nancy naomi
    narelle natalie natasha nathan neil neville ngaire ngaio niamh nicholas nick nico nicola nicole nigel nikau nikita nina
    noah noel nola noor nora norman oliver olivia omar oscar owen paige pam pamela paora patricia patrick paul paula
    pauline peggy penelope penny peta pete peter petra phil philip philippa phillip phoebe pita pippa piripi poppy priya
    quang quentin rachael rachel ralph rangi raewyn rawiri ray raymond rebecca reg renee reuben rex rhonda richard rick
    rita rob robert roberta robin robyn rodney roger rohan roimata ron ronald rory rosa rose rosemary ross rowan roy ruby
    russell ruth ryan sally sam samantha samuel sandra sanjay sara sarah sasha saul scott sean sebastian selena seth shane
    shannon sharon shaun sheila shelley sherry shirley siobhan sienna silvia simon sina sione skye sofia sonia sophia sophie
    soren spencer stacey stan stavros stefan stella stephanie stephen steve steven stewart stuart sue susan suzanne sybil
    sylvia tabitha tama tamara tamati tane tania tanya tara tariq tatiana taylor te ted teresa terry tessa tevita thea theo
    theresa thiago thomas thuy tia tiffany tim timothy tina toby todd tom tomasz toni tony tracey tracy trent trevor
    trish trudy tyler tyrone uma ursula valerie vanessa vaughan vera veronica vicki victor victoria vikram vincent
    violet virginia vivian wade walter warren warwick wayne wei wendy wes wesley whetu will william wiremu xavier xin
    yasmin yolanda yuki yvonne yvette zac zach zachary zara zeinab zoe zofia banjo judith mihi hohepa hone hoani kiri keri
    tawhiri tipene rua ruth tau mele pita sefa sina fetu lani ravi raj amit anil deepak sunil suresh neha pooja divya
    asha nisha rahul vijay ananya aditya ming ying yan li fang hui jing lei tao hong yong mai lan huong tuan trang nam
    akira hiro satoshi aiko emi naoko jin soo min hyun ji jae marek pavel igor olga svetlana dmitri natalia anastasia
    sven erik bjorn nils anders hans klaus jurgen wolfgang franz pierre jacques claude francois luc marc andre giovanni
    paolo mario carlo lorenzo matteo alessandro francesca valentina pablo diego carlos jose luis miguel carmen isabel
    fatima khadija mariam yusuf ibrahim hassan hussein ahmad mustafa leila samira rania faisal bilal"""
)

VERBS = _words(
    """ring call phone email mail text message contact chase ask meet meeting visit see follow up with re fwd fw new demo
    quote proposal lunch coffee dinner catch speak spoke talk talked thank thanks invite remind reply update check book
    prepare draft sign welcome onboard renew renewal hi hello dear kia ora cheers regards from to cc bcc attn attention
    name mr mrs ms miss dr prof sir intro introduce introduction introduced send sent get find nudge pitch discovery
    reference referral referred by via for and or on the our contact main primary lead prospect client customer account
    met saw rang called emailed texted phoned chased visited left told tell let confirm confirmed schedule scheduled
    connect ping touch base catchup warm cold hot inbound outbound enquiry inquiry quick handover hand over also then
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today tomorrow tonight
    january february march april june july august september october november december jan feb mar apr jun jul aug sep
    sept oct nov dec morena tena koe nga mihi yours sincerely kind best warm cc urgent fyi note notes todo done next
    key decision maker owner champion buyer reconnect revisit negotiate close closing win won lost sell pay bill invoice
    organise arrange discuss review deliver onsite offsite await awaiting waiting cancel postpone rebook return per hey
    is was if when after before please pls asap signed agreed says said wants would has had will can"""
)
"""Words that stand before a name and are none."""

ROLES = _words(
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

_NOBODY = _words(
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
    happy sad sunny rainy stay look watch read listen play run walk swim ride"""
)

LEGAL_FORMS = _words("pty ltd limited inc incorporated llc corp corporation plc gmbh proprietary lp llp nl")
COMPANY_WORDS = _words(
    """group holdings partners sons brothers bros co company trust freight logistics transport haulage couriers software
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
PLACES = _words(
    """australia sydney melbourne brisbane perth adelaide hobart canberra darwin auckland wellington christchurch hamilton
    tauranga dunedin queenstown rotorua napier nelson geelong ballarat bendigo cairns townsville newcastle wollongong
    parramatta bondi manly launceston toowoomba invercargill whangarei gisborne taupo london paris tokyo singapore
    nsw vic qld tas act waikato otago canterbury taranaki aotearoa fremantle dubbo bunbury albury home work school
    uni church hq reception lunch breakfast dinner noon night christmas easter xmas easter"""
)
PLACE_ENDINGS = _words(
    """beach park street st road rd avenue ave lane drive square station airport hall library museum theatre stadium
    hospital university college school church office hq room floor level screen page conference expo summit house
    cafe restaurant hotel pub bar market mall wharf checkout startup launch meetup festival gym pool club zoo show"""
)
PARTICLES = _words(
    "te van der den de di da del della la le von bin al el mac mc ter ten dos das du ngā ngati o"
)
NOBODY = (_NOBODY | ROLES) - FIRST_NAMES | _words("may will august june") - FIRST_NAMES

MAILBOXES = _words(
    """info sales accounts admin hello contact office enquiries enquiry inquiries inquiry support help helpdesk reception
    bookings booking orders order team hr jobs careers recruitment billing invoices invoice ap ar payable receivable
    accountspayable accountsreceivable service services marketing media press payroll mail email post general customerservice
    customercare feedback kiaora kia ora web webmaster hostmaster postmaster noreply procurement purchasing tenders legal
    privacy security dispatch warehouse operations ops finance returns shop store events news newsletter partners
    partnerships quotes quote estimating projects studio clinic practice appointments members membership hi gday
    connect enquire ask everyone all staff management ceo director people talent training education research product"""
)
"""Mailboxes that are a firm's, not a person's."""
