"""The terminal the screens are drawn on: its signals, its pastes, its colours, and lending it to an editor."""
