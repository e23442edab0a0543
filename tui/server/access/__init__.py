"""Who may come in: applications and their keys, members' passwords, codes and tokens, signatures and counts."""
