"""Addresses that older clients use: the hosted service answers them still, beside those it describes."""
