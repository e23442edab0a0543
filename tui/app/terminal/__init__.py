"""Terminal handling: output, pastes, split escape sequences, colours, job control, and the user's editor."""
