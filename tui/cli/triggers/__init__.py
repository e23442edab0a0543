"""Commands about triggers: what happens on boards, and what is done about it."""
