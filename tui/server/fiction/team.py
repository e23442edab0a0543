"""The sample board "Team": the work beside the deals. Nobody outside the team is named on it."""

from tui.server.fiction.plan import BoardPlan, CardPlan, Remark

TEAM = BoardPlan(
    name="Team",
    desc="What keeps the three of us busy between calls. Made up, like the rest.",
    labels=(("stuck", "red"), ("money", "orange"), ("web", "blue"), ("quick", "lime")),
    lists=(
        (
            "To do",
            (
                CardPlan("Price list for summer", "Seats, day passes, tablets. One page.", ("money",), 5, members=("you",), age=3),
                CardPlan(
                    "Stand for the February field days",
                    "Twelve square metres, corner if they have one.",
                    due=16, checklist="Stand", items=("x Book the space", "Banner", "Two tablets on a lead", "Lollies"),
                    members=("mere",), age=8,
                ),
                CardPlan("Shorter welcome mail", "Nobody scrolls to the film.", ("web", "quick"), age=5),
                CardPlan("Ask accounts about GST on day passes", labels=("money",), due=7, age=2),
                CardPlan("New photo of the office dog", labels=("quick",), age=1),
            ),
        ),
        (
            "Doing",
            (
                CardPlan(
                    "Film: a roster in two minutes",
                    "Storyboard is done, voice is not.",
                    ("web",), 3, members=("jack",), checklist="Shots",
                    items=("x Whiteboard", "x Shed door", "Tablet close-up", "Sunrise"),
                    remarks=(Remark(1, "jack", "Sunrise needs a day without rain. So, not this week."),), age=11,
                ),
                CardPlan("Clean up the mailing list", "Bounces first, then the ones who never open.", members=("mere",), age=6),
                CardPlan("Forecast for the quarter", "Won plus half of Proposal, as always.", ("money",), 2, members=("you",), age=4),
            ),
        ),
        (
            "Waiting",
            (
                CardPlan("New headsets", "Ordered. The shop says Thursday.", ("stuck",), -1, members=("jack",), age=13),
                CardPlan("Answer from the auditors", labels=("money", "stuck"), age=20),
            ),
        ),
        (
            "Done",
            (
                CardPlan("Holiday roster", due=-4, done=True, members=("mere",), age=25),
                CardPlan("Move the phones to the new plan", done=True, due=-8, members=("jack",), age=30),
                CardPlan("Write down how we do handovers", "In the wiki, under H.", ("quick",), members=("you",), age=34),
            ),
        ),
    ),
)  # fmt: skip
"""Thirteen cards."""
