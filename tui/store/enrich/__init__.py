"""What lookups leave here: findings, what they cost, who opted out, and runs over many cards."""
