"""Rewrites that keep a program's meaning, mutations that break it, and a run of both against the source check."""
