"""A made-up world: markets, positions and what the service sends of them at a moment."""
