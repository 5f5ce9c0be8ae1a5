"""Renderers: each turns grades into the text of one format and does nothing else."""
