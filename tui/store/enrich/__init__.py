"""Tables of the lookups: findings, their cost, the suppression list, and bulk runs."""
