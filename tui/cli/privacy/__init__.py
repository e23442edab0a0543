"""Commands about people's data: the opt-out list, what is held of somebody, and its retention."""
