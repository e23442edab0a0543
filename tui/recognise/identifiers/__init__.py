"""What identifies a person or a company in text: addresses, links, telephone and register numbers."""
