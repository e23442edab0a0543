"""Formatting and parsing for both front ends: dates, facts of findings, safe text. Pure, free of toolkits."""
