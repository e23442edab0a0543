"""Commands about people's data: the opt-out list, all data about a person, and its retention."""
