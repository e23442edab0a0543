"""What both front ends show and read: dates, findings as facts, text made harmless. Pure, and of no toolkit."""
