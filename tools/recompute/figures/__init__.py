"""Figures, recomputed from the definitions alone."""
