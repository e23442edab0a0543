"""Commands about triggers: the events on boards, and the reactions to them."""
