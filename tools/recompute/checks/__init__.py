"""One check for each command: what it prints against what the wire makes of it."""
