"""The fifteen triggers: each says which events start something. Pure: they are told events and ask nobody."""
