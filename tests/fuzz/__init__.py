"""Broken, spliced and random sources: the source check always gives a verdict, never crashes, never is slow."""
