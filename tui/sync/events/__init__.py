"""Where events come from: the feeds, what no feed tells, the service's messages, and due dates."""
