"""``cardscout directory``: filling, counting and emptying the directory of people and companies."""
