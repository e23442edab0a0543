"""The sample board "Pipeline": a small sales team's deals with the firms of the invented directory.

Between them the cards name people and companies in every way the recogniser reads.
"""

from tui.server.fiction.plan import BoardPlan, CardPlan, Remark

_LEADS = (
    CardPlan(
        "Ring {ana.name} at {tui.name}",
        "Met at the growers' expo in Mildura. Three packing sheds, all rostered on **whiteboards**.\n\n"
        "- {ana.email}\n- wants a price per seat, not per site\n- would like to be running before the January pick\n",
        ("hot",), 1, members=("you",), checklist="Before the call",
        items=("x Read her notes from the expo", "Price for 40 and for 80 seats", "Ask who signs off above her"),
        remarks=(Remark(2, "mere", "She rang back while you were out. Best before 10, she's in the sheds after that."),),
        age=4,
    ),
    CardPlan(
        "Reply to {priya.email}",
        "> We have 14 crews across the Pilbara and no idea where the spare ute is. Does yours do vehicles?\n\n"
        "It does. Send the two-minute film, offer Thursday.",
        ("hot",), 2, members=("jack",), age=2,
    ),
    CardPlan(
        "{hemi.name} @ {manuka.name}",
        "Chief Executive. Came to the Tauranga breakfast, stayed for the questions.\nMobile {hemi.mobile}",
        ("NZ",), 4, members=("mere",), age=6,
    ),
    CardPlan(
        "Inbound: {southerly.legal}, ABN {southerly.abn}",
        "Filled in the long form, so they mean it. 200+ heads, five depots around Geelong.\n\nNobody named yet.",
        ("hot",), age=1,
    ),
    CardPlan(
        "{eleni.name} ({currawong.name})",
        "Practice Manager. Hamish gave us the name.\n\nProfile: {eleni.url}",
        ("referral",), 6, members=("you",), age=8,
    ),
    CardPlan(
        "Look over {saltbush.domain} before the trade night",
        "Commercial rooftops west of the range. Are they still doing their own installs?",
        ("cold",), 9, age=12,
    ),
    CardPlan(
        "{warren.name}, Owner, {coolibah.name}",
        "No email, doesn't want one. Ring at smoko: {warren.mobile}\n\nThree stations, 76 people at muster.",
        age=15,
    ),
    CardPlan(
        "Trade night: three to ring",
        "Cards from the bowl. First come, first served.",
        checklist="Ring", items=(
            "{niamh.name} at {wagtail.name}", "{chloe.name} at {moonrise.name}", "x {lars.name} at {waratah.name}",
        ),
        members=("mere", "jack"), due=5, age=7,
    ),
    CardPlan(
        "Website enquiry: rosters for night nurses",
        "Hello,\n\nwe roster 480 people over six homes and it takes my team two days a fortnight. Could somebody show us?\n\n"
        "Kind regards\n\n{judith.name}\n{judith.title}\n{lillypilly.legal}\nE {judith.email}\nP {lillypilly.phone}",
        ("hot",), 1, members=("jack",), age=0.4,
    ),
    CardPlan(
        "{kea.name} asked for a demo",
        "Through the chat on our site, late on Sunday. Marketing, not operations: {mei.url}\n\nFind out who plans the shop staff.",
        ("NZ",), age=3,
    ),
    CardPlan(
        "Printers in the north: who plans the presses?",
        "Start with {wagtail.site}/about and work down the valley.",
        ("cold",), age=20,
    ),
    CardPlan(
        "Find the right person at {totara.name}",
        "Registered as {totara.legal}, NZBN {totara.nzbn}. Their careers page wants two planners, so somebody plans.",
        ("NZ", "cold"), age=18,
    ),
)  # fmt: skip

_CONTACTED = (
    CardPlan(
        "{wiremu.name}, Chief Technology Officer, {kowhai.legal}",
        "Liked the API page. Wants single sign-on and a copy of our penetration test.\n\n{wiremu.email}",
        ("NZ", "hot"), 2, members=("you", "mere"),
        remarks=(
            Remark(1, "you", "Sent both. He reads fast: two questions back within the hour."),
            Remark(3, "mere", "Kōrero went well, 40 minutes. Linh joins next time."),
        ),
        age=14,
    ),
    CardPlan(
        "Second call with {callum.name} at {bluegum.name}",
        "Drivers' hours are the worry, the map is a nice-to-have.\n\n- mobile {callum.mobile}\n- prefers Tuesdays after 2",
        ("hot",), 3, members=("jack",), checklist="Take along",
        items=("x Fatigue rules, one page", "x Depot map of Rocklea", "Names of two carriers who will talk to him"),
        age=16,
    ),
    CardPlan(
        "{layla.name} – Partner, {quandong.name}",
        "Timesheets for 24 lawyers. Small, but they act for half the valley.",
        members=("you",), remarks=(Remark(4, "you", "Her own address is {layla.email}, the info one goes unread."),),
        age=19,
    ),
    CardPlan(
        "Send the fibre crew story to {zoe.email}",
        "She asked for somebody like them: crews of two, jobs that move, councils that don't.",
        ("hot",), 1, members=("mere",), age=10,
    ),
    CardPlan(
        "Voicemail for {jarrah.name} ({brolga.name})",
        "Third one. Switchboard {brolga.phone} puts you through if you say it's about the bores.",
        ("cold",), -2, members=("jack",), age=22,
    ),
    CardPlan(
        "{pohutukawa.legal}: {aroha.name}",
        "Supply chain, so the cool stores are hers.\n\nemail {aroha.email}\nlikes numbers, dislikes slides",
        ("NZ",), 7, members=("you",), age=13,
    ),
    CardPlan(
        "{moonrise.domain} wants prices",
        "Eleven crew, more on shoot days. Would day passes work?",
        age=9,
    ),
    CardPlan(
        "Coffee with {lars.name} from {waratah.legal}",
        "Newcastle, the place by the station. He builds robots and rosters people in a spreadsheet; be gentle.",
        due=4, members=("mere",), age=11,
    ),
)  # fmt: skip

_QUALIFIED = (
    CardPlan(
        "ABN {ironbark.abn} – credit check before the pilot",
        "{ironbark.name}, 14 crews. Finance wants it on file before we ship tablets.",
        ("hot",), 2, members=("jack",), age=17,
    ),
    CardPlan(
        "Pilot in one packing shed",
        "{tui.site}\n\nPays: {tevita.name}, {tevita.title} ({tevita.email}). Decides: Ana.\n\n"
        "| | shed | seats |\n|---|---|---|\n| now | Red Cliffs | 40 |\n| January | all three | 110 |",
        ("hot",), 8, members=("you",), checklist="Pilot",
        items=("x Shed floor plan", "x Two supervisors named", "Tablets ordered", "Wi-Fi tested at the far end", "Start date agreed"),
        links=(("Shed floor plan", "https://docs.google.com/document/d/1s4mpl3/edit"),), age=24,
    ),
    CardPlan(
        "Demo for {linh.name} and {wiremu.name}",
        "{kowhai.name}, Wellington, both in the room.\n\n{linh.email}\n{wiremu.email}",
        ("NZ",), 5, members=("you", "mere"), age=12,
    ),
    CardPlan(
        "Depot walk-through, {bluegum.legal}",
        "Rocklea, hi-vis and closed shoes. {bluegum.site}/depots has the gate map.",
        due=6, members=("jack",), remarks=(Remark(2, "jack", "Parking is on the left after the weighbridge."),), age=15,
    ),
    CardPlan(
        "{lillypilly.legal}: security questionnaire",
        "84 questions, most of them about where the data sleeps. Answers to {judith.email}.",
        due=3, members=("mere",), checklist="Sections",
        items=("x Hosting", "x Access", "x Backups", "x Staff checks", "Incidents", "Subprocessors", "Insurance"), age=21,
    ),
    CardPlan(
        "{hamish.name} T/A {rimu.name}",
        "Sole trader with 18 on the books. Card payments only, no invoices.\n\nm: {hamish.mobile}",
        ("NZ",), members=("you",), age=25,
    ),
)  # fmt: skip

_PROPOSAL = (
    CardPlan(
        "Proposal: {harbour.legal}",
        "Three towers, 46 people, one concierge desk each.\n\n---\n{imogen.name}\n{imogen.title}, {harbour.legal}\n"
        "{imogen.email} | {harbour.phone}\nABN {harbour.abn}",
        ("hot",), 3, members=("you",), checklist="Proposal",
        items=("x Scope", "x Price", "Terms", "Start date", "Signature"),
        remarks=(Remark(1, "you", "She wants the concierge desks as option B."),), age=30,
    ),
    CardPlan(
        "Renewal for 60 seats: {zoe.name} at {southerly.name}",
        "Third year. They use the map daily and the reports never; say so before they do.",
        ("renewal",), 12, members=("mere",), age=28,
    ),
    CardPlan(
        "{rawiri.name}, Head of Finance at {totara.name}",
        "Wants the yearly price in NZD, GST shown apart.\n\n{rawiri.email}",
        ("NZ",), 4, members=("you",), age=26,
    ),
    CardPlan(
        "Contract back from {layla.email}",
        "Clause 9 again. Ours is the standard one, hers is the better one.",
        due=-1, members=("jack",), age=33,
    ),
    CardPlan(
        "Quote for {waratah.legal}, ACN {waratah.acn}",
        "25 seats and the API. Lars has seen the number and did not blink.",
        due=7, members=("mere",), age=18,
    ),
    CardPlan(
        "Two-year offer for {aroha.name} at {pohutukawa.name}",
        "Eight per cent off the second year if they sign before the harvest.",
        ("NZ", "hot"), 9, members=("you",), age=29,
    ),
)  # fmt: skip

_WON = (
    CardPlan(
        "{currawong.legal} – 12 seats, signed",
        "Hello cake. Their front desk: {currawong.email}",
        due=-6, done=True, members=("you",), remarks=(Remark(6, "mere", "Signed on a tablet, at the practice, in four minutes."),),
        age=41,
    ),
    CardPlan(
        "{hemi.name} at {manuka.legal}: rollout",
        "Both sheds and the yard.",
        ("NZ",), -3, done=True, members=("mere", "jack"), checklist="Rollout",
        items=("x Import the roster", "x Train the yard", "x Train shed one", "x Train shed two", "x First fortnight", "x Ask for a reference"),
        age=48,
    ),
    CardPlan(
        "{kea.name}: renewed for 2027",
        "Paid in full. {kea.site}",
        ("NZ", "renewal"), members=("you",), age=52,
    ),
    CardPlan(
        "{niamh.name} at {wagtail.legal} moved to yearly",
        "Monthly was a nuisance for both of us. {niamh.email}",
        ("renewal",), members=("jack",), age=55,
    ),
    CardPlan(
        "{brolga.legal}: first invoice paid",
        "In two days, unasked. ABN {brolga.abn}",
        members=("you",), done=True, due=-9, age=58,
    ),
)  # fmt: skip

PIPELINE = BoardPlan(
    name="Pipeline",
    desc="A made-up sales board. Every person, company and number on it is invented: enrich and move as you like.",
    labels=(("hot", "red"), ("cold", "sky"), ("NZ", "green"), ("renewal", "purple"), ("referral", "yellow")),
    lists=(
        ("Leads", _LEADS),
        ("Contacted", _CONTACTED),
        ("Qualified", _QUALIFIED),
        ("Proposal", _PROPOSAL),
        ("Won", _WON),
    ),
    limits={"Proposal": 8},
    starred=True,
)
"""Thirty-seven cards."""
