"""Parts and operations of a single card: covers, labels, members, moves, stickers, votes."""
