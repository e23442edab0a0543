"""Sources of events: feeds, comparison of board states, the service's messages, and due dates."""
